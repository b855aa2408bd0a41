"""Modes: which, how many, how damped."""

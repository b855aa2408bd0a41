"""Runs: segments between events, and what events do."""

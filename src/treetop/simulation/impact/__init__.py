"""Impulses: impacts, and what joints and constraints take of them."""

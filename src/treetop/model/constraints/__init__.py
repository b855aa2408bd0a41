"""Constraints that a person can describe."""

"""Sensors: what of the motion is known aboard, how often, and how well."""

"""Positions, velocities and partial velocities of bodies and frames."""

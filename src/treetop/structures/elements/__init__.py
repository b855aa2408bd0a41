"""Finite elements: beams, shells, solids."""

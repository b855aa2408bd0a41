"""Robots in SDF files, as they are described at http://sdformat.org/spec."""

"""Surroundings of a spacecraft: data files, and the tables that kernels read."""

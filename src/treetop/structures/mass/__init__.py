"""Mass of a structure as points."""

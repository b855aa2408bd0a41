"""Newton-Euler equations where bodies bend: floating frames, with joints as constraints."""

"""Maps of planets."""

"""Controllers: laws that read quantities of a motion and write commands at their sample times."""

"""Models in other tools, and those of other tools in a model."""

"""From modes to the arrays of a flexible body."""

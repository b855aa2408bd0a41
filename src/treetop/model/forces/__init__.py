"""Forces that a person can describe."""

"""A built model: states, evaluation, linearization."""

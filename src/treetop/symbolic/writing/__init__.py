"""Equations of motion written down: to be read, as LaTeX, as C and Python sources."""

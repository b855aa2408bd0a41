"""What it means for two computations to agree."""

import numpy as np


def close(value, reference, tolerance):
    """To a tolerance relative to the largest number of the reference."""
    value, reference = np.asarray(value), np.asarray(reference)
    error = np.abs(value - reference).max() / np.abs(reference).max()
    assert error < tolerance, f"off by {error:.1e} of the largest"

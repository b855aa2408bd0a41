"""Density that falls exponentially with height."""

import math

from treetop.core.compiler import kernel


@kernel
def exponential_density(density, height, scale, at):
    """The density at a height ``at``, given that at another and the scale height."""
    return density * math.exp(-(at - height) / scale)

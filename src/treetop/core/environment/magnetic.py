"""Magnetic field of a planet: minus the gradient of a potential in spherical harmonics.

The kernel is that of gravity: fields of coefficients g, h in Schmidt's normalisation are tables of
harmonics of the gravitational parameter -a², a their radius, and coefficients g/√(2n + 1) in tesla.
The field changes linearly in time.

    x       the point, planet's axes
    t       time of the run, s
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.environment.harmonics import (
    NO_HARMONICS,
    Harmonics,
    perturbation,
    perturbation_and_gradient,
)


class MagneticField(NamedTuple):
    """A field at the start of the run, and its change per second."""

    harmonics: Harmonics
    change: Harmonics
    degree: np.ndarray  # (2,)  of the field and of its change; 0: it does not change


NO_MAGNETIC_FIELD = MagneticField(NO_HARMONICS, NO_HARMONICS, np.zeros(2, dtype=np.int64))


@kernel
def magnetic_field(field, t, x):
    """The field at x, T, planet's axes."""
    B = perturbation(field.harmonics, x, field.degree[0])
    if field.degree[1] > 0:
        B = B + perturbation(field.change, x, field.degree[1]) * t
    return B


@kernel
def field_and_gradient(field, t, x):
    """The field at x, T, and its gradient, T/m, planet's axes."""
    B, G = perturbation_and_gradient(field.harmonics, x, field.degree[0])
    if field.degree[1] > 0:
        change, slope = perturbation_and_gradient(field.change, x, field.degree[1])
        B, G = B + change * t, G + slope * t
    return B, G

"""The shape of a small body: what its gravity is beyond that of a point mass at the origin.

x is the position in axes fixed to the body, whose mass centre is the origin.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.environment.mascons import NO_MASCONS, Mascons, mascon_field
from treetop.core.environment.polyhedron import NO_POLYHEDRON, Polyhedron, polyhedron_field
from treetop.core.environment.third_body import point_gradient
from treetop.core.forces.gravity import central_field


class Shape(NamedTuple):
    """Where the mass of a small body is: in points, and within a surface."""

    use: np.ndarray  # (1,)  see below
    mascons: Mascons
    polyhedron: Polyhedron


UNUSED, AT_POINT, AT_EACH_BODY = range(3)  # `Shape.use`: where the field is evaluated
NO_SHAPE = Shape(np.array([UNUSED]), NO_MASCONS, NO_POLYHEDRON)


@kernel
def shape_field(shape, mu, x):
    """The acceleration at x beyond that of a point mass, and its gradient."""
    in_points, G = mascon_field(shape.mascons, x)
    within, more = polyhedron_field(shape.polyhedron, x)
    return in_points + within - central_field(mu, x), G + more - point_gradient(mu, x)

"""Drag by a coefficient C: ½ ρ C v² on the area that a surface shows to the flow, along the flow.

V is the velocity of the gas relative to the surface, and `head` is ½ ρ C.
"""

import math

from treetop.core.compiler import kernel
from treetop.core.spatial import cross, dot


@kernel
def facet(head, V, n):
    """Force per area on the side of a plane whose outward normal is n."""
    return V * (head * max(0.0, -dot(V, n)))


@kernel
def plate(head, V, n):
    """Force per area on both sides of a plane."""
    return V * (head * abs(dot(V, n)))


@kernel
def sphere(head, V):
    """Force per area of the great circle."""
    return V * (head * math.sqrt(dot(V, V)))


@kernel
def cylinder(head, V, axis):
    """On the side of a cylinder: force per radius and length, and torque about its middle per
    square of the radius and length."""
    across = V - axis * dot(V, axis)
    force = V * (2.0 * head * math.sqrt(dot(across, across)))
    return force, cross(across, V) * (-0.5 * math.pi * head)

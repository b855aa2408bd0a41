"""Curves of constant curvature and twist: the axis of a beam at rest."""

from __future__ import annotations

import math

from treetop.model.rotation import Numbers, cross, dot, turned

SMALL = 1e-3  # rad, below which series are exact


def pose_along(bent: Numbers, s: float) -> tuple[Numbers, Numbers]:
    """Attitude and place of the section at arc length s, seen from that at zero.

    Parameters
    ----------
    bent : 3 numbers, rad/m
        Twist about x, along which the curve begins, and curvatures about y and z of the section.
    s : float, m

    Returns
    -------
    quaternion : 4 numbers
    place : 3 numbers, m

    Notes
    -----
    R = exp(φ~) with φ = κ s, and p = ∫ R x ds = s (x + b φ × x + c φ × (φ × x)), where
    b = (1 - cos φ)/φ² and c = (φ - sin φ)/φ³.
    """
    phi = tuple(value * s for value in bent)
    angle = math.sqrt(dot(phi, phi))
    if angle < SMALL:
        b, c = 0.5 - angle**2 / 24, 1 / 6 - angle**2 / 120
    else:
        b, c = (1 - math.cos(angle)) / angle**2, (angle - math.sin(angle)) / angle**3
    first = cross(phi, (1.0, 0.0, 0.0))
    second = cross(phi, first)
    place = (s, 0.0, 0.0), tuple(s * b * x for x in first), tuple(s * c * x for x in second)
    return turned(phi), tuple(map(sum, zip(*place, strict=True)))

"""What every joint answers, in inertial axes, seen from its inboard frame F.

A joint kind is one module with two laws.  ``across`` places the outboard frame M and writes the
motion per unit of each of its speeds into rows of S; ``coordinates``, the other way round, writes
its coordinates, those nearest to a guess, from how M stands in F.  Where M's axes need their own
rates of change, beyond being carried along by the parent, they are the acceleration ``c``.
"""

from typing import NamedTuple

from treetop.core.spatial import Mat3, Motion, Vec3


class Across(NamedTuple):
    """The outboard frame M, relative to the inboard frame F."""

    R: Mat3  # attitude of M, in inertial space
    d: Vec3  # origin of M from that of F
    V: Motion  # velocity
    c: Motion  # acceleration while all speeds of the joint are constant

"""Lines between a store and the mouth that they leave by: what the body feels that carries both.

A line of ρ per length runs straight from its store at r_s to its mouth at r_e, about the origin of
a body that turns with ω, and leaves with L'.  Momentum and angular momentum of the line inside are

    p = ρ L' (r_e - r_s)    h = ρ L' r_s × r_e

and the body, whose stored mass falls at r_s, feels

    force   -ρ L'' (r_e - r_s) - 2 ω × p
    torque  -ρ L'' r_s × r_e - ω × h - ρ L' (r_e × (ω × r_e) - r_s × (ω × r_s))

beside what happens at the mouth.  Derivation: docs/theory/deployment.md.
"""

from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.spatial import Force, Vec3, cross


class Flow(NamedTuple):
    """A line inside its carrier, about the origin of that."""

    p: Vec3  # momentum relative to the carrier
    h: Vec3  # its angular momentum


@kernel
def flow_inside(r_s, r_e, flow):
    """The momenta of a line that runs from r_s to r_e by so much mass per time."""
    return Flow((r_e - r_s) * flow, cross(r_s, r_e) * flow)


@kernel
def felt_of_flow(w, r_s, r_e, flow, flow_rate):
    """What a body that turns with w feels of a line inside, about its origin."""
    now, gained = flow_inside(r_s, r_e, flow), flow_inside(r_s, r_e, flow_rate)
    taken = (cross(r_e, cross(w, r_e)) - cross(r_s, cross(w, r_s))) * flow
    torque = (gained.h + cross(w, now.h) + taken) * -1.0
    return Force(torque, gained.p * -1.0 - cross(w, now.p) * 2.0)

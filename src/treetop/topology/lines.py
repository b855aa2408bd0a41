"""Lines that are paid out, as rods: each hangs on the one before it by a hinge and a slide.

The hinge leads to a body without mass, the slide from there to the rod, whose origin is its outer
end.  Rods have their whole mass here; what of it is outside, an evaluation finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from treetop.model.devices.deployer import Deployer
from treetop.model.joints import Prismatic, Spherical, Universal
from treetop.topology.nodes import BodyNode, JointNode, NodeId, Role, made_joint, unused

if TYPE_CHECKING:
    from treetop.model.model import Model


class RodNames(NamedTuple):
    """Names of the parts of a rod; the joints to its two bodies have their names."""

    link: str
    rod: str


def deployers(model: Model) -> dict[str, Deployer]:
    return {name: part for name, part in model.devices.items() if isinstance(part, Deployer)}


def rod_names(model: Model, name: str) -> list[RodNames]:
    """Names of the rods of a line, from the mouth on."""
    taken = {*model.bodies, *model.joints, *model.constraints, *model.devices}
    count = model.devices[name].elements  # type: ignore[attr-defined]
    return [
        RodNames(unused(f"{name} link {k}", taken), unused(f"{name} rod {k}", taken))
        for k in range(1, count + 1)
    ]


def tip_name(model: Model, name: str) -> str:
    """The name of the joint at the tip of a line."""
    return unused(f"{name} tip", model.joints, model.constraints)


def line_parts(model: Model) -> Iterator[tuple[BodyNode | None, JointNode]]:
    """Bodies of all lines, each with the joint that leads to it, and the joints at their tips."""
    for name, line in deployers(model).items():
        first, second, d = line.triad
        carrier = line.mouth
        for k, own in enumerate(rod_names(model, name), start=1):
            link, rod = NodeId(Role.LINE, name, f"link {k}"), NodeId(Role.LINE, name, f"rod {k}")
            hinge = made_joint(link, own.link, Universal(first, second), carrier, own.link)
            yield BodyNode(link, own.link), hinge
            slide = made_joint(rod, own.rod, Prismatic(d), own.link, own.rod)
            yield _rod(rod, own.rod, line, k == line.elements), slide
            carrier = own.rod
        if line.tip is not None:
            own_id, joint = NodeId(Role.LINE, name, "tip"), tip_name(model, name)
            yield None, made_joint(own_id, joint, Spherical(), carrier, line.tip)


def _rod(own: NodeId, name: str, line: Deployer, last: bool) -> BodyNode:
    """A whole rod, the last one with the mass at the tip."""
    h, tip = line.rod, float(line.tip_mass) if last else 0.0
    rod = float(line.mass_per_length) * h
    mass = rod + tip
    centre = -0.5 * h * rod / mass
    across = rod * h * h / 3.0 - mass * centre**2
    d, wide = line.direction, line.triad[1]
    strip = rod * float(line.width) ** 2 / 12.0
    inertia = tuple(
        tuple(
            across * (float(i == j) - d[i] * d[j]) + strip * (float(i == j) - wide[i] * wide[j])
            for j in range(3)
        )
        for i in range(3)
    )
    return BodyNode(own, name, mass, inertia, tuple(centre * x for x in d))

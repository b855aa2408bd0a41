"""The independent parts of a model: bodies that nothing but the ground joins to others.

What one part loses, an audit of the whole may not see beside the energy of another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from treetop.model.body import GROUND
from treetop.topology.grounding import bodies_of
from treetop.topology.mechanism import Mechanism
from treetop.topology.modal_joint import Deformation
from treetop.topology.remembered import remembered


class Part(NamedTuple):
    """Bodies that move independently of all others, and whether anything may do work on them beside
    forces that have a potential."""

    bodies: frozenset[str]
    worked: bool

    def named(self) -> str:
        """One body is enough to say which part it is."""
        first = min(self.bodies)
        return f"'{first}'" if len(self.bodies) == 1 else f"the part of '{first}'"


@remembered
def independent_parts(model: Mechanism) -> list[Part]:
    """The parts of a model, whatever its stages let go or join."""
    group = {name: {name} for name in model.bodies}
    for bodies in _ties(model):
        joined = set().union(*(group[name] for name in bodies))
        for name in joined:
            group[name] = joined
    worked = set(_worked(model))
    parts = {frozenset(bodies): None for bodies in group.values()}
    return [Part(bodies, bool(bodies & worked)) for bodies in parts]


def restricted(model: Mechanism, part: Part) -> Mechanism:
    """One part alone; gravity acts on all."""
    bodies = {name: body for name, body in model.bodies.items() if name in part.bodies}

    def inside(item: Any) -> bool:
        touched = _bodies(model, item)
        return not touched or bool(touched & part.bodies)

    joints, forces, constraints = (
        {name: item for name, item in items.items() if inside(item)}
        for items in (model.joints, model.forces, model.constraints)
    )
    return replace(model, bodies=bodies, joints=joints, forces=forces, constraints=constraints)


def _ties(model: Mechanism) -> Iterator[set[str]]:
    """The bodies that each joint, force or constraint acts on."""
    for items in (model.joints, model.forces, model.constraints):
        for item in items.values():
            yield _bodies(model, item)


def _worked(model: Mechanism) -> Iterator[str]:
    """Bodies on which something may do work that no potential gives."""
    for force in model.forces.values():
        if not force.potential:
            acts_at_ends = force.ends or force.joints  # else on all bodies, as surroundings do
            yield from _bodies(model, force) if acts_at_ends else model.bodies
    for constraint in model.constraints.values():
        if constraint.works:
            yield from _bodies(model, constraint)
    struck = {
        name.partition(".")[0]
        for stage in model.stages.values()
        for name in (*stage.lock, *stage.engage)
    }
    for joint in model.joints.values():
        if isinstance(joint.kind, Deformation) or joint.name in struck:
            yield from _bodies(model, joint)
    if any(event.call for event in model.events.values()):
        yield from model.bodies


def _bodies(model: Mechanism, item: Any) -> set[str]:
    """What an element of the model acts on; for gravity, which joins nothing, no body."""
    return bodies_of(model, item) - {GROUND}

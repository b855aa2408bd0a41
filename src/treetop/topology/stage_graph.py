"""Whether events and stages fit the model, and each other; and the structures that they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from treetop.errors import Problem
from treetop.model.joints import Curvilinear
from treetop.model.quantity import Invalid
from treetop.model.specification import path, unknown
from treetop.model.stages import Stage, direction_of
from treetop.topology.coordinates import scalar_coordinate
from treetop.topology.structure import Structure

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.topology.mechanism import Mechanism


class Visit(NamedTuple):
    """A stage, with the structure that it has on one of the ways to it."""

    stage: str
    structure: Structure


def following(model: Model | Mechanism, stage: str) -> dict[str, str]:
    """The stage that follows each event that ends this one."""
    if not stage:
        return {}
    order = list(model.stages)
    later = order[order.index(stage) + 1 :]
    return {
        event: named or (later[0] if later else "")
        for event, named in model.stages[stage].until.items()
    }


def visits(model: Model | Mechanism) -> list[Visit]:
    """All stages that can be reached, with every structure that they can have."""
    if not model.stages:
        return [Visit("", Structure())]
    first = next(iter(model.stages))
    found = [Visit(first, Structure().after(model.stages[first]))]
    for visit in found:
        for stage in following(model, visit.stage).values():
            if stage in model.stages:
                next_one = Visit(stage, visit.structure.after(model.stages[stage]))
                found += [] if next_one in found else [next_one]
    return found


def first_structure(mechanism: Mechanism) -> Mechanism:
    """The mechanism in the structure that a run begins with, bodies that one of its structures
    leaves unconnected having free joints."""
    if not mechanism.staged:
        return mechanism
    seen = visits(mechanism)
    whole = mechanism.with_free_flight(visit.structure for visit in seen)
    return whole.in_structure(seen[0].structure)


def stage_problems(model: Model | Mechanism) -> Iterator[Problem]:
    """What is wrong with events and stages."""
    yield from _event_problems(model)
    for name, stage in model.stages.items():
        yield from _unknown_names(model, stage, path("stages", name))
    if not any(_unknown_names(model, stage, "") for stage in model.stages.values()):
        yield from _misuses(model)
        yield from _unreached(model)


def _event_problems(model: Model | Mechanism) -> Iterator[Problem]:
    for name, event in model.events.items():
        for field in ("on", "off"):
            for force in getattr(event, field):
                if force not in _switched(model):
                    known = _switched(model)
                    yield unknown("force or device", force, known, path("events", name, field))
        for force in sorted(set(event.on) & set(event.off)):
            what = f"'{force}' is switched on and off"
            yield Problem(what, path("events", name), "do one of the two")


def _switched(model: Model | Mechanism) -> dict[str, Any]:
    """What can be switched on and off: a mechanism has devices among its forces."""
    return {**model.forces, **getattr(model, "devices", {})}


def _unknown_names(model: Model | Mechanism, stage: Stage, where: str) -> list[Problem]:
    found = []
    for field in ("release", "engage", "lock", "unlock"):
        for name in getattr(stage, field):
            problem = _unknown_part(model, name, field, path(where, field))
            found += [problem] if problem else []
    for field in ("on", "off"):
        found += [
            unknown("force or device", name, _switched(model), path(where, field))
            for name in getattr(stage, field)
            if name not in _switched(model)
        ]
    for event, next_one in stage.until.items():
        if event not in model.events:
            found.append(unknown("event", event, model.events, path(where, "until")))
        if next_one and next_one not in model.stages:
            found.append(unknown("stage", next_one, model.stages, path(where, "until")))
    if "" in following(model, stage.name).values():
        what = "no stage follows this one"
        found.append(Problem(what, path(where, "until"), "add one, or leave 'until' out"))
    return found


def _unknown_part(model: Model | Mechanism, name: str, field: str, where: str) -> Problem | None:
    """The problem of a name that stands for nothing that can be released, or locked."""
    whole = field in ("release", "engage")
    if whole and name in model.constraints:
        return None
    joint = name.partition(".")[0]
    if joint not in model.joints:
        known = [*model.joints, *(model.constraints if whole else ())]
        return unknown("joint or constraint" if whole else "joint", joint, known, where)
    if model.joints[joint].kind.internal:
        hint = "lock or release the joints that hold the body"
        return Problem(f"'{name}' is deformation, which cannot be held", where, hint)
    try:
        if whole:
            _, direction = direction_of(name)
            if direction and isinstance(model.joints[joint].kind, Curvilinear):
                what = f"'{name}': directions of a joint along a curve change as it moves"
                return Problem(what, where, f"release '{joint}' as a whole")
        elif "." in name:
            scalar_coordinate(model, name)
    except Invalid as error:
        return Problem(error.what, where, error.hint)
    return None


def _misuses(model: Model | Mechanism) -> Iterator[Problem]:
    """Releases of what is not held, and the like, on any way to a stage."""
    reported = set()
    first = next(iter(model.stages), "")
    ways: list[tuple[Structure, str]] = [(Structure(), first)] if first else []
    for visit in visits(model):
        ways += [(visit.structure, stage) for stage in following(model, visit.stage).values()]
    for before, name in ways:
        for problem in _misuse(model, before, model.stages[name]):
            if problem not in reported:
                reported.add(problem)
                yield problem


def _misuse(model: Model | Mechanism, before: Structure, stage: Stage) -> Iterator[Problem]:
    where = path("stages", stage.name)
    loose = before.released
    wrong: tuple[tuple[str, Any, str, str], ...] = (
        ("release", lambda n: _among(n, loose), "is not held", "engage it first, or leave it out"),
        ("engage", lambda n: not _loosened(n, loose), "is held already", "release it first"),
        ("lock", lambda n: _among(n, before.locked), "is locked already", "unlock it first"),
        ("unlock", lambda n: n not in before.locked, "is not locked", "lock it first"),
        ("off", lambda n: n in before.off, "does not act", "switch it on first"),
        ("on", lambda n: n not in before.off, "acts already", "switch it off first"),
    )
    for field, is_wrong, what, hint in wrong:
        for name in getattr(stage, field):
            if is_wrong(name):
                text = f"'{name}' {what} when this stage begins"
                yield Problem(text, path(where, field), hint)
    for name in stage.lock:
        if model.joints[name.partition(".")[0]].kind.kind == "fixed":
            yield Problem(f"'{name}' never moves", path(where, "lock"), "leave it out")
        if "." in name and name.partition(".")[0] in stage.lock:
            yield Problem(f"'{name}' is locked with its joint", path(where, "lock"), "leave it out")
        if name in stage.release:
            yield Problem(f"'{name}' is released and locked", where, "do one of the two")


def _among(name: str, parts: Iterable[str]) -> bool:
    """Whether a part, or the whole that it belongs to, is one of these."""
    return name in parts or name.partition(".")[0] in parts


def _loosened(name: str, released: Iterable[str]) -> bool:
    """Whether a part, or a direction of it, is released."""
    return any(each == name or each.startswith(f"{name}.") for each in released)


def _unreached(model: Model | Mechanism) -> Iterator[Problem]:
    reached: Mapping[str, Any] = dict.fromkeys(visit.stage for visit in visits(model))
    for name in model.stages:
        if name not in reached:
            what = f"the stage '{name}' can never be reached"
            hint = "say in a stage before it until which event that lasts"
            yield Problem(what, path("stages", name), hint)

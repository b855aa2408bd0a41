"""The rules that hold between the parts of a model; each gives the problems it finds."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from treetop.checks.campaign import campaign_problems
from treetop.checks.constraints import constraint_problems
from treetop.checks.devices import device_problems, steering_problems, wheel_problems
from treetop.checks.environment import environment_problems
from treetop.checks.equilibrium import equilibrium_problems
from treetop.checks.hold import hold_problems
from treetop.checks.joint_forces import joint_force_problems
from treetop.checks.massless import massless_problems
from treetop.checks.names import hidden_quantities, name_warnings
from treetop.checks.propulsion import propulsion_problems
from treetop.checks.thermal import thermal_problems
from treetop.errors import ModelError, Problem
from treetop.model.body import GROUND
from treetop.model.devices.base import Device
from treetop.model.devices.conductor import Conductor
from treetop.model.devices.tether import Tether
from treetop.model.forces import kinds as f
from treetop.model.forces.base import JointForce
from treetop.model.forces.contact import Touching, pair_problems
from treetop.model.forces.joint_friction import DryFriction
from treetop.model.initial_state import start_values
from treetop.model.part import references
from treetop.model.quantity import Invalid
from treetop.model.references import is_frame, reference_problems
from treetop.model.signals import Clearance
from treetop.model.specification import path, unknown
from treetop.model.surfaces import Surface
from treetop.topology.coordinates import speed_of
from treetop.topology.mechanism import Mechanism, mechanism_of
from treetop.topology.spanning_tree import loop_problems, tree_problems
from treetop.topology.stage_graph import first_structure, stage_problems

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.topology.nodes import JointNode

MAX_PROBLEMS = 200  # problems reported at once


def problems(model: Model) -> list[Problem]:
    """Everything that is wrong with the model as a whole."""
    return _examined(model)[0]


def checked(model: Model) -> Mechanism:
    """The mechanism that a run of the model begins with; raises a `ModelError` with everything that
    is wrong."""
    wrong, mechanism = _examined(model)
    if wrong or mechanism is None:
        raise ModelError(wrong)
    return mechanism


def warn_of_names(model: Model) -> None:
    """Warn the caller's caller of names that stand for two quantities."""
    for text in name_warnings(model):
        warnings.warn(text, stacklevel=3)


def _examined(model: Model) -> tuple[list[Problem], Mechanism | None]:
    strange = list(islice(reference_problems(model, _references(model)), MAX_PROBLEMS))
    others = (
        hidden_quantities,
        *(device_problems, propulsion_problems, environment_problems, thermal_problems),
        campaign_problems,
    )
    strange += islice(chain.from_iterable(find(model) for find in others), MAX_PROBLEMS)
    if strange:  # a joint to nowhere would tear the tree as well
        return [*strange, *islice(_part_problems(model), MAX_PROBLEMS)], None
    whole = mechanism_of(model)
    wrong = list(islice(chain(_part_problems(whole), steering_problems(whole)), MAX_PROBLEMS))
    first = whole if wrong else first_structure(whole)
    found = chain(hold_problems(first, model.hold or ()), tree_problems(first, first.tree))
    found = chain(found, equilibrium_problems(first, model.equilibrium or ()))
    found = chain(found, loop_problems(first), contact_problems(whole), wheel_problems(whole))
    wrong += islice(found, MAX_PROBLEMS)
    return wrong or list(islice(massless_problems(first), MAX_PROBLEMS)), first


def _part_problems(model: Model | Mechanism) -> Iterator[Problem]:
    """What is wrong with forces, constraints, start, events and stages."""
    found = chain(force_problems(model), constraint_problems(model), start_problems(model))
    return chain(found, stage_problems(model))


def joints_of(model: Model) -> Mapping[str, JointNode]:
    """Joints that a start may name, those of modal coordinates among them."""
    return mechanism_of(model).joints


def _references(model: Model) -> Iterator[tuple[str, str]]:
    """References that may stand for no frame, each with its place."""
    for joint in model.joints.values():
        for end, reference in (("inboard", joint.inboard), ("outboard", joint.outboard)):
            if not is_frame(model, reference):
                yield reference, path("joints", joint.name, end)
    for section in ("forces", "constraints", "devices", "sensors", "surfaces"):
        for name, part in getattr(model, section).items():
            for place, reference in references(part):
                yield reference, path(section, name, *place)
    for name, event in model.events.items():
        for place, reference in references(event.signal):
            yield reference, path("events", name, "signal", *place)


def force_problems(model: Model | Mechanism) -> Iterator[Problem]:
    """Forces that do not fit what they act on, or each other."""
    planets = [name for name, force in model.forces.items() if isinstance(force, f.CentralGravity)]
    for name in planets[1:]:
        what = f"'{planets[0]}' is a central gravity already"
        yield Problem(what, path("forces", name), "the point mass at the origin is one: add up mu")
    yield from _doubled_friction(model)
    for name, force in model.forces.items():
        where = path(_section_of(force), name)
        if force.acts_on and getattr(force, force.acts_on).partition(".")[0] == GROUND:
            yield Problem("it acts on the ground, which never moves", where, "give a body")
        if isinstance(force, (f.SpringDamper, Tether)) and force.a == force.b:
            yield Problem("both ends are at the same frame", where, "give two frames")
        if field := _no_beam(model, force):
            what = f"'{getattr(force, field)}' is neither a beam nor a cable"
            yield Problem(what, path(where, field), "give one that m.add_beam has made")
        if isinstance(force, JointForce):
            yield from joint_force_problems(model, force, where)


def _no_beam(model: Model | Mechanism, force: Any) -> str:
    """The field of what lies along a beam that names none; "" where all is well."""
    along = isinstance(force, f.FluidLoad) or (isinstance(force, Conductor) and force.to is None)
    field = "along" if isinstance(force, f.FluidLoad) else "at"
    whole: Any = getattr(model, "model", model)
    known = getattr(force, field).partition(".")[0] in whole.beams if along else True
    return "" if known else field


def _section_of(force: Any) -> str:
    """The section of a model that a force is in."""
    if isinstance(force, Surface):
        return "surfaces"
    return "devices" if isinstance(force, Device) else "forces"


def contact_problems(model: Mechanism) -> Iterator[Problem]:
    """Shapes that cannot come near each other; all frames are known."""
    for name, force in model.forces.items():
        if isinstance(force, Touching):
            yield from pair_problems(model, force.a, force.b, path("forces", name))
    for name, event in model.events.items():
        if isinstance(event.signal, Clearance):
            where = path("events", name, "signal")
            yield from pair_problems(model, event.signal.a, event.signal.b, where)


def _doubled_friction(model: Model | Mechanism) -> Iterator[Problem]:
    """Problems of two frictions at one coordinate: it is not determined which holds a joint at
    rest."""
    known: dict[str, str] = {}
    for name, force in model.forces.items():
        if not isinstance(force, DryFriction) or force.joint not in model.joints:
            continue
        kind = model.joints[force.joint].kind
        try:
            along = f"{force.joint}.{kind.coordinates[speed_of(kind, force.coordinate)].name}"
        except Invalid:  # which is reported elsewhere
            continue
        if along in known:
            what = f"'{known[along]}' is dry friction along '{along}' already"
            yield Problem(what, path("forces", name), "give one that is the sum of both")
        known[along] = name


def missing_functions(model: Model) -> Iterator[Problem]:
    """Functions of forces, constraints and signals that are known by name only."""
    parts: list[tuple[str, Any]] = [
        (path(section, name), part)
        for section in ("forces", "devices", "constraints", "controllers")
        for name, part in getattr(model, section).items()
    ]
    parts += [(path("events", name, "signal"), e.signal) for name, e in model.events.items()]
    for where, part in parts:
        function = getattr(part, "function", None)
        if isinstance(function, str):
            what = f"the function '{function}' is known by name only"
            hint = f"load the file with functions={{'{function}': ...}}"
            yield Problem(what, path(where, "function"), hint)


def start_problems(model: Model | Mechanism) -> Iterator[Problem]:
    """Start values of joints and coordinates that do not exist, or out of range."""
    for joint, values in model.start.items():
        where = path("start", joint)
        if joint in with_states(model):
            continue  # checked where they start
        if joint not in model.joints:
            yield unknown("joint", joint, model.joints, where)
            continue
        try:
            start_values(model.joints[joint].kind, values, where)
        except ModelError as error:
            yield from error.problems


def with_states(model: Model | Mechanism) -> set[str]:
    """Devices, sensors and controllers, which may have internal states."""
    described: Any = getattr(model, "model", model)
    return described.devices.keys() | described.sensors.keys() | described.controllers.keys()

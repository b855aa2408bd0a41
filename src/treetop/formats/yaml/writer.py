"""From a model to YAML text: what is at its default is left out, numbers keep their units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

import yaml

from treetop.formats.yaml.document import VERSION, resolved
from treetop.model import (
    Attitudes,
    Curve,
    Ephemeris,
    Joint,
    JointStiffness,
    Model,
    RunSettings,
    Shape,
    Spline,
    Table,
)
from treetop.model.beam import Beam
from treetop.model.beam_body import ROOT, TIP, BeamBody
from treetop.model.block import CONTINUOUS
from treetop.model.devices.heating import Heating
from treetop.model.devices.tank_shapes import TankShape
from treetop.model.environment.epoch import epoch_data
from treetop.model.environment.local_attitude import LocalAttitude
from treetop.model.environment.orbit import Orbit
from treetop.model.environment.part import EnvironmentPart
from treetop.model.events import Event
from treetop.model.flexible_body import FlexibleBody
from treetop.model.functions.along import Along
from treetop.model.quantity import Measured
from treetop.model.sections import Section
from treetop.model.signals import Quantity
from treetop.model.stages import Stage


def dumps(model: Model, files: Mapping[str, str] | None = None) -> str:
    """The YAML text of a model; flexible bodies are in `files`, by name."""
    sections = {
        "epoch": epoch_data(model.epoch) if model.epoch else None,
        "environment": _kind(model.environment) if model.environment else None,
        "ground": _fixed(model.ground),
        "bodies": {
            name: _body(body, files or {})
            for name, body in model.bodies.items()
            if name not in model.beams
        },
        "beams": {name: _beam(body) for name, body in model.beams.items()},
        "joints": {name: _joint(joint) for name, joint in model.joints.items()},
        "forces": {name: _kind(force) for name, force in model.forces.items()},
        "constraints": {name: _kind(part) for name, part in model.constraints.items()},
        "devices": {name: _kind(device) for name, device in model.devices.items()},
        "sensors": {name: _kind(each) for name, each in model.sensors.items()},
        "controllers": {name: _kind(each) for name, each in model.controllers.items()},
        "surfaces": {name: _kind(each) for name, each in model.surfaces.items()},
        "events": {name: _event(event) for name, event in model.events.items()},
        "stages": {name: _stage(stage) for name, stage in model.stages.items()},
        "start": {name: _start(values) for name, values in model.start.items()},
        "run": _run(model.run),
        "campaign": model.campaign.data if model.campaign else None,
    }
    filled: dict[str, Any] = {name: section for name, section in sections.items() if section}
    if model.hold is not None:
        filled["hold"] = model.hold
    if model.equilibrium is not None:
        filled["equilibrium"] = model.equilibrium or True
    data = {"treetop": VERSION, "name": model.name, **filled}
    return str(yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100))


def _body(body: Any, files: Mapping[str, str]) -> dict[str, Any]:
    if isinstance(body, FlexibleBody):
        file = {"modes": files.get(body.name, f"{body.name}.npz")}
        return {**(file if body.name in files else body.source or file), **_fixed(body)}
    values = _changed_fields(body, "name", "frames", "looks")
    rows = body.inertia
    if "inertia" in values and not any(rows[i][j] for i in range(3) for j in range(3) if i != j):
        values["inertia"] = tuple(rows[i][i] for i in range(3))
    return {**values, **_fixed(body)}


def _beam(body: BeamBody) -> dict[str, Any]:
    """A beam or cable; of a beam, which most are, the kind is left out."""
    kind = {} if isinstance(body.line, Beam) else {"kind": body.line.kind}
    return {**kind, **_changed_fields(body.line), **_fixed(body, ROOT, TIP)}


def _fixed(body: Any, *without: str) -> dict[str, Any]:
    """What is fixed to a body: frames and looks."""
    frames = {
        name: _changed_fields(frame, "body", "name")
        for name, frame in body.frames.items()
        if name not in without
    }
    looks = [{"kind": look.kind, **_changed_fields(look, "content")} for look in body.looks]
    return ({"frames": frames} if frames else {}) | ({"looks": looks} if looks else {})


def _joint(joint: Joint) -> dict[str, Any]:
    return {
        "kind": joint.kind.kind,
        **_changed_fields(joint.kind),
        **_changed_fields(joint, "name", "kind"),
    }


def _kind(part: Any) -> dict[str, Any]:
    """A force, a constraint, a surface or a signal; of a function its name."""
    values = _changed_fields(part, "function_name", "content")
    if "function" in values:
        values["function"] = part.function_name
    if values.get("every", "") is None:
        values["every"] = CONTINUOUS
    return {"kind": part.kind, **values}


def _event(event: Event) -> dict[str, Any]:
    """An event; a function to be called is not kept."""
    return {"signal": _signal(event.signal), **_changed_fields(event, "signal", "call")}


def _signal(signal: Any) -> Any:
    return signal.name if isinstance(signal, Quantity) else _kind(signal)


def _stage(stage: Stage) -> dict[str, Any]:
    until: Any = stage.until
    if list(until.values()) == [""]:
        (until,) = until
    return _changed_fields(stage, "name", "until") | ({"until": until} if until else {})


def _start(values: Mapping[str, Any]) -> dict[str, Any]:
    """Where a joint or device starts; an orbit by its elements."""
    return {name: _plain(value) for name, value in values.items()}


def _run(run: RunSettings) -> dict[str, Any]:
    """Settings of a run; a method or stabilization with options of its own as a mapping."""
    values = _changed_fields(run, "method", "constraints", "unused")
    for name in ("method", "constraints"):
        part = getattr(run, name)
        options = _changed_fields(part)
        if options or part != getattr(RunSettings, name):
            values[name] = {"kind": part.kind, **options} if options else part.kind
    return values


def _changed_fields(spec: Any, *without: str) -> dict[str, Any]:
    """The fields of a specification that are not at their defaults."""
    values = {
        item.name: getattr(spec, item.name)
        for item in fields(spec)
        if item.init and item.name not in without and getattr(spec, item.name) != _default(item)
    }
    return {key: _plain(value) for key, value in values.items()}


def _default(item: Any) -> Any:
    return item.default if item.default_factory is MISSING else item.default_factory()


def _plain(value: Any) -> Any:
    """A table within a specification as its fields."""
    if isinstance(value, (EnvironmentPart, Heating, Section, Shape, TankShape)):
        return {"kind": value.kind, **_changed_fields(value, "content")}
    if isinstance(
        value,
        (Along, Attitudes, Curve, Ephemeris, JointStiffness, LocalAttitude, Orbit, Spline, Table),
    ):
        return _changed_fields(value)
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """Vectors on one line, words quoted where `document` would take them for something else."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _vector(dumper: Any, data: tuple[Any, ...]) -> Any:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=True)


def _text(dumper: Any, data: str) -> Any:
    style = None if resolved(data) is data else '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", data, style=style)


_Dumper.add_representer(tuple, _vector)
_Dumper.add_representer(str, _text)
_Dumper.add_representer(Measured, lambda dumper, data: _text(dumper, data.text))

"""What parts of a model say, with units: forces, constraints, joints, devices, control."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from treetop.model import Shape
from treetop.model.devices.tank_shapes import TankShape
from treetop.model.quantity import Measured
from treetop.view.report.device_units import DEVICE_UNITS
from treetop.view.text import number, pretty_unit, short

if TYPE_CHECKING:
    from treetop.model import Model

# Of a joint's slide, and of its angle.
STIFFNESS, DAMPING = ("N/m", "N*m/rad"), ("N*s/m", "N*m*s/rad")
EFFORT, PLACE, RATE = ("N", "N*m"), ("m", "rad"), ("m/s", "rad/s")
AT_JOINTS = {
    "stiffness": STIFFNESS,
    "damping": DAMPING,
    "viscous": DAMPING,
    "effort": EFFORT,
    "coulomb": EFFORT,
    "static": EFFORT,
    "out": EFFORT,
    "back": EFFORT,
    "rest": PLACE,
    "lower": PLACE,
    "upper": PLACE,
    "gap": PLACE,
    "middle": PLACE,
    "place": PLACE,
    "reversal": PLACE,
    "knots": PLACE,
    "stribeck_speed": RATE,
    "capture": RATE,
}
UNITS = {
    "acceleration": "m/s^2",
    "mu": "m^3/s^2",
    "length": "m",
    "radius": "m",
    "radius_a": "m",
    "radius_b": "m",
    "semi_major_axis": "m",
    "stiffness": "N/m",
    "cubic": "N/m^3",
    "damping": "N*s/m",
    "vector_damping": "N*s/m",
    "force": "N",
    "torque": "N*m",
    "slip_speed": "m/s",
    "pitch": "m/rad",
    "inclination": "rad",
    "node": "rad",
    "periapsis": "rad",
    "anomaly": "rad",
}
UNITS_OF_KIND = {  # of one kind alone
    ("contact", "damping"): "s/m",
    ("fluid-load", "diameter"): "m",
    ("fluid-load", "density"): "kg/m^3",
    ("fluid-load", "current"): "m/s",
    ("fluid-load", "heights"): "m",
    ("point-on-path", "friction"): "N",
    ("point-on-path", "lower"): "m",
    ("point-on-path", "upper"): "m",
    ("point-on-path", "stop_stiffness"): "N/m",
    ("point-on-path", "stop_damping"): "N*s/m",
    ("rigid-contact", "rest"): "m/s",
    ("rigid-stop", "rest"): "",  # of a speed: see below
}
UNSAID = ("function", "name", "kind", "inboard", "outboard", "cut")
DECIDED = ("powered", "open", "engaged", "mode")  # by stages and runs
MANY = 80  # signs of a list or expression


def described(model: Model, part: Any) -> list[str]:
    """What a part of a model says, one thing in each line; what is at its default of nothing is
    left out."""
    lines = []
    for item in fields(part):
        value = getattr(part, item.name)
        if item.name in UNSAID or value is None or _is_nothing(value, item.default):
            continue
        if item.name in DECIDED and value == item.default:
            continue
        name = "function" if item.name == "function_name" else item.name.replace("_", " ")
        known = value.unit if isinstance(value, Measured) else ""
        lines.append(f"{name} {in_words(value, known or unit_of(model, part, item.name))}".strip())
    return lines


def _is_nothing(value: Any, default: Any) -> bool:
    """Whether it is a zero, zeros or an empty text that nobody has given."""
    return value == default and not (any(value) if isinstance(value, tuple) else value)


def unit_of(model: Model, part: Any, field: str) -> str:
    """The SI unit of a field, nothing for pure numbers and names."""
    joint = getattr(part, "joint", None)
    if joint is not None and joint in model.joints:
        angular = _is_angular(model.joints[joint].kind, getattr(part, "coordinate", None))
        if (part.kind, field) == ("rigid-stop", "rest"):
            return RATE[angular]
        if field in AT_JOINTS:
            return AT_JOINTS[field][angular]
    if part.kind in DEVICE_UNITS:
        return DEVICE_UNITS[part.kind].get(field, "")
    if (part.kind, field) == ("contact", "stiffness"):
        return f"N/m^{part.exponent:g}"
    if (part.kind, field) == ("coupling", "offset"):
        return PLACE[_turns(model, next(iter(part.weights)))]
    return UNITS_OF_KIND.get((part.kind, field), UNITS.get(field, ""))


def in_words(value: Any, unit: str = "") -> str:
    """A value of a model: numbers with their unit, all else in a few words."""
    ending = f" {pretty_unit(unit)}" if pretty_unit(unit) else ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return number(value, 9) + ending
    if isinstance(value, str):
        return short(value, MANY)
    if isinstance(value, dict):
        return ", ".join(f"{name}: {in_words(each, unit)}" for name, each in value.items())
    if isinstance(value, tuple | list):
        return short(f"({', '.join(in_words(each) for each in value)})", MANY) + ending
    if isinstance(value, TankShape):
        return _tank_shape(value)
    if isinstance(value, Shape):
        names = [item.name for item in fields(value) if item.name not in value.frames]  # type: ignore[arg-type]
        sizes = [f"{name} {in_words(getattr(value, name), UNITS.get(name, ''))}" for name in names]
        return ", ".join([str(value), *sizes])
    if hasattr(value, "times"):  # a table of any sort
        return f"table of {len(value.times)} times, {_span(value.times)} s{_bounds(value, ending)}"
    return short(str(value), MANY)


def _tank_shape(shape: TankShape) -> str:
    if hasattr(shape, "inertia"):
        return f"table of {len(shape.mass)} masses, {_span(shape.mass)} kg"  # type: ignore[attr-defined]
    values = {item.name: getattr(shape, item.name) for item in fields(shape)}  # type: ignore[arg-type]
    sizes = [
        f"{name} {in_words(value, '' if name == 'down' else 'm')}"
        for name, value in values.items()
        if value is not None
    ]
    return ", ".join([shape.kind, *sizes])


def _bounds(table: Any, ending: str) -> str:
    values = getattr(table, "values", ())
    flat = [x for row in values for x in (row if isinstance(row, tuple) else (row,))]
    how = getattr(table, "interpolation", "")
    within = f", {_span((min(flat), max(flat)))}{ending}" if flat else ""
    return within + (f" ({how})" if how else "")


def _span(values: Any) -> str:
    return f"{number(values[0])} to {number(values[-1])}"


def _is_angular(kind: Any, coordinate: str | None) -> bool:
    named = [*kind.coordinates, *kind.speeds]
    meant = [each for each in named if each.name == coordinate] or named
    return bool(meant) and meant[0].unit.startswith("rad")


def _turns(model: Model, label: str) -> bool:
    joint, _, coordinate = label.partition(".")
    return _is_angular(model.joints[joint].kind, coordinate)

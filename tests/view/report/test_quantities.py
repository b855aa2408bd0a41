"""Forces and constraints with their numbers and units."""

from dataclasses import fields
from types import SimpleNamespace
from typing import get_type_hints

import numpy as np
import pytest

import treetop as tt
from treetop.errors import ModelError
from treetop.model.constraints.kinds import CONSTRAINTS
from treetop.model.controllers.kinds import CONTROLLERS
from treetop.model.devices.kinds import DEVICES
from treetop.model.forces.kinds import FORCES
from treetop.model.joints import JOINT_KINDS
from treetop.model.quantity import Invalid
from treetop.model.sensors.kinds import SENSORS
from treetop.view.report.quantities import described, in_words, unit_of


@pytest.fixture
def model():
    m = tt.Model("m")
    bus, tug = m.add_body("bus", 1), m.add_body("tug", 1)
    m.add_joint("boom", tt.Cylindrical([1, 0, 0]), m.ground, bus)
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), bus, tug)
    return m


def test_units_follow_the_coordinate(model):
    slide = tt.JointSpring("boom", stiffness=25, damping="3 N*s/m", coordinate="slide")
    turn = tt.JointSpring("hinge", stiffness=25, rest="90 deg")
    assert described(model, slide) == [
        "joint boom",
        "stiffness 25 N/m",
        "damping 3 N·s/m",
        "coordinate slide",
    ]
    assert described(model, turn) == ["joint hinge", "stiffness 25 N·m/rad", "rest 1.57079633 rad"]


def test_numbers_are_si_whatever_was_written(model):
    assert described(model, tt.CentralGravity("3.986e5 km^3/s^2")) == [
        "mu 3.986×10¹⁴ m³/s²",
        "gradient yes",
    ]
    spring = tt.SpringDamper("bus", "tug", "20 cm", stiffness="1 kN/m")
    assert described(model, spring) == ["a bus", "b tug", "length 0.2 m", "stiffness 1000 N/m"]


def test_tables_are_told_by_their_bounds(model):
    thrust = tt.FrameForce("bus", force=tt.Table([0, 2], [[0, 0, -4], [1, 0, 0]], "hold"))
    said = "force table of 2 times, 0 to 2 s, −4 to 1 N (hold)"
    assert described(model, thrust) == ["at bus", said, "axes body"]


def test_contact_has_the_unit_of_its_exponent(model):
    hertz = tt.Contact(tt.Sphere("bus", 0.5), tt.Sphere("tug", 0.3), stiffness=1e6)
    assert unit_of(model, hertz, "stiffness") == "N/m^1.5"
    assert described(model, hertz)[:3] == [
        "a sphere at bus, radius 0.5 m",
        "b sphere at tug, radius 0.3 m",
        "stiffness 1000000 N/m^1.5",
    ]


def test_couplings(model):
    gear = tt.Coupling({"hinge.angle": 1, "boom.angle": -2}, offset=0.5)
    assert described(model, gear) == ["weights hinge.angle: 1, boom.angle: −2", "offset 0.5 rad"]


def test_long_texts_are_shortened():
    assert len(in_words("x" * 500)) == 80
    assert len(in_words(tuple(range(1000)), "m")) < 90


PARTS = (FORCES, CONSTRAINTS, JOINT_KINDS, DEVICES, SENSORS, CONTROLLERS)
ANY_UNIT = ("parameters", "memory", "commands")  # of functions


@pytest.mark.parametrize(
    "part", [part for kinds in PARTS for part in kinds.values() if part is not tt.LinearController]
)
@pytest.mark.parametrize(("joint", "coordinate"), [("hinge", "angle"), ("boom", "slide")])
def test_every_unit_is_one_that_the_field_takes(model, part, joint, coordinate):
    names = [item.name for item in fields(part)]
    known = {"joint": joint if "joint" in names else None, "coordinate": coordinate}
    known |= {"kind": part.kind, "exponent": 2, "weights": {f"{joint}.{coordinate}": 1.0}}
    sample = SimpleNamespace(**dict.fromkeys(names) | known)
    for name, hint in get_type_hints(part, include_extras=True).items():
        checks = getattr(hint, "__metadata__", ())
        read = getattr(checks[0], "func", None) if checks else None
        unit = unit_of(model, sample, name) if name in names else ""
        if unit and read:
            assert _is_number(read, f"0.5 {unit}"), name
        elif read and name not in (*ANY_UNIT, *getattr(part, "in_units_of_input", ())):
            if _is_number(read, "0.5 kg*m^7"):
                continue  # of any unit, which is that of what it reads
            assert not any(_is_number(read, f"0.5 {each}") for each in ("m", "rad", "N", "m/s"))


def _is_number(read, text):
    """Whether a field takes the text for a number, or three of it for a vector."""
    for value in (text, [text] * 3, [text, text.replace("0.5", "0.6")]):
        try:
            taken = read(value)
        except (Invalid, ModelError):
            continue
        if all(isinstance(x, float) for x in np.array(taken, dtype=object).ravel()):
            return True
    return False

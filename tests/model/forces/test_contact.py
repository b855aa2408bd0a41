"""Shapes that can touch, and those that cannot."""

import pytest

import treetop as tt
from treetop.formats.yaml.load import dumps, loads


@pytest.mark.parametrize(
    ("a", "b", "where", "what"),
    [
        (tt.Plane("bus"), tt.Plane("tug"), "forces.touch", "two planes"),
        (tt.Sphere("bus", 1), tt.Point("bus.port"), "forces.touch", "both shapes are on 'bus'"),
        (tt.Capsule("bus", "tug", 1), tt.Point("ground"), "forces.touch.a", "on two bodies"),
        (tt.Sphere("buss", 1), tt.Point("tug"), "forces.touch.a.at", "'buss'"),
        (tt.Point("tug"), tt.Capsule("bus", "bus.prt", 1), "forces.touch.b.b", "'bus.prt'"),
    ],
)
def test_what_cannot_touch(a, b, where, what, craft, problems_of):
    craft.add_force("touch", tt.Contact(a, b, 1))
    (problem,) = problems_of(craft.validate)
    assert problem.where == where
    assert what in problem.what


def test_a_body_stands_for_the_point_of_its_origin():
    m = tt.Model("m")
    assert tt.Contact(m.add_body("a", 1), tt.Sphere("b", 1), 1).a == tt.Point("a")


def test_what_touches_the_ground_does_not_fall_freely(craft):
    craft.add_force("far", tt.Contact(tt.Sphere("bus", 1), tt.Sphere("tug", 1), 1))
    assert craft.build().tables.falling[0] == 1
    craft.add_force("floor", tt.Contact(tt.Plane("ground"), tt.Sphere("bus", 1), 1))
    assert craft.build().tables.falling[0] == 0


def test_clearances_are_signals_of_events(craft, problems_of):
    near = tt.clearance(tt.Sphere("bus.port", "30 cm"), tt.Plane("ground", [0, 1, 0]))
    craft.add_event("near", near.falls("2 cm"))
    again = loads(dumps(craft))
    assert again.events["near"] == craft.events["near"]
    assert (
        craft.events["near"].text
        == "clearance of sphere at bus.port and plane at ground falls below 0.02"
    )
    craft.add_event("wrong", tt.clearance("bus", "bus.port").falls(1))
    craft.add_event("nowhere", tt.clearance("bus", tt.Point("tug.tial")).falls(1))
    strange = problems_of(craft.validate)
    assert [problem.where for problem in strange] == ["events.nowhere.signal.b.at"]
    del craft.events["nowhere"]
    (problem,) = problems_of(craft.validate)
    assert problem.where == "events.wrong.signal"

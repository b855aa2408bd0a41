"""Bodies without mass, and point masses, where the mechanics allows them."""

import pytest

import treetop as tt
from treetop.checks.checks import problems
from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section
from treetop.structures.modes.modes import normal_modes


def hung(kind, **body) -> tt.Model:
    model = tt.Model("m")
    model.add_joint("joint", kind, model.ground, model.add_body("bob", **body))
    return model


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (tt.Revolute([0, 1, 0]), {"mass": 1, "centre": [0, 0, -1]}),
        (tt.Universal([0, 1, 0], [1, 0, 0]), {"mass": 1, "centre": [0, 0, -1]}),
        (tt.Prismatic([0, 0, 1]), {"mass": 1}),
        (tt.Screw([0, 0, 1], 0.1), {"mass": 1}),
        (tt.Planar([0, 0, 1]), {"mass": 1, "inertia": [0, 1, 1]}),
        (tt.Free(), {"mass": 1e-3, "inertia": [1e-9, 1e-9, 1e-9], "centre": [0, 0, 1]}),
        (tt.Fixed(), {"mass": 0}),
        (tt.Revolute([0, 1, 0]), {"mass": 0, "inertia": [1, 1, 1]}),
    ],
)
def test_allowed(kind, body):
    assert not problems(hung(kind, **body))


@pytest.mark.parametrize(
    ("kind", "body", "where"),
    [
        (tt.Revolute([0, 1, 0]), {"mass": 0}, "bodies.bob.mass"),
        (tt.Revolute([0, 1, 0]), {"mass": 1}, "bodies.bob.inertia"),
        (tt.Revolute([1, 2, 3]), {"mass": 1, "centre": [1, 2, 3]}, "bodies.bob.inertia"),
        (tt.Universal([0, 1, 0], [1, 0, 0]), {"mass": 1}, "bodies.bob.inertia"),
        (tt.Spherical(), {"mass": 1, "centre": [0, 0, -1]}, "bodies.bob.inertia"),
        (
            tt.Spherical(),
            {"mass": 1, "centre": [0, 0, -1], "inertia": [1, 1, 0]},
            "bodies.bob.inertia",
        ),
        (tt.Cylindrical([0, 0, 1]), {"mass": 1, "inertia": [1, 1, 0]}, "bodies.bob.inertia"),
        (tt.Planar([0, 0, 1]), {"mass": 1, "centre": [1, 0, 0]}, "bodies.bob.inertia"),
        (tt.Free(), {"mass": 1}, "bodies.bob.inertia"),
        (tt.Free(), {"mass": 0, "inertia": [1, 1, 1]}, "bodies.bob.inertia"),
    ],
)
def test_not_allowed(kind, body, where, problems_of):
    (problem,) = problems_of(hung(kind, **body).validate)
    assert problem.where == where


def test_between_others():
    model = tt.Model("m")
    cross, bob = model.add_body("cross", 0), model.add_body("bob", 1, centre=[0, 0, -1])
    model.add_joint("first", tt.Revolute([1, 0, 0]), model.ground, cross)
    model.add_joint("second", tt.Revolute([0, 1, 0]), cross, bob)
    assert not problems(model)


def test_a_chain_without_mass(problems_of):
    model = tt.Model("m")
    model.add_joint("first", tt.Revolute([1, 0, 0]), "ground", model.add_body("a", 0))
    model.add_joint("second", tt.Fixed(), "a", model.add_body("b", 0))
    (problem,) = problems_of(model.validate)
    assert problem.where == "bodies.a.mass"


def test_a_frame_away_from_the_mass_centre():
    model = tt.Model("m")
    bob = model.add_body("bob", 1)
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), "ground", bob.frame("eye", at=[0, 0, 1]))
    assert not problems(model)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("moment", [1e-300, 1e-160, 1e150])
def test_inertia_of_any_size(moment):
    assert not problems(hung(tt.Spherical(), mass=0, inertia=[moment] * 3))


def test_a_beam_without_inertia_about_its_axis():
    """Its modes have mass of their own, also where no frame is at a node of it."""
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [2, 0, 0])
    frame.add_beam("beam", "root", "tip", Section(1e9, 3e7, 3e7, 1e7, 1.5), elements=2)
    m = tt.Model("cantilever")
    beam = m.add_flexible_body("beam", normal_modes(frame.structure(), "root", count=2))
    m.add_joint("clamp", tt.Fixed(), m.ground, beam)
    assert not problems(m)

"""Beams as smooth tubes."""

import numpy as np
import pytest

import treetop as tt
from lines import LINES, held
from treetop.topology.mechanism import mechanism_of
from treetop.view.playback.beams import _weights, tube
from treetop.view.playback.motion import masses, motion
from treetop.view.playback.scene import scene

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def run():
    system = held(LINES["bends and twists"]).build()
    return tt.simulate(system, system.state(pin={"rate": 1.0}), 0.2, every=0.1)


def test_nodes_are_where_the_rods_are(run):
    moving = motion(mechanism_of(run.model), run.data)
    seen = tube(moving, "boom", 1e-4)
    shapes, q = seen["shapes"].values, seen["coordinates"].values
    points = seen["points"].values + np.tensordot(q[-1], shapes, axes=1)
    there = run.beam("boom").position.isel(time=-1).values  # the root is fixed at the origin
    every = (len(points) - 1) // (len(there) - 1)
    assert points[::every] == pytest.approx(there, abs=1e-3)


def test_only_the_beam_itself_is_drawn(run):
    drawn = {body["name"]: body for body in scene(run)["bodies"]}
    assert "flexible" in drawn["boom"]
    assert all(drawn[f"boom rod {k}"]["massless"] for k in (1, 2, 3))
    assert not any(drawn[f"boom rod {k}"]["looks"] for k in (1, 2, 3))
    assert masses(mechanism_of(run.model))["boom"] == pytest.approx(2.4)


def test_a_straight_line_stays_straight():
    s = np.array([0.0, 0.5, 1.5, 2.0])
    weights = _weights(s, 4)
    assert weights.sum(axis=1) == pytest.approx(np.ones(len(weights)))
    assert weights[::4] == pytest.approx(np.eye(4), abs=1e-15)


def radii(line):
    m = tt.Model("boom")
    m.add_joint("clamp", tt.Fixed(), m.ground, m.add_beam("boom", line))
    system = m.build()
    run = tt.simulate(system, system.state(), 0.01, every=0.01)
    seen = tube(motion(mechanism_of(run.model), run.data), "boom", 1e-4)
    return seen["radii"].values if "radii" in seen else None, len(seen["lines"].values)


def test_a_tube_is_as_thick_as_its_section():
    own = {"E": 1e9, "nu": 0.3, "density": 1000}
    cone = tt.sections.Circle(diameter=tt.Along([0, 2], [0.2, 0.1]), **own)
    found, pieces = radii(tt.Beam(length=2, section=cone, elements=4))
    assert len(found) == pieces
    assert np.all(np.diff(found) < 0)
    assert found[[0, -1]] == pytest.approx([0.1, 0.05], rel=0.01)
    given, _ = radii(tt.Beam(length=2, mass_per_length=1, EI=1, radius=0.03, elements=4))
    assert np.unique(given) == pytest.approx([0.03])


def test_thin_cables_are_seen_and_beams_of_no_known_radius_are_left_to_the_page():
    wire = tt.sections.Circle(diameter=1e-3, E=1e9, nu=0.3, density=1000)
    found, _ = radii(tt.Cable(length=20, section=wire, strains=[], elements=4))
    assert np.unique(found) == pytest.approx([0.05])
    found, _ = radii(tt.Cable(length=20, mass_per_length=1, elements=4))
    assert np.unique(found) == pytest.approx([0.05])
    assert radii(tt.Beam(length=2, mass_per_length=1, EI=1, elements=4))[0] is None

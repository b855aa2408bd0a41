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

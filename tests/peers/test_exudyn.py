"""Flexible bodies against Exudyn's reduced floating-frame bodies, on the same finite elements."""

from itertools import pairwise

import numpy as np
import pytest

import treetop as tt
import treetop.structures as fx

pytest.importorskip("exudyn", reason="Exudyn is not installed: pip install .[peers]")
pytestmark = [pytest.mark.peers, pytest.mark.compiled]

RATE, DISPLACED = (0.3, 0.5, 1.0), (0.05, 0.03, 0.0, 0.0, 0.0, 0.0)
STEPS = 4000


def bar():
    """Modes of a soft bar of hexahedra, about its middle."""
    points, cells = fx.box([2, 0.1, 0.05], (10, 2, 1))
    material = fx.Material(2e8, 0.3, 1000)
    structure = fx.solid_structure(points - [1, 0.05, 0.025], cells, material, degree=1)
    return fx.normal_modes(structure, count=6)


def test_a_bar_that_spins_and_bends_for_ten_periods():
    from peers.exudyn_flexible import ExudynFlyers

    modes = bar()
    duration = 10 / modes.frequencies[0]
    m = tt.Model("flying bar")
    m.add_joint("free", tt.Free(), m.ground, m.add_flexible_body("bar", modes, stiffening="none"))
    system = m.build()
    start = system.state(
        free={"angular_velocity": RATE},
        bar={"mode1": DISPLACED[0], "mode2": DISPLACED[1]},
    )
    run = tt.simulate(system, start, duration=duration, every=duration, rtol=1e-12, atol=1e-14)
    ours = run.data.coordinates.sel(coordinate=[f"bar.mode{k}" for k in range(1, 7)]).values[-1]
    turning = run.data.angular_velocity.sel(body="bar").values[-1]
    theirs = []
    for steps in (STEPS, 2 * STEPS, 4 * STEPS):
        peer = ExudynFlyers(modes, 1, RATE, DISPLACED)
        peer.run(duration, steps)
        theirs.append(np.concatenate([peer.modal, peer.angular_velocity]))
    # Its method is of second order, symmetric in time: two extrapolations to steps of no length.
    once = [(4 * fine - coarse) / 3 for coarse, fine in pairwise(theirs)]
    limit = (16 * once[1] - once[0]) / 15
    assert np.abs(ours - limit[:6]).max() < 1e-6 * max(DISPLACED)
    assert np.abs(turning - limit[6:]).max() < 1e-6 * np.abs(turning).max()

"""Docking: one rigid body of two, by hand; momentum conserved to the last digits."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page
from shared.one_body import turned

script = page("docking")

pytestmark = pytest.mark.compiled


def test_what_happens(run):
    assert [event.next_stage for event in run.events] == ["docked", "apart", ""]
    times = [event.time for event in run.events]
    assert_allclose(times, [5.002847372605, 20.0, 21.215583601172], rtol=1e-10)


def test_energy_lost_is_what_one_rigid_body_does_not_have(run):
    before = script.whole(run, script.samples(run, "docked")[0] - 1)
    assert_allclose(run.events[0].energy_lost, before.lost, rtol=1e-12)
    assert_allclose(before.lost, 24.002331654, rtol=1e-9)
    assert run.audit()["energy"].relative < 1e-10


def test_momenta_are_kept(run):
    assert max(script.momenta_kept(run)) < 1e-12


def test_docked_both_turn_as_one_rigid_body(run):
    rates = script.as_one(run, "docked", "target")
    docked = script.samples(run, "docked")
    for name in script.NAMES:
        axes = [turned(q) for q in run[f"{name}.attitude"].values[docked]]
        w = [
            A @ x for A, x in zip(axes, run[f"{name}.angular_velocity"].values[docked], strict=True)
        ]
        target = [turned(q) for q in run["target.attitude"].values[docked]]
        seen = np.array([A.T @ x for A, x in zip(target, w, strict=True)])
        assert_allclose(seen, rates, atol=1e-14)


def test_the_port_does_not_give(run):
    docked = script.samples(run, "docked")
    gap = run.distance("target.cone", "chaser.probe").values[docked]
    assert_allclose(gap, gap[0], atol=1e-14)

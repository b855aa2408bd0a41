"""Dry friction in several joints of one loop, which come to rest together."""

import numpy as np
import pytest

import treetop as tt
from four_bar import closed, four_bar, holding_level


def rough(coulomb):
    m = four_bar()
    for joint in ("A", "C"):
        m.add_force(f"rub {joint}", tt.DryFriction(joint, coulomb=coulomb))
        m.add_event(f"{joint} turns", tt.speed(f"{joint}.rate").crosses(0))
    return m


@pytest.mark.compiled
def test_no_turn_of_a_joint_is_missed_and_formulations_agree():
    """Joint C turns round while the crank goes on, which is no end of its motion."""
    runs = []
    for formulation in ("recursive", "udwadia"):
        system = rough(0.3).build(formulation)
        start = system.state(**closed(1.0))
        run = tt.simulate(system, start, duration=6.0, every=0.01, rtol=1e-10, atol=1e-12)
        assert run.audit()["energy"].relative < 1e-9
        runs.append(run)
        for joint in ("A", "C"):
            rate = run[f"{joint}.rate"].values
            rate = rate[np.abs(rate) > 1e-6]
            signs = int(np.sum(np.diff(np.sign(rate)) != 0))
            told = {round(e.time, 6) for e in run.events if e.event == f"{joint} turns"} - {0.0}
            assert len(told) == signs
    angles = [run["A.angle"].values[-1] for run in runs]
    assert angles[0] == pytest.approx(angles[1], abs=1e-7)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
@pytest.mark.parametrize(("part", "moves"), [(1.001, False), (0.999, True)])
def test_what_several_joints_hold_together_stays(part, moves, formulation):
    """Neither of them alone would do."""
    system = rough(part * holding_level(-0.9)).build(formulation)
    run = tt.simulate(system, system.state(**closed(-0.9)), duration=0.5, every=0.5)
    assert (abs(run["A.rate"][-1]) > 1e-5) == moves


@pytest.mark.compiled
def test_it_comes_to_rest_where_both_can_hold_it():
    system = rough(0.5).build()
    run = tt.simulate(system, system.state(**closed(1.0)), duration=30.0, every=1.0)
    assert run["A.rate"][-1] == 0.0
    assert holding_level(float(run["A.angle"][-1])) < 0.5
    assert run.audit()["energy"].relative < 1e-7

"""How far motions are apart, and how far they may be."""

import math
from dataclasses import asdict

import numpy as np
import pytest

import treetop as tt
from flexible_craft import craft, somewhere
from random_trees import random_motion, random_tree
from treetop.analysis.trajectories import (
    _angle_between,
    allowed,
    coarser,
    finer,
    motion_difference,
    motion_of,
    values_of,
)
from treetop.model.run.options import settings_from
from treetop.validation.numerics import compose, turn

pytestmark = pytest.mark.compiled  # whole runs, which say no more of kernels interpreted


@pytest.fixture
def oscillator():
    """x'' = -4 x from x = 1: the motion is cos 2t."""
    model = tt.Model("oscillator")
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, model.add_body("block", 1.0))
    model.add_force("spring", tt.JointSpring("rail", stiffness=4.0))
    system = model.build()
    return system, system.state(rail={"slide": 1.0})


def runs(oscillator, **settings):
    given = {"duration": 6.0, "every": 0.1, "rtol": 1e-6, "atol": 1e-9} | settings
    chosen = settings_from(given)
    return [tt.simulate(*oscillator, **each.arguments) for each in (chosen, finer(chosen))]


@pytest.mark.parametrize(
    "settings",
    [
        *({"rtol": rtol, "atol": 1e-3 * rtol} for rtol in (1e-3, 1e-6, 1e-9, 1e-12, 1e-13)),
        {"method": "rk4", "step": 0.05},
    ],
)
def test_twice_the_measured_error_bounds_the_true_one(oscillator, settings):
    run, better = runs(oscillator, **settings)
    true = np.abs(run["rail.slide"].values - np.cos(2 * run.time)).max()
    motion = motion_of(run, better)
    assert 0 < true <= 2 * motion.errors["joint slide"]


def test_runs_of_the_same_motion_with_other_steps_are_within_what_is_allowed(oscillator):
    a, b = (motion_of(*runs(oscillator, step=step)) for step in (None, 0.11))
    apart = abs(a.values["joint slide"][-1] - b.values["joint slide"][-1]).item()
    assert 0 < apart <= allowed("joint slide", a, b)


def test_other_motions_are_not(oscillator):
    system, _ = oscillator
    other = system, system.state(rail={"slide": 1.0 + 1e-4})
    a, b = motion_of(*runs(oscillator)), motion_of(*runs(other))
    apart = abs(a.values["joint slide"][-1] - b.values["joint slide"][-1]).item()
    assert apart > allowed("joint slide", a, b)


@pytest.mark.parametrize(("rtol", "other"), [(1e-6, 1e-7), (1e-12, 1e-13), (1e-13, 1e-12)])
def test_finer_where_there_is_anything_finer(rtol, other):
    found = finer(tt.RunSettings(3.0, method=tt.Dop853(rtol, 1e-9)))
    assert found.method.rtol == pytest.approx(other)
    assert found.method.atol == pytest.approx(1e-9 * other / rtol)
    assert found.duration == 3.0


@pytest.mark.parametrize("method", [tt.Dop853(1e-6, 1e-9, 0.1), tt.Rk4(0.1)])
def test_coarser_is_finer_the_other_way(method):
    given = tt.RunSettings(method=method)
    there = coarser(given)
    assert there != given
    again = finer(there).method
    assert type(again) is type(method)
    assert asdict(again) == pytest.approx(asdict(method))


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-3, 1.0, 3.0])
def test_the_angle_between_attitudes(angle):
    p = turn([1, 2, 3], 0.7)
    q = compose(p, turn([-2, 1, 1], angle))
    for sign in (1, -1):
        assert _angle_between(p, sign * q) == pytest.approx(angle, rel=1e-9, abs=1e-15)


def test_full_turns_are_not_seen(oscillator):
    model = tt.Model("wheel")
    rim = model.add_body("rim", 1.0, [1, 1, 1])
    model.add_joint("axle", tt.Revolute([0, 0, 1]), model.ground, rim)
    system = model.build()
    a, b = (
        motion_of(*[tt.simulate(system, system.state(axle={"angle": x}), 1.0)] * 2)
        for x in (0.1, 0.1 + 4 * math.pi)
    )
    assert motion_difference("joint angle", a, b) < 1e-14


def test_positions_are_about_the_mass_centre_whatever_the_order_of_bodies():
    """The last body of the model is the first of the tables."""
    tree = random_tree(3, 4, kinds=("revolute", "prismatic"), gravity=False, efforts=False)
    model = tt.Model("reversed")
    for name in reversed(tree.bodies):
        model.bodies[name] = tree.bodies[name]
    model.ground, model.joints = tree.ground, tree.joints
    system = model.build()
    assert system.body_names[0] == list(model.bodies)[-1]
    start = system.state(**random_motion(model, 3, speed=0.1))
    run = tt.simulate(system, start, duration=0.1)
    x, R = values_of(run)["position about centre"], run.data.attitude.values
    moment = 0.0
    for i, name in enumerate(system.body_names):
        body = model.bodies[name]
        e, w = R[:, i, 1:], R[:, i, :1]
        offset = np.asarray(body.centre)
        moment += body.mass * (x[:, i] + offset + 2 * np.cross(e, np.cross(e, offset) + w * offset))
    assert np.abs(moment).max() < 1e-14


def test_places_of_bodies_that_bend_are_told_from_the_mass_centre():
    system = craft().build()
    run = tt.simulate(system, somewhere(system), duration=0.02, every=0.01)
    away = run.data.position.values - run.data.mass_centre.values[:, None]
    assert values_of(run)["position about centre"] == pytest.approx(away, abs=1e-12)

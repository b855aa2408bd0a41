"""The linear equations along random motions against what small motions truly do: the difference is
of second order, so it falls to a quarter when displacements are halved."""

import os

import numpy as np
import pytest

import treetop as tt
from flexible_craft import craft, somewhere
from random_loops import random_mechanism
from random_trees import random_motion, random_tree
from small_motions import errors
from sprung_trees import sprung_tree

pytestmark = pytest.mark.compiled  # many evaluations, which say no more of kernels interpreted

MODELS = int(os.environ.get("TREETOP_LINEAR_MODELS", "15"))  # 100 take a minute and a half
MU, RADIUS = 3.986004418e14, 7.0e6


def sprung(seed):
    """A tree with springs on one free body or several."""
    model = sprung_tree(seed, 4, grounded=False, roots=1 + seed // 5 % 3)
    return model.build(), random_motion(model, seed, speed=0.5)


def tree(seed):
    model = random_tree(seed, 5, grounded=bool(seed // 5 % 2))
    return model.build(), random_motion(model, seed, speed=0.5)


def loop(seed):
    model, motion = random_mechanism(seed, 5, 1)
    return model.build(), motion


def orbiting(seed):
    """One to three spacecraft some hundred metres apart, all turning slowly."""
    kinds = ("revolute", "spherical", "universal")
    model = random_tree(seed, 5, kinds, grounded=False, roots=1 + seed // 5 % 3)
    model.forces.clear()
    model.add_force("earth", tt.CentralGravity(MU))
    motion = random_motion(model, seed, speed=0.002)
    rng = np.random.default_rng(seed)
    for given in motion.values():
        if "position" in given:
            given["position"] = rng.uniform(-300, 300, 3).tolist()
    return model.build(), motion


def flexible(seed):
    return craft(dish=bool(seed // 5 % 2), damping=0.01).build(), None


KINDS = (sprung, tree, loop, orbiting, flexible)


def moving(seed):
    """A system, a state of it in motion, a time in which that goes on for a while, and how far to
    displace it."""
    make = KINDS[seed % len(KINDS)]
    system, motion = make(seed)
    if make is flexible:
        return system, somewhere(system, seed), 0.05, 1e-4
    if make is orbiting:
        speed = 1.05 * np.sqrt(MU / RADIUS)
        origin = {"position": [RADIUS, 0, 0], "velocity": [0, speed, 0]}
        return system, system.state(origin=origin, **motion), 100.0, 1e-3
    state = system.state(**motion)
    return system, system.settled(state) if system.constrained else state, 0.05, 1e-4


@pytest.mark.parametrize("seed", range(MODELS))
def test_what_is_left_is_of_second_order(seed):
    system, state, span, size = moving(seed)
    whole, half = errors(system, state, span, [size, size / 2])
    assert whole < 20 * size**2
    assert whole / half == pytest.approx(4.0, abs=0.05)

"""Constraints met within steps: which rows count, and how far one projection goes."""

import numpy as np
import pytest

import treetop as tt
from spatial_loop import assembled
from treetop.core.compiler import entry
from treetop.core.integrators.constrained_newton import (
    choose_rows,
    constrained,
    constrained_newton_of,
    geometry_of,
    look_again,
    projected,
)
from treetop.core.interface import PROBLEM

SAMPLE = (PROBLEM, constrained(), 0.0, np.zeros(0))


@entry(0, *SAMPLE)
def rank_at(problem, constrained, t, y):
    choose_rows(geometry_of(constrained).rows, problem, constrained, t, y)
    return constrained.size[3]


@entry(None, *SAMPLE)
def project(problem, constrained, t, y):
    projected(geometry_of(constrained), problem, constrained, t, y)


@entry(None, *SAMPLE)
def see(problem, constrained, t, y):
    look_again(geometry_of(constrained).rows, problem, constrained, t, y)


def missed(system, room, y):
    see(system.problem, room, 0.0, y)
    return np.array([abs(room.error).max(), abs(room.slip).max()])


@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_one_projection_leaves_what_is_of_second_order(formulation):
    system, start = assembled(formulation)
    room, _kept = constrained_newton_of(*system.geometry)
    assert rank_at(system.problem, room, 0.0, start.vector) == room.size[2]
    direction, left = np.random.default_rng(3).standard_normal(start.vector.size), []
    direction[-8:] = 0.0
    for size in (1e-3, 5e-4):
        y = start.vector + size * direction
        project(system.problem, room, 0.0, y)
        left.append(missed(system, room, y))
    assert (np.log2(left[0] / left[1]) > 1.9).all()


def test_rows_that_depend_on_others_are_left_out():
    model = tt.Model("parallelogram")
    hinge = tt.Revolute([0, 0, 1])
    sides = [model.add_body(name, 1, [0.1, 0.1, 0.1]) for name in ("left", "right")]
    for k, side in enumerate(sides):
        model.add_joint(side.name, hinge, model.ground.frame(side.name, at=[2 * k, 0, 0]), side)
    top = model.add_body("top", 1, [0.1, 0.1, 0.1])
    ends = [side.frame("end", at=[0, 1, 0]) for side in sides]
    model.add_joint("first", hinge, ends[0], top)
    model.add_joint("second", hinge, ends[1], top.frame("end", at=[2, 0, 0]), cut=True)
    system = model.build()
    room, _kept = constrained_newton_of(*system.geometry)
    assert room.size[2] == 5
    start = system.state(left={"angle": 0.3}, right={"angle": 0.3}, first={"angle": -0.3})
    assert rank_at(system.problem, room, 0.0, start.vector) == 2


def test_equations_of_ones_own_have_no_rows():
    room, _kept = constrained_newton_of(None, None)
    assert rank_at(0, room, 0.0, np.zeros(3)) == 0

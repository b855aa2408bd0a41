"""Accelerations and reactions at equal states, and what their differences are related to."""

import numpy as np
import pytest

import treetop as tt
from random_trees import random_motion, random_tree
from treetop.analysis.evaluations import UNITS, evaluation, evaluation_difference


def at_start(model, motion):
    system = model.build()
    return evaluation(system, [system.state(**motion)])


def scaled(model: tt.Model, mass: float) -> tt.Model:
    """The model with all masses, inertias, efforts multiplied."""
    twin = tt.Model(model.name)
    twin.ground = model.ground
    for name, body in model.bodies.items():
        inertia = mass * np.asarray(body.inertia)
        heavy = twin.add_body(name, mass * body.mass, inertia.tolist(), body.centre)
        heavy.frames.update(body.frames)
    twin.joints = model.joints
    return twin


@pytest.mark.parametrize("grounded", [True, False])
def test_the_least_scales_are_of_the_order_of_the_values(grounded):
    """So a value that does not vanish is related to the largest of its kind, as told."""
    model = random_tree(5, 6, grounded=grounded)
    found = at_start(model, random_motion(model, 5))
    for name, values in found.values.items():
        largest = np.linalg.norm(values, axis=-1).max()
        assert 0.3e-3 * largest < found.least[name][0] < largest, name


def test_scales_go_with_the_units():
    """Heavier by a factor: forces by the factor, accelerations as they were."""
    model = random_tree(6, 5, efforts=False, gravity=False)
    motion = random_motion(model, 6)
    light, heavy = at_start(model, motion), at_start(scaled(model, 1e3), motion)
    for name, unit in UNITS.items():
        factor = 1e3 if unit in ("N", "N m") else 1.0
        assert heavy.least[name] == pytest.approx(factor * light.least[name])


def test_an_orbit_does_not_count_as_motion_within():
    """What gravity does to all bodies alike is no scale for forces between them."""
    model = random_tree(7, 4, efforts=False, gravity=False)
    motion = random_motion(model, 7)
    alone = at_start(model, motion)
    motion["j0"] |= {"position": [7e6, 0.0, 0.0], "velocity": [0.0, 7500.0, 0.0]}
    model.add_force("earth", tt.CentralGravity(3.986e14))
    in_orbit = at_start(model, motion)
    assert in_orbit.least["reaction force"] == pytest.approx(
        alone.least["reaction force"], rel=1e-2
    )


def test_a_difference_is_that_of_the_worst_body_and_instant():
    model = random_tree(8, 3)
    system = model.build()
    states = [system.state(time=t, **random_motion(model, 8 + t)) for t in range(3)]
    a, b = evaluation(system, states), evaluation(system, states)
    assert evaluation_difference("linear acceleration", a, b) == 0.0
    largest = np.linalg.norm(a.values["linear acceleration"][1], axis=-1).max()
    b.values["linear acceleration"][1, 2, 0] += 1e-6 * largest
    found = evaluation_difference("linear acceleration", a, b)
    assert found == pytest.approx(1e-6, rel=1e-5)

"""Elastic hinges: what a beam does between two of its rods."""

import numpy as np
import pytest

import treetop as tt
from interpreted import interpreted_for
from lines import LINES, held, moving

OTHERS = ("kane", "newton-euler", "kane-absolute", "udwadia")


def energy(system, y):
    seen = system.observe(np.zeros(1), y[None])
    return (seen["kinetic_energy"] + seen["potential_energy"])[0] - y[-2]


@pytest.mark.parametrize("kind", interpreted_for(LINES, ["all six", "elastic cable"]))
@pytest.mark.parametrize("at", [0.0, 1.0], ids=["held at its root", "held in the middle"])
def test_power_is_the_rate_of_energy(kind, at, rng):
    if at and LINES[kind].lumped:
        pytest.skip("a chain of points has no inertia to be held in its middle")
    system = held(LINES[kind], at).build()
    state, step = moving(system, rng), 1e-5
    y, rate = state.vector, system.rate(state)
    change = (energy(system, y + step * rate) - energy(system, y - step * rate)) / (2 * step)
    assert change == pytest.approx(0.0, abs=1e-6 * (1.0 + abs(energy(system, y))))


@pytest.mark.parametrize("kind", interpreted_for(LINES, ["all six"]))
def test_formulations_agree(kind, rng):
    model = held(LINES[kind])
    system = model.build()
    state = moving(system, rng)
    rates = system.evaluate(state).speed_rates
    for formulation in OTHERS:
        other = model.build(formulation)
        seen = other.evaluate(other.state_of(state)).speed_rates
        assert seen == pytest.approx(rates, abs=1e-12 * np.abs(rates).max())


def joined(**stiffness):
    """Two free bodies, and a beam of one element between them, without weight."""
    model = tt.Model("pair")
    line = tt.Beam(length=1, mass_per_length=2, rotary_inertia=0.1, elements=1, **stiffness)
    boom = model.add_beam("boom", line)
    model.add_joint("free", tt.Free(), model.ground, boom)
    return model.build()


def test_neither_rod_is_preferred(rng):
    """Seen from its other end the same beam has stored as much."""
    system = joined(EI=[3, 5], GJ=4, EA=70, GA=[20, 30])
    state = moving(system, rng, 0.4)
    now = system.evaluate(state)
    a, b = now.body["boom"], now.body["boom rod 1"]
    turned = np.array([0.0, 0.0, 0.0, 1.0])  # by half a turn about z: root and tip change places
    other = system.state(free={"position": b.position, "attitude": product(b.attitude, turned)})
    y = other.vector.copy()
    back = product(conjugate(product(b.attitude, turned)), product(a.attitude, turned))
    start = system.coordinate_labels.index("boom hinge 0.attitude.w")
    y[start : start + 4] = back
    there = system.evaluate(type(state)(system, 0.0, y))
    x_F = matrix(b.attitude) @ np.array([-0.5, 0, 0]) + b.position
    x_M = matrix(a.attitude) @ np.array([0.5, 0, 0]) + a.position
    y[start + 4 : start + 7] = matrix(product(b.attitude, turned)).T @ (x_M - x_F)
    there = system.evaluate(type(state)(system, 0.0, y))
    assert there.potential_energy == pytest.approx(now.potential_energy, rel=1e-12)


def test_a_pure_bend_stores_half_the_stiffness_times_the_angle_squared():
    system = joined(EI=[3, 5], GJ=4, EA=70, GA=[20, 30])
    for axis, stiffness in ((1, 4.0), (2, 3.0), (3, 5.0)):
        attitude = np.zeros(4)
        attitude[0], attitude[axis] = np.cos(0.6), np.sin(0.6)
        state = system.state(**{"boom hinge 0": {"attitude": attitude}})
        stored = system.evaluate(state).potential_energy
        assert stored == pytest.approx(0.5 * stiffness * 1.2**2, rel=1e-14)


def test_a_cable_that_is_slack_does_not_push():
    model = tt.Model("line")
    line = model.add_beam("line", tt.Cable(length=1, mass_per_length=2, EA=10, elements=1))
    model.add_joint("free", tt.Free(), model.ground, line)
    # A point at each end has no inertia about the line.
    line_root = model.add_body("root", 1, [1, 1, 1])
    model.add_joint("root", tt.Fixed(), line, line_root)
    system = model.build()
    for slide, stored in ((0.2, 0.5 * 10 * 0.2**2), (-0.2, 0.0)):
        state = system.state(**{"line slide 0": {"slide": slide}})
        now = system.evaluate(state)
        assert now.potential_energy == pytest.approx(stored)
        pulled = now.speed_rates[system.speed_labels.index("line slide 0.slide_rate")]
        assert (pulled < 0.0) if slide > 0.0 else pulled == 0.0


def product(a, b):
    w = a[0] * b[0] - np.dot(a[1:], b[1:])
    return np.array(
        [w, *(a[0] * np.array(b[1:]) + b[0] * np.array(a[1:]) + np.cross(a[1:], b[1:]))]
    )


def conjugate(q):
    return np.array(q) * [1, -1, -1, -1]


def matrix(q):
    from treetop.model.rotation import matrix as rows

    return np.array(rows(tuple(q)))

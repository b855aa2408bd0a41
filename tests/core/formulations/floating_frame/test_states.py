"""States of units and modes, and how they can be changed."""

import numpy as np
import pytest

from agreeing import close
from flexible_craft import craft, four_bar, somewhere
from treetop.system.state import State


def test_states_to_joint_coordinates_and_back():
    model = craft("root", True)
    one, own = model.build(), model.build("newton-euler")
    start = somewhere(one)
    there = own.state_of(start)
    units, modes, joints = 3, 4, len(own.coordinate_labels)
    assert there.vector.size == 13 * units + 2 * modes + joints + 8
    assert one.state_of(there).vector == pytest.approx(start.vector, abs=1e-13)
    counts = own.counts(there)
    assert counts.speeds == 6 * units + modes and counts.coordinates == 7 * units + modes
    assert counts.degrees_of_freedom == len(own.speed_labels)


def test_settling_meets_all_joints():
    model = four_bar(None)
    own = model.build("newton-euler")
    start = own.start()
    rng, y = np.random.default_rng(2), start.vector.copy()
    speeds = own.equations.chart.speeds(own.tables)
    change = rng.normal(size=speeds.stop - speeds.start, scale=1e-3)
    own.equations.chart.displaced(y, own.problem, change)
    y[speeds] += rng.normal(size=change.size, scale=1e-3)
    off = State(own, 0.0, y)
    assert own.evaluate(off).constraint_error > 1e-4
    met = own.settled(off)
    assert own.evaluate(met).constraint_error < 1e-14
    z = own.joint_vectors(met.vector)[0]
    again = own.joint_vectors(own.own_vector(z))[0]  # speeds, too, are such as joints allow
    assert again == pytest.approx(z, abs=1e-13)


@pytest.mark.compiled
def test_rows_are_the_slopes_of_errors_and_impulses_change_momenta_by_them():
    own = four_bar(None).build("newton-euler")
    chart, y = own.equations.chart, own.start().vector.copy()
    speeds, c = chart.speeds(own.tables), chart.constraints(own.tables)
    nu, rng = speeds.stop - speeds.start, np.random.default_rng(3)
    chart.displaced(y, own.problem, rng.normal(size=nu, scale=0.05))
    y[speeds] += rng.normal(size=nu)

    def rows(y):
        J, W, (error, rate) = np.zeros((c, nu)), np.zeros((c, nu)), np.zeros((2, c))
        chart.rows(0.0, y.copy(), own.problem, J, W, error, rate)
        return J, W, error, rate

    def moved(change):
        there = y.copy()
        chart.displaced(there, own.problem, change)
        return there

    def kinetic(u):
        there = y.copy()
        there[speeds] = u
        return own.observe(np.zeros(1), there[None])["kinetic_energy"][0]

    J, W, _, rate = rows(y)
    direction, u, h = rng.normal(size=nu), y[speeds], 1e-4
    errors = [rows(moved(s * h * direction))[2] for s in (-2, -1, 1, 2)]
    slope = np.tensordot(np.array([1, -8, 8, -1]) / 12, errors, 1) / h
    assert slope == pytest.approx(J @ direction, abs=1e-9)
    faster = y.copy()
    faster[speeds] += direction
    assert rows(faster)[3] - rate == pytest.approx(J @ direction, abs=1e-12)
    for row, w in zip(J, W, strict=True):
        common = kinetic(u + w) - kinetic(u) - kinetic(w) + kinetic(0 * u)
        assert common == pytest.approx(row @ u, abs=1e-11 * kinetic(u + w))


def test_displacements_go_in_the_direction_of_the_speeds_and_change_nothing_else():
    own = four_bar(None).build("newton-euler")
    chart, state = own.equations.chart, own.start()
    speeds, y, h = chart.speeds(own.tables), state.vector, 1e-4
    u, rate = y[speeds], own.rate(state)
    there, back = y.copy(), y.copy()
    chart.displaced(there, own.problem, h * u)
    chart.displaced(back, own.problem, -h * u)
    first = slice(0, speeds.start)
    assert (there - back)[first] / (2 * h) == pytest.approx(rate[first], abs=1e-7)
    assert (there == y)[speeds.start :].all()


def test_bodies_stay_where_they_are_when_the_origin_moves():
    own = craft("root", True).build("newton-euler")
    y = own.state_of(somewhere(craft("root", True).build())).vector
    moved, by = y.copy(), np.arange(1.0, 7.0)
    own.equations.chart.carried(moved, own.problem, by)
    before, after = (own.observe(np.zeros(1), each[None]) for each in (y, moved))
    for name in ("position", "attitude", "velocity", "angular_velocity"):
        assert after[name] == pytest.approx(before[name], abs=1e-12)
    assert after["origin"][0] - before["origin"][0] == pytest.approx(by[:3], abs=1e-14)


def test_efforts_and_mass_matrix_are_those_of_the_joints():
    model = craft("root", True)
    one, own = model.build(), model.build("newton-euler")
    start = somewhere(one)
    there, rates = own.state_of(start), np.linspace(-1, 1, len(own.speed_labels))
    close(own.mass_matrix(there), one.mass_matrix(start), 1e-13)
    close(own.inverse_dynamics(there, rates), one.inverse_dynamics(start, rates), 1e-11)

"""How states can be changed, and the rows of constraints in these directions."""

import numpy as np
import pytest

import treetop as tt
from interpreted import interpreted_for
from kept_mechanisms import started
from random_constraints import KINDS, NONHOLONOMIC, constrained_tree
from random_loops import random_mechanism
from treetop.system.formulations import FORMULATIONS
from treetop.system.state import State

H = 1e-4  # of the central differences
ALL = list(FORMULATIONS)


class Charted:
    """A system away from its constraints, with the rows that its chart gives."""

    def __init__(self, system: tt.System, y: np.ndarray) -> None:
        self.system, self.chart, self.y = system, system.equations.chart, y
        self.speeds = self.chart.speeds(system.tables)
        self.c, self.nu = self.chart.constraints(system.tables), y[self.speeds].size

    def rows(self, y: np.ndarray, impulses: bool = False):
        J, W = np.zeros((self.c, self.nu)), np.zeros((self.c * impulses, self.nu))
        error, rate = np.zeros((2, self.c))
        self.chart.rows(0.3, y.copy(), self.system.problem, J, W, error, rate)
        return J, W, error, rate

    def displaced(self, change: np.ndarray) -> np.ndarray:
        y = self.y.copy()
        self.chart.displaced(y, self.system.problem, change)
        return y

    def kinetic_energy(self, u: np.ndarray) -> float:
        y = self.y.copy()
        y[self.speeds] = u
        return self.system.observe(np.zeros(1), y[None])["kinetic_energy"][0]


def mechanism(seed: int, formulation: str) -> Charted:
    return charted(*random_mechanism(seed, bodies=4, loops=1), formulation)


def charted(model, motion, formulation: str) -> Charted:
    """A state that violates everything it can."""
    system = model.build(formulation)
    y = system.state(**motion).vector
    found = Charted(system, y)
    rng = np.random.default_rng(5)
    y[:] = found.displaced(rng.normal(size=found.nu, scale=0.05))
    y[found.speeds] += rng.normal(size=found.nu)
    return found


def slope(values) -> np.ndarray:
    """By central differences of order 4, values at -2, -1, 1 and 2 steps."""
    return np.tensordot(np.array([1, -8, 8, -1]) / 12, np.array(values), 1) / H


STEPS = (-2 * H, -H, H, 2 * H)


@pytest.mark.parametrize("formulation", interpreted_for(ALL, ["recursive", "newton-euler"]))
@pytest.mark.parametrize("seed", interpreted_for([0, 3], [0]))
def test_rows_are_the_slopes_of_errors_and_of_rates(seed, formulation):
    at = mechanism(seed, formulation)
    J, _, error, rate = at.rows(at.y)
    assert np.abs(error).max() > 1e-3
    slopes = np.zeros((at.c, at.nu))
    for j, direction in enumerate(np.eye(at.nu)):
        slopes[:, j] = slope([at.rows(at.displaced(h * direction))[2] for h in STEPS])
        y = at.y.copy()
        y[at.speeds] += direction
        assert at.rows(y)[3] - rate == pytest.approx(J[:, j], abs=1e-12 * (1 + np.abs(rate).max()))
    assert slopes == pytest.approx(J, abs=1e-9)


@pytest.mark.parametrize("formulation", ALL)
@pytest.mark.parametrize("kind", KINDS)
def test_rows_of_added_constraints(kind, formulation):
    at = charted(*constrained_tree(3, (kind,)), formulation)
    J, _, _, rate = at.rows(at.y)
    direction = np.random.default_rng(1).normal(size=at.nu)
    y = at.y.copy()
    y[at.speeds] += direction
    assert at.rows(y)[3] - rate == pytest.approx(J @ direction, abs=1e-12)
    # Absolute coordinates tell those of a joint only while its own constraints are met.
    measured = at.system.equations.absolute and kind in ("coupling", "prescribed")
    if kind not in NONHOLONOMIC and not measured:
        slopes = slope([at.rows(at.displaced(h * direction))[2] for h in STEPS])
        assert slopes == pytest.approx(J @ direction, abs=1e-9)


@pytest.mark.parametrize("formulation", ALL)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.compiled)])
def test_displacements_go_in_the_direction_of_the_speeds(seed, formulation):
    at = mechanism(seed, formulation)
    coordinates = slice(0, at.speeds.start)
    rate = at.system.rate(State(at.system, 0.0, at.y))
    u = at.y[at.speeds]
    slopes = slope([at.displaced(h * u) for h in STEPS])
    assert slopes[coordinates] == pytest.approx(rate[coordinates], abs=1e-10)
    back = at.displaced(u)
    at.system.equations.chart.displaced(back, at.system.problem, -u)
    assert back == pytest.approx(at.y, abs=1e-14)


@pytest.mark.parametrize("formulation", interpreted_for(ALL, ["recursive", "newton-euler"]))
@pytest.mark.parametrize("seed", interpreted_for([0, 1], [0]))
def test_impulses_change_momenta_by_their_rows(seed, formulation):
    """T(u + w) - T(u) - T(w) + T(0) is u·M w, and w = M⁻¹ Jᵀ."""
    at = mechanism(seed, formulation)
    T = at.kinetic_energy
    J, W, _, _ = at.rows(at.y, impulses=True)
    u = at.y[at.speeds]
    for row, w in zip(J, W, strict=True):
        common = T(u + w) - T(u) - T(w) + T(0 * u)
        assert common == pytest.approx(row @ u, abs=1e-11 * T(u + w))


@pytest.mark.parametrize("formulation", ["recursive", "kane"])
def test_a_tree_has_no_rows(formulation):
    m = tt.Model("top")
    top = m.add_body("top", mass=1, inertia=[1, 2, 3])
    m.add_joint("tip", tt.Spherical(), m.ground, top)
    system = m.build(formulation)
    at = Charted(system, system.state().vector)
    assert at.c == 0 and at.nu == 3
    half = at.displaced(np.array([0, 0, np.pi]))
    assert half[:4] == pytest.approx([0, 0, 0, 1], abs=1e-15)


@pytest.mark.parametrize("formulation", ALL)
def test_bodies_stay_where_they_are_when_the_origin_moves(formulation):
    at = mechanism(0, formulation)
    assert at.system.tables.falling[0] == 1
    moved, by = at.y.copy(), np.arange(1.0, 7.0)
    at.chart.carried(moved, at.system.problem, by)
    before, after = (at.system.observe(np.zeros(1), y[None]) for y in (at.y, moved))
    for name in ("position", "attitude", "velocity", "angular_velocity"):
        assert after[name] == pytest.approx(before[name], abs=1e-12)
    assert after["origin"][0] - before["origin"][0] == pytest.approx(by[:3], abs=1e-14)


def test_constraints_cannot_change_driven_speeds():
    system, start = started("driven")
    at = Charted(system, start.vector)
    J, W, _, _ = at.rows(at.y, impulses=True)
    assert np.abs(J[:, 0]).max() == np.abs(W[:, 0]).max() == 0
    assert np.abs(J[:, 1:]).max() > 0.1

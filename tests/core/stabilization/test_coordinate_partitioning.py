"""Which speeds are solved for, and when others are chosen."""

import numpy as np
import pytest

import treetop as tt
from treetop.core.stabilization import coordinate_partitioning, null_space
from treetop.core.stabilization.local_parametrization import chosen
from treetop.simulation import segment
from treetop.simulation.stabilization import stabilized


def rows(angle: float) -> np.ndarray:
    """One constraint told twice, which lets the first two of three speeds follow each other."""
    row = [np.cos(angle), np.sin(angle), 0.0]
    return np.array([row, [0.0, 0.0, 0.0], row])


def test_dependent_speeds_are_kept_until_they_degrade():
    own = chosen(3, 3)
    coordinate_partitioning.choose(rows(0.1), own)
    assert own.counts.tolist() == [1, 1] and own.column[0] == 0
    coordinate_partitioning.choose(rows(1.0), own)
    assert own.counts.tolist() == [1, 1] and own.D[0].tolist() == [1, 0, 0]
    coordinate_partitioning.choose(rows(1.2), own)  # the first would be 2.6 times as fast
    assert own.counts.tolist() == [1, 2] and own.D[0].tolist() == [0, 1, 0]


def test_they_are_chosen_anew_where_the_rank_changes():
    own = chosen(3, 3)
    coordinate_partitioning.choose(rows(0.1), own)
    more = rows(0.1)
    more[1, 2] = 1.0
    coordinate_partitioning.choose(more, own)
    assert own.counts[0] == 2
    coordinate_partitioning.choose(rows(0.1), own)
    assert own.counts[0] == 1


@pytest.mark.parametrize("way", [coordinate_partitioning, null_space])
def test_rows_are_met_by_what_is_solved_for(way, rng):
    """With rows that depend on others, and of sizes that differ by far."""
    J = rng.normal(size=(3, 6))
    J = np.array([*J, J[0] - 2 * J[2], 1e6 * J[1]])
    own = chosen(5, 6)
    way.choose(J, own)
    rank = own.counts[0]
    assert rank == 3
    D, taken = own.D[:rank], J[own.row[:rank]]
    wanted = J @ rng.normal(size=6)
    change = D.T @ np.linalg.solve(taken @ D.T, wanted[own.row[:rank]])
    assert J @ change == pytest.approx(wanted, rel=1e-9)


def test_free_directions_are_square_to_what_is_solved_for(rng):
    J, own = rng.normal(size=(3, 6)), chosen(3, 6)
    null_space.choose(J, own)
    free = np.linalg.svd(J)[2][3:]
    together = np.vstack([own.D, free])
    assert together @ together.T - np.eye(6) == pytest.approx(0, abs=1e-14)


def test_others_are_chosen_four_times_a_turn(monkeypatch):
    """A bob on a rod, given by two slides: each is dependent while the rod points along it."""
    made = []

    def remembered(*given):
        made.append(stabilized(*given))
        return made[-1]

    monkeypatch.setattr(segment, "stabilized", remembered)
    m = tt.Model("whirling bob")
    m.add_body("sledge", mass=1)
    bob = m.add_body("bob", mass=1)
    m.add_joint("x", tt.Prismatic([1, 0, 0]), m.ground, "sledge")
    m.add_joint("y", tt.Prismatic([0, 1, 0]), "sledge", bob)
    m.add_constraint("rod", tt.Distance(m.ground, bob, 1.0))
    system = m.build()
    start = system.state(x={"slide": 1.0}, y={"slide_rate": 2 * np.pi})
    run = tt.simulate(system, start, 1.25, every=0.25, rtol=1e-6, constraints="partition")
    _, (_, _, own) = made[0].alive
    x, y = run["x.slide"].values, run["y.slide"].values
    assert x**2 + y**2 == pytest.approx(1, abs=1e-14)
    turns = np.unwrap(np.arctan2(y, x))[-1] / (2 * np.pi)
    assert own.counts[1] == pytest.approx(1 + 4 * turns, abs=1)

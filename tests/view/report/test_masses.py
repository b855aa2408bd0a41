"""Mass properties, of bodies and of the whole."""

import numpy as np
import pytest

from pages_read import Read
from treetop.view.report.masses import masses, total
from two_on_a_line import BUS, DRIFT, SWING, TUG


def test_every_body_with_its_numbers(run, model):
    rows = Read(masses(run)).tables["bodies"]
    for row, (name, body) in zip(rows, model.bodies.items(), strict=False):
        assert row["body"].text == name
        assert row["mass kg"].value == body.mass
        assert [row[f"{axis} m"].value for axis in "xyz"] == list(body.centre)
        assert row["Ixx kg·m²"].value == body.inertia[0][0]
    assert rows[-1]["mass kg"].value == BUS + TUG


def test_the_whole_at_the_start(run):
    """Two bodies on a line at a distance d: μ d² across it, μ the reduced mass."""
    mass, centre, inertia = total(run)
    assert mass == BUS + TUG
    assert centre == pytest.approx([DRIFT * 0.0, 0, 0], abs=1e-15)
    across = BUS * TUG / (BUS + TUG) * (1 + SWING) ** 2
    assert inertia == pytest.approx(np.diag([2, 2 + across, 2 + across]), rel=1e-14)


def test_the_whole_turns_with_its_bodies(run, model):
    """A turn of all bodies about the mass centre turns the tensor along."""
    half = np.sqrt(0.5)
    before = total(run)[2]
    R = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
    run.data["attitude"][:] = [half, 0, 0, half]
    for name in ("position", "position_from_origin"):
        run.data[name][:] = run.data[name].values @ R.T
    assert total(run)[2] == pytest.approx(R @ before @ R.T, abs=1e-14)

"""Modes of flexible bodies."""

import numpy as np
import pytest

from flexible_craft import boom_modes, craft
from pages_read import Read
from treetop.structures.modes.effective_mass import effective_masses
from treetop.topology.flexible_expansion import flexible_bodies
from treetop.view.report.modes import modes


def test_frequencies_damping_and_shares():
    model = craft(damping=0.02)
    (rows,) = Read(modes(flexible_bodies(model))).tables.values()
    expected = boom_modes()
    *rows, total = rows
    assert [row["frequency Hz"].value for row in rows] == pytest.approx(expected.frequencies)
    assert [row["damping ratio"].value for row in rows] == pytest.approx([0.02] * len(rows))
    shares = effective_masses(expected).shares[:, :3]
    told = [[row[f"share along {axis}"].value for axis in "xyz"] for row in rows]
    assert np.array(told) == pytest.approx(shares)
    assert total["share along z"].value == pytest.approx(shares[:, 2].sum())


def test_bodies_with_the_same_modes_share_a_table():
    model = craft()
    model.add_flexible_body("twin", model.bodies["boom"].modes, damping=0.0)
    html = modes(flexible_bodies(model))
    assert len(Read(html).tables) == 1
    assert "Modes of boom, twin" in html

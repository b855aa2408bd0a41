"""Audits as numbers and as figures."""

import numpy as np
import pytest

from pages_read import Read
from treetop.view.report.audits import (
    audit_section,
    departures_figure,
    energy_figure,
    momentum_figure,
)


def test_numbers_are_those_of_the_audit(run):
    run.data["kinetic_energy"][-1] += 3e-3
    rows = {row["conserved"].text: row for row in Read(audit_section(run)).tables["audit-table"]}
    for drift in run.audit().drifts:
        row = rows[drift.name]
        assert row["maximum drift"].value == drift.drift
        assert row["scale"].value == drift.scale
        assert row["relative"].value == drift.relative
        assert row[""].text == ("conserved" if drift.relative <= 1e-6 else "not conserved")
    assert rows["energy"][""].text == "not conserved"


def test_departures_are_the_audit_along_time(run):
    run.data["kinetic_energy"][7] += 3e-3
    found = {each.name: each for each in run.departures()}
    assert found["energy"].values[7] == pytest.approx(3e-3, rel=1e-9)
    assert found["energy"].values[:7].max() < 1e-14
    lines = {line.get_label(): line for line in departures_figure(run).axes[0].lines}
    drawn = np.asarray(lines["energy"].get_ydata())
    assert drawn[-1] == drawn[7] == pytest.approx(run.audit()["energy"].relative)
    assert (drawn > 0).all()  # on a logarithmic axis nothing is at zero


def test_the_sum_that_must_be_kept_is_drawn(run):
    whole, inner = (
        {line.get_label(): line.get_ydata() for line in axes.lines}
        for axes in energy_figure(run).axes
    )
    kept = whole["kinetic"] + whole["potential"] - whole["work of others"]
    assert whole["balance: T + V − W"] == pytest.approx(kept)
    assert inner["balance: E − W"] == pytest.approx(run.data.energy_about_centre.values)


def test_momentum_that_is_rounding_is_drawn_as_nothing(run):
    run.data["angular_momentum"][:, 2] = 1e-13
    linear, angular = momentum_figure(run).axes
    assert linear.lines[0].get_ydata() == pytest.approx(run.data.linear_momentum.values[:, 0])
    assert not angular.lines[2].get_ydata().any()


def test_without_samples(run):
    run.data = run.data.isel(time=slice(0))
    assert "no samples" in audit_section(run)

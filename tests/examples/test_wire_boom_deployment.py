"""Wires that spin pulls out, against straight ones."""

import numpy as np
import pytest

from pages import page

script = page("wire-boom-deployment")

pytestmark = pytest.mark.compiled


def test_wires_run_out_as_straight_ones_do(run):
    length, alone = run["wire1.length"].values, script.straight(run.time)
    assert np.abs(length - alone).max() < 0.05
    assert length[-1] == pytest.approx(alone[-1], abs=1e-3)
    assert length[-1] == pytest.approx(24.4449, abs=1e-3)
    for name in ("wire2", "wire3", "wire4"):
        assert run[f"{name}.length"].values == pytest.approx(length, abs=1e-6)


def test_the_spin_slows_down_as_inertia_grows(run):
    rate = run["hub.angular_velocity"].sel(axis="z").values
    assert rate == pytest.approx(script.BOOMS.rate(run["wire1.length"].values), rel=2e-3)
    assert rate[-1] == pytest.approx(script.BOOMS.rate(script.straight(run.time)[-1]), rel=5e-5)


def test_wires_lag_while_they_run_out(run):
    behind = np.degrees(script.lag(run))
    assert behind.max() == pytest.approx(12.18, abs=0.05)
    assert abs(behind[-1]) < 0.1


def test_balances_close(run):
    audit = run.audit()
    for name in ("energy", "linear momentum", "angular momentum"):
        assert audit[name].relative < 1e-11

"""Booms that run out of a spinning satellite, against straight ones and a cantilever at rest."""

import numpy as np
import pytest

from pages import page

script = page("boom-extrusion")

pytestmark = pytest.mark.compiled


def test_the_spin_slows_down_as_inertia_grows(run):
    spin = run["hub.angular_velocity"].sel(axis="z").values
    alone = script.BOOMS.rate(script.given(run.time)[0])
    assert np.abs(spin - alone).max() < 2e-4  # what bending takes along
    assert np.abs(spin - alone)[run.time >= 60].max() < 5e-5
    assert alone[-1] == pytest.approx(0.218729, abs=5e-7)


def test_guides_hold_what_the_spin_pulls(run):
    tension = run["boom1.tension"].values
    assert np.abs(tension - script.pull(run.time)).max() < 0.01 * tension.max()
    assert tension.max() == pytest.approx(0.715, abs=1e-3)
    assert run["boom2.tension"].values == pytest.approx(tension, abs=1e-6)


def test_motors_take_the_energy_of_the_spin(run):
    taken = -2 * np.trapezoid(run["boom1.power"].values, run.time)
    lost = script.BOOMS.inertia(1.0) * script.SPIN * (script.SPIN - script.BOOMS.rate(9.0)) / 2
    assert taken == pytest.approx(lost, rel=5e-4)
    assert lost == pytest.approx(9.48, abs=5e-3)


def test_booms_bend_as_a_cantilever_does(run):
    behind, still = script.behind(run), script.bent(run.time)
    assert np.abs(behind - still).max() < 1.3e-3
    assert behind.max() == pytest.approx(still.max(), rel=0.02)
    assert np.abs(behind[run.time >= 60]).max() < 3.5e-4


def test_balances_close(run):
    audit = run.audit()
    for name in ("energy", "linear momentum", "angular momentum"):
        assert audit[name].relative < 1e-10
    assert run["boom1.rods"].values[-1] - run["boom1.rods"].values[0] == 8

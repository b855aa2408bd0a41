"""A flexible rocket: bending with fuel on nodes, small motions by hand, the autopilot's loop."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from pages import page

script = page("flexible-rocket")

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def loops():
    """The loops of the autopilot at lift-off, with the filter and without."""
    return {
        filtered: script.linear_at(script.frozen(filtered)).loop("autopilot")
        for filtered in (True, False)
    }


def test_the_programme_is_flown_and_balances_close():
    run = script.flight(duration=33.0, every=1.0)
    (event,) = run.events
    flow = script.THRUST / (script.EXAMPLE.ISP * 9.80665)
    assert_allclose(event.time, (script.FUEL - script.RESIDUAL) / flow, rtol=1e-12)
    assert_allclose(script.pitch(run)[9], 5.43844233, rtol=1e-7)
    assert_allclose(script.pitch(run)[-1], 5.0, atol=0.01)
    audit = run.audit()
    for line in ("mass", "linear momentum", "angular momentum"):
        assert audit[line].relative < 1e-12
    assert audit["energy"].relative < 1e-9


@pytest.mark.parametrize("slices", [4.0, 2.0, 0.0])
def test_bending_changes_with_the_fuel_as_finite_elements_say(slices):
    exact = script.elements(slices)[:2]
    assert_allclose(script.coasting(slices, 6)[:2], exact, rtol=0.03)
    assert_allclose(script.coasting(slices, 12)[:2], exact, rtol=1e-3)


@pytest.mark.parametrize("slices", [4, 2, 0])
def test_a_beam_with_a_column_of_fuel_bends_as_finite_elements_say(slices):
    found, exact = script.beam_frequencies(20, slices)[:2], script.fine_elements(slices)[:2]
    assert_allclose(found, exact, rtol=1e-3)
    assert_allclose(found[0], exact[0], rtol=1e-4)


def test_a_rocket_on_a_beam_flies_the_programme_as_the_one_on_modes():
    system = script.steered_beam(10).build()
    run = tt.simulate(system, system.start(), 9.5, every=0.5, rtol=1e-8, atol=1e-9)
    modal = script.flight(duration=9.5, every=0.5)
    beam, modes = (each["platform.attitude"].values[:, 3] for each in (run, modal))
    assert_allclose(beam, modes, rtol=0, atol=1.5e-5)
    assert_allclose(2 * np.degrees(np.arcsin(beam[18])), 5.4382340, atol=1e-5)
    assert run.audit()["mass"].relative < 1e-12


@pytest.mark.parametrize(("stiffening", "rtol"), [("none", 1e-5), ("geometric", 3e-4)])
def test_small_motions_without_control_are_as_by_hand(stiffening, rtol):
    found = script.in_plane(script.linear_at(script.frozen(stiffening=stiffening)))
    by_hand = script.by_hand(4.0, compressed=stiffening == "geometric")
    assert (np.abs(found - by_hand) < rtol * np.abs(by_hand)).all()


def test_the_filter_stabilises_bending(loops):
    assert loops[True].stable and not loops[False].stable
    assert_allclose(loops[True].margins().gain, 2.3892356, rtol=1e-6)
    assert_allclose(script.least_damped(loops[True], 10, 45), -0.0657317 + 21.2556417j, rtol=1e-7)
    assert_allclose(script.least_damped(loops[False], 10, 45), 1.5542817 + 20.4787353j, rtol=1e-7)


@pytest.mark.parametrize("slices", [3.0, 2.0, 1.0, 0.2])
def test_the_filter_does_so_until_the_tank_is_dry(slices):
    assert script.linear_at(script.frozen(), slices).loop("autopilot").stable


def test_runs_grow_and_die_away_as_predicted(loops):
    gain = loops[True].margins().gain
    for factor in (0.9 * gain, 1.1 * gain):
        pole, measured = script.growth(True, factor, (2.0, 10.0), (6.0, 16.0))
        assert_allclose(measured, pole.real, rtol=2e-3)
        assert (pole.real > 0) == (factor > gain)
    pole, measured = script.growth(False, 1.0, (100.0, 150.0), (1.0, 2.5))
    assert_allclose(measured, pole.real, rtol=2e-3)


def test_the_linear_model_is_right_to_second_order():
    """To third, since the motion to one side is that to the other."""
    whole, half = (size * script.small_motion(size, duration=1.0) for size in (0.02, 0.01))
    assert whole < 1e-3 * 0.02
    assert whole / half == pytest.approx(8.0, abs=0.2)


def test_formulations_agree():
    model = script.EXAMPLE.rocket()
    found = tt.analysis.compare(
        model, duration=0.2, rtol=1e-9, formulations=["recursive", "newton-euler"]
    )
    assert found.agrees

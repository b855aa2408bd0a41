"""The spinning spacecraft: linear theory, all formulations, momentum."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from pages import page
from treetop.validation.numerics import jacobian

script = page("spinning-spacecraft")


def test_twelve_degrees_of_freedom():
    assert len(script.MODEL.build().speed_labels) == 12


def test_linear_theory_has_the_eigenvalues_of_the_equations():
    system, spin, rotor = script.MODEL.build(), np.pi / 3, 10 * np.pi
    speeds = [f"flight.angular_velocity.{axis}" for axis in "xyz"]
    speeds += ["axle1.rate", "axle2.rate", "axle3.rate"]
    speeds += ["slosh.rate1", "slosh.rate2", "tube.slide_rate"]
    rows = [system.speed_labels.index(label) for label in speeds]

    def rates(x: np.ndarray) -> np.ndarray:
        state = system.state(
            flight={"angular_velocity": x[:3]},
            axle1={"rate": x[3]},
            axle2={"rate": x[4]},
            axle3={"rate": x[5]},
            slosh={"rate1": x[6], "rate2": x[7], "angle1": x[9], "angle2": x[10]},
            tube={"slide_rate": x[8], "slide": x[11]},
        )
        return np.array([*system.evaluate(state).speed_rates[rows], *x[6:9]])

    steady = np.array([0, 0, spin, 0, 0, rotor, 0, 0, 0, 0, 0, 0])
    assert np.abs(rates(steady)).max() < 1e-14
    found = np.linalg.eigvals(jacobian(rates, steady, 0.01))
    found = found[found.imag > 0.1]
    momentum = script.craft().C * spin + 0.1 * (spin + rotor)
    expected = script.modes(script.craft(), spin, momentum)
    assert_allclose(found[np.argsort(-found.real)], expected, atol=1e-9)


@pytest.fixture(scope="module")
def run(example_run) -> tt.Run:
    return example_run("spinning-spacecraft")


@pytest.fixture(scope="module")
def nutation(run) -> complex:
    """By linear theory."""
    return script.modes(script.craft(), *script.steady_spin(run))[0]


@pytest.mark.compiled
def test_nutation_dies_away_as_linear_theory_says(run, nutation):
    assert_allclose(nutation, -0.0135805878 + 0.2779624235j, rtol=1e-8)
    odd = (script.transverse_rates(run) - script.transverse_rates(script.mirrored())) / 2
    off = []
    for begin in (200.0, 300.0):
        found = script.fitted_mode(run.time, odd, begin, begin + 100.0)
        off.append(abs(found - nutation))
        assert off[-1] < script.allowed_difference(nutation, run, begin)
    first, second = (script.allowed_difference(nutation, run, t) for t in (200.0, 300.0))
    assert off[1] / off[0] == pytest.approx(second / first, rel=0.5)


@pytest.mark.compiled
def test_spin_takes_up_what_the_nutation_leaves(run):
    spin, _ = script.steady_spin(run)
    rate = run["flight.angular_velocity.z"].values
    assert spin - rate[0] > 9e-5
    assert_allclose(rate[-1], spin, atol=1e-8)


@pytest.mark.compiled
def test_momentum_and_energy_are_kept(run):
    audit = run.audit()
    for what in ("energy", "linear momentum", "angular momentum"):
        assert audit[what].relative < 1e-11
    rotor = run["flight.angular_velocity.z"] + run["axle3.rate"]
    assert_allclose(rotor, rotor[0], rtol=1e-12)


@pytest.mark.compiled
def test_motion_is_the_same_by_all_formulations():
    runs = script.runs(duration=10.0)
    for run in runs.values():
        apart = script.difference_of_motion(run, runs["recursive"])
        # What the step control allows, at most: tolerance times steps.
        assert max(apart.values()) < script.RUN["method"].rtol * run.statistics["steps"]
        audit = run.audit()
        for what in ("energy", "linear momentum", "angular momentum"):
            assert audit[what].relative < 1e-10

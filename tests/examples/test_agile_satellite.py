"""The agile satellite: momentum, a singularity that locks or is passed, linear model, poles."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from pages import page

pytestmark = pytest.mark.compiled
script = page("agile-satellite")


@pytest.fixture(scope="module")
def runs():
    return list(script.slews().values())


def test_momentum_is_constant(runs):
    for run in runs:
        assert run.audit()["angular momentum"].drift < 1e-12 * script.largest_momentum()
        assert run.audit().passed()


def test_pseudo_inverse_locks_at_the_singular_momentum(runs):
    run = runs[0]
    given = script.momentum_of_bodies(run)
    assert given.max() <= script.singular_momentum() * (1 + 1e-12)
    locked = (run.time > 10.0) & (run.time < 25.0)
    assert_allclose(given[locked], script.singular_momentum(), rtol=3e-3)
    assert_allclose(np.degrees(script.error(run).max()), 16.78, atol=0.1)


def test_robust_law_passes_the_singularity(runs):
    run = runs[1]
    assert_allclose(script.momentum_of_bodies(run).max(), 57.73, atol=0.01)
    assert run["steering.measure"].min() < 1e-3
    assert_allclose(np.degrees(script.error(run).max()), 2.231, atol=1e-2)
    assert np.degrees(script.error(run)[-1]) < 1e-4


def test_other_gimbal_angles_stay_away_from_it(runs):
    run = runs[2]
    assert_allclose(run["steering.measure"].min(), 0.75981, atol=1e-4)
    assert_allclose(np.degrees(script.error(run).max()), 0.013957, atol=1e-5)


def test_measure_is_that_of_the_gimbals():
    """Against the determinant of the momentum's changes, by differences of the momentum."""
    angles = np.array([0.3, -0.8, 1.1, 2.0])

    def momentum(of):
        axes = [script.example.axes(k) for k in range(4)]
        return sum(
            np.cos(a) * spin + np.sin(a) * np.cross(gimbal, spin)
            for a, (gimbal, spin) in zip(of, axes, strict=True)
        )

    step = 1e-6
    A = np.array(
        [(momentum(angles + d) - momentum(angles - d)) / (2 * step) for d in step * np.eye(4)]
    ).T
    system = script.at_rest()
    gimbals = {f"gyro{k + 1}": {"angle": angle} for k, angle in enumerate(angles)}
    run = tt.simulate(system, system.state(**gimbals), 0.1, every=0.05)
    assert_allclose(run["steering.measure"][0], np.sqrt(np.linalg.det(A @ A.T)), rtol=1e-8)


def test_poles_at_samples_predict_what_is_measured():
    measured, predicted = script.measured_and_predicted().T
    assert_allclose(measured, predicted, atol=1e-6)
    assert_allclose(predicted, -0.46 + 0.215j, atol=2e-3)


def test_margins():
    system = script.at_rest()
    loop = tt.linearise(system, system.state()).loop("steering")
    found = [loop.margins(rate) for rate in script.RATES]
    assert_allclose([each.gain for each in found], 107.647, atol=1e-2)
    assert_allclose([each.delay for each in found], 1.9643, atol=1e-3)
    assert loop.stable


def test_linear_model_follows_small_motions_to_second_order():
    whole, half = script.linear_errors()[:, :-4]
    assert_allclose(whole / half, 4.0, atol=0.05)


def test_formulations_agree():
    found = tt.analysis.compare(script.example.agile_satellite(), duration=3.0, rtol=1e-10)
    assert len(found.solutions) == 5
    assert found.agrees, found

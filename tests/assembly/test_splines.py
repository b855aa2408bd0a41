"""Splines: smooth through all values, and a kind that keeps between them."""

import warnings

import numpy as np
import pytest

import treetop as tt
from treetop.assembly.splines import spline_pieces

FLATS = ([0, 100, 101, 200, 201, 300], [0, 0, 3, 3, 1, 1])


def evaluated(law, at):
    """Value and two rates."""
    knots, numbers = spline_pieces(law)
    piece = np.clip(np.searchsorted(knots, at, side="right") - 1, 0, len(knots) - 1)
    s, (a, b, c, d) = at - knots[piece], numbers[piece].T
    return a + s * (b + s * (c + s * d)), b + s * (2 * c + 3 * s * d), 2 * c + 6 * s * d


@pytest.mark.parametrize("ends", ["clamped", "natural"])
@pytest.mark.parametrize("seed", range(5))
def test_a_monotone_spline_keeps_between_its_values_and_is_smooth(ends, seed):
    rng = np.random.default_rng(seed)
    times, values = np.cumsum(10.0 ** rng.uniform(-2, 2, 12)), rng.integers(0, 4, 12)
    law = tt.Spline(times.tolist(), values.tolist(), ends, interpolation="monotone")
    np.testing.assert_allclose(evaluated(law, times)[0], values, atol=1e-12)
    for k in range(11):
        at = np.linspace(times[k], times[k + 1], 300)[1:-1]
        x, v, _ = evaluated(law, at)
        assert (v * np.sign(values[k + 1] - values[k]) >= -1e-9 * np.abs(v).max()).all()
        assert (x >= min(values[k : k + 2]) - 1e-9).all()
        assert (x <= max(values[k : k + 2]) + 1e-9).all()
    knots = spline_pieces(law)[0][1:-1]
    for before, after in zip(
        *(evaluated(law, k) for k in (np.nextafter(knots, 0), knots)), strict=True
    ):
        np.testing.assert_allclose(before, after, atol=1e-6 * (1 + np.abs(after).max()))


def test_a_cubic_spline_that_overshoots_says_so_and_what_would_not():
    with pytest.warns(UserWarning, match="between values of 0 to 3: .* interpolation='monotone'"):
        spline_pieces(tt.Spline(*FLATS))


@pytest.mark.parametrize("parts", [8, 30])
def test_samples_of_something_smooth_are_no_reason_to_warn(parts):
    times = np.linspace(0, 10, parts)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sine = tt.Spline(times.tolist(), np.sin(times).tolist(), "natural")
        np.testing.assert_allclose(evaluated(sine, times)[0], np.sin(times), atol=1e-12)
        ramp = tt.Spline([0, 10], [0, 1])
        assert evaluated(ramp, np.array([5.0]))[0] == pytest.approx(0.5)


def test_a_monotone_spline_is_kept_in_files():
    law = tt.Spline(*FLATS, interpolation="monotone")
    m = tt.Model("turntable")
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), m.ground, m.add_body("table", 1, [1, 1, 1]))
    m.add_constraint("drive", tt.Prescribed("hinge.angle", law))
    from treetop.formats.yaml.load import loads
    from treetop.formats.yaml.writer import dumps

    assert loads(dumps(m)).constraints["drive"].law == law
    system = m.build()
    run = tt.simulate(system, system.state(), 300, every=1)
    assert run["hinge.angle"].values.min() >= 0.0
    assert run["hinge.angle"].values.max() <= 3.0

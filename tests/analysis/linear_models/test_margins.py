"""Margins of loops that are known in closed form."""

import numpy as np
import pytest

from treetop.analysis.linear_models.margins import margins_of


def test_an_integrator_with_two_lags():
    """k / (s (s + 1)²): gain margin 2 / k at 1 rad/s."""
    found = margins_of(lambda w: 0.5 / (1j * w * (1j * w + 1) ** 2), [1.0], np.inf, True)
    assert found.gain == pytest.approx(4.0, rel=1e-9)
    assert found.gain_frequency == pytest.approx(1.0, rel=1e-9)
    w = found.phase_frequency
    assert w * (1 + w**2) == pytest.approx(0.5, rel=1e-9)
    assert found.phase == pytest.approx(np.pi / 2 - 2 * np.arctan(w), rel=1e-9)
    assert found.delay == pytest.approx(found.phase / w, rel=1e-9)
    assert found.gain_db == pytest.approx(20 * np.log10(4))


def test_a_loop_that_needs_its_gain():
    """3 / (s - 1): unstable below a third of it."""
    found = margins_of(lambda w: 3 / (1j * w - 1), [1.0], np.inf, True)
    assert found.gain == np.inf and found.gain_reduction == 0.0  # crosses at zero frequency only
    assert found.phase == pytest.approx(np.arctan(8**0.5), rel=1e-9)


def test_a_narrow_resonance_is_seen():
    """A mode of damping 1e-6 whose peak alone is above 1."""
    s = lambda w: 1j * w  # noqa: E731
    found = margins_of(lambda w: 1e-5 * s(w) / (s(w) ** 2 + 2e-6 * s(w) + 1), [1.0], np.inf, True)
    assert found.phase == pytest.approx(np.pi - np.arccos(1 / 5), rel=1e-4)
    assert abs(found.phase_frequency - 1) < 1e-5

"""The pantograph satellite: two coordinates by hand, other formulations, what must be conserved."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("pantograph-satellite")


def test_two_wings_of_one_degree_of_freedom_and_eight_loops():
    system = script.MODEL.build()
    counts = system.counts(system.start())
    assert len(system.assembly.closing) == 8
    assert (counts.constraints, counts.rank, counts.degrees_of_freedom) == (40, 16, 8)
    assert system.evaluate(system.start()).constraint_error < 1e-15


def test_slopes_of_the_moments_by_hand():
    step = 1e-4
    low, at, high = (script.moments(x) for x in (0.3 - step, 0.3, 0.3 + step))
    for whole, slope in (("P", "P_"), ("Q", "Q_"), ("m", "m_")):
        found = (getattr(high, whole) - getattr(low, whole)) / (2 * step)
        assert_allclose(found, getattr(at, slope), rtol=1e-5)


@pytest.mark.compiled
def test_without_the_earth_the_wings_unfold_as_two_coordinates_say():
    run = script.unfolding(free=True)
    by_hand = script.reduced(script.UNFOLDING, script.orbital_rate(), gravity=False)
    for wing in script.WINGS:
        assert_allclose(run[f"{wing}_rail.slide"], by_hand[0], atol=1e-9)
    assert_allclose(script.turned(run), by_hand[1], atol=1e-9)
    audit = run.audit()
    assert audit["angular momentum"].relative < 1e-12
    assert audit["energy"].relative < 1e-9


@pytest.mark.compiled
def test_in_orbit(example_run):
    run = example_run("pantograph-satellite")
    by_hand = script.reduced(run.time, script.orbital_rate(), gravity=True)
    # The orbit feels the size of the spacecraft by parts of (3 m / 6878 km)², 2e-13.
    assert_allclose(run["right_rail.slide"], by_hand[0], atol=1e-9)
    assert_allclose(script.pitch(run), by_hand[1], atol=1e-9)
    assert_allclose(np.degrees(np.abs(script.pitch(run)).max()), 17.096, atol=1e-3)
    audit = run.audit()
    assert script.worst_closure(run) < 1e-11
    for name in ("energy", "energy about the mass centre", "angular momentum"):
        assert audit[name].relative < 1e-9

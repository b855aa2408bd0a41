"""What a Maxwellian gas brings to a plane, against the integral over all molecules."""

import math

import pytest
from scipy.integrate import quad

from treetop.core.environment.free_molecular import (
    COLD,
    EDGE,
    incident,
    incident_on_both,
    most_probable_speed,
    not_colder,
)
from treetop.core.spatial import Vec3


@pytest.mark.parametrize("s", [-2.0, -0.3, 0.0, 0.7, 3.0])
def test_flow_and_pressure_are_integrals_over_molecules_that_arrive(s):
    c = 970.0

    def moment(power):
        """The moment of speeds x c towards the plane, by the Maxwellian about s c."""
        spread = quad(lambda x: x**power * math.exp(-((x - s) ** 2)), 0, 12, epsabs=1e-14)
        return c**power * spread[0] / math.sqrt(math.pi)

    assert incident(c, s * c) == pytest.approx((moment(1), moment(2)), rel=1e-12)


@pytest.mark.parametrize("s", [-9.0, -2.0, -0.3, 0.0, 1e-3, 3.0, 9.0])
def test_both_sides_are_the_sum_of_two(s):
    c = 970.0
    (front, push), (back, pull) = incident(c, s * c), incident(c, -s * c)
    found = incident_on_both(c, s * c)
    assert found == pytest.approx((front + back, push - pull), rel=1e-13, abs=4e-16 * c * c)


def test_beyond_the_edge_nothing_is_left_out():
    c = 1000.0
    for s in (EDGE, -EDGE):
        inside, outside = incident(c, s * c * (1 - 1e-15)), incident(c, s * c * (1 + 1e-15))
        assert outside == pytest.approx(inside, rel=1e-14, abs=1e-12)


def test_speed_of_atomic_oxygen():
    """√(2 k T / m) with Boltzmann's constant and the mass of a molecule."""
    by_molecule = math.sqrt(2 * 1.380649e-23 * 1000 / (0.016 / 6.02214076e23))
    assert most_probable_speed(1000.0, 0.016) == pytest.approx(by_molecule, rel=1e-14)
    assert most_probable_speed(0.0, 0.0) == 0.0


def test_a_cold_gas_has_the_pressure_of_a_beam():
    V = Vec3(-7500.0, 0.0, 0.0)
    c = not_colder(0.0, V)
    assert c == COLD * 7500
    assert incident(c, 7500.0) == (7500.0, 7500.0**2)
    assert incident(c, -7500.0) == (0.0, 0.0)
    assert not_colder(300.0, V) == 300.0

"""Fuel in tanks: moments against quadrature, and derivatives against differences."""

import numpy as np
import pytest

import treetop as tt
from fuelled import near, shapes, table
from treetop.core.compiler import interpreted
from treetop.core.devices.tank_shapes import height_in_dome, settled
from treetop.core.spatial import Vec3
from treetop.topology.fuel import fuel_of


def numbers(I):
    return np.array([I.m, *I.h, *I.J])


def filled(fuel, radius=0.35, length=0.5, dome=0.2, down=(-1.0, 0.0, 0.0), density=900.0):
    with interpreted():
        return settled(fuel, density, radius, length, dome, Vec3(*down))


@pytest.mark.parametrize("fuel", [3.0, 40.0, 46.0, 120.0, 218.0, 219.0, 235.0, 260.0])
def test_moments_are_those_of_layers(fuel):
    now = filled(fuel).now
    x = np.linspace(-0.45, 0.45, 400_001)
    x = 0.5 * (x[1:] + x[:-1])
    beyond = np.maximum(np.abs(x) - 0.25, 0.0) / 0.2
    layer = 900.0 * np.pi * 0.35**2 * (1 - beyond**2) * (x[1] - x[0])
    within = np.cumsum(layer) <= fuel  # fuel settles towards -x
    m, x, b2 = layer[within], x[within], 0.35**2 * (1 - beyond[within] ** 2)
    across = (m * b2 / 4).sum()
    expected = m.sum(), (m * x).sum(), 2 * across, (m * x * x).sum() + across
    near([now.m, now.h.x, now.J.xx, now.J.yy], expected, 1e-4 + 2e-5 * fuel)
    assert abs(now.J.yy - now.J.zz) < 1e-12 and abs(now.J.xy) < 1e-12


@pytest.mark.parametrize("name, shape, fuel, density", shapes())
def test_derivatives_are_those_of_the_moments(name, shape, fuel, density):
    tank = tt.Tank("hub", fuel=fuel, shape=shape, density=density)
    from treetop.core.devices import tank_shapes as core
    from treetop.topology.fuel import shape_numbers

    own, h = shape_numbers(tank), 1e-4
    with interpreted():
        if own.shape == core.UNIFORM:
            per = core.uniform(fuel, Vec3(*own.law[:3]), Vec3(*own.law[3:6])).per
        elif own.shape == core.ROUND:
            per = core.settled(fuel, *own.law[:4], Vec3(*own.law[4:])).per
        else:
            per = core.tabulated(fuel, own.knots, own.pieces, 0, len(own.knots)).per
    slope = (numbers(fuel_of(tank, fuel + h)) - numbers(fuel_of(tank, fuel - h))) / (2 * h)
    near(numbers(per), slope, 1e-8)


def test_a_full_sphere_is_a_sphere():
    mass = 4 / 3 * np.pi * 0.4**3 * 1000.0
    now = filled(mass, radius=0.4, length=0.0, dome=0.4, density=1000.0).now
    near([now.m, *now.h, now.J.xx, now.J.yy], [mass, 0, 0, 0, *[0.4 * mass * 0.16] * 2], 1e-12)


def test_a_half_full_sphere_has_its_centre_at_three_eighths():
    mass = 2 / 3 * np.pi * 0.4**3 * 1000.0
    now = filled(mass, radius=0.4, length=0.0, dome=0.4, down=(0.0, 0.0, 1.0), density=1000.0).now
    near(now.h.z / now.m, 3 / 8 * 0.4, 1e-14)


@pytest.mark.parametrize("volume", [0.0, 1e-14, 1e-6, 0.3, 0.6666])
def test_little_fuel_keeps_its_digits(volume):
    with interpreted():
        x = 1.0 - height_in_dome(volume, 1.0)
    near(x * x * (3.0 - x), 3.0 * volume, 1e-15 + 1e-13 * volume)


def test_a_table_goes_through_its_points():
    shape = table()
    tank = tt.Tank("hub", fuel=40.0, shape=shape)
    for m, c in zip(shape.mass, shape.centre, strict=True):
        near(np.array(fuel_of(tank, m).h) / m, c, 1e-12)


def test_fuel_is_at_most_what_a_tank_holds():
    with pytest.raises(tt.ModelError, match=r"holds 268.*less than its fuel of 300 kg"):
        tt.Tank("hub", fuel=300.0, shape=tt.SphericalTank(0.4), density=1000.0)
    with pytest.raises(tt.ModelError, match="holds 60 kg"):
        tt.Tank("hub", fuel=61.0, shape=table())

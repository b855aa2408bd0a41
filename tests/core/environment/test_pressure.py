"""What air, light and the magnetic field do to the bodies of a craft."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from treetop.system.formulations import FORMULATIONS
from treetop.validation.low_orbit_day import MU, POSITION, RADIUS, SUN, VELOCITY
from treetop.validation.numerics import matrix

MOMENT = np.array([0.0, 0.0, -7.8e22])
RATE = 7.2921159e-5
MAGNETIC_CONSTANT = 1.25663706127e-6  # N/A², CODATA 2022
ATTITUDE = [0.8, 0.0, 0.6, 0.0]
START = {
    "orbit": {
        "position": (-np.array(POSITION)).tolist(),  # in the Sun
        "velocity": VELOCITY,
        "attitude": ATTITUDE,
        "angular_velocity": [0.01, -0.02, 0.03],
    }
}


def craft(**more):
    """A bus and a wing in air, light and a magnetic dipole field."""
    model = tt.Model("craft")
    bus = model.add_body("bus", 100.0, [10.0, 20.0, 15.0])
    wing = model.add_body("wing", 5.0, [3.0, 1.0, 4.0], [0, 2.0, 0])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.add_joint("drive", tt.Revolute([0, 1, 0]), bus.frame("side", at=[0, 0.5, 0]), wing)
    given = {
        "mu": MU,
        "radius": RADIUS,
        "rotation": tt.UniformRotation(RATE),
        "atmosphere": tt.ExponentialAtmosphere(3e-12, "400 km", "60 km"),
        "sun": tt.Sun(position=SUN.tolist(), attracts=False),
        "magnetic": tt.MagneticDipoleField(MOMENT),
    }
    model.set_environment(tt.Planet(**(given | more)))
    return model


def dipole_field(x):
    r = np.linalg.norm(x)
    return MAGNETIC_CONSTANT / (4.0 * np.pi) * (3.0 * x * (x @ MOMENT) / r**5 - MOMENT / r**3)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_formulations_agree(formulation):
    model = craft()
    model.add_surface("hull", tt.Box("bus", [2, 1, 1], gas="sentman", absorption=0.5, specular=0.2))
    model.add_surface(
        "cells", tt.Plate("wing", [4, 2], both=True, drag=2.2, absorption=0.8, diffuse=0)
    )
    model.add_device("rest", tt.MagneticDipole("bus", [1.0, -2.0, 0.5]))
    model.add_device("eddies", tt.EddyCurrents("wing", 1e4))
    model.add_device("wire", tt.Conductor("bus", "wing", resistance=10.0))
    systems = [model.build(each) for each in ("recursive", formulation)]
    seen = [system.evaluate(system.state(**START)) for system in systems]
    for body in ("bus", "wing"):
        one, other = (each.body[body] for each in seen)
        scale = np.abs(one.angular_acceleration).max()
        difference = other.angular_acceleration - one.angular_acceleration
        assert np.abs(difference).max() < 1e-9 * scale


def test_a_dipole_turns_in_the_field():
    model = craft(atmosphere=None, sun=None, gradient=False)
    moment = np.array([1.0, -2.0, 0.5])
    model.add_device("rest", tt.MagneticDipole("bus", moment))
    system = model.build()
    now = system.evaluate(system.state(**START))
    x, R = -np.array(POSITION), matrix(ATTITUDE)
    B = dipole_field(x)
    field = [now[f"environment.magnetic_field.{axis}"] for axis in "xyz"]
    assert_allclose(field, B, rtol=1e-12)
    assert_allclose(now.force["rest"].applied_torque, np.cross(R @ moment, B), rtol=1e-10)


def test_a_conductor_is_braked_by_what_it_dissipates():
    """As seen from the field, which turns with the planet."""
    model = craft(atmosphere=None, sun=None)
    ends = [model.bodies["bus"].frame(name, at=[0, 0, z]) for name, z in (("a", 0.0), ("b", 50.0))]
    model.add_device("wire", tt.Conductor(*ends, resistance=10.0))
    system = model.build()
    start = {"orbit": START["orbit"] | {"angular_velocity": [0, 0, 0]}}
    now = system.evaluate(system.state(**start))
    x = -np.array(POSITION) + matrix(ATTITUDE) @ [0, 0, 25.0]
    v = np.array(VELOCITY) - np.cross([0, 0, RATE], x)
    power = now.force["wire"].applied_force @ v
    assert power < 0
    assert_allclose(power, -10.0 * now["wire.current"] ** 2, rtol=1e-9)


@pytest.mark.compiled
def test_steps_end_at_the_edges_of_the_shadow_in_the_same_segment():
    model = craft(atmosphere=None, magnetic=None)
    model.add_surface("hull", tt.Cannonball("bus", 20.0, light=1.3))
    system = model.build()
    start = system.state(orbit={"position": POSITION, "velocity": VELOCITY})
    run = tt.simulate(system, start, 6000.0, every=6000.0, rtol=1e-10)
    assert not run.events
    assert run.statistics.get("segments", 1) == 1

"""Fuel that flows along a beam: balances, in every formulation, and a rod that is rigid."""

import numpy as np
import pytest

import treetop as tt
from fuelled import drift, near
from treetop.system.formulations import FORMULATIONS


def rocket(elements=3, EA=None, **shape):
    """A beam that bends and twists, with fuel in the middle of it and a nozzle on a gimbal."""
    m = tt.Model("rocket")
    stiffness = {"EI": 2e6, "GJ": 1e6, "EA": EA}
    line = tt.Beam(length=20, mass_per_length=20, rotary_inertia=5, elements=elements, **stiffness)
    hull = m.add_beam("hull", line)
    m.add_joint("flight", tt.Free(), m.ground, hull)
    nozzle = m.add_body("nozzle", 30, [3, 4, 5], centre=[-0.5, 0, 0])
    m.add_joint("gimbal", tt.Universal([0, 1, 0], [0, 0, 1]), hull, nozzle)
    column = tt.FuelAlongBeam(begin=3, end=17, radius=0.4, **shape)
    m.add_device("grain", tt.Tank(hull, fuel=600, shape=column))
    at = nozzle.frame("exit", at=[-1, 0, 0])
    engine = tt.Thruster(at, thrust=2e4, mass_flow=20, tank="grain", throttle=1)
    m.add_device("engine", engine)
    return m


def somewhere(system):
    """Bent, turning, with some of the fuel gone."""
    rng = np.random.default_rng(3)
    state = system.state(
        flight={"angular_velocity": [0.1, 0.2, -0.3], "velocity": [1, 2, 3]},
        gimbal={"angle1": 0.1, "angle2": -0.2, "rate1": 0.3, "rate2": 0.5},
    )
    speeds = [k for k, label in enumerate(system.speed_labels) if label.startswith("hull")]
    state.vector[len(system.coordinate_labels) + np.array(speeds)] = 0.05 * rng.standard_normal(
        len(speeds)
    )
    for k, label in enumerate(system.coordinate_labels):
        if "slide" in label:
            state.vector[k] = 0.05
    state.vector[system.places["grain.mass"]] = 470.0
    return state


SHAPES = [
    {"settles": settles, "inner_flow": inner}
    for settles in (False, True)
    for inner in (True, False)
]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("EA", [None, 1e6])
def test_momenta_mass_and_energy_are_balanced(shape, EA):
    system = rocket(EA=EA, **shape).build()
    near(drift(system, somewhere(system)), np.zeros(9), 1e-5)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_all_formulations_agree(formulation):
    model = rocket(settles=True)
    first, system = model.build(), model.build(formulation)
    state = somewhere(first)
    expected, found = first.evaluate(state), system.evaluate(system.state_of(state))
    near(found.speed_rates, expected.speed_rates, 1e-9)


@pytest.mark.parametrize("settles", [False, True])
def test_a_beam_without_a_flow_is_heavier_by_its_fuel(settles):
    """A beam that is full from end to end has the mass properties of a heavier one."""
    full = tt.Tank("hull", fuel=60, shape=tt.FuelAlongBeam(settles=settles))
    masses = []
    for own, device in ((2.0, full), (5.0, None)):
        m = tt.Model("rocket")
        line = tt.Beam(length=20, mass_per_length=own, EI=[None, 1e3], elements=4)
        m.add_joint("flight", tt.Planar([0, 0, 1]), m.ground, m.add_beam("hull", line))
        if device is not None:
            m.add_device("fuel", device)
            m.add_device("jet", tt.Thruster("hull", thrust=1, mass_flow=1, tank="fuel"))
        system = m.build()
        masses.append(system.mass_matrix(system.state()))
    near(masses[0], masses[1], 1e-9)


def test_a_settled_column_is_as_long_as_what_is_left():
    """Half of the fuel of a column fills the half of it that is nearer to the exit."""
    masses = []
    for end, fuel, left in ((16.0, 80.0, 40.0), (8.0, 40.0, 40.0)):
        m = tt.Model("rocket")
        line = tt.Beam(length=20, mass_per_length=2, EI=[None, 1e3], elements=7)
        m.add_joint("flight", tt.Planar([0, 0, 1]), m.ground, m.add_beam("hull", line))
        shape = tt.FuelAlongBeam(end=end, settles=True)
        m.add_device("fuel", tt.Tank("hull", fuel=fuel, shape=shape))
        m.add_device("jet", tt.Thruster("hull", thrust=1, mass_flow=1, tank="fuel"))
        system = m.build()
        state = system.state(fuel={"mass": left})
        masses.append(system.mass_matrix(state))
    near(masses[0], masses[1], 1e-9)


def test_fuel_leaves_by_either_end():
    """A rocket and its mirror image turn alike."""
    turning = []
    for at, direction in (("hull.root", 1), ("hull.tip", -1)):
        m = tt.Model("rocket")
        line = tt.Beam(length=2, mass_per_length=2, EI=[None, 1e3], elements=4)
        hull = m.add_beam("hull", line)
        m.add_joint("flight", tt.Planar([0, 0, 1]), m.ground, hull.at(1.0))
        m.add_device("fuel", tt.Tank(at, fuel=4, shape=tt.FuelAlongBeam()))
        jet = {"thrust": 1.0, "mass_flow": 1.0, "direction": [direction, 0, 0], "throttle": 1}
        m.add_device("jet", tt.Thruster(at, tank="fuel", **jet))
        system = m.build()
        state = system.state(flight={"rate": 0.1})
        turning.append(np.abs(system.evaluate(state).speed_rates))
    near(turning[0][:3], turning[1][:3], 1e-12)
    near(turning[0][3:], turning[1][3:][::-1], 1e-12)

"""Drag and buoyancy along beams."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from agreeing import close
from treetop.analysis import linearised
from treetop.core.forces.fluid_load import drag, share_at
from treetop.core.spatial import Vec3
from treetop.system.formulations import FORMULATIONS

WATER, DIAMETER = 1000.0, 0.05


def hanging(line=None, **load):
    m = tt.Model("hanging")
    cable = m.add_beam("cable", line or tt.Cable(length=10, mass_per_length=1, elements=3))
    m.add_joint("hold", tt.Universal([0, 1, 0], [0, 0, 1]), m.ground, cable)
    given = {"diameter": DIAMETER, "density": WATER} | load
    m.add_force("water", tt.FluidLoad(cable, **given))
    return m


def test_drag_across_and_along_by_their_coefficients():
    n = Vec3(1.0, 0.0, 0.0)
    assert_allclose(drag(Vec3(0.0, 3.0, 4.0), n, 1.2, 0.01), [0, -1.2 * 15, -1.2 * 20])
    assert_allclose(drag(Vec3(-2.0, 0.0, 0.0), n, 1.2, 0.01), [0.01 * math.pi * 4, 0, 0])


def test_a_profile_is_linear_between_heights_and_held_beyond():
    heights, shares = np.array([-10.0, 0.0, 5.0]), np.array([0.2, 1.0, 2.0])
    found = [share_at(heights, shares, z) for z in (-20.0, -10.0, -5.0, 0.0, 2.5, 9.0)]
    assert_allclose(found, [0.2, 0.2, 0.6, 1.0, 1.5, 2.0])
    assert share_at(np.zeros(0), np.zeros(0), 3.0) == 1.0


@pytest.mark.parametrize("lumped", [False, True])
def test_the_resultant_of_a_line_at_rest(lumped):
    current = np.array([0.1, 0.3, -0.4])
    line = tt.Cable(length=10, mass_per_length=1, elements=3, lumped=lumped)
    m = hanging(line, current=current)
    if lumped:
        m.joints.clear()
        m.add_joint("fix", tt.Fixed(), m.ground, "cable")
    m.add_force("gravity", tt.UniformGravity([0, 0, -9.81]))
    system = m.build()
    force = system.evaluate(system.state()).force["water"].applied_force
    area = 0.5 * WATER * DIAMETER * 10.0
    across = area * 1.2 * np.array([0.0, 0.3, -0.4]) * 0.5
    along = area * 0.01 * math.pi * np.array([0.01, 0.0, 0.0])
    lift = WATER * math.pi / 4.0 * DIAMETER**2 * 10.0 * 9.81
    assert_allclose(force, across + along + [0, 0, lift], rtol=1e-12)


def test_a_current_changes_in_time_and_with_height():
    table = tt.Table([0, 10], [[0, 1, 0], [0, 3, 0]])
    system = hanging(current=table, heights=[0, 1], shares=[0.5, 1]).build()
    assert list(system.breaks) == [0.0, 10.0]
    pushes = [
        system.evaluate(system.state(time=t)).force["water"].applied_force[1] for t in (0.0, 5.0)
    ]
    area = 0.5 * WATER * DIAMETER * 10.0 * 1.2
    assert_allclose(pushes, [area * 0.25, area * 1.0], rtol=1e-12)


@pytest.mark.parametrize("seed", range(2))
def test_all_formulations_agree_and_power_is_the_rate_of_work(seed):
    rng = np.random.default_rng(seed)
    model = hanging(current=rng.normal(size=3).tolist(), heights=[-1, 1], shares=[0.2, 1.5])
    start = {f"cable hinge {k}": dict.fromkeys(("angle1", "rate2"), 0.3) for k in range(3)}
    start["hold"] = {"rate1": 1.0, "angle2": 0.4}
    first = model.build()
    state = first.state(**start)
    now = first.evaluate(state)
    assert now.force["water"].power == pytest.approx(first.rate(state)[-2], rel=1e-10)
    expected = first.rate(state)[: first.size]
    assert np.isfinite(expected).all()
    for formulation in FORMULATIONS:
        system = model.build(formulation)
        again = system.evaluate(system.state_of(state))
        close(
            again.body["cable"].angular_acceleration, now.body["cable"].angular_acceleration, 1e-8
        )
        close(again.force["water"].applied_force, now.force["water"].applied_force, 1e-9)


@pytest.mark.compiled
def test_a_line_falls_at_the_speed_at_which_drag_carries_its_weight():
    m = tt.Model("falling")
    line = tt.Cable(length=10, mass_per_length=4, elements=4, EI=1e3)
    cable = m.add_beam("cable", line)
    m.add_joint("rail", tt.Prismatic([0, 0, 1]), m.ground, cable)
    m.add_force("gravity", tt.UniformGravity([0, 0, -9.81]))
    m.add_force("water", tt.FluidLoad(cable, diameter=DIAMETER, density=WATER))
    system = m.build()
    run = tt.simulate(system, system.state(), 5.0, every=5.0)
    weight = (4.0 - WATER * math.pi / 4.0 * DIAMETER**2) * 9.81
    speed = math.sqrt(weight / (0.5 * WATER * 1.2 * DIAMETER))
    assert run["cable.velocity"].values[-1][2] == pytest.approx(-speed, rel=1e-6)


WIDE, MASS, LONG, G = 0.1, 20.0, 2.0, 9.81
DISPLACED = WATER * np.pi / 4 * WIDE**2  # kg/m


def in_water(joint, elements: int = 4, added: float = 1.0) -> tt.Model:
    """A stiff rod along x in still water without drag, with added mass as the guide says."""
    m = tt.Model("rod in water")
    mass = MASS + added * DISPLACED
    line = tt.Beam(length=LONG, mass_per_length=mass, EI=[None, 1e8], elements=elements)
    rod = m.add_beam("rod", line)
    m.add_joint("held", joint, m.ground, rod)
    m.add_force("weight", tt.UniformGravity([0, -G, 0]))
    still = {"normal": 0, "tangential": 0}
    m.add_force("water", tt.FluidLoad(rod, WIDE, density=WATER, **still))
    if added:
        m.add_force("added", tt.FluidLoad(rod, WIDE, density=added * WATER, **still))
    return m


@pytest.mark.compiled
@pytest.mark.parametrize("added", [0.0, 1.0])
def test_a_cylinder_sinks_broadside_with_its_added_mass(added):
    """(m - ρV) g/(m + C ρV)."""
    system = in_water(tt.Planar([0, 0, 1]), added=added).build()
    fall = system.evaluate(system.state()).body["rod"].acceleration
    wanted = -(MASS - DISPLACED) * G / (MASS + added * DISPLACED)
    assert np.array(fall) == pytest.approx([0, wanted, 0], abs=1e-9)


@pytest.mark.compiled
def test_a_rod_that_hangs_in_water_swings_with_its_added_mass():
    """ω² = (m - ρV) g L/2 over (m + C ρV) L²/3."""
    system = in_water(tt.Revolute([0, 0, 1])).build()
    A = linearised(system, system.state(held={"angle": -np.pi / 2})).A
    found = np.abs(np.linalg.eigvals(A).imag).min()
    wanted = np.sqrt(1.5 * (MASS - DISPLACED) * G / ((MASS + DISPLACED) * LONG))
    assert found == pytest.approx(wanted, rel=1e-5)

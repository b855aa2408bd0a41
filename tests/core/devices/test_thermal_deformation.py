"""Thermal bending and stretching of flexible bodies."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from treetop.flexible import (
    BeamFrame,
    GHMTerm,
    PanelSection,
    Section,
    Shell,
    Viscoelastic,
    modal_truncation_vectors,
    normal_modes,
    thermal_load,
    united,
)
from treetop.system.formulations import FLEXIBLE

L, D, ALPHA = 8.0, 0.05, 1e-6
TUBE = Section.tube(outer=D, inner=0.048, E=70e9, G=26e9, density=2700.0)
LAG = tt.LaggedHeating(D, difference=30.0, time_constant=12.0, rise=50.0, rise_time=40.0)
SUN = [0.36, 0.48, 0.8]
TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def boom_modes(stretches=False):
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [L, 0, 0])
    frame.add_beam("boom", "root", "tip", TUBE, elements=6)
    structure = frame.structure()
    modes = normal_modes(structure, "root", count=4)
    if not stretches:
        return modes
    loads = [thermal_load(structure, 0.0, axis) for axis in np.eye(3)[1:]]
    loads.append(thermal_load(structure, 1.0))
    return united(modes, modal_truncation_vectors(modes, np.array(loads).T)).normal()


def craft(formulation="recursive", modes=None, damping=0.01, stiffening=None, **given):
    model = tt.Model("craft")
    hub = model.add_body("hub", 50, [20, 25, 30])
    boom = model.add_flexible_body(
        "boom", modes or boom_modes(), damping=damping, stiffening=stiffening
    )
    boom.frame("tip", node="tip")
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), hub.frame("edge", at=[1, 0, 0]), boom)
    values = {"heating": LAG, "expansion": ALPHA, "segments": 3, "sun": SUN} | given
    model.add_device("heat", tt.ThermalDeformation(boom, **values))
    return model.build(formulation)


def clamped(modes, damping, **given):
    model = tt.Model("clamped")
    boom = model.add_flexible_body("boom", modes, damping=damping, stiffening="none")
    boom.frame("tip", node="tip")
    model.add_joint("root", tt.Fixed(), model.ground, boom)
    values = {"heating": LAG, "expansion": ALPHA, "sun": SUN} | given
    model.add_device("heat", tt.ThermalDeformation(boom, **values))
    return model.build()


def some_state(system):
    return system.state(
        flight={"angular_velocity": [0.1, -0.2, 0.3]},
        hinge={"angle": 0.3, "rate": 0.2},
        boom={"mode1": 0.03, "mode2": -0.02, "mode3": 0.01, "mode1_rate": 0.1, "mode4_rate": 0.2},
        heat={"difference1.y": 5.0, "difference2.z": -3.0, "temperature3": 320.0},
    )


@pytest.mark.parametrize("stiffening", ["none", "geometric"])
@pytest.mark.parametrize("formulation", FLEXIBLE)
def test_all_formulations_give_the_same_accelerations(formulation, stiffening):
    first, other = craft(stiffening=stiffening), craft(formulation, stiffening=stiffening)
    one, two = (system.evaluate(some_state(system)) for system in (first, other))
    assert_allclose(two.speed_rates, one.speed_rates, rtol=1e-9, atol=1e-11)
    assert_allclose(two["heat.power"], one["heat.power"], rtol=1e-12)
    cold = first.evaluate(first.state(hinge={"angle": 0.3}))
    assert np.abs(one.speed_rates - cold.speed_rates).max() > 1e-3


@pytest.mark.compiled
def test_loads_change_energy_by_their_work_and_no_momentum():
    system = craft(expansion=1e-5)
    run = tt.simulate(system, some_state(system), 20.0, every=1.0, **TIGHT)
    audit = run.audit()
    assert audit["energy"].relative < 1e-9
    assert audit["linear momentum"].relative < 1e-10
    assert audit["angular momentum"].relative < 1e-10
    assert np.ptp(run["heat.power"].values) > 0.0


@pytest.mark.compiled
@pytest.mark.parametrize("segments", [1, 4])
def test_a_boom_comes_to_rest_where_closed_forms_have_it(segments):
    system = clamped(boom_modes(stretches=True), 0.7, segments=segments)
    quick = tt.LaggedHeating(D, difference=30.0, time_constant=0.4, rise=50.0, rise_time=0.4)
    system = clamped(boom_modes(stretches=True), 0.7, segments=segments, heating=quick)
    run = tt.simulate(system, system.state(), 16.0, every=16.0, rtol=1e-9, atol=1e-12)
    tip = run["boom tip.position"].values[-1]
    across = ALPHA * 30.0 / D * L**2 / 2
    strain = ALPHA * 50.0 * np.hypot(SUN[1], SUN[2])
    expected = [L * (1.0 + strain), -SUN[1] * across, -SUN[2] * across]
    assert_allclose(tip, expected, rtol=0, atol=3 * across * (ALPHA * 30.0 / D * L))
    assert_allclose(tip[0] - L, L * strain, rtol=0.05)


@pytest.mark.compiled
def test_a_material_that_relaxes_bends_as_far():
    quick = tt.LaggedHeating(D, difference=30.0, time_constant=0.2)
    relaxing = Viscoelastic([GHMTerm(0.5, 20.0, 2.0)])
    modes = boom_modes()
    rest = clamped(modes, 0.7, heating=quick)
    slow = clamped(modes, relaxing, heating=quick)
    found = []
    for system in (rest, slow):
        run = tt.simulate(system, system.state(), 40.0, every=40.0, rtol=1e-9, atol=1e-12)
        found.append(run["boom tip.position"].values[-1])
    assert_allclose(found[1], found[0], rtol=0, atol=1e-7)


@pytest.mark.compiled
def test_a_panel_bulges_towards_the_sun():
    shell = Shell()
    section = PanelSection.isotropic(thickness=0.01, E=7e9, nu=0.3, density=300.0)
    flat = [[x, y, 0.0] for y in (-0.5, 0.5) for x in (0.0, 1.0, 2.0)]
    shell.add_mesh(flat, [[0, 1, 4, 3], [1, 2, 5, 4]], section)
    shell.name_node("root", [0, 0, 0])
    shell.name_node("tip", [2, 0, 0])
    structure = shell.structure()
    modes = normal_modes(structure, "root", count=3)
    load = thermal_load(structure, 0.0, [0, 0, 1])
    modes = united(modes, modal_truncation_vectors(modes, load[:, None])).normal()
    quick = tt.LaggedHeating(0.01, difference=10.0, time_constant=0.05)
    system = clamped(modes, 0.7, heating=quick, sun=[0.6, 0, -0.8])
    run = tt.simulate(system, system.state(), 6.0, every=6.0, rtol=1e-9, atol=1e-12)
    tip = run["boom tip.position"].values[-1]
    bent = ALPHA * 10.0 * 0.8 / 0.01 * 2.0**2 / 2
    assert_allclose(tip[2], bent, rtol=5 * ALPHA * 10.0 / 0.01 * 2.0)


@pytest.mark.compiled
def test_the_sun_along_a_boom_leaves_it_straight():
    system = clamped(boom_modes(), 0.01, sun=[-1, 0, 0])
    now = system.evaluate(system.state())
    assert_allclose(now.speed_rates, 0.0, atol=1e-12)
    run = tt.simulate(system, system.state(), 5.0, every=5.0, **TIGHT)
    assert_allclose(run["heat.difference1"].values, 0.0, atol=1e-12)


def test_a_body_from_a_file_bends_alike(tmp_path):
    model = tt.Model("clamped")
    boom = model.add_flexible_body("boom", boom_modes(), stiffening="geometric")
    model.add_joint("root", tt.Fixed(), model.ground, boom)
    model.add_device("heat", tt.ThermalDeformation(boom, LAG, ALPHA, segments=2, sun=SUN))
    model.save(tmp_path / "model.yaml")
    again = tt.load(tmp_path / "model.yaml")
    assert again.devices == model.devices
    found = []
    for each in (model, again):
        system = each.build()
        warm = {"difference1.y": 5.0, "difference2.z": -3.0, "temperature2": 320.0}
        found.append(system.evaluate(system.state(heat=warm)).speed_rates)
    assert_allclose(found[1], found[0], rtol=1e-12)
    assert np.abs(found[0]).max() > 1e-3


@pytest.mark.compiled
def test_a_boom_snaps_where_it_leaves_the_shadow():
    radius, au = 6378137.0, 149597870700.0
    model = tt.Model("craft")
    hub = model.add_body("hub", 5000, [4e4, 4e4, 4e4])
    boom = model.add_flexible_body("boom", boom_modes(), damping=0.01, stiffening="none")
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_joint("root", tt.Fixed(), hub, boom)
    model.add_device("heat", tt.ThermalDeformation(boom, LAG, ALPHA))
    sun = tt.Sun(position=[au, 0, 0], attracts=False)
    model.set_environment(tt.Planet(mu=3.986004418e14, radius=radius, gradient=False, sun=sun))
    system = model.build()
    a = radius + 700e3
    speed, quarter = np.sqrt(3.986004418e14 / a), np.sqrt(0.5)
    start = system.state(
        flight={
            "position": [-a, 0, 0],
            "velocity": [0, -speed, 0],
            "attitude": [quarter, 0, 0, quarter],  # along the flight, square to the Sun
        }
    )
    run = tt.simulate(system, start, 1500.0, every=2.0, rtol=1e-9, atol=1e-11)
    lit, D = run["environment.sunlight"].values, run["heat.difference1"].values
    first = np.flatnonzero(lit > 0.0)[0]
    assert 900.0 < run.time[first] < 1200.0
    assert np.abs(D[:first]).max() < 1e-12
    assert_allclose(D[-1], [0.0, -30.0, 0.0], atol=0.2)  # the Sun is along -y of the boom
    assert run.audit()["energy"].relative < 1e-8

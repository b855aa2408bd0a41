"""Mass properties, of bodies and of the whole."""

import numpy as np
import pytest

import treetop as tt
from fuelled import craft
from pages_read import Read
from treetop.results.distance import turned
from treetop.view.report.masses import masses, total
from two_on_a_line import BUS, DRIFT, SWING, TUG


def test_every_body_with_its_numbers(run, model):
    rows = Read(masses(run)).tables["bodies"]
    for row, (name, body) in zip(rows, model.bodies.items(), strict=False):
        assert row["body"].text == name
        assert row["mass kg"].value == body.mass
        assert [row[f"{axis} m"].value for axis in "xyz"] == list(body.centre)
        assert row["Ixx kg·m²"].value == body.inertia[0][0]
    assert rows[-1]["mass kg"].value == BUS + TUG


def test_the_whole_at_the_start(run):
    """Two bodies on a line at a distance d: μ d² across it, μ the reduced mass."""
    mass, centre, inertia = total(run)
    assert mass == BUS + TUG
    assert centre == pytest.approx([DRIFT * 0.0, 0, 0], abs=1e-15)
    across = BUS * TUG / (BUS + TUG) * (1 + SWING) ** 2
    assert inertia == pytest.approx(np.diag([2, 2 + across, 2 + across]), rel=1e-14)


def test_the_whole_turns_with_its_bodies(run, model):
    """A turn of all bodies about the mass centre turns the tensor along."""
    half = np.sqrt(0.5)
    before = total(run)[2]
    R = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
    run.data["attitude"][:] = [half, 0, 0, half]
    for name in ("position", "position_from_origin"):
        run.data[name][:] = run.data[name].values @ R.T
    assert total(run)[2] == pytest.approx(R @ before @ R.T, abs=1e-14)


def test_fuel_and_devices_belong_to_the_whole():
    """Mass and mass centre are those that the equations of motion have."""
    model = craft()
    damper = {"mass": 3, "stiffness": 2, "damping": 0.3}
    model.add_device("damper", tt.NutationDamper("arm", axis=[0, 0, 1], **damper))
    axes = {"gimbal_axis": [0, 0, 1], "spin_axis": [1, 0, 0]}
    model.add_device("gyro", tt.ControlMomentGyro("hub", inertia=0.1, mass=12, **axes))
    system = model.build()
    moving = {"velocity": [1.0, 2.0, -0.5], "attitude": [0.6, 0, 0.8, 0]}
    start = system.state(flight=moving, hinge={"angle": 0.4}, sphere={"mass": 70.0})
    run = tt.simulate(system, start, duration=0.1, every=0.1)
    mass, centre, _ = total(run)
    assert centre == pytest.approx(run["mass_centre"].values[0], abs=1e-12)
    momentum = run["linear_momentum"].values[0]
    assert mass * np.array(moving["velocity"]) == pytest.approx(momentum, rel=1e-12)
    rows = {row["body"].text: row for row in Read(masses(run)).tables["bodies"]}
    assert rows["fuel of sphere"]["mass kg"].value == 70
    assert rows["gyro"]["mass kg"].value == 12
    assert rows["damper"]["mass kg"].value == 3
    sloshing = rows["slosh 1"]["mass kg"].value + rows["slosh 2"]["mass kg"].value
    assert rows["fuel of cylinder"]["mass kg"].value + sloshing == pytest.approx(200)


def test_the_inertia_of_the_whole_is_that_of_its_angular_momentum():
    system = craft().build()
    turning = {"attitude": [0.6, 0, 0.8, 0], "angular_velocity": [0.3, -0.2, 0.1]}
    run = tt.simulate(system, system.state(flight=turning), duration=0.1, every=0.1)
    inertia = total(run)[2]
    rate = turned(np.array(turning["attitude"]), turning["angular_velocity"])
    momentum = run["angular_momentum_about_centre"].values[0]
    assert inertia @ rate == pytest.approx(momentum, rel=1e-11)

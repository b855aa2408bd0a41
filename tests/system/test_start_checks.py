"""Starts that miss the constraints are refused, in orbit as on the ground, at every size."""

import numpy as np
import pytest

import treetop as tt
from treetop.errors import ModelError
from treetop.system.formulations import FORMULATIONS

pytestmark = pytest.mark.compiled  # all formulations of several models

MU, RADIUS = 3.986004418e14, 7.0e6
ORBIT = {"position": [RADIUS, 0, 0], "velocity": [0, np.sqrt(MU / RADIUS), 0]}


def driven(law, formulation="recursive"):
    """A spacecraft in orbit with a panel that a drive moves."""
    m = tt.Model("driven panel")
    bus = m.add_body("bus", 100.0, [10, 12, 8])
    m.add_joint("orbit", tt.Free(), m.ground, bus)
    panel = m.add_body("panel", 10.0, [1, 2, 3], centre=[1, 0, 0])
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), bus.frame("port", at=[1, 0, 0]), panel)
    m.add_constraint("drive", tt.Prescribed("hinge.angle", law))
    m.add_force("earth", tt.CentralGravity(MU))
    return m.build(formulation)


def refused(system, state):
    with pytest.raises(ModelError, match="the start does not meet the constraints") as info:
        system.require_start(state)
    return str(info.value)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(
    ("law", "hinge"),
    [
        ("0.001 * t", {}),
        ("0.005", {}),
        ("1e-8 * t", {}),
        ("0.1 + 1e-8", {"angle": 0.1}),
        ("0.1 * cos(t)", {"angle": 0.1, "rate": 1e-7}),
    ],
)
def test_a_panel_in_orbit_must_start_as_its_drive_does(formulation, law, hinge):
    system = driven(law, formulation)
    refused(system, system.state(orbit=ORBIT, hinge=hinge))
    near = system.settled(system.state(orbit=ORBIT, hinge=hinge))
    system.require_start(near)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(
    ("law", "hinge"),
    [
        ("0.001 * t", {"rate": 0.001}),
        ("0.1 * cos(t)", {"angle": 0.1}),
        ("1000 * cos(pi / 2 + 0 * t)", {}),
        ("1e4 + t", {"angle": 1e4, "rate": 1.0}),
    ],
)
def test_one_that_does_starts(formulation, law, hinge):
    system = driven(law, formulation)
    system.require_start(system.state(orbit=ORBIT, hinge=hinge))


def test_only_what_is_off_is_named():
    system = driven("0.001 * t")
    told = refused(system, system.state(orbit=ORBIT))
    assert "hinge.rate = 0.001 (not 0)" in told
    assert "hinge.angle" not in told


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("far", [0.0, 7.0e6])
@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3, 1e6])
def test_loops_are_held_to_their_own_size(formulation, far, size):
    """A rhombus of four bars near the origin and far away."""
    m = tt.Model("rhombus")
    a, b, c = (
        m.add_body(name, 1.0, 3 * [0.1 * size**2], centre=[size / 2, 0, 0]) for name in "abc"
    )
    here = m.ground.frame("here", at=[far, 0, 0])
    there = m.ground.frame("there", at=[far + size, 0, 0])
    m.add_joint("j1", tt.Revolute([0, 0, 1]), here, a)
    m.add_joint("j2", tt.Revolute([0, 0, 1]), a.frame("end", at=[size, 0, 0]), b)
    m.add_joint("j3", tt.Revolute([0, 0, 1]), there, c)
    ends = c.frame("end", at=[size, 0, 0]), b.frame("end", at=[size, 0, 0])
    m.add_joint("j4", tt.Revolute([0, 0, 1]), *ends, cut=True)
    system = m.build(formulation)

    def started(aside, fast):
        angles = {"j1": 1.0 + aside, "j2": -1.0, "j3": 1.0}
        rates = {"j1": 1.0 + fast, "j2": -1.0, "j3": 1.0}
        return system.state(**{j: {"angle": angles[j], "rate": rates[j]} for j in angles})

    coarse = max(1e-7, 1e-6 * far / RADIUS / size)  # far away small ones have fewer digits
    if coarse > 0.1 or far * size > 1e10:
        return
    system.require_start(started(0.0, 0.0))
    refused(system, started(coarse, 0.0))
    refused(system, started(0.0, coarse))


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_small_parts_that_fly_apart_are_as_exact_as_their_places_are_told(formulation):
    """Two bodies on a bar of 1 cm, each placed from the ground in an orbit."""
    m, place, bar = tt.Model("bar"), np.array([0.6, 0.64, 0.48]) * RADIUS, np.array([2, 3, 6]) / 700
    for name in "ab":
        m.add_joint(name, tt.Free(), m.ground, m.add_body(name, 1.0, [1e-4] * 3))
    m.add_constraint("bar", tt.Distance("a", "b", length=0.01))
    m.add_force("earth", tt.CentralGravity(MU))
    system = m.build(formulation)

    def started(aside):
        places = {"a": place, "b": place + (1.0 + aside) * bar}
        return system.state(**{name: {"position": p.tolist()} for name, p in places.items()})

    system.require_start(started(0.0))
    refused(system, started(1e-4))


def test_a_spacecraft_that_closes_a_loop_in_orbit_must_be_whole():
    m = tt.Model("two arms")
    bus = m.add_body("bus", 100.0, [10, 12, 8])
    m.add_joint("orbit", tt.Free(), m.ground, bus)
    tips = []
    for name, y in (("left", 1.0), ("right", -1.0)):
        arm = m.add_body(name, 5.0, [1, 1, 1], centre=[0.5, 0, 0])
        m.add_joint(name, tt.Revolute([0, 0, 1]), bus.frame(name, at=[0, y, 0]), arm)
        tips.append(arm.frame("tip", at=[2.0, 0, 0]))
    m.add_constraint("bar", tt.Distance(*tips, length=2.0))
    m.add_force("earth", tt.CentralGravity(MU))
    system = m.build()
    system.require_start(system.state(orbit=ORBIT))
    for off in ({"angle": 1e-3}, {"angle": 1e-7}, {"rate": 1e-6}):
        refused(system, system.state(orbit=ORBIT, left=off))


def test_a_prescribed_attitude_in_orbit_is_met_at_the_start():
    m = tt.Model("pointing")
    bus = m.add_body("bus", 100.0, [10, 12, 8])
    m.add_joint("orbit", tt.Free(), m.ground, bus)
    m.add_constraint("turn", tt.PrescribedPose(bus, angles=["0.001 * t", 0, 0]))
    m.add_force("earth", tt.CentralGravity(MU))
    system = m.build()
    refused(system, system.state(orbit=ORBIT))
    system.require_start(system.state(orbit=ORBIT | {"angular_velocity": [0, 0, 0.001]}))
    refused(system, system.state(1.0, orbit=ORBIT | {"angular_velocity": [0, 0, 0.001]}))


def parallelogram(size, hung, longer=0.0, driven=False):
    """Two cranks on a coupler that is reported twice, or both cranks driven; hung on the ground, or
    on a spacecraft in orbit."""
    m = tt.Model("parallelogram")
    a, b = (m.add_body(name, 1.0, 3 * [0.1 * size**2], [size / 2, 0, 0]) for name in "ab")
    on = m.ground
    if hung is None:
        on, hung = m.add_body("bus", 10.0, 3 * [size**2]), 0.0
        m.add_joint("orbit", tt.Free(), m.ground, on)
        m.set_start("orbit", **ORBIT)
        m.add_force("earth", tt.CentralGravity(MU))
    for crank, x in ((a, 0.0), (b, size)):
        m.add_joint(
            crank.name, tt.Revolute([0, 0, 1]), on.frame(crank.name, [hung + x, 0, 0]), crank
        )
        m.set_start(crank.name, angle=1.0, rate=1.0)
        if driven:
            m.add_constraint(f"drive {crank.name}", tt.Prescribed(f"{crank.name}.angle", "1 + t"))
    tips = a.frame("tip", at=[size, 0, 0]), b.frame("tip", at=[size, 0, 0])
    m.add_constraint("coupler", tt.Distance(*tips, length=size))
    if longer:
        m.add_constraint("rod", tt.Distance(*tips, length=size * (1.0 + longer)))
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_lengths_that_contradict_each_other_do_so_in_orbit(formulation, size):
    """An orbit of 7e6 m would hide what is a part of 1e-8 of the mechanism, up to 7 mm."""
    for longer in (1e-8, 1e-4, 1e-2):
        system = parallelogram(size, None, longer).build(formulation)
        with pytest.raises(ModelError, match="no state near the start meets"):
            system.require_start(system.start())


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("size", [1e-3, 1.0, 1e6])
def test_a_mechanism_far_away_may_be_held_twice(formulation, size):
    """Its places are rounded there, and no state meets all constraints exactly."""
    system = parallelogram(size, 7.0e6, driven=True).build(formulation)
    system.require_start(system.start())

"""Joints along curves: by every formulation, as points on paths, in loops, and in closed form."""

import math

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from naive import along_curve
from random_loops import rotation, turn
from random_trees import CURVED, random_motion, random_tree
from treetop.core.integrators.step_recursion import is_recursive
from treetop.symbolic.trees.equations import equations
from treetop.system.formulations import FORMULATIONS
from treetop.system.state import State

OTHERS = [name for name in FORMULATIONS if name != "recursive"]
STRAIGHT = [[x, 0, 0] for x in range(4)]
H = 1e-4  # s, of central differences
WEIGHTS = np.array([-1, 9, -45, 0, 45, -9, 1]) / (60 * H)


def accelerations(now: tt.Snapshot) -> np.ndarray:
    return np.array([[*b.acceleration, *b.angular_acceleration] for b in now.body.values()])


def reactions(now: tt.Snapshot) -> np.ndarray:
    return np.array([[*j.reaction_force, *j.reaction_torque] for j in now.joint.values()])


@pytest.mark.parametrize("formulation", OTHERS)
@pytest.mark.parametrize("grounded", [False, True])
def test_formulations_agree_and_measure_the_arc_length(formulation, grounded):
    kinds = [*CURVED, "universal", *CURVED, "spherical"]
    model = random_tree(7, 8, kinds, grounded=grounded)
    one, other = model.build(), model.build(formulation)
    state = one.state(**random_motion(model, 7))
    there = other.state_of(state)
    expected, found = one.evaluate(state), other.evaluate(there)
    close(accelerations(found), accelerations(expected), 1e-11)
    close(reactions(found), reactions(expected), 1e-10)
    close(found.speed_rates, expected.speed_rates, 1e-11)
    close(there.coordinates, state.coordinates, 1e-12)
    close(there.speeds, state.speeds, 1e-12)
    assert found.constraint_error < 1e-13


def on_a_turning_wire(as_joint: bool) -> tt.Model:
    """A bead that keeps the axes of a wire that turns."""
    x = np.linspace(-2, 2, 41)
    curve = tt.Curve(np.column_stack([x, 0.2 * x**3, x**2]).tolist())
    model = tt.Model("bead")
    wire = model.add_body("wire", 3, [1, 1, 2])
    model.add_joint("spin", tt.Revolute([0, 0.6, 0.8]), model.ground, wire)
    bead = model.add_body("bead", 1, [0.1, 0.2, 0.3], centre=[0.1, 0, 0.2])
    if as_joint:
        model.add_joint("on", tt.Curvilinear(curve, attitude="parallel"), wire, bead)
    else:
        model.add_joint("fly", tt.Free(), wire, bead)
        model.add_constraint("on", tt.PointOnPath(bead, wire, curve=curve))
        for axis, direction in zip("xyz", np.eye(3).tolist(), strict=True):
            model.add_constraint(f"along {axis}", tt.NoRotation(wire, bead, axis=direction))
    model.add_force("weight", tt.UniformGravity([1, 2, -9]))
    return model


def test_it_moves_as_a_point_on_a_path_does():
    system, other = (on_a_turning_wire(each).build() for each in (True, False))
    state = system.state(on={"arc_length": 3.0, "arc_rate": 0.7}, spin={"angle": 0.3, "rate": 1.1})
    now = system.evaluate(state)
    wire, bead = now.body["wire"], now.body["bead"]
    R = turned([0, 0.6, 0.8], 0.3)
    relative = (
        bead.velocity - wire.velocity - np.cross(1.1 * np.array([0, 0.6, 0.8]), bead.position)
    )
    flight = {"position": R.T @ bead.position, "velocity": R.T @ relative}
    there = other.settled(other.state(fly=flight, spin={"angle": 0.3, "rate": 1.1}))
    seen = other.evaluate(there)
    assert seen["on.arc_length"] == pytest.approx(3.0, abs=1e-12)
    assert seen["on.arc_rate"] == pytest.approx(0.7, abs=1e-12)
    close(accelerations(seen), accelerations(now), 1e-11)


def turned(axis, angle):
    K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + math.sin(angle) * K + (1 - math.cos(angle)) * K @ K


def hoop(attitude: str, points: int = 100) -> tt.Model:
    """A bead of 2 kg on most of a hoop of 0.5 m that stands on the ground."""
    angle = np.linspace(0.2, 2 * np.pi - 0.2, points)
    ring = 0.5 * np.column_stack([np.sin(angle), 0 * angle, np.cos(angle)])
    model = tt.Model("hoop")
    wire = model.add_body("wire", 1, [1, 1, 1])
    model.add_joint("spin", tt.Revolute([0, 0, 1]), model.ground, wire)
    bead = model.add_body("bead", 2, [0.02, 0.03, 0.02])
    across = [0, 1, 0] if attitude == "tangent" else None
    kind = tt.Curvilinear(tt.Curve(ring.tolist()), attitude, across)
    model.add_joint("on", kind, wire, bead)
    model.add_constraint("turn", tt.Prescribed("spin.angle", "5*t"))
    model.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    return model


R, M, W, G = 0.5, 2.0, 5.0, 9.81  # radius, mass, rate and gravity
THETA = 0.2 + 0.2 * (2 * math.pi - 0.4)  # from the top, at a point of the curve


def rate_on_hoop(attitude: str, points: int, formulation: str = "recursive") -> float:
    model = hoop(attitude, points)
    base, system = model.build(), model.build(formulation)
    state = base.settled(base.state(on={"arc_length": R * (THETA - 0.2)}, spin={"rate": W}))
    now = system.evaluate(system.state_of(state))
    return now.joint["on"].speed_rates["arc_rate"] / R


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_bead_on_a_hoop_that_turns(formulation):
    expected = (W**2 * math.cos(THETA) + G / R) * math.sin(THETA)
    assert rate_on_hoop("parallel", 401, formulation) == pytest.approx(expected, rel=1e-8)


def test_one_that_turns_along_a_hoop_is_slower_by_its_inertia():
    """(m r² + J) θ'' = m r² (Ω² cos θ + g/r) sin θ; of fourth order in the distance of points."""
    expected = (W**2 * math.cos(THETA) + G / R) * math.sin(THETA) / (1 + 0.03 / (M * R**2))
    coarse, fine = (rate_on_hoop("tangent", n) for n in (201, 401))
    assert (coarse - expected) / (fine - expected) == pytest.approx(16.0, abs=1.0)
    assert (16 * fine - coarse) / 15 == pytest.approx(expected, rel=1e-9)


def join(model, kind, now, a, b, rng) -> None:
    """Join two bodies as they stand, 8 m along a curve."""
    x, R = rng.normal(size=3), rotation(rng)
    R_FM, d = along_curve(kind, np.array(8.0))
    ends = []
    for body, R_NE, at in ((a, R, x), (b, R @ R_FM, x + R @ d)):
        pose = now.body[body]
        R_NB = turn(pose.attitude)
        place = R_NB.T @ (at - pose.position)
        ends.append(model.bodies[body].frame("end", at=place, attitude=(R_NB.T @ R_NE).tolist()))
    model.add_joint("loop", kind, *ends)


@pytest.mark.parametrize("kind", CURVED)
def test_rows_of_one_that_closes_a_loop(kind, rng):
    """Rates are those of errors."""
    model = random_tree(3, 4, ["spherical", "universal", "planar", "cylindrical"], grounded=True)
    tree = model.build()
    motion = random_motion(model, 3)
    now = tree.evaluate(tree.state(**motion))
    join(model, CURVED[kind](rng), now, "b1", "b3", rng)
    system = model.build("kane")
    state = system.settled(system.state(**motion))
    first = system.tables.constraints.joint_at[-1]
    rate = system.rate(state)
    nq = len(system.coordinate_labels)
    rate[nq:] = 0.0  # at constant speeds

    def rows(t):
        now = system.at(State(system, 0.0, state.vector + t * rate))
        return now.rows.error[first:].copy(), now.rows.rate[first:].copy()

    errors, rates = (np.array(each) for each in zip(*map(rows, H * np.arange(-3, 4)), strict=True))
    assert np.abs(errors[3]).max() < 1e-12
    assert WEIGHTS @ errors == pytest.approx(rates[3], abs=1e-9)


@pytest.mark.parametrize("formulation", OTHERS)
@pytest.mark.parametrize("kind", CURVED)
def test_in_loops_formulations_agree(kind, formulation, rng):
    kinds = ["spherical", "universal", "planar", "spherical", "free"]
    model = random_tree(5, 5, kinds, grounded=True)
    tree = model.build()
    motion = random_motion(model, 5)
    now = tree.evaluate(tree.state(**motion))
    join(model, CURVED[kind](rng), now, "b1", "b4", rng)
    one, other = model.build(), model.build(formulation)
    state = one.settled(one.state(**motion))
    expected, found = one.evaluate(state), other.evaluate(other.state_of(state))
    close(accelerations(found), accelerations(expected), 1e-9)
    assert found.constraint_error < 1e-12


def test_implicit_steps_make_a_matrix():
    assert not is_recursive(*hoop("tangent").build().geometry)


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        (
            tt.Curvilinear(tt.Curve(STRAIGHT), across=[1, 0, 0]),
            "joints.on.across: the curve runs along the direction across it, at 0",
        ),
        (
            tt.Curvilinear(
                tt.Curve([[math.cos(a), math.sin(a), 0] for a in np.linspace(0, 6.5, 60)])
            ),
            "joints.on.curve: the curve comes back to itself",
        ),
    ],
)
@pytest.mark.parametrize("cut", [False, True])
def test_curves_that_lead_nowhere(kind, what, cut):
    model = tt.Model("wrong")
    body = model.add_body("body", 1, [1, 1, 1])
    model.add_joint("fly", tt.Free(), model.ground, body)
    if not cut:
        del model.joints["fly"]
    model.add_joint("on", kind, model.ground, body, cut=cut)
    with pytest.raises(tt.ModelError, match=what):
        model.build()


def test_directions_are_not_released_by_themselves():
    model = hoop("tangent")
    model.add_stage("first", until={"bump": "second"})
    model.add_stage("second", release=["on.force.x"])
    model.add_event("bump", tt.time.rises(1.0))
    with pytest.raises(tt.ModelError, match="directions of a joint along a curve change"):
        model.build()


def test_symbols_refuse_it():
    model = hoop("parallel")
    del model.constraints["turn"]
    with pytest.raises(tt.ModelError, match=r"joints.on: a joint along a curve has no equations"):
        equations(model)


def rough_hoop(as_joint: bool, coefficient: float) -> tuple[tt.System, State]:
    """A bead that is thrown along most of a hoop of 0.5 m, without weight, at 3 m/s."""
    angle = np.linspace(0.0, 5.5, 221)
    curve = tt.Curve((0.5 * np.column_stack([np.cos(angle), np.sin(angle), 0 * angle])).tolist())
    model = tt.Model("rough hoop")
    bead = model.add_body("bead", 2.0, [0.1, 0.1, 0.1])
    if as_joint:
        model.add_joint("on", tt.Curvilinear(curve, "parallel"), model.ground, bead)
        model.add_force("rubbing", tt.DryFriction("on", coefficient=coefficient))
        system = model.build()
        return system, system.state(on={"arc_length": 0.5, "arc_rate": 3.0})
    model.add_joint("fly", tt.Free(), model.ground, bead)
    rail = tt.PointOnPath(bead, model.ground, curve=curve, coefficient=coefficient)
    model.add_constraint("on", rail)
    system = model.build()
    c, s = math.cos(1.0), math.sin(1.0)
    flight = {"position": [0.5 * c, 0.5 * s, 0], "velocity": [-3 * s, 3 * c, 0]}
    return system, system.settled(system.state(fly=flight))


@pytest.mark.compiled
@pytest.mark.parametrize("as_joint", [False, True])
def test_a_bead_on_a_rough_hoop_loses_speed_with_the_angle(as_joint):
    """v' = -μ v²/r: v = v0 / (1 + μ v0 t/r)."""
    system, start = rough_hoop(as_joint, 0.4)
    run = tt.simulate(system, start, duration=0.5, every=0.25, rtol=1e-11, atol=1e-13)
    expected = 3.0 / (1.0 + 0.4 * 3.0 * np.array([0.0, 0.25, 0.5]) / 0.5)
    np.testing.assert_allclose(run["on.arc_rate"], expected, rtol=2e-7)
    assert run.audit().passed()


@pytest.mark.compiled
def test_a_block_slips_where_the_curve_is_as_steep_as_the_coefficient_of_rest():
    """The curve is tilted slowly."""
    x = np.linspace(-1, 1, 81)
    curve = tt.Curve(np.column_stack([x, 0 * x, 0.2 * x**2]).tolist())
    model = tt.Model("block on a curve")
    wire = model.add_body("wire", 3, [1, 1, 2])
    model.add_joint("tilt", tt.Revolute([0, -1, 0]), model.ground, wire)
    model.add_constraint("drive", tt.Prescribed("tilt.angle", "0.2 + 0.02*t"))
    block = model.add_body("block", 1, [0.1, 0.2, 0.3])
    model.add_joint("on", tt.Curvilinear(curve, across=[0, 1, 0]), wire, block)
    rubbing = tt.DryFriction("on", coefficient=0.5, static_coefficient=0.6)
    model.add_force("rubbing", rubbing)
    model.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    system = model.build()
    half = 0.5 * 0.5 * math.sqrt(1 + 0.2**2) + 1.25 * math.asinh(0.2)  # of ∫ √(1 + (0.4 x)²)
    whole = 0.5 * math.sqrt(1 + 0.4**2) + 1.25 * math.asinh(0.4)
    motion = {"on": {"arc_length": whole + half}, "tilt": {"angle": 0.2, "rate": 0.02}}
    start = system.settled(system.state(**motion))
    run = tt.simulate(system, start, duration=8, every=0.5)
    (slips,) = run.events
    assert slips.event == "rubbing slips" and "backward" in str(slips)
    tilt = 0.2 + 0.02 * slips.time
    assert tilt + math.atan(0.4 * 0.5) == pytest.approx(math.atan(0.6), abs=1e-4)
    assert run["on.arc_rate"][-1] < -0.1 and run.audit().passed()

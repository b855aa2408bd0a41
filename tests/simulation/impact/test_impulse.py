"""Impulses: momentum conserved, energy lost by Kelvin's formula, the naive way in absolute
coordinates, and reactions, which are impulses per time."""

import numpy as np
import pytest

import treetop as tt
from naive import rotation_of, skew
from random_constraints import constrained_tree
from random_loops import random_mechanism
from random_trees import random_motion, random_tree
from treetop.errors import TreetopError
from treetop.simulation.impact.impulse import Stop, Touch, collision, engagement, motions, rebound
from treetop.system.state import ORIGIN, VELOCITY, State

HELD = ("distance", "perpendicular", "prescribed", "coupling")
SORTS = ("tree", "loops", "loops twice", "constraints")


def mechanism(sort, seed=4):
    """A model without forces and a position: free to fly, but for constraints."""
    if sort == "tree":
        model = random_tree(seed, 9)
        motion = random_motion(model, seed)
    elif sort == "constraints":
        model, motion = constrained_tree(seed, HELD, bodies=7, grounded=False)
    else:
        model, motion = random_mechanism(seed, again=2 if sort == "loops twice" else 1)
    for name in list(model.forces):
        del model.forces[name]
    return model, motion


def vector_of(system, motion):
    return system.joint_vectors(system.state(**motion).vector)[0]


def at_random(system, seed=1):
    rng = np.random.default_rng(seed)
    return {name: rng.normal(size=6) for name in system.body_names}


class Bodies:
    """Inertias and places of the bodies' own frames, by the model's words."""

    def __init__(self, system, z):
        now = system.evaluate(State(system, 0.0, system.own_vector(z)))
        bodies = [system.mechanism.bodies[name] for name in system.body_names]
        self.R = [rotation_of(now.body[body.name].attitude) for body in bodies]
        self.p = [now.body[body.name].position for body in bodies]
        self.m = [body.mass for body in bodies]
        self.c = [R @ body.centre for R, body in zip(self.R, bodies, strict=True)]
        self.J = [R @ body.inertia @ R.T for R, body in zip(self.R, bodies, strict=True)]
        roots = [system.mechanism.joints[name] for name in system.joint_names[: len(bodies)]]
        joints = [system.mechanism.frame(joint.outboard).at for joint in roots]
        self.arm = [R @ np.array(at) for R, at in zip(self.R, joints, strict=True)]

    def momentum(self, V):
        """Linear, and angular about the origin."""
        v = [x[3:] + np.cross(x[:3], c) for x, c in zip(V, self.c, strict=True)]
        P = [m * x for m, x in zip(self.m, v, strict=True)]
        spins = zip(self.J, self.p, self.c, P, V, strict=True)
        return np.append(sum(P), sum(J @ x[:3] + np.cross(p + c, q) for J, p, c, q, x in spins))

    def energy(self, V):
        v = [x[3:] + np.cross(x[:3], c) for x, c in zip(V, self.c, strict=True)]
        parts = zip(self.m, v, self.J, V, strict=True)
        return 0.5 * sum(m * u @ u + x[:3] @ J @ x[:3] for m, u, J, x in parts)

    def at_joints(self, V):
        return [
            np.append(x[:3], x[3:] + np.cross(x[:3], r)) for x, r in zip(V, self.arm, strict=True)
        ]

    def inertias(self):
        """About the outboard frames of joints."""
        for m, c, J, r in zip(self.m, self.c, self.J, self.arm, strict=True):
            C = skew(c - r)
            yield np.block([[J - m * C @ C, m * C], [-m * C, m * np.eye(3)]])


def in_order(system, V):
    return [V[name] for name in system.body_names]


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_motion_after_is_that_of_the_naive_way(sort, formulation):
    """All bodies free, all joints and constraints as rows, one big singular system."""
    model, motion = mechanism(sort)
    system = model.build(formulation)
    z, before = vector_of(system, motion), at_random(system)
    found = engagement(system, 0.0, z, before)
    bodies, still = Bodies(system, z), z.copy()
    still[len(system.coordinate_labels) :][: len(system.speed_labels)] = 0.0
    rows = system.at_joint_vector(0.0, still).rows
    c, J = rows.rate, system.constraint_matrix(State(system, 0.0, system.own_vector(still)))[0]
    I = np.zeros((J.shape[1],) * 2)
    for i, block in enumerate(bodies.inertias()):
        I[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = block
    V0 = np.concatenate(bodies.at_joints(in_order(system, before)))
    K = np.block([[I, -J.T], [J, np.zeros((len(J), len(J)))]])
    V1 = (np.linalg.pinv(K, rcond=1e-11) @ np.append(I @ V0, -c))[: len(V0)]
    after = np.concatenate(bodies.at_joints(in_order(system, found.motions)))
    assert after == pytest.approx(V1, rel=1e-9, abs=1e-9)
    lost = 0.5 * (V0 @ I @ V0 - V1 @ I @ V1)
    assert found.lost == pytest.approx(lost, rel=1e-10)


@pytest.mark.parametrize("sort", SORTS[:3])
def test_nothing_from_outside_leaves_momentum_and_takes_energy(sort):
    model, motion = mechanism(sort)
    system = model.build()
    z, before = vector_of(system, motion), at_random(system)
    found, bodies = engagement(system, 0.0, z, before), Bodies(system, z)
    V0, V1 = in_order(system, before), in_order(system, found.motions)
    v_O = np.append(np.zeros(3), z[VELOCITY])
    size = np.linalg.norm(bodies.momentum(V0))
    assert np.abs(bodies.momentum(V1) - bodies.momentum(V0)).max() < 1e-13 * size
    assert found.kinetic_energy_before == pytest.approx(
        bodies.energy([x + v_O for x in V0]), rel=1e-13
    )
    assert found.kinetic_energy_after == pytest.approx(
        bodies.energy([x + v_O for x in V1]), rel=1e-13
    )
    change = [a - b for a, b in zip(V1, V0, strict=True)]  # Carnot: what is lost is its energy
    assert found.lost == pytest.approx(bodies.energy(change), rel=1e-11)
    assert found.lost > 0.0


@pytest.mark.parametrize("sort", SORTS)
def test_impulses_are_told_as_reactions_are(sort):
    """Forces on bodies at rest, and the reactions to them, are impulses per time."""
    model, motion = mechanism(sort)
    rng, loads = np.random.default_rng(5), {}
    for name in model.bodies:
        torque, force = loads[name] = rng.normal(size=(2, 3))
        model.add_force(f"on {name}", tt.FrameForce(name, force, torque, "inertial"))
    system, motion = at_rest(model, motion)
    now, z = system.evaluate(system.state(**motion)), vector_of(system, motion)
    bodies, before = Bodies(system, z), {}
    for name, I, r in zip(system.body_names, bodies.inertias(), bodies.arm, strict=True):
        torque, force = loads[name]
        a = np.linalg.solve(I, np.append(torque - np.cross(r, force), force))
        before[name] = np.append(a[:3], a[3:] - np.cross(a[:3], r))
    found = engagement(system, 0.0, z, before)
    assert found.speeds == pytest.approx(now.speed_rates, rel=1e-8, abs=1e-9)
    for name, load in now.joint.items():
        told, force, torque = found.joint[name], load.force_unique, load.torque_unique
        assert told.force[force] == pytest.approx(load.reaction_force[force], abs=1e-8)
        assert told.torque[torque] == pytest.approx(load.reaction_torque[torque], abs=1e-8)
    for name, load in now.constraint.items():
        told = found.constraint[name]
        assert told.force == pytest.approx(load.force, abs=1e-8)
        assert told.torque == pytest.approx(load.torque, abs=1e-8)
        assert told.effort == pytest.approx(load.effort, abs=1e-8)


def at_rest(model, motion):
    """The system and its position, all speeds and drives being still."""
    for name, held in list(model.constraints.items()):
        if isinstance(held, tt.Prescribed):
            joint, _, coordinate = held.coordinate.partition(".")
            value = float(motion[joint][coordinate])
            model.constraints[name] = tt.Prescribed(held.coordinate, repr(value))
    coordinates = {
        name: {c.name for c in joint.kind.coordinates} for name, joint in model.joints.items()
    }
    still = {
        joint: {name: value for name, value in given.items() if name in coordinates[joint]}
        for joint, given in motion.items()
    }
    return model.build(), still


# --- stops ------------------------------------------------------------------------------------


def test_a_stop_sends_its_speed_back_and_pushes_along_nothing_else():
    model, motion = mechanism("tree")
    system = model.build()
    label = next(label for label in system.speed_labels if label.endswith(".rate"))
    j, state = system.speed_labels.index(label), system.state(**motion)
    z, before = vector_of(system, motion), motions(system.at(state))
    sense = -int(np.sign(state.speeds[j]))
    found = rebound(system, 0.0, z, before, [Stop(label, sense, 0.3)])
    nq = len(system.coordinate_labels)
    u = z[nq : nq + len(system.speed_labels)]
    push = np.zeros(len(u))
    push[j] = found.hits[0]
    assert found.speeds[j] == pytest.approx(-0.3 * u[j], rel=1e-12)
    M = system.mass_matrix(state)
    assert M @ (found.speeds - u) == pytest.approx(push, abs=1e-12 * np.abs(push).max())
    assert found.hits[0] * sense > 0.0
    assert found.lost == pytest.approx(-0.5 * push[j] * (u[j] + found.speeds[j]), rel=1e-12)
    away = rebound(system, 0.0, z, before, [Stop(label, -sense, 0.3)])
    assert away.hits[0] == 0.0
    assert away.speeds == pytest.approx(u, abs=1e-13)


def test_of_several_stops_only_those_push_that_must():
    """Three cars: the first runs into its stop, the second moves away from its own."""
    m = tt.Model("cars")
    for name in ("one", "two", "three"):
        m.add_joint(name, tt.Prismatic([1, 0, 0]), m.ground, m.add_body(name, 2.0, [1, 1, 1]))
    system = m.build()
    state = system.state(one={"slide_rate": -3}, two={"slide_rate": 1}, three={"slide_rate": -2})
    stops = [Stop(f"{name}.slide_rate", 1, e) for name, e in (("one", 0.5), ("two", 0.5))]
    found = rebound(system, 0.0, vector_of_state(state), motions(system.at(state)), stops)
    assert found.speeds == pytest.approx([1.5, 1.0, -2.0])
    assert found.hits == pytest.approx([9.0, 0.0])
    assert found.joint["one"].force == pytest.approx([9.0, 0.0, 0.0])


def vector_of_state(state):
    return state.system.joint_vectors(state.vector)[0]


def test_a_stop_at_a_joint_that_closes_a_loop_is_one_of_the_tree(four_bar):
    """The mechanism is cut at another joint; in a plane what joints exert there is unique."""
    other = four_bar.copy()
    rocker = other.joints.pop("rocker")
    other.joints["rocker"] = rocker
    results = []
    for model in (four_bar, other):
        del model.forces["weight"]
        system = model.build()
        state = system.start()
        rate = state["close.rate"]
        stop = Stop("close.rate", -int(np.sign(rate)), 0.5)
        results.append(
            rebound(system, 0.0, vector_of_state(state), motions(system.at(state)), [stop])
        )
    one, two = results
    assert one.hits == pytest.approx(two.hits, rel=1e-10)
    for name in one.joint:
        assert one.joint[name].force[:2] == pytest.approx(two.joint[name].force[:2], abs=1e-10)
        assert one.joint[name].torque[2] == pytest.approx(two.joint[name].torque[2], abs=1e-10)
    assert one.joint["close"].torque[2] == pytest.approx(one.hits[0])
    assert one.lost == pytest.approx(two.lost, rel=1e-10)


# --- drives -----------------------------------------------------------------------------------


def test_a_drive_that_engages_gives_its_rate():
    """A table that turns, and what lies loose on it: the effort is the spin that both take on."""
    m = tt.Model("table")
    m.add_joint("spin", tt.Revolute([0, 0, 1]), m.ground, m.add_body("table", 2.0, [1, 1, 2]))
    m.add_joint("lid", tt.Fixed(), "table", m.add_body("lid", 1.0, [1, 1, 0.5], [0.1, 0, 0]))
    m.add_constraint("motor", tt.Prescribed("spin.angle", "3*t"))
    system = m.build()
    still = dict.fromkeys(("table", "lid"), np.zeros(6))
    found = engagement(system, 0.0, vector_of(system, {}), still)
    assert found.speeds == pytest.approx([3.0])
    assert found.constraint["motor"].effort == pytest.approx(3.0 * (2.0 + 0.5 + 0.01))
    assert found.lost == pytest.approx(-0.5 * 3.0**2 * 2.51)
    assert found.joint["spin"].torque[2] == pytest.approx(0.0, abs=1e-12)


def test_drives_that_contradict_each_other_are_named():
    m = tt.Model("tables")
    for k, name in enumerate(("one", "two")):
        m.add_joint(name, tt.Revolute([0, 0, 1]), m.ground, m.add_body(name, 2.0, [1, 1, 2]))
        m.add_constraint(f"motor {name}", tt.Prescribed(f"{name}.angle", f"{k + 2}*t"))
    m.add_constraint("belt", tt.Coupling({"one.angle": 1, "two.angle": -1}))
    system = m.build()
    still = dict.fromkeys(("one", "two"), np.zeros(6))
    with pytest.raises(
        TreetopError, match=r"no velocities meet '(motor one|motor two|belt)': 0\.333"
    ):
        engagement(system, 0.0, vector_of(system, {}), still)


def test_a_speed_that_is_held_cannot_leave_its_stop():
    m = tt.Model("table")
    m.add_joint("spin", tt.Revolute([0, 0, 1]), m.ground, m.add_body("table", 2.0, [1, 1, 2]))
    m.add_constraint("motor", tt.Prescribed("spin.angle", "3*t"))
    system = m.build()
    given = system, 0.0, vector_of(system, {}), {"table": np.zeros(6)}
    with pytest.raises(TreetopError, match="has run into its stop"):
        rebound(*given, [Stop("spin.rate", -1)])
    assert rebound(*given, [Stop("spin.rate", 1)]).hits == pytest.approx([0.0])
    with pytest.raises(TreetopError, match=r"no speed 'spin.rat'; there are: spin.rate"):
        rebound(*given, [Stop("spin.rat", 1)])


# --- collisions -------------------------------------------------------------------------------


def test_a_ball_that_strikes_the_floor_rolls_or_slides():
    """Sticks if that takes less than friction can give: v of the centre to 5/7 of what it was."""
    m = tt.Model("ball")
    inertia = 0.4 * 2.0 * 0.1**2
    m.add_joint("ball", tt.Free(), m.ground, m.add_body("ball", 2.0, [inertia] * 3))
    m.add_force("anchor", tt.SpringDamper("ground", "ball", 1.0, stiffness=0.0))  # not in free fall
    system = m.build()
    state = system.state(ball={"position": [5, 0, 0.1], "velocity": [1.4, 0.7, -3.0]})
    z, before = vector_of_state(state), motions(system.at(state))
    floor = {
        "a": "ground",
        "b": "ball",
        "point": np.array([5, 0, 0]),
        "normal": np.array([0, 0, 1]),
    }
    rough = collision(system, 0.0, z, before, Touch(**floor, restitution=0.5, friction=0.5))
    assert rough.sticks
    assert rough.motions["ball"] == pytest.approx([-5.0, 10.0, 0.0, 1.0, 0.5, 1.5], abs=1e-12)
    smooth = collision(system, 0.0, z, before, Touch(**floor, restitution=0.5, friction=0.01))
    assert not smooth.sticks
    push = 2.0 * 1.5 * 3.0
    slip = np.array([1.4, 0.7]) / np.hypot(1.4, 0.7)
    assert smooth.hits == pytest.approx([*(-0.01 * push * slip), push], rel=1e-12)
    assert smooth.lost == pytest.approx(
        0.5 * 2.0 * 9.0 * 0.75
        + energy_of_friction(smooth.hits, before["ball"], smooth.motions["ball"]),
        rel=1e-12,
    )


def energy_of_friction(p, before, after):
    """What friction takes: minus its impulse times the mean velocity of the point."""
    mean = 0.5 * (before + after)
    return -p[:2] @ (mean[3:] + np.cross(mean[:3], [0, 0, -0.1]))[:2]


def test_two_free_bodies_that_collide_keep_their_momentum():
    model = random_tree(6, 8, roots=2, efforts=False, gravity=False)
    motion = random_motion(model, 6)
    system = model.build()
    state = system.state(**motion)
    z, before, bodies = (
        vector_of_state(state),
        motions(system.at(state)),
        Bodies(system, vector_of_state(state)),
    )
    point = 0.5 * (bodies.p[0] + bodies.p[-1]) - z[ORIGIN]
    n = np.array([2.0, -1.0, 2.0]) / 3.0
    touch = Touch(system.body_names[0], system.body_names[-1], point, n, 0.4, 0.3)
    found = collision(system, 0.0, z, before, touch)
    if found.hits @ n == 0.0:
        found = collision(system, 0.0, z, before, touch._replace(normal=-n))
    assert np.linalg.norm(found.hits) > 0.1
    change = bodies.momentum(in_order(system, found.motions)) - bodies.momentum(
        in_order(system, before)
    )
    assert np.abs(change).max() < 1e-13 * np.linalg.norm(bodies.momentum(in_order(system, before)))
    assert found.lost > 0.0

"""Forces along joints that close loops: which joint is cut makes no difference."""

import math
from dataclasses import replace

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from interpreted import interpreted_for
from random_loops import close as join
from random_trees import JOINTS, add_random_efforts, random_motion, random_tree
from sprung_trees import add_joint_springs
from treetop.system.formulations import FORMULATIONS

ALL = list(FORMULATIONS)
KINDS = ("revolute", "prismatic", "screw", "cylindrical", "universal", "spherical", "planar")


def sprung_loop(seed: int, long: bool = False) -> tuple[tt.Model, str, dict[str, dict]]:
    """A mechanism with a loop, springs and efforts at all joints; the joint by whose cutting the
    outboard body of the joint that closes the loop comes to hang on that one; and a motion.

    A long loop has all six bodies, and freedom enough for one more constraint.
    """
    rng = np.random.default_rng(3000 + seed)
    tree_kinds = [KINDS[(seed + 3 * k) % len(KINDS)] for k in range(len(KINDS))]
    reach, inboard = (1, "b0") if long else (2, f"b{seed % 3}")
    model = random_tree(seed, 6, tree_kinds, grounded=bool(seed % 2), reach=reach, efforts=False)
    motion = random_motion(model, seed)
    system = model.build()
    now = system.evaluate(system.state(**motion))
    kind = KINDS[seed % len(KINDS)]
    join(model, "loop", JOINTS[kind](rng), now, inboard, "b5", rng, 1)
    add_joint_springs(model, rng)
    add_random_efforts(model, rng)
    return model, "j5", motion


def cut_at(model: tt.Model, joint: str) -> tt.Model:
    """The mechanism with that joint cut."""
    other = model.copy()
    other.joints[joint] = replace(other.joints[joint], cut=True)
    return other


def motion_of(state: tt.State, system: tt.System) -> dict[str, dict]:
    """The motion of a state, as another system takes it whose tree is another one."""
    values, names = (
        state.system.joint_values(state),
        {link.joint.name for link in system.assembly.links},
    )
    motion: dict[str, dict] = {name: {} for name in names}
    for label, value in values.items():
        joint, name, *_ = label.split(".")
        if joint in names:
            motion[joint].setdefault(name, []).append(value)
    return {
        joint: {name: v[0] if len(v) == 1 else v for name, v in given.items()}
        for joint, given in motion.items()
    }


def seen(now: tt.Snapshot, names) -> np.ndarray:
    """Accelerations of bodies, reactions, coordinates, speeds and their rates of joints."""
    bodies = [
        np.append(b.acceleration, b.angular_acceleration) for _, b in sorted(now.body.items())
    ]
    joints = []
    for name in names:
        load = now.joint[name]
        joints += [load.reaction_force, load.reaction_torque]
        for values in (load.speeds, load.speed_rates):
            joints += [np.atleast_1d(v) for v in values.values()]
        joints += [np.atleast_1d(v) for n, v in load.coordinates.items() if n != "attitude"]
    return np.concatenate([*bodies, *joints, [now.potential_energy]])


@pytest.mark.parametrize("seed", interpreted_for(range(35), [0, 3]))
def test_whichever_joint_is_cut_all_formulations_say_the_same(seed):
    model, joint, motion = sprung_loop(seed)
    other = cut_at(model, joint)
    first = model.build()
    state = first.settled(first.state(**motion))
    assert first.assembly.closing == ["loop"]
    now = first.evaluate(state)
    flags = [np.append(j.force_unique, j.torque_unique).all() for j in now.joint.values()]
    names = [name for name, alone in zip(now.joint, flags, strict=True) if alone]
    expected = seen(now, names)
    for formulation in ALL:
        for each in (model, other):
            system = each.build(formulation)
            again = system.evaluate(system.state(**motion_of(state, system)))
            close(seen(again, names), expected, 1e-9)
    assert system.assembly.closing == [joint]


def test_all_kinds_of_joints_close_loops_in_either_place():
    for joint in ("loop", "j5"):
        kinds = {sprung_loop(seed)[0].joints[joint].kind.kind for seed in range(7)}
        assert kinds == set(KINDS)


# --- coordinates that are coupled, or follow a function of time ---------------------------------

SCALAR = [seed for seed in range(14) if KINDS[seed % len(KINDS)] != "spherical"]


@pytest.mark.compiled
@pytest.mark.parametrize("seed", interpreted_for(SCALAR, [1]))
@pytest.mark.parametrize("what", ["coupling", "prescribed"])
def test_whichever_joint_is_cut_its_coordinates_can_be_constrained(seed, what):
    model, joint, motion = sprung_loop(seed, long=True)
    first = model.build()
    values = first.joint_values(first.settled(first.state(**motion)))
    coordinates = [c.name for c in model.joints["loop"].kind.coordinates]
    label = f"loop.{coordinates[-1]}"
    if what == "coupling":
        names = [f"j{k}.{c.name}" for k in (1, 5) for c in model.joints[f"j{k}"].kind.coordinates]
        chosen = [label, *(name for name in names if name in values)]
        weights = dict(zip(chosen, (1.0, -0.7, 0.6, 1.3, 0.4, 0.8, -0.9), strict=False))
        offset = sum(weight * values[name] for name, weight in weights.items())
        part = tt.Coupling(weights, offset=offset)
    else:
        part = tt.Prescribed(label, f"{values[label]!r} + 0.3*sin(2*t) - 0.2*t**2")
    model.add_constraint("part", part)
    other = cut_at(model, joint)
    first = model.build()
    state = first.settled(first.state(**motion))
    now = first.evaluate(state)
    assert now.constraint_error < 1e-12
    names = [n for n, j in now.joint.items() if np.append(j.force_unique, j.torque_unique).all()]
    for formulation in ALL:
        for each in (model, other):
            system = each.build(formulation)
            own = system.state(**motion_of(state, system))
            again = system.evaluate(own)
            close(seen(again, names), seen(now, names), 1e-9)
            close(again.constraint["part"].effort, now.constraint["part"].effort, 1e-9)
            close(system.rate(own)[-2], first.rate(state)[-2], 1e-9)  # the power of all drives


# --- closed form ------------------------------------------------------------------------------

LENGTH, STIFFNESS, DAMPING = 0.8, 5.0, 0.3


def parallelogram(cut: str) -> tt.Model:
    """Two arms of the same length carry a bar without turning it; a spring at one of the four
    hinges alone moves all."""
    model, z = tt.Model("parallelogram"), [0, 0, 1]
    for name in ("left", "right"):
        arm = model.add_body(name, 2.0, [0.01, 0.05, 0.05], [LENGTH / 2, 0, 0])
        arm.frame("tip", at=[LENGTH, 0, 0])
    bar = model.add_body("bar", 3.0, [0.01, 0.2, 0.2], [0.5, 0, 0])
    bar.frame("end", at=[1, 0, 0])
    far = model.ground.frame("far", at=[1, 0, 0])
    model.add_joint("left", tt.Revolute(z), model.ground, "left")
    model.add_joint("right", tt.Revolute(z), far, "right", cut=cut == "right")
    model.add_joint("near", tt.Revolute(z), "left.tip", "bar", cut=cut == "near")
    ends = ("bar.end", "right.tip") if cut in ("right", "left") else ("right.tip", "bar.end")
    model.add_joint("end", tt.Revolute(z), *ends, cut=cut == "end")
    return model


@pytest.mark.parametrize("formulation", ALL)
@pytest.mark.parametrize(("cut", "angle"), [("right", 1.1), ("near", -1.1), ("end", -1.1)])
def test_a_spring_at_the_joint_that_is_cut_moves_a_parallelogram(formulation, cut, angle):
    """All move like one arm: I θ'' = -k (θ - rest) - d θ' + drive, angles of the bar being -θ."""
    model, rate, rest, drive = parallelogram(cut), 0.7, 0.4, 2.0
    model.add_force("spring", tt.JointSpring(cut, STIFFNESS, rest, DAMPING))
    model.add_force("drive", tt.JointEffort(cut, drive))
    sign = math.copysign(1.0, angle)
    system = model.build(formulation)
    theta, turning = 1.1, {"angle": 1.1, "rate": rate}
    back = {"angle": -1.1, "rate": -rate}
    motion = {"left": turning, "right": turning, "near": back, "end": back}
    if cut == "right":
        motion["end"] = {"angle": 1.1, "rate": rate}
    del motion[cut]
    state = system.state(**motion)
    now = system.evaluate(state)
    inertia = 2 * (0.05 + 2.0 * LENGTH**2 / 4) + 3.0 * LENGTH**2
    effort = -STIFFNESS * (sign * theta - rest) - DAMPING * sign * rate + drive
    close(now.body["left"].angular_acceleration[2], sign * effort / inertia, 1e-12)
    assert abs(state[f"{cut}.angle"] - angle) < 1e-12
    assert abs(now.joint[cut].speeds["rate"] - sign * rate) < 1e-12
    close(now.joint[cut].speed_rates["rate"], effort / inertia, 1e-12)
    close(now.joint[cut].reaction_torque[2], effort, 1e-12)
    close(now.potential_energy, 0.5 * STIFFNESS * (angle - rest) ** 2, 1e-12)


# --- energy, and differences ------------------------------------------------------------------


@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
@pytest.mark.parametrize("seed", range(7))
def test_the_power_of_efforts_is_the_change_of_energy_and_speeds_that_of_coordinates(
    formulation, seed
):
    """Central differences along the motion, by the rate of the state itself."""
    model, _, motion = sprung_loop(seed)
    system = model.build(formulation)
    state = system.settled(system.state(**motion))
    rate, h = system.rate(state), 1e-5

    def at(step):
        y = tt.State(system, state.time, state.vector + step * rate)
        return system.evaluate(y)

    now, before, after = at(0.0), at(-h), at(h)
    energies = [each.kinetic_energy + each.potential_energy for each in (before, after)]
    close((energies[1] - energies[0]) / (2 * h), rate[-2], 1e-6)
    kind = model.joints["loop"].kind
    for c, s in zip(kind.coordinates, kind.speeds, strict=True):
        values = [each.joint["loop"] for each in (before, after)]
        if c.name != "attitude":
            slope = (values[1].coordinates[c.name] - values[0].coordinates[c.name]) / (2 * h)
            assert abs(slope - now.joint["loop"].speeds[s.name]) < 1e-7
        slope = (values[1].speeds[s.name] - values[0].speeds[s.name]) / (2 * h)
        found = now.joint["loop"].speed_rates[s.name]
        assert np.abs(slope - found).max() < 1e-6 * max(1.0, np.abs(found).max())


# --- a whole run, turn after turn -------------------------------------------------------------


def crank_rocker(cut: str) -> tt.Model:
    """The crank turns all the way round; a motor drives the rocker's end of the coupler."""
    model, z = tt.Model("crank and rocker"), [0, 0, 1]
    for name, length in (("crank", 0.4), ("coupler", 1.5), ("rocker", 1.0)):
        bar = model.add_body(name, 1.0, [0.01, 0.1, 0.1], [length / 2, 0, 0])
        bar.frame("tip", at=[length, 0, 0])
    far = model.ground.frame("far", at=[1.5, 0, 0])
    model.add_joint("crank", tt.Revolute(z), model.ground, "crank", cut=cut == "crank")
    model.add_joint("rocker", tt.Revolute(z), far, "rocker")
    model.add_joint("wrist", tt.Revolute(z), "rocker.tip", "coupler.tip")
    model.add_joint("knee", tt.Revolute(z), "coupler", "crank.tip", cut=cut == "knee")
    model.add_force("spring", tt.JointSpring("crank", 0.05, 0.0, 0.02))
    model.add_force("motor", tt.JointEffort("crank", 1.5))
    return model


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_a_spring_at_a_cut_crank_winds_up(formulation):
    """A motor turns the crank against a weak spring, over and over, whichever joint is cut."""
    whole = crank_rocker("knee").build(formulation)
    near = whole.state(crank={"angle": 0.3}, rocker={"angle": 1.9}, wrist={"angle": 1.2})
    start, runs = whole.assembled(near, hold=["crank"]), []
    for cut in ("crank", "knee"):
        system = crank_rocker(cut).build(formulation)
        assert system.assembly.closing == [cut]
        own = system.state(**motion_of(start, system))
        runs.append(tt.simulate(system, own, duration=8.0, rtol=1e-10))
        assert runs[-1].audit().passed(1e-8)
    cut, kept = runs
    assert kept["crank.angle"][-1] > 4 * np.pi
    for label in ("crank.angle", "crank.rate", "knee.rate"):
        assert abs(cut[label] - kept[label]).max() < 1e-6, label
    # Nothing acts along the knee: its turns are measured from sample to sample.
    apart = (cut["knee.angle"] - kept["knee.angle"]).values
    assert abs(apart - apart[0]).max() < 1e-6


def test_full_turns_are_told_by_the_start():
    model = parallelogram("right")
    model.add_force("spring", tt.JointSpring("right", 0.2))
    model.set_start("left", angle=0.3)
    model.set_start("near", angle=-0.3)
    model.set_start("end", angle=0.3)
    model.set_start("right", angle=0.3 + 4 * np.pi)
    for formulation in ALL:
        system = model.build(formulation)
        state = system.start()
        assert abs(state["right.angle"] - 0.3 - 4 * np.pi) < 1e-12
        other = model.build("recursive").state_of(state)
        assert abs(other["right.angle"] - 0.3 - 4 * np.pi) < 1e-12
        assert abs(system.settled(state)["right.angle"] - 0.3 - 4 * np.pi) < 1e-12


# --- free joints, which hold nothing ----------------------------------------------------------


def flying(joint: str) -> tt.Model:
    """Two bodies in orbit, pushed from the ground along a joint of the tree, or along another one
    between the same frames."""
    model = tt.Model("flying")
    pad = model.ground.frame("pad", at=[3, 4, 5], attitude=[0.8, 0, 0.6, 0])
    for name in ("one", "two"):
        body = model.add_body(name, 2.0, [1, 2, 2.5], [0.1, 0.2, 0])
        body.frame("port", at=[0.3, 0, 0.1], attitude=[0.6, 0.8, 0, 0])
        model.add_joint(f"to_{name}", tt.Free(), pad, f"{name}.port")
    model.add_joint("again", tt.Free(), pad, "one.port")
    model.add_force("earth", tt.CentralGravity("398600 km^3/s^2"))
    model.add_force("tie", tt.SpringDamper("one", "two", 1.0, 3.0, damping=0.5))
    model.add_force("push", tt.JointEffort(joint, [0.3, -0.2, 0.5], "velocity"))
    model.add_force("twist", tt.JointEffort(joint, [0.1, 0.4, -0.2], "angular_velocity"))
    return model


@pytest.mark.parametrize("formulation", ALL)
def test_a_free_joint_beside_another_one_pushes_in_the_same_way(formulation):
    place, speed = np.array([7e6, 0, 0]), np.array([0, 7500.0, 0])
    given = {
        "to_one": {"position": place, "velocity": speed, "angular_velocity": [0.1, 0.2, 0.3]},
        "to_two": {"position": place + [2, 1, 0], "velocity": speed + 0.1},
    }
    found = []
    for joint in ("to_one", "again"):
        system = flying(joint).build(formulation)
        assert system.tables.falling[0] == 1
        state = system.state(**given)
        now = system.evaluate(state)
        load = now.joint[joint]
        bodies = [np.append(b.acceleration, b.angular_acceleration) for b in now.body.values()]
        rates = [*load.speed_rates.values(), *load.speeds.values()]
        works = system.rate(state)[-2:]
        loads = load.reaction_force, load.reaction_torque
        found.append(np.concatenate([*bodies, *loads, *rates, works]))
        close(state[f"{joint}.position"], place, 1e-12)
    # Seen from the ground a velocity has ten digits fewer than from the falling origin.
    scale = np.maximum(np.abs(found[0]), 1.0)
    assert np.abs((found[1] - found[0]) / scale).max() < 1e-8

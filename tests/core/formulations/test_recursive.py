"""Forward dynamics by the articulated-body recursion."""

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from sprung_trees import moving, sprung_tree


def test_recursion_is_kane_with_dense_matrices(tree):
    rates = np.linalg.solve(tree.naive.mass_matrix(tree.q), -tree.naive.bias(tree.q, tree.u))
    close(tree.system.evaluate(tree.state).speed_rates, rates, 1e-9)


def test_mass_matrix_times_rates_and_bias_is_nothing(tree):
    rates = tree.system.evaluate(tree.state).speed_rates
    close(tree.system.mass_matrix(tree.state) @ rates, -tree.system.bias(tree.state), 1e-11)


@pytest.mark.parametrize("grounded", [False, True])
def test_forward_after_inverse_is_identity(grounded, rng):
    model = sprung_tree(seed=11, bodies=30, roots=2, grounded=grounded)
    system, state = moving(model, seed=3)
    wanted = rng.normal(size=len(system.speed_labels))
    efforts = dict(zip(system.speed_labels, system.inverse_dynamics(state, wanted), strict=True))
    for joint in model.joints.values():
        for speed in joint.kind.speeds:
            name = f"{joint.name}.{speed.name}"
            parts = [efforts[label] for label in efforts if f"{label}.".startswith(f"{name}.")]
            effort = parts if speed.size > 1 else parts[0]
            drive = tt.JointEffort(joint.name, effort, speed.name)
            model.add_force(f"{joint.name}_{speed.name}_drive", drive)
    driven, state = moving(model, seed=3)
    close(driven.evaluate(state).speed_rates, wanted, 1e-9)


X, Y, Z = np.eye(3).tolist()
# Every compound joint, and the row of simple ones, with bodies without mass between them, that
# moves likewise; a free joint gives its attitude first, its row gives it last.
COMPOUNDS = [
    (tt.Universal([1, 0, 0.2], [0, 1, 0]), [tt.Revolute([1, 0, 0.2]), tt.Revolute([0, 1, 0])], 0),
    (tt.Cylindrical([1, 2, 3]), [tt.Revolute([1, 2, 3]), tt.Prismatic([1, 2, 3])], 0),
    (tt.Planar(Z), [tt.Prismatic(X), tt.Prismatic(Y), tt.Revolute(Z)], 0),
    (tt.Free(), [tt.Prismatic(X), tt.Prismatic(Y), tt.Prismatic(Z), tt.Spherical()], 3),
]


@pytest.mark.parametrize(("kind", "row", "shift"), COMPOUNDS, ids=lambda k: getattr(k, "kind", ""))
def test_compound_joint_moves_as_simple_ones_through_massless_bodies(kind, row, shift, rng):
    q, u = rng.normal(size=sizes([kind], "coordinates")), rng.normal(size=sizes([kind], "speeds"))
    if shift:
        q[:4] /= np.linalg.norm(q[:4])
    one, same = craft_with([kind], q, u), craft_with(row, np.roll(q, shift), np.roll(u, shift))
    for body in ("bus", "arm"):
        for what in ("position", "velocity", "acceleration", "angular_acceleration"):
            ours, theirs = (getattr(now.body[body], what) for now in (one, same))
            assert ours == pytest.approx(theirs, rel=1e-12, abs=1e-12)


def craft_with(kinds, q, u):
    """A free bus that turns, with an arm at the end of the joints; a snapshot of it."""
    model = tt.Model("craft")
    bus = model.add_body("bus", mass=3, inertia=[2, 3, 4], centre=[0.1, 0, 0.2])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    inboard, motion = bus.frame("port", at=[0.5, 0.1, 0], attitude=[0.5, 0.5, -0.5, 0.5]), {}
    for n, kind in enumerate(kinds):
        last = n == len(kinds) - 1
        body = model.add_body("arm", 2, [1, 2, 1.5], [0.3, 0, 0]) if last else None
        body = body or model.add_body(f"cross{n}", mass=0)
        model.add_joint(f"joint{n}", kind, inboard, body)
        motion[f"joint{n}"], q, u = start_of(kind, q, u)
        inboard = body
    model.add_force("push", tt.FrameForce(inboard, force=[1, 2, 3], torque=[-1, 1, 2]))
    system = model.build()
    return system.evaluate(system.state(orbit={"angular_velocity": [0.3, -0.5, 0.7]}, **motion))


def sizes(kinds, what):
    return sum(c.size for kind in kinds for c in getattr(kind, what))


def start_of(kind, q, u):
    """The first numbers as the motion of a joint, and the rest."""
    motion = {}
    for c, s in zip(kind.coordinates, kind.speeds, strict=True):
        motion[c.name], q = list(q[: c.size]) if c.size > 1 else q[0], q[c.size :]
        motion[s.name], u = list(u[: s.size]) if s.size > 1 else u[0], u[s.size :]
    return motion, q, u

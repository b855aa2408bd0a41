"""Points on paths that bend: rates and biases are those of errors, forces are in balance, and
nothing jumps from element to element."""

import numpy as np
import pytest

import treetop as tt
from interpreted import interpreted_for
from treetop.system.state import State

H = 1e-4  # s, of central differences
WEIGHTS = np.array([-1, 9, -45, 0, 45, -9, 1]) / (60 * H)
LINES = {
    "beam": tt.Beam(length=4, mass_per_length=1, EI=50, elements=5),
    "curved": tt.Beam(length=4, mass_per_length=1, EI=50, elements=5, curvature=[0.1, 0.2]),
    "stretched": tt.Beam(length=4, mass_per_length=1, EI=50, EA=1e3, elements=4),
    "short": tt.Beam(length=4, mass_per_length=1, EI=50, elements=1),
    "lumped": tt.Cable(length=4, mass_per_length=1, EA=1e3, elements=5, lumped=True),
}


def trolley(line, **more) -> tt.Model:
    """A beam that is held to the ground, and a body on three slides that is on it."""
    model = tt.Model("trolley")
    model.add_beam("boom", line)
    model.add_joint("root", tt.Fixed(), model.ground, "boom")
    at = model.ground
    for axis, along in zip("xyz", np.eye(3).tolist(), strict=True):
        body = model.add_body(axis, 1.0, [0.1, 0.2, 0.3])
        model.add_joint(f"to {axis}", tt.Prismatic(along), at, body)
        at = body
    frame = at.frame("hook", at=[0.3, -0.2, 0.1])
    model.add_constraint("rail", tt.PointOnPath(frame, "boom", **more))
    return model


def bent(model, s: float, seed: int = 1):
    """A system in motion, the boom bent, the trolley on it near the arc length s."""
    rng = np.random.default_rng(seed)
    system = model.build("kane")
    state = system.state(**{"to x": {"slide": s - 0.3}})
    y, nq = state.vector.copy(), len(system.coordinate_labels)
    trolley = [k for k, name in enumerate(system.coordinate_labels) if name.startswith("to ")]
    hinges = [k for k in range(nq) if k not in trolley]
    y[hinges] += 0.1 * rng.normal(size=len(hinges))
    y[nq : 2 * nq] = rng.normal(size=nq)
    for _ in range(12):  # only the trolley moves to the path
        now = system.at(State(system, 0.0, y)).rows
        first = int(system.tables.constraints.joint_at[-1])
        n = now.on_b[system.tables.constraints.pair_at[first : first + 2], 3:]
        y[trolley] -= n.T @ now.error[first : first + 2]
    return system, y


def rows_at(system, y, t):
    nq = len(system.coordinate_labels)
    moved = y.copy()
    moved[:nq] += t * y[nq : 2 * nq]
    now = system.at(State(system, t, moved))
    return now.rows, now.work.V.copy()


def felt(system, rows, V, first):
    c, total = system.tables.constraints, np.zeros(rows.error.size)
    for k in range(first, total.size):
        for p in range(c.pair_at[k], c.pair_at[k + 1]):
            a, b = c.bodies[p]
            total[k] += rows.on_a[p] @ V[a] + rows.on_b[p] @ V[b]
    return total[first:]


@pytest.mark.parametrize("s", interpreted_for([0.3, 1.9, 3.7], [0.3]))
@pytest.mark.parametrize("line", interpreted_for(LINES, ["curved"]))
def test_rate_and_bias_along_a_bent_path_are_those_of_the_error(line, s):
    system, y = bent(trolley(LINES[line], law="1 + 0.2*t"), s)
    first = int(system.tables.constraints.joint_at[-1])
    seen = [rows_at(system, y, k * H) for k in range(-3, 4)]
    rows, V = seen[3]
    errors, rates = (
        np.array([getattr(r, name)[first:] for r, _ in seen]) for name in ("error", "rate")
    )
    assert np.abs(rows.error[first : first + 2]).max() < 1e-13
    assert WEIGHTS @ errors == pytest.approx(rows.rate[first:], abs=2e-9)
    assert felt(system, rows, V, first) - rows.drive[first:] == pytest.approx(
        rows.rate[first:], abs=1e-12
    )
    A = np.tensordot(WEIGHTS, np.array([V for _, V in seen]), 1)
    second = felt(system, rows, A, first) + rows.bias[first:]
    assert WEIGHTS @ rates == pytest.approx(second, abs=2e-8 * (1 + np.abs(second).max()))


@pytest.mark.parametrize("line", interpreted_for(LINES, ["stretched"]))
def test_forces_of_a_path_are_in_balance(line):
    system, y = bent(trolley(LINES[line], law="1 + 0.2*t"), 1.9)
    now, c = system.at(State(system, 0.0, y)), system.tables.constraints
    first = int(c.joint_at[-1])
    for k in range(first, first + 3):
        total = np.zeros(6)
        for p in range(c.pair_at[k], c.pair_at[k + 1]):
            for body, wrench in zip(c.bodies[p], (now.rows.on_a[p], now.rows.on_b[p]), strict=True):
                total[3:] += wrench[3:]
                total[:3] += wrench[:3] + np.cross(now.work.p[body], wrench[3:])
        assert total == pytest.approx(np.zeros(6), abs=1e-12)


@pytest.mark.compiled
def test_nothing_jumps_from_element_to_element():
    """Directions and biases of rows, just before and behind the section between two spans."""
    system, y = bent(trolley(LINES["beam"]), 1.6)
    tracks = system.tables.drives.sliding.tracks
    first = int(system.tables.constraints.joint_at[-1])
    nq, knot = len(system.coordinate_labels), tracks.begin[2]
    found = []
    for side in (-1e-9, 1e-9):
        moved, trolley_at = (
            y.copy(),
            [k for k, n in enumerate(system.coordinate_labels) if "to " in n],
        )
        for _ in range(60):
            now = system.at(State(system, 0.0, moved))
            s = float(system.evaluate(State(system, 0.0, moved))["rail.arc_length"])
            pairs = system.tables.constraints.pair_at[first : first + 2]
            n = now.rows.on_b[pairs, 3:]
            step = n.T @ now.rows.error[first : first + 2] - np.cross(*n) * (knot + side - s)
            moved[trolley_at] -= step
        assert abs(s - knot - side) < 1e-12
        found.append([*now.rows.bias[first:], *n.ravel()])
    assert nq and found[0] == pytest.approx(found[1], abs=1e-7)


def in_flight(**more) -> tuple[tt.Model, dict]:
    """A satellite that turns, with a soft boom and two trolleys on it."""
    model = tt.Model("in flight")
    bus = model.add_body("bus", 30.0, [5, 6, 7])
    line = tt.Beam(length=4, mass_per_length=0.5, EI=40, elements=4)
    model.add_joint("fly", tt.Free(), model.ground, bus)
    model.add_joint("clamp", tt.Fixed(), bus, model.add_beam("boom", line))
    motion = {"fly": {"angular_velocity": [0.1, 0.3, 0.5], "velocity": [0.1, 0, 0]}}
    for name, s in (("near", 1.0), ("far", 2.5)):
        body = model.add_body(name, 2.0, [0.1, 0.2, 0.2])
        model.add_joint(f"{name} bogie", tt.Free(), bus, body)
        hook = body.frame("hook", at=[0, 0.1, 0])
        model.add_constraint(name, tt.PointOnPath(hook, "boom", **more))
        motion[f"{name} bogie"] = {"position": [s, -0.1, 0], "velocity": [0.2, 0, 0]}
    return model, motion


@pytest.mark.compiled
def test_free_flight_keeps_momenta_and_energy_while_trolleys_pass_elements():
    model, motion = in_flight()
    system = model.build()
    state = system.settled(system.state(**motion))
    run = tt.simulate(system, state, 1.5, every=0.05, rtol=1e-11, atol=1e-13)
    near, far = (run[f"{name}.arc_length"].values for name in ("near", "far"))
    assert near[0] < 1.05 and near[-1] > 1.2  # another span begins at each metre
    assert far[-1] > 3.0
    assert run.audit().passed(1e-9)


@pytest.mark.compiled
def test_all_formulations_agree_on_trolleys_on_a_boom():
    model, motion = in_flight(damping=0.3, coefficient=0.2)
    system = model.build()
    state = system.settled(system.state(**motion))
    found = tt.analysis.compare(model, start=state, duration=0.2, rtol=1e-9)
    assert found.agrees


@pytest.mark.parametrize(
    "formulation", interpreted_for(["recursive", "newton-euler"], ["recursive"])
)
def test_friction_is_in_proportion_to_what_the_path_exerts_across_itself(formulation):
    """Its power is -μ N times the rates, N from the force that holds each trolley."""
    model, motion = in_flight(coefficient=0.3)
    base, system = model.build(), model.build(formulation)
    state = system.state_of(base.settled(base.state(**motion)))
    now = system.evaluate(state)
    power = 0.0
    for name in ("near", "far"):
        N = np.linalg.norm(now.constraint[name].force)  # across the path: none along it
        power -= 0.3 * N * abs(now[f"{name}.arc_rate"])
    assert system.rate(state)[-2] == pytest.approx(power, rel=1e-6)

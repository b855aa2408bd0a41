"""Events that are looked at and do not happen, and changes of structure."""

from functools import partial

import treetop as tt
from treetop.simulation.supervisor import Supervisor
from treetop.system.state import State

from .timing import Figure, least_times

ARMED = 10
BODIES = 50


def figures():
    for bodies in (3, 10, 30):
        systems = {armed: hanging_chain(bodies, armed).build() for armed in (0, ARMED)}
        starts = {armed: system.start() for armed, system in systems.items()}
        turns = {armed: partial(_run, start) for armed, start in starts.items()}
        spent = least_times(turns, repeats=21)
        ratio = spent[ARMED] / spent[0]
        note = f"run of 3 s, {spent[0] * 1e3:.1f} ms without"
        yield Figure(f"{ARMED} armed events, chain of {bodies}", ratio, at_most=1.3, note=note)
    yield from _structure()


def _run(start):
    return tt.simulate(start.system, start, 3.0, every=3.0, rtol=1e-9)


def hanging_chain(bodies, events):
    """A chain on the ground, with events that never happen."""
    m, end = tt.Model("chain"), "ground"
    for i in range(bodies):
        body = m.add_body(f"body{i}", mass=1, inertia=[0.1, 0.1, 0.02], centre=[0, 0, -0.5])
        axis = [1, 0, 0] if i % 2 else [0, 1, 0]
        m.add_joint(f"joint{i}", tt.Revolute(axis), end, body)
        m.set_start(f"joint{i}", angle=0.3, rate=0.1)
        end = body.frame("end", at=[0, 0, -1])
    m.add_force("weight", tt.UniformGravity())
    for k in range(events):
        i = k % bodies
        never = (
            tt.coordinate(f"joint{i}.angle").crosses(40 + k),
            tt.reaction(f"joint{i}").force.z.falls(-1e6),
            tt.quantity(f"body{i}.position.z").rises(1e3),
            tt.distance(f"body{i}", "ground").rises(1e3),
        )
        m.add_event(f"event{k}", never[k % len(never)])
    return m


def _structure():
    """A free-flying chain that breaks, is locked at two joints, and unlocked again."""
    system = breaking_chain(BODIES).build()
    supervisor, states = Supervisor(system, 1.0), {}
    state = system.start()
    for event in ("broken", "stiff", "loose"):
        states[event] = state, supervisor.situation
        state = supervisor.act({event: 1}, state).state

    def change(event):
        before, known = states[event]
        supervisor.situation = known
        supervisor.systems.built = {}  # nothing may be known from the last time
        supervisor.act({event: 1}, State(before.system, before.time, before.vector.copy()))

    spent = least_times({event: lambda event=event: change(event) for event in states}, repeats=31)
    for event, what in (("broken", "release"), ("stiff", "lock of two"), ("loose", "unlock")):
        name = f"change of structure, {BODIES} bodies, {what}"
        yield Figure(name, spent[event] * 1e3, "ms", at_most=10)


def breaking_chain(bodies):
    m, end = tt.Model("breaking chain"), "ground"
    for i in range(bodies):
        body = m.add_body(f"body{i}", mass=1, inertia=[0.1, 0.1, 0.02], centre=[0, 0, -0.5])
        axis = [1, 0, 0] if i % 2 else [0, 1, 0]
        m.add_joint(f"joint{i}", tt.Revolute(axis) if i else tt.Free(), end, body)
        if i:
            m.set_start(f"joint{i}", angle=0.1 * (i % 3), rate=0.1)
        end = body.frame("end", at=[0, 0, -1])
    for k, name in enumerate(("broken", "stiff", "loose"), start=1):
        m.add_event(name, tt.time.rises(0.1 * k))
    m.add_stage("whole", until="broken")
    m.add_stage("two", release=f"joint{bodies // 2}", until="stiff")
    m.add_stage("held", lock=["joint10", "joint30"], until="loose")
    m.add_stage("end", unlock=["joint10"])
    return m

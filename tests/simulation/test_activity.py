"""Functions of time are looked at before a run, so that no step passes over what they do."""

import math
import warnings

import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

import treetop as tt
from interpreted import interpreted_for
from treetop import Vec3, Wrench
from treetop.core.spatial import tanh
from treetop.formats.yaml.load import loads
from treetop.formats.yaml.writer import dumps
from treetop.simulation import activity

# --- runs -------------------------------------------------------------------------------------


def slew(t):
    """From 0 to 1 rad within 10 s, with two rates."""
    x = min(max((t - 500.0) / 10.0, 0.0), 1.0)
    rate = 3.0 * x**2 * (1.0 - x) ** 2
    return x**3 * (10.0 - 15.0 * x + 6.0 * x * x), rate, 0.6 * x * (1.0 - x) * (1.0 - 2.0 * x)


def craft(**law):
    """A bus with an arm, at rest in free space; without momentum the bus turns by `TURN`."""
    m = tt.Model("craft")
    bus = m.add_body("bus", mass=100, inertia=[10, 12, 14])
    arm = m.add_body("arm", mass=10, inertia=[1, 2, 2], centre=[1, 0, 0])
    m.add_joint("flight", tt.Free(), m.ground, bus)
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), bus, arm)
    m.add_constraint("drive", tt.Prescribed("hinge.angle", **law))
    return m


_PAIR = 100 * 10 / 110  # reduced mass, m² of 1 m
TURN = -(2 + _PAIR) / (14 + 2 + _PAIR)


def turned(run):
    q = run["flight.attitude"].values[-1]
    return 2.0 * math.atan2(q[3], q[0])


LAWS = {
    "function": {"function": slew},
    "tanh": {"law": "0.5*(1 + tanh(t - 505))"},
    "short": {"law": "0.5*(1 + tanh(20*(t - 505)))"},
}


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("every", [10.0, 500.0])
def test_a_manoeuvre_after_long_rest_turns_the_spacecraft_as_momentum_has_it(
    formulation, law, every
):
    system = craft(**LAWS[law]).build(formulation)
    run = tt.simulate(system, system.state(), 1000, every=every)
    assert turned(run) == pytest.approx(TURN, abs=1e-8)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
@pytest.mark.parametrize("method", ["dop853", "radau", "bdf"])
def test_a_projection_beyond_the_tolerance_rejects_the_step(monkeypatch, formulation, method):
    """Nothing is found beforehand here, and steps may be as long as they like."""
    monkeypatch.setattr(activity, "_looks", lambda system, start: [])
    system = craft(function=slew).build(formulation)
    settings = {"rtol": 1e-7, "atol": 1e-9, "step": 1e6, "method": method}
    run = tt.simulate(system, system.state(), 1000, every=500, **settings)
    assert run.statistics["rejected_steps"] > 0
    assert turned(run) == pytest.approx(TURN, abs=1e-4 if method == "bdf" else 1e-6)


def switched(t, motion, p):
    on = 1.0 if p[0] <= t < p[1] else 0.0
    return Wrench(Vec3(on, 0.0, 0.0), Vec3(0.0, 0.0, 0.0))


def braked(t, motion, p):
    on = 1.0 if p[0] <= t < p[1] else 0.0
    return Wrench(motion.velocity * -on, Vec3(0.0, 0.0, 0.0))


def near_and_then(t, motion, p):
    on = 1.0 if p[0] <= t < p[1] and abs(motion.position.x - 5.15) < 0.5 else 0.0
    return Wrench(Vec3(0.0, on, 0.0), Vec3(0.0, 0.0, 0.0))


def block(function, on, off, **given):
    m = tt.Model("block")
    body = m.add_body("block", mass=1, inertia=[1, 1, 1])
    m.add_joint("flight", tt.Free(), m.ground, body)
    m.add_force("push", tt.UserForce(function, "block", parameters=[on, off], **given))
    return m


@pytest.mark.compiled
@pytest.mark.parametrize("method", ["dop853", "radau", "bdf"])
@pytest.mark.parametrize("width", [10.0, 1.0, 0.1])
def test_a_force_that_is_on_for_a_while_gives_its_impulse(method, width):
    system = block(switched, 37.3, 37.3 + width).build()
    run = tt.simulate(system, system.state(), 100, every=50, method=method)
    assert run["flight.velocity"].values[-1, 0] == pytest.approx(width, rel=1e-9)


@pytest.mark.compiled
def test_a_force_that_does_nothing_at_the_start_is_seen_as_well():
    system = block(braked, 37.3, 37.4).build()
    run = tt.simulate(system, system.state(flight={"velocity": [1, 0, 0]}), 100, every=50)
    assert run["flight.velocity"].values[-1, 0] == pytest.approx(math.exp(-0.1), rel=1e-9)


@pytest.mark.compiled
def test_steps_are_bounded_where_a_function_cannot_be_known_beforehand():
    """It acts at a time and a place that come together only later."""
    system = block(near_and_then, 50.0, 53.0).build()
    run = tt.simulate(system, system.state(flight={"velocity": [0.1, 0, 0]}), 100, every=50)
    assert run["flight.velocity"].values[-1, 1] == pytest.approx(3.0, rel=1e-6)


@pytest.mark.parametrize("method", interpreted_for(["rk4", "generalized-alpha"], ["rk4"]))
def test_fixed_steps_longer_than_a_pulse_end_where_it_does_and_say_so(method):
    system = block(switched, 37.3, 37.4).build()
    with pytest.warns(UserWarning, match="within 0.1 s, less than the step of 1 s"):
        run = tt.simulate(system, system.state(), 100, every=50, method=method, step=1.0)
    assert run["flight.velocity"].values[-1, 0] == pytest.approx(0.1, rel=1e-9)


@pytest.mark.parametrize("width", [1e-3, 1e-5])
def test_a_pulse_much_shorter_than_what_is_looked_at_is_found_by_its_numbers(width):
    system = block(switched, 37.3005, 37.3005 + width).build()
    run = tt.simulate(system, system.state(), 100, every=50)
    assert run["flight.velocity"].values[-1, 0] == pytest.approx(width, rel=1e-6)


def counted(t, motion, p):
    on = 1.0 if p[0] * p[1] <= t < p[0] * p[1] + 1e-3 else 0.0
    return Wrench(Vec3(on, 0.0, 0.0), Vec3(0.0, 0.0, 0.0))


def test_a_short_pulse_at_a_time_that_is_not_written_needs_breaks():
    at = 2.5 * 15.0001
    system = block(counted, 2.5, 15.0001, breaks=[at, at + 1e-3]).build()
    run = tt.simulate(system, system.state(), 100, every=50)
    assert run["flight.velocity"].values[-1, 0] == pytest.approx(1e-3, rel=1e-9)


# --- devices and controllers --------------------------------------------------------------------


def pulsed(t, motion, x, c, p, rates, out):
    rates[0] = 1.0 if p[0] <= t < p[0] + p[1] else 0.0
    return Wrench(Vec3(rates[0] + c[0], 0.0, 0.0), Vec3(0.0, 0.0, 0.0))


def commanded(t, z, x, p, u, rates):
    u[0] = 1.0 if 37.3 <= t < 37.3 + p[0] else 0.0


def test_a_device_of_the_user_that_acts_for_a_while_is_seen():
    m = tt.Model("block")
    body = m.add_body("block", mass=1, inertia=[1, 1, 1])
    m.add_joint("slide", tt.Prismatic([1, 0, 0]), m.ground, body)
    told = {"memory": {"burnt": 0.0}, "commands": {"more": 0.0}}
    m.add_device("engine", tt.Actuator(pulsed, "block", parameters=[37.3, 0.5], **told))
    system = m.build()
    run = tt.simulate(system, system.state(), 100, every=50)
    assert run["slide.slide_rate"].values[-1] == pytest.approx(0.5, rel=1e-9)
    assert run["engine.burnt"].values[-1] == pytest.approx(0.5, rel=1e-9)


@pytest.mark.parametrize("width", interpreted_for([0.5, 1e-3], [0.5]))
@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_a_continuous_controller_that_acts_for_a_while_is_seen(formulation, width):
    m = tt.Model("block")
    body = m.add_body("block", mass=1, inertia=[1, 1, 1])
    m.add_joint("slide", tt.Prismatic([1, 0, 0]), m.ground, body)
    engine = tt.Actuator(given, "block", commands={"thrust": 0.0})
    m.add_device("engine", engine)
    law = tt.Controller(commanded, inputs=["time"], to=["engine.thrust"], parameters=[width])
    m.add_controller("pilot", law)
    system = m.build(formulation)
    run = tt.simulate(system, system.state(), 100, every=50)
    assert run["slide.slide_rate"].values[-1] == pytest.approx(width, rel=1e-6)


def given(t, motion, x, c, p, rates, out):
    return Wrench(Vec3(c[0], 0.0, 0.0), Vec3(0.0, 0.0, 0.0))


def test_equations_in_symbols_are_looked_at_too():
    x, t = dynamicsymbols("x"), dynamicsymbols._t
    push = sp.Piecewise((1, sp.And(t >= 37.3, t < 37.4)), (0, True))
    system = tt.symbolic.LagrangianSystem([x], x.diff() ** 2 / 2, 0, forces={x: push}).build()
    run = tt.simulate(system, system.state(), 100, every=50)
    assert run["x_rate"].values[-1] == pytest.approx(0.1, rel=1e-9)


def carried(t, motion, p):
    return motion.position.x - 0.5 * (1.0 + tanh(20.0 * (t - 505.0)))


@pytest.mark.compiled
def test_a_constraint_of_the_user_that_moves_later():
    """The other body is pushed away by a spring that is only bent then."""
    m = tt.Model("towed")
    first, second = (m.add_body(name, mass=1, inertia=[1, 1, 1]) for name in ("a", "b"))
    m.add_joint("x", tt.Prismatic([1, 0, 0]), m.ground, first)
    m.add_joint("y", tt.Prismatic([1, 0, 0]), first, second)
    m.add_force("spring", tt.JointSpring("y", stiffness=1.0))
    m.add_constraint("tow", tt.UserConstraint(carried, ["a"]))
    ends = [
        tt.simulate(s := m.build(f), s.state(), 510, every=255)["y.slide"].values[-1]
        for f in ("recursive", "newton-euler")
    ]
    assert ends[0] == pytest.approx(-math.cos(5.0), abs=2e-3)  # as after a step at 505 s
    assert ends[0] == pytest.approx(ends[1], abs=1e-8)


def test_a_run_looks_once_and_another_start_anew(monkeypatch):
    looked, system = [], block(switched, 1.0, 2.0).build()
    monkeypatch.setattr(activity, "_looks", lambda *given: looked.append(1) or [])
    for time in (0.0, 3.0, 5.0, 0.0):  # two segments that follow, and another run
        activity.found_breaks(system, system.state(time=time), 0.0, 10.0)
    assert looked == [1, 1]


# --- breaks in models -------------------------------------------------------------------------


def test_breaks_are_kept_in_files_and_end_steps():
    m = craft(law="0.1*t", breaks=["1 min", 2.5])
    m.add_force("push", tt.UserForce(switched, "arm", parameters=[0, 1], breaks=[7]))
    again = loads(dumps(m), functions={"switched": switched})
    assert again.constraints["drive"].breaks == (2.5, 60.0)
    assert again.forces["push"].breaks == (7.0,)
    assert again.constraints["drive"] == m.constraints["drive"]
    assert set(again.build().breaks) == {2.5, 7.0, 60.0}


def test_breaks_that_are_no_times_are_refused():
    with pytest.raises(tt.ModelError, match="breaks"):
        tt.UserForce(switched, "arm", breaks=["soon"])


# --- clocks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("time", [1e300, 1e17, -1e17])
def test_a_start_where_the_clock_cannot_tell_the_end_is_refused(time):
    system = block(switched, 0.0, 1.0).build()
    with pytest.raises(tt.ModelError, match="a clock cannot resolve"):
        tt.simulate(system, system.state(time=time), 10)


def test_no_warning_where_there_is_nothing_to_say():
    m = tt.Model("drifting")
    m.add_joint("x", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("body", mass=1))
    system = m.build()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = tt.simulate(system, system.state(x={"slide_rate": 1.0}), 1, every=1)
    assert run["x.slide"][-1] == pytest.approx(1.0)

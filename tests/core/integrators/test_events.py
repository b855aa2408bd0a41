"""Events: crossings are found where closed forms have them, whatever the method."""

import math

import numpy as np
import pytest

import treetop as tt
from treetop.core.integrators.event_monitor import (
    END,
    LENGTH,
    LONGEST,
    REACHED,
    START,
    event_monitor,
)
from treetop.core.integrators.events import begin_search, switches_at_ends
from treetop.core.integrators.loop import Plan
from treetop.core.integrators.zero_crossings import (
    CLEAR,
    OPEN,
    SINGLE,
    crossed,
    next_part,
    zeros_within,
)
from treetop.simulation.integrators import INTEGRATORS

COMPILED = {True: [pytest.mark.compiled], False: []}


def oscillator(**events):
    """A block that moves as cos t, with events."""
    m = tt.Model("oscillator")
    block = m.add_body("block", mass=1)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, block)
    m.add_force("spring", tt.JointSpring("rail", stiffness=1))
    for name, event in events.items():
        m.add_event(name, event)
    return m


def swung(model, duration=20.0, **settings):
    system = model.build()
    settings = {"rtol": 1e-11, "atol": 1e-13, "every": duration} | settings
    return tt.simulate(system, system.state(rail={"slide": 1}), duration, **settings)


SLIDE = tt.coordinate("rail.slide")


def test_a_zero_counts_as_above():
    assert crossed(-1.0, 0.0) and crossed(0.0, -1e-300)
    assert not crossed(0.0, 1.0) and not crossed(-1.0, -2.0)


def piece(g, slope, h, unseen=0.0):
    """What the ends of a piece of length h say of zeros within."""
    return zeros_within(g(0.0), g(h), h * slope(0.0), h * slope(h), unseen, 0.0)


def test_a_corner_that_passes_zero_is_never_clear():
    """|x - s| - r, whatever the corner's place and however little it passes zero."""
    for s in np.linspace(0.01, 0.99, 50):
        for r in (0.0001, 0.005, 0.009):
            found = piece(lambda x: abs(x - s) - r, lambda x: math.copysign(1, x - s), 1.0)  # noqa: B023
            assert found == OPEN


def test_a_smooth_signal_is_clear_or_has_one_zero_once_pieces_are_short():
    rng = np.random.default_rng(0)
    for start, value in rng.uniform([0, -1.2], [7, 1.2], (200, 2)):
        g, slope = (lambda x: math.sin(start + x) - value), (lambda x: math.cos(start + x))  # noqa: B023
        t = np.linspace(0, 1, 2001)
        zeros = np.count_nonzero(np.diff(np.sin(start + t) < value))
        found = piece(g, slope, 1.0)
        assert found == OPEN or zeros == (1 if found == SINGLE else 0)
        near = abs(abs(value) - 1) < 0.01
        assert near or piece(g, slope, 0.001) in (CLEAR, SINGLE)


def test_what_turns_unseen_leaves_a_piece_open():
    assert piece(lambda x: 1.0, lambda x: 0.0, 1.0) == CLEAR
    assert piece(lambda x: 1.0, lambda x: 0.0, 1.0, unseen=0.7) == OPEN


def test_next_look_is_within_the_bracket():
    part = next_part(0.0, 1.0, 0.5, -1.0, 3.0, -0.5, 1e-12)
    assert 0.0 < part < 1.0


@pytest.mark.parametrize(
    "method", [pytest.param(m, marks=COMPILED[m != "dop853"]) for m in INTEGRATORS]
)
def test_crossings_of_a_cosine(method):
    """All of them, in order, each the right way; to the error that the method has."""
    fixed = {"step": 0.002} if INTEGRATORS[method].fixed else {}
    run = swung(oscillator(middle=SLIDE.crosses(0)), method=method, **fixed)
    times = np.array([event.time for event in run.events])
    assert [event.direction for event in run.events] == [-1, 1, -1, 1, -1, 1]
    exact = math.pi * (np.arange(6) + 0.5)
    assert np.abs(times - exact).max() < (2e-4 if INTEGRATORS[method].weights else 1e-8)


def test_only_the_way_that_is_wanted():
    run = swung(oscillator(up=SLIDE.rises(0.5), down=SLIDE.falls(0.5)))
    found = {name: [e.time for e in run.events if e.event == name] for name in ("up", "down")}
    turn = 2 * math.pi
    assert found["up"] == pytest.approx([turn * k - math.pi / 3 for k in (1, 2, 3)], rel=1e-10)
    assert found["down"] == pytest.approx([turn * k + math.pi / 3 for k in (0, 1, 2, 3)], rel=1e-9)


def test_two_crossings_within_one_step():
    """The crest above 0.9999 lasts 0.028 s, steps are a hundred times as long."""
    run = swung(oscillator(crest=SLIDE.crosses(0.9999)), rtol=1e-6)
    width = math.acos(0.9999)
    exact = [width, *(2 * math.pi * k + s * width for k in (1, 2, 3) for s in (-1, 1))]
    assert run.statistics["steps"] < 60
    assert [event.time for event in run.events] == pytest.approx(exact, abs=1e-3)


@pytest.mark.compiled
def test_looking_does_not_change_the_motion():
    events = {"middle": SLIDE.crosses(0), "crest": SLIDE.crosses(0.99)}
    still, watched = swung(oscillator(), every=5), swung(oscillator(**events), every=5)
    same = watched.data.sel(time=still.time)
    assert np.array_equal(same.coordinates, still.data.coordinates)
    assert watched.statistics["steps"] == still.statistics["steps"]


@pytest.mark.compiled
def test_events_at_the_same_instant_happen_together():
    run = swung(oscillator(one=SLIDE.falls(0), other=tt.distance("block", "ground").falls(1e-6)))
    assert run.events[0].event == "other"  # a little earlier
    run = swung(oscillator(one=SLIDE.falls(0.5), other=tt.distance("block", "ground").falls(0.5)))
    assert run.events[0].time == run.events[1].time
    assert {event.event for event in run.events[:2]} == {"one", "other"}


def test_time_is_met_to_the_last_digit():
    run = swung(oscillator(noon=tt.time.rises(math.e)), duration=5.0)
    assert [event.time for event in run.events] == [math.e]


# By the motion x = cos t of a block of 1 kg on a spring of 1 N/m: when each rises past its value.
RISES = {
    "kinetic_energy": (0.25, math.pi / 4),  # sin² t / 2
    "potential_energy": (0.25, 3 * math.pi / 4),  # cos² t / 2
    "linear_momentum.x": (0.5, 7 * math.pi / 6),  # -sin t
    "mass_centre.x": (0.5, 5 * math.pi / 3),
    "block.position.x": (0.5, 5 * math.pi / 3),
    "block.velocity.x": (0.5, 7 * math.pi / 6),
    "block.acceleration.x": (0.5, 2 * math.pi / 3),  # -cos t
    "speed_rates.rail.slide_rate": (0.5, 2 * math.pi / 3),
}


@pytest.mark.parametrize("name", RISES)
def test_any_quantity_may_be_looked_at(name):
    """Alone: what no signal reads is not worked out, so others must not be needed."""
    value, time = RISES[name]
    run = swung(oscillator(it=tt.quantity(name).rises(value)), duration=6.0)
    assert run.events[0].time == pytest.approx(time, rel=1e-9)


def test_stop():
    m = oscillator()
    m.add_event("end", SLIDE.falls(0), do="stop")
    run = swung(m)
    assert run.outcome == "event"
    assert run.time[-1] == pytest.approx(math.pi / 2, rel=1e-12)
    assert run["rail.slide"].values[-1] == pytest.approx(0, abs=1e-11)


@pytest.mark.compiled
def test_max_count():
    m = oscillator()
    m.add_event("middle", SLIDE.crosses(0), max_count=2)
    assert len(swung(m).events) == 2


def test_a_function_is_called_between_steps():
    """It stops the block in the middle: nothing moves any more."""
    m, called = oscillator(), []

    def halt(state):
        called.append(state.time)
        return state.system.state(time=state.time, rail={"slide": 0.0})

    m.add_event("middle", SLIDE.falls(0), call=halt)
    run = swung(m)
    assert called == pytest.approx([math.pi / 2])
    assert run["rail.slide"].values[-1] == 0.0


def test_forces_switch():
    """Without its spring the block goes on with unit speed; with it again it swings about."""
    m = oscillator()
    m.add_event("loose", SLIDE.falls(0), off=["spring"], max_count=1)
    m.add_event("bound", SLIDE.falls(-2), on=["spring"])
    run = swung(m, duration=4.0)
    assert [event.time for event in run.events] == pytest.approx([math.pi / 2, math.pi / 2 + 2])
    t = 4.0 - math.pi / 2 - 2
    assert run["rail.slide"].values[-1] == pytest.approx(-2 * math.cos(t) - math.sin(t), abs=1e-9)
    assert run.audit()["energy"].relative < 1e-9


def test_a_function_of_the_users():
    def height(t, motion, p):
        return motion.position.x * p[0]

    m = oscillator(memory=tt.UserSignal(height, "block", parameters=[2.0]).falls(1.0))
    assert swung(m).events[0].time == pytest.approx(math.pi / 3)


@pytest.mark.compiled
def test_chatter_is_told():
    """A force that is always against the speed, and stronger than the spring."""
    m, rate = oscillator(), tt.speed("rail.slide_rate")
    m.add_force("left", tt.JointEffort("rail", -9))
    m.add_force("right", tt.JointEffort("rail", 9))
    m.add_event("forward", rate.rises(0), on=["left"], off=["right"])
    m.add_event("backward", rate.falls(-1e-9), on=["right"], off=["left"])
    m.add_stage("start", off=["right"])
    with pytest.raises(tt.RunError, match=r"'\w+' chatters: it happened 50 times"):
        swung(m)


def test_an_event_that_is_true_at_the_start():
    m = oscillator()
    m.add_event("high", SLIDE.rises(0.5), do="stop")
    with pytest.raises(tt.ModelError, match=r"'high' is true at the start already: rail.slide ris"):
        swung(m)


def test_an_unknown_quantity():
    with pytest.raises(tt.ModelError, match=r"'rail.slid'.*rail.slide"):
        swung(oscillator(odd=tt.quantity("rail.slid").rises(0.5)))


def test_a_wrong_unit():
    with pytest.raises(tt.ModelError, match="kg"):
        swung(oscillator(odd=tt.quantity("block.position.x").rises("3 kg")))


@pytest.mark.parametrize(("start", "end", "known"), [(1e-9, -1, 1), (1, -1e-9, 1), (0.5, -0.5, 0)])
def test_a_switch_where_a_step_begins_or_ends_needs_no_search(start, end, known):
    """A signal that falls evenly from one value to another within a step of 1 s."""
    monitor = event_monitor(1, (), level=(0.0,), reach=[(0.0, 0.0)])
    monitor.span[LENGTH], monitor.span[REACHED], monitor.span[LONGEST] = 1.0, 1.0, math.inf
    monitor.node[[START, END], 0, 0] = start, end
    monitor.node[[START, END], 1, 0] = end - start
    begin_search(monitor)
    plan = Plan(np.zeros(3), np.zeros(1), np.ones(1), np.zeros(0), np.zeros((0, 1)))
    assert switches_at_ends(plan, monitor) == bool(known)

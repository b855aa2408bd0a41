"""Thrusters that fire pulses: valves open when told, and close at their instants."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from pausing import died, resumed

MASS, THRUST, PERIOD = 10.0, 10.0, 0.1
METHODS = [
    {"method": "dop853"},
    {"method": "dopri5"},
    {"method": "radau"},
    {"method": "bdf"},
    {"method": "rk4", "step": 0.03},
    {"method": "generalized-alpha", "step": 0.03},
]


def craft(**thruster):
    model = tt.Model("craft")
    bus = model.add_body("bus", MASS, [1, 1, 1])
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, bus)
    model.add_device("jet", tt.Thruster(bus, THRUST, pulsed=True, **thruster))
    return model


def told(times, **given):
    """A craft whose controller gives these times, one after the other."""
    model, count = craft(**given.pop("thruster", {})), len(times)

    def law(t, z, x, p, u):
        u[0] = p[int(x[0])] if x[0] < count else 0.0
        x[0] += 1

    given = {"every": PERIOD, "memory": 1, "parameters": times, "to": "jet"} | given
    model.add_controller("times", tt.Controller(law, **given))
    return model.build()


def speed(pulses, t):
    """The speed that pulses (begin, end) give until t."""
    on = sum(max(0.0, min(t, end) - begin) for begin, end in pulses if begin < t)
    return THRUST / MASS * on


@pytest.mark.parametrize("options", METHODS, ids=lambda x: x["method"])
def test_pulses_end_at_their_instants_whatever_the_method(options):
    times = [0.013, 0.0, 0.0271828, 0.1, 0.05]
    system = told(times)
    run = tt.simulate(system, system.state(), 0.6, every=0.01, **options)
    pulses = [(k * PERIOD, k * PERIOD + x) for k, x in enumerate(times)]
    expected = [speed(pulses, t) for t in run.time]
    assert_allclose(run["rail.slide_rate"].values, expected, rtol=1e-12, atol=1e-14)
    assert run["jet.closing_time"].values[-1] == 4 * PERIOD + 0.05


def test_a_pulse_longer_than_a_period_goes_on_and_a_new_one_takes_its_place():
    system = told([0.25, 0.0, 0.12])
    run = tt.simulate(system, system.state(), 0.6, at=[0.24, 0.6])
    assert_allclose(run["rail.slide_rate"].values, [0.24, 0.32], rtol=1e-12)


def test_a_time_that_is_too_short_opens_nothing():
    system = told([0.019, 0.02], thruster={"shortest": "20 ms"})
    run = tt.simulate(system, system.state(), 0.3, at=[0.1, 0.3])
    assert_allclose(run["rail.slide_rate"].values, [0.0, 0.02], rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("on_time", [1e-17, 5e-324])
def test_a_time_that_no_clock_can_tell_from_none_opens_nothing(on_time):
    system = told([0.01, 0.0, on_time, 0.02])
    run = tt.simulate(system, system.state(), 0.5, at=[0.3, 0.5])
    assert_allclose(run["rail.slide_rate"].values, [0.01, 0.03], rtol=1e-12)


def test_a_delay_moves_pulses():
    system = told([0.013], delay="30 ms")
    run = tt.simulate(system, system.state(), 0.3, at=[0.03, 0.04, 0.3])
    assert_allclose(run["rail.slide_rate"].values, [0.0, 0.01, 0.013], rtol=1e-12, atol=1e-15)


def test_controllers_in_python_and_programs_open_valves():
    model = craft()

    def law(t, z, x, p, u):
        u[0] = 0.02

    given = {"every": PERIOD, "to": "jet", "python": True}
    model.add_controller("own", tt.Controller(law, **given))
    system = model.build()
    run = tt.simulate(system, system.state(), 0.25, every=0.25)
    assert_allclose(run["rail.slide_rate"].values[-1], 0.06, rtol=1e-12)
    system = craft().build()
    stepper = tt.step(system, system.start())
    stepper.advance("70 ms")
    stepper.inputs["jet.on_time"] = "25 ms"
    stepper.advance("10 ms")
    assert_allclose(stepper["rail.slide_rate"], 0.01, rtol=1e-12)
    stepper.advance("90 ms")
    assert_allclose(stepper["rail.slide_rate"], 0.025, rtol=1e-12)


@pytest.mark.compiled
def test_a_run_that_died_within_pulses_goes_on_as_if_nothing_had_been(tmp_path):
    model = craft()
    width = tt.PulseWidth("rail.slide", every="7 ms", gain=2.0, target=0.15, to="jet")
    model.add_controller("width", width)
    system, settings = model.build(), {"duration": 6, "every": 0.05}
    whole = tt.simulate(system, system.state(), **settings)
    died(system, system.state(), tmp_path / "run.part", **settings)
    again, deaths = resumed(tmp_path / "run.part")
    assert deaths > 3
    assert np.array_equal(whole.data.outputs.values, again.data.outputs.values)
    assert np.array_equal(whole["rail.slide"].values, again["rail.slide"].values)


def test_pulse_width_follows_the_error():
    model = craft()
    pulses = tt.PulseWidth("rail.slide", every=PERIOD, gain=2.0, target=0.15, to="jet")
    model.add_controller("width", pulses)
    system = model.build()
    run = tt.simulate(system, system.state(), 0.3, every=PERIOD)
    error = 0.15 - run["rail.slide"].values[:3]
    assert_allclose(run["jet.on_time"].values[:3], 2 * error * PERIOD, rtol=1e-12)


def test_pulse_width_has_a_command_for_either_sign():
    model = craft()
    model.add_device("back", tt.Thruster("bus", THRUST, [-1, 0, 0], pulsed=True))
    width = tt.PulseWidth("rail.slide", every=PERIOD, gain=3.0, target=-9.0, to=["jet", "back"])
    model.add_controller("width", width)
    system = model.build()
    run = tt.simulate(system, system.state(), 0.25, at=[0.05, 0.25])
    assert run["jet.on_time"].values.tolist() == [0.0, 0.0]
    assert run["back.on_time"].values.tolist() == [PERIOD, PERIOD]
    assert_allclose(run["rail.slide_rate"].values[-1], -0.25, rtol=1e-12)


@pytest.mark.parametrize("pulsed", [False, True])
def test_a_torque_is_shared_among_on_times(pulsed):
    model = tt.Model("craft")
    bus = model.add_body("bus", MASS, [1, 2, 3])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    jets = []
    for axis, way in [(k, w) for k in range(3) for w in (1, -1)]:
        arm, push = np.roll([1.0, 0, 0], axis), np.roll([0, way, 0], axis)
        jets.append(f"jet{len(jets)}")
        frame = bus.frame(jets[-1], at=arm)
        model.add_device(jets[-1], tt.Thruster(frame, 2.0, push, pulsed=pulsed))
    given = {"stiffness": 2.0, "damping": 1.0, "to": jets, "every": PERIOD}
    model.add_controller("hold", tt.QuaternionFeedback("bus", "bus", **given))
    system = model.build()
    start = system.state(flight={"attitude": [np.cos(0.1), 0, 0, np.sin(0.1)]})
    run = tt.simulate(system, start, PERIOD, every=PERIOD)
    torque = run["hold.torque"].values[0]
    assert torque[2] != 0.0
    assert_allclose(run["bus.angular_velocity"].values[-1], torque * PERIOD / 3, atol=1e-14)


def test_a_pulsed_thruster_begins_shut():
    with pytest.raises(tt.TreetopError, match="begins with its valve shut"):
        tt.Thruster("bus", 1.0, pulsed=True, throttle=0.5)


def test_pulses_are_not_given_all_the_time():
    model = craft()

    def law(t, z, x, p, u, rates):
        u[0] = 0.1

    model.add_controller("law", tt.Controller(law, to="jet"))
    with pytest.raises(tt.ModelError, match="gives its commands all the time"):
        model.build()


def test_events_give_commands():
    model = craft()
    model.add_event("fire", tt.time.rises("50 ms"), set={"jet": "25 ms"})
    model.add_device("main", tt.Thruster("bus", THRUST))
    model.add_event("burn", tt.time.rises("100 ms"), set={"main.throttle": 0.5})
    model.add_event("end", tt.time.rises("200 ms"), set={"main": 0})
    system = model.build()
    run = tt.simulate(system, system.state(), 0.3, at=[0.06, 0.1, 0.15, 0.3])
    rates = [run["rail.slide_rate"].values[run.time == t][-1] for t in (0.06, 0.1, 0.15, 0.3)]
    assert_allclose(rates, [0.01, 0.025, 0.05, 0.075], rtol=1e-12)
    assert [event.event for event in run.events] == ["fire", "burn", "end"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ({"jet.throttle": 1}, "unknown command 'jet.throttle'"),
        ({"jet": "1 N"}, "N"),
        ({"bus": 1}, "unknown command 'bus'"),
        ([1], "is not a mapping of commands"),
    ],
)
def test_commands_of_events_that_do_not_fit_are_refused(command, message):
    model = craft()
    with pytest.raises(tt.TreetopError, match=message):
        model.add_event("fire", tt.time.rises("50 ms"), set=command)
        model.build()


def test_a_command_that_a_controller_gives_is_not_for_events():
    model = craft()
    model.add_controller("width", tt.PulseWidth("rail.slide", every=PERIOD, to="jet"))
    model.add_event("fire", tt.time.rises("50 ms"), set={"jet": "25 ms"})
    with pytest.raises(tt.ModelError, match="it would not last"):
        model.build()


@pytest.mark.parametrize(
    ("pulsed", "controller", "message"),
    [
        (False, tt.PulseWidth("rail.slide", every=PERIOD, to="jet"), "'jet' takes a throttle"),
        (True, tt.OnOff("rail.slide", every=PERIOD, on=1, to="jet"), "'jet' takes an on-time"),
        (
            True,
            tt.Pwpf("rail.slide", every=PERIOD, gain=1, lag=1, on=1, to="jet"),
            "'jet' takes an on-time",
        ),
    ],
)
def test_on_times_and_throttles_are_not_taken_for_each_other(pulsed, controller, message):
    model = craft()
    model.devices["jet"] = tt.Thruster("bus", THRUST, pulsed=pulsed)
    model.add_controller("fire", controller)
    with pytest.raises(tt.ModelError, match=message):
        model.build()


def test_a_valve_that_closes_takes_one_evaluation_and_a_sample_two():
    system = told([0.013, 0.0, 0.0271828])
    run = tt.simulate(system, system.state(), 0.55, every=0.55, method="rk4", step=0.05)
    samples, closings, first_and_last = 6, 2, 2
    expected = 4 * run.statistics["steps"] + 2 * samples + closings + first_and_last
    assert run.statistics["evaluations"] == expected

"""Loops of sampled controllers: poles and stability limits in closed form, and measured decay."""

import numpy as np
import pytest

import treetop as tt
from treetop.validation.linear_models import one_axis, proportional_derivative


def loop(**given):
    return tt.linearise(one_axis(**given).build()).loop("pd")


def test_poles_of_sampled_feedback():
    found = loop()
    assert found.period == 0.5 and found.commands == ("wheel.torque",)
    expected = 0.9225 + 0.0631961232988227j
    assert found.poles == pytest.approx([expected, expected.conjugate()], rel=1e-12)


@pytest.mark.parametrize(
    "given, stable",
    [
        ({}, True),
        ({"damping": 399.9}, True),  # Kd T < 2 J
        ({"damping": 400.1}, False),
        ({"stiffness": 119.9}, True),  # Kp T < 2 Kd
        ({"stiffness": 120.1}, False),
    ],
)
def test_limits_of_stability(given, stable):
    assert loop(**given).stable is stable


def test_margins_are_the_limits_of_stability():
    margins = loop().margins()
    assert margins.gain == pytest.approx(2 * 100 / (30 * 0.5), rel=1e-10)
    assert margins.stable and margins.gain_reduction == 0.0
    assert loop(stiffness=4 * 13.3, damping=30 * 13.3).stable
    assert not loop(stiffness=4 * 13.4, damping=30 * 13.4).stable


@pytest.mark.compiled
def test_the_margin_of_delay_is_where_delay_makes_it_unstable():
    """Whole samples: there a delay is one of the loop's response."""
    period = 0.02
    late = loop(period=period).margins().delay
    samples = int(late / period)
    assert loop(period=period, delay=samples * period).stable
    assert not loop(period=period, delay=(samples + 1) * period).stable


@pytest.mark.parametrize("delay", [0.0, 0.15, 0.5, 0.7])
def test_poles_with_a_delay(delay):
    """Against powers of the exact map, by hand: θ, θ' and the torques that wait."""
    J, T, K, D = 100.0, 0.5, 4.0, 30.0
    late = int(np.ceil(delay / T - 1e-9))
    rest = late * T - delay

    def flow(h):
        return np.array([[1, h], [0, 1]]), np.array([h * h / 2, h]) / J

    A, size = flow(T)[0], 2 + late
    M = np.zeros((size, size))
    M[:2, :2] = A
    gains = np.array([-K, -D])
    if late == 0:
        M[:2, :2] += np.outer(flow(T)[1], gains)
    else:
        after, new = flow(rest)
        M[:2, 2] = after @ flow(T - rest)[1]
        if late == 1:
            M[:2, :2] += np.outer(new, gains)
        else:
            M[:2, 3] = new
            M[2:-1, 3:] = np.eye(late - 1)
        M[-1, :2] = gains
    expected = np.linalg.eigvals(M)
    found = loop(delay=delay).poles
    found = found[np.abs(found) > 1e-9]
    assert len(found) == len(expected)
    assert all(np.abs(found - x).min() < 1e-10 for x in expected)


def test_an_offset_changes_nothing():
    assert loop(offset=0.2, delay=0.15).poles == pytest.approx(loop(delay=0.15).poles, abs=1e-12)


@pytest.mark.compiled
def test_poles_predict_the_decay_of_a_run():
    m = one_axis()
    m.set_start("axle", angle=0.3, rate=-0.01)
    system = m.build()
    run = tt.simulate(system, system.start(), duration=60, every=0.5)
    found = loop()
    z = found.poles[0]
    angle = run["axle.angle"].values
    # Two samples determine all later ones of a motion with two poles.
    a, b = 2 * z.real, -(abs(z) ** 2)
    predicted = a * angle[1:-1] + b * angle[:-2]
    assert angle[2:] == pytest.approx(predicted, abs=1e-9)


def integral(t, z, x, p, u):
    x[0] += p[2] * z[0]
    u[0] = p[0] * z[0] + p[1] * z[1] + x[0]


def two_axes(second=0.5):
    """Two wheels on one body, each with a controller of its own."""
    m = tt.Model("two axes")
    bus = m.add_body("bus", mass=10, inertia=[100, 80, 60])
    m.add_joint("gimbals", tt.Universal([1, 0, 0], [0, 1, 0]), m.ground, bus)
    axes = ("first", [1, 0, 0], 0.5), ("second", [0, 1, 0], second)
    for k, (name, axis, every) in enumerate(axes, start=1):
        m.add_device(f"{name}_wheel", tt.Wheel(bus, axis, inertia=1e-3))
        inputs = [f"gimbals.angle{k}", f"gimbals.rate{k}"]
        controller = tt.Controller(
            integral,
            every=every,
            inputs=inputs,
            to=[f"{name}_wheel"],
            memory=1,
            parameters=[4.0, 30.0, 0.05],
        )
        m.add_controller(name, controller)
    return m.build()


@pytest.mark.parametrize("second", [0.5, 0.25])
def test_other_loops_are_closed(second):
    system = two_axes(second)
    found = tt.linearise(system).loop("first")
    assert found.stable and found.margins().gain > 1


def test_a_period_that_does_not_fit():
    with pytest.raises(tt.TreetopError, match=r"'second' is sampled every 0.3 s, which is no part"):
        tt.linearise(two_axes(0.3)).loop("first")


def bang(t, z, x, p, u):
    u[0] = 1.0 if z[0] > 0 else -1.0


def test_a_law_that_jumps_is_refused():
    m = one_axis()
    m.controllers.clear()
    m.add_controller("bang", tt.Controller(bang, every=1, inputs=["axle.angle"], to=["wheel"]))
    with pytest.raises(tt.TreetopError, match=r"the law of 'bang' jumps.*'axle.angle'"):
        tt.linearise(m.build()).loop("bang")


def test_names_that_do_not_fit():
    linear = tt.linearise(one_axis().build())
    with pytest.raises(tt.ModelError, match="unknown controller 'pdd'"):
        linear.loop("pdd")
    with pytest.raises(tt.ModelError, match="unknown command"):
        linear.loop("pd").margins("wheel.speed")


def test_laws_in_python_are_linear_models_too():
    m = one_axis()
    m.controllers.clear()
    given = {"every": 0.5, "inputs": ["axle.angle", "axle.rate"], "to": ["wheel"]}
    law = tt.Controller(proportional_derivative, parameters=[4, 30], python=True, **given)
    m.add_controller("pd", law)
    assert tt.linearise(m.build()).loop("pd").poles == pytest.approx(loop().poles, abs=1e-12)


# --- continuous controllers ------------------------------------------------------------------


def continuous(t, z, x, p, u, rates):
    rates[0] = z[0]
    u[0] = p[0] * z[0] + p[1] * z[1] + p[2] * x[0]


def with_a_continuous_controller(gains):
    m = one_axis()
    m.controllers.clear()
    inputs = ["axle.angle", "axle.rate"]
    law = tt.Controller(continuous, inputs=inputs, to=["wheel"], memory=1, parameters=gains)
    m.add_controller("pid", law)
    return m.build()


def test_a_continuous_controller_is_part_of_the_linear_model_and_has_a_loop():
    """J s³ + D s² + K s + I: stable while D K > J I."""
    K, D, I = 4.0, 30.0, 0.2
    linear = tt.linearise(with_a_continuous_controller([K, D, I]), inputs=[])
    expected = np.roots([100.0, D, K, I])
    assert all(np.abs(linear.poles - x).min() < 1e-9 for x in expected)
    loop = linear.loop("pid")
    assert loop.period == 0.0 and loop.stable
    assert all(np.abs(loop.poles - x).min() < 1e-9 for x in expected)
    found = loop.margins()
    assert found.gain == np.inf
    assert found.gain_reduction == pytest.approx(100 * I / (D * K), rel=1e-9)
    assert not tt.linearise(with_a_continuous_controller([K, D, 1.3])).loop("pid").stable


def test_commands_of_a_continuous_controller_are_no_inputs():
    system = with_a_continuous_controller([4.0, 30.0, 0.2])
    with pytest.raises(tt.ModelError, match="given by the continuous controller 'pid'"):
        tt.linearise(system, None, ["wheel.torque"])


# --- sensors, and controllers that come with the code ----------------------------------------


def with_pid(rate, sensor=None):
    m = one_axis()
    m.controllers.clear()
    if sensor is not None:
        m.add_sensor("encoder", sensor)
    name = "axle.angle" if sensor is None else "encoder.value"
    pid = tt.Pid(name, every=0.5, proportional=-4, derivative=-30, rate=rate, to=["wheel"])
    m.add_controller("pid", pid)
    return tt.linearise(m.build()).loop("pid")


def test_a_controller_that_comes_with_the_code():
    assert with_pid("axle.rate").poles == pytest.approx(loop().poles, abs=1e-12)


@pytest.mark.parametrize("rate, noise", [("encoder.rate", 0.0), (None, 1e-3)])
def test_a_loop_through_a_sensor_that_takes_differences(rate, noise):
    J, T, K, D = 100.0, 0.5, 4.0, 30.0
    push = np.array([T * T / 2, T, 0]) / J
    gains = np.array([-K - D / T, 0, D / T])  # of the angle, the rate and the angle before
    M = np.array([[1, T, 0], [0, 1, 0], [1, 0, 0]]) + np.outer(push, gains)
    found = with_pid(rate, tt.Encoder("axle.angle", every=0.5, noise=noise)).poles
    found = found[np.abs(found) > 1e-9]
    assert all(np.abs(found - x).min() < 1e-9 for x in np.linalg.eigvals(M))


def test_steps_of_a_sensor_are_a_slope_seen_from_afar():
    rough, smooth = (tt.Encoder("axle.angle", every=0.5, quantum=q) for q in (0.01, None))
    assert with_pid(None, rough).poles == pytest.approx(with_pid(None, smooth).poles, abs=1e-12)


def ask(t, z, x, p, u):
    u[0] = p[0] * z[0] + p[1] * z[1]


def follow(t, z, x, p, u, rates):
    u[0] = z[0]


def test_a_continuous_controller_that_follows_a_sampled_one():
    """What it reads is held, as a command is: the poles are those without it."""
    direct = one_axis()
    law, model = direct.controllers["pd"], direct.copy()
    del model.controllers["pd"]
    given = {"every": law.every, "inputs": law.inputs, "parameters": law.parameters}
    model.add_controller("ask", tt.Controller(ask, output_units={"torque": "N*m"}, **given))
    model.add_controller("follow", tt.Controller(follow, inputs=["ask.torque"], to=["wheel"]))
    linear = tt.linearise(model.build(), inputs=["ask.torque"])
    expected = tt.linearise(direct.build()).loop("pd")
    found = linear.loop("ask")
    assert found.commands == ("ask.torque",)
    assert found.poles == pytest.approx(expected.poles, rel=1e-10)
    assert found.margins().gain == pytest.approx(expected.margins().gain, rel=1e-9)
    assert linear.units["ask.torque"] == "N*m"


def with_jets(every):
    """One axis with a wheel and its controller, and a thruster that fires pulses."""
    m = one_axis()
    nozzle = m.bodies["bus"].frame("nozzle", at=[1, 0, 0])
    m.add_device("jet", tt.Thruster(nozzle, 0.1, [0, 1, 0], pulsed=True))
    m.add_controller("fire", tt.PulseWidth("axle.angle", every=every, gain=-1.0, to="jet"))
    return m.build()


@pytest.mark.parametrize("every", [0.5, 0.3])
def test_thrusters_that_fire_pulses_leave_other_loops_as_they_are(every):
    system, alone = with_jets(every), one_axis().build()
    linear, plain = tt.linearise(system), tt.linearise(alone)
    assert linear.states == plain.states
    assert linear.inputs == plain.inputs
    assert np.array_equal(linear.A, plain.A)
    found, expected = (each.loop("pd").margins() for each in (linear, plain))
    assert found.gain == pytest.approx(expected.gain, rel=1e-9)
    assert found.phase == pytest.approx(expected.phase, rel=1e-9)


def test_pulses_have_no_linear_model():
    system = with_jets(0.5)
    told = (
        "'jet.on_time' is the on-time of a pulse, which has no linear model .*'bus.nozzle.force.x'"
    )
    with pytest.raises(tt.ModelError, match=told):
        tt.linearise(system, inputs=["jet.on_time"])
    with pytest.raises(tt.TreetopError, match=r"loop of 'fire' has no linear model: 'jet.on_time'"):
        tt.linearise(system).loop("fire")

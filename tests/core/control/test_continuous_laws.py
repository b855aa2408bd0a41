"""Built-in control laws at every instant, against closed forms and the limit of short periods."""

import numpy as np
import pytest
from scipy.linalg import expm

import treetop as tt

K, D, I = 4.0, 30.0, 0.2  # of the torque on the body, which has an inertia of 100 without its wheel
TIGHT = {"rtol": 1e-12, "atol": 1e-13}


def axis(law):
    """One axis with a wheel, whose torque turns the body the other way."""
    model = tt.Model("one axis")
    bus = model.add_body("bus", 10.0, [100.1, 100.1, 100.1])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, bus)
    model.add_device("wheel", tt.Wheel(bus, [0, 0, 1], inertia=0.1))
    model.add_controller("hold", law)
    return model


def pid(every="continuous", integral=I, **fields):
    gains = {"proportional": -K, "integral": -integral, "derivative": -D}
    return tt.Pid("hinge.angle", every, rate="hinge.rate", to="wheel", **gains, **fields)


def end_of(law, duration=20.0):
    system = axis(law).build()
    start = system.state(hinge={"angle": 0.3, "rate": -0.01})
    run = tt.simulate(system, start, duration, every=duration, **TIGHT)
    return np.array([float(run[f"hinge.{name}"][-1]) for name in ("angle", "rate")])


def exact(duration=20.0):
    """φ'' = -(K φ + D φ' + I ∫φ) / 100"""
    A = np.array([[0, 1, 0], [-K / 100, -D / 100, -I / 100], [1, 0, 0]])
    return (expm(A * duration) @ [0.3, -0.01, 0.0])[:2]


def linear(every="continuous"):
    """The law as a linear system, whose state is the integral of the error."""
    matrices = {"A": [[0.0]], "B": [[1.0, 0.0]], "C": [[I]], "D": [[K, D]]}
    return tt.LinearController(every, ["hinge.angle", "hinge.rate"], ["wheel.torque"], **matrices)


@pytest.mark.compiled
@pytest.mark.parametrize("law", [pid(), linear()], ids=["pid", "linear"])
def test_an_axis_follows_its_closed_form(law):
    assert end_of(law) == pytest.approx(exact(), abs=1e-11)


@pytest.mark.compiled
def test_the_law_of_a_state_space_without_samples():
    class StateSpace:
        A, B, C, D = (np.array(m) for m in ([[0.0]], [[1.0, 0.0]], [[I]], [[K, D]]))
        dt = 0

    fields = {"inputs": ["hinge.angle", "hinge.rate"], "to": ["wheel.torque"]}
    law = tt.LinearController.of(StateSpace, **fields)
    assert law.every is None
    assert end_of(law) == pytest.approx(exact(), abs=1e-11)
    StateSpace.dt = None
    with pytest.raises(ValueError, match="does not say its sample period"):
        tt.LinearController.of(StateSpace, **fields)


@pytest.mark.compiled
def test_an_integral_does_not_grow_at_a_limit():
    system = axis(pid(lower=-0.5, upper=0.5)).build()
    start = system.state(hinge={"angle": 0.3})
    run = tt.simulate(system, start, 60.0, every=0.1, **TIGHT)
    torque, told = run["wheel.torque"].values, run["hold.memory.0"].values
    assert abs(torque).max() == 0.5
    at_limit = (torque[:-1] == 0.5) & (torque[1:] == 0.5)
    assert at_limit.sum() > 10
    assert (np.diff(told)[at_limit] >= 0.0).all()  # the error, -φ, would make it fall
    assert float(run["hinge.angle"][-1]) == pytest.approx(0.0, abs=0.2)


def craft(kind, every):
    model = tt.Model("craft")
    bus = model.add_body("bus", 750.0, [900.0, 800.0, 600.0])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    wheels = [f"wheel_{n}" for n in "xyz"]
    for name, axle in zip(wheels, np.eye(3), strict=True):
        model.add_device(name, tt.Wheel(bus, axle, inertia=0.16))
    model.add_controller("slew", kind("bus", "bus", every, stiffness=7, damping=60, to=wheels))
    return model


@pytest.mark.compiled
@pytest.mark.parametrize("kind", [tt.QuaternionFeedback, tt.MrpFeedback])
def test_sampled_feedback_tends_to_the_continuous_one(kind):
    """The half period by which a hold is late makes an error of first order."""
    ends = {}
    for every in ("continuous", 0.2, 0.1):
        system = craft(kind, every).build()
        attitude = [np.cos(0.5), np.sin(0.5), 0.0, 0.0]
        start = system.state(flight={"attitude": attitude, "angular_velocity": [0.01, -0.02, 0.03]})
        run = tt.simulate(system, start, 50.0, every=10.0, rtol=1e-11, atol=1e-11)
        ends[every] = run["bus.angular_velocity"].values
    coarse, fine = (abs(ends[every] - ends["continuous"]).max() for every in (0.2, 0.1))
    assert 0.0 < fine < 1e-3
    assert coarse / fine == pytest.approx(2.0, abs=0.05)


@pytest.mark.compiled
def test_linear_models_have_the_law_in_them():
    system = craft(tt.QuaternionFeedback, "continuous").build()
    found = tt.linearise(system, system.state(), outputs=["bus.angular_velocity.x"])
    J = np.array([900.0, 800.0, 600.0]) - 0.16
    # J θ'' + 60 θ' + 7/2 θ = 0: the vector part of a quaternion is half the angle.
    poles = np.concatenate([np.roots([j, 60.0, 3.5]) for j in J])
    for pole in poles:
        assert abs(found.poles - pole).min() < 1e-7
    system = axis(pid(integral=0.0)).build()
    loop = tt.linearise(system, system.state(), outputs=["hinge.angle"]).loop("hold")
    w = 0.35
    s = 1j * w
    there = loop.response([w]).values.ravel()[0]
    assert abs(there) == pytest.approx(abs((K + D * s) / (100 * s**2)), rel=1e-6)


@pytest.mark.parametrize(
    ("law", "message"),
    [
        (lambda: pid(delay=0.1), "a continuous controller has no delay"),
        (lambda: pid(offset=0.1), "a continuous controller has no offset"),
        (lambda: tt.Pid("hinge.angle", None, derivative=1.0, to="wheel"), "no sample before"),
        (
            lambda: tt.QuaternionFeedback("bus", "bus", None, 1, 1, delay=1, to="wheel"),
            "a continuous controller has no delay",
        ),
        (lambda: pid("sometimes"), "'sometimes'"),
        (lambda: pid(0.0), "is not above 0"),
    ],
)
def test_what_has_no_continuous_form_is_refused(law, message):
    with pytest.raises(ValueError, match=message):
        law()


@pytest.mark.parametrize(
    ("law", "message"),
    [
        (tt.Pid("hinge.angle", None, proportional=1.0), "it writes no commands"),
        (
            tt.Pid("bus.angular_acceleration.z", None, proportional=1.0, to="wheel"),
            r"controllers\.hold\.input.*an algebraic loop .*known before forces act",
        ),
        (
            tt.Pid("wheel.motor_torque", None, proportional=1.0, to="wheel"),
            r"controllers\.hold\.input: 'wheel\.motor_torque' is known only after forces",
        ),
        (
            tt.Pid("hinge.angel", None, proportional=1.0, to="wheel"),
            r"controllers\.hold\.input: unknown quantity.*known before forces act",
        ),
    ],
)
def test_what_it_cannot_read_or_does_not_write_is_refused(law, message):
    with pytest.raises(tt.ModelError, match=f"(?s){message}"):
        axis(law).build()


def test_pulses_need_samples():
    model = tt.Model("pulses")
    bus = model.add_body("bus", 10.0, [1.0, 1.0, 1.0])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    names = []
    for k, (arm, push) in enumerate([([1, 0, 0], [0, 1, 0]), ([1, 0, 0], [0, -1, 0])]):
        bus.frame(f"jet{k}", at=arm)
        jet = tt.Thruster(f"bus.jet{k}", direction=push, thrust=1, isp="220 s", pulsed=True)
        model.add_device(f"jet{k}", jet)
        names.append(f"jet{k}")
    model.add_controller("slew", tt.MrpFeedback("bus", "bus", "continuous", 1, 1, to=names))
    with pytest.raises(tt.ModelError, match="all the time, and 'jet0' fires pulses"):
        model.build()


def test_files_keep_that_a_law_is_continuous(tmp_path):
    file = tmp_path / "axis.yaml"
    axis(pid()).save(file)
    text = file.read_text()
    assert "every: continuous" in text
    model = tt.load(file)
    assert model.controllers["hold"] == pid()

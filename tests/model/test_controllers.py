"""Controllers as a person describes them."""

from types import SimpleNamespace

import numpy as np
import pytest

import treetop as tt
from controlled import WHEELS, hub, with_gyro, with_wheels
from treetop.errors import ModelError
from treetop.formats.yaml.load import dumps, loads
from treetop.model.quantity import Invalid


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: tt.Pid("a", 1, lower=2, upper=1), "leave nothing between"),
        (lambda: tt.Pid("a", 1, target_rate="b"), "none of the input"),
        (lambda: tt.OnOff("a", 1, on=0.1, off=0.2, to="jet"), "goes off at 0.2, above 0.1"),
        (lambda: tt.OnOff("a", 1, on=0.1), "one command, or two"),
        (lambda: tt.Pwpf("a", 1, gain=4, lag="3 m", on=1, to="jet"), "unit"),
        (lambda: tt.Bdot("a", 1, gain=1, to=["x", "y"]), "three parts, not 2"),
        (lambda: tt.SetPoint(1), "either a table or a duration"),
        (lambda: tt.SetPoint(1, duration=3, table=tt.Table([0], [1])), "either a table or"),
        (lambda: tt.MomentumUnloading([], 1, gain=1), "no wheels"),
        (lambda: tt.Allocation("slew", 1, to=[]), "no devices"),
        (lambda: tt.LinearController(1, "a", "b", A=[[1]], B=[[1]], C=[[1, 2]]), "columns"),
        (lambda: tt.LinearController(1, "a", "b"), "missing"),
        (lambda: tt.QuaternionFeedback("a", "b", 1, stiffness=-1, damping=1), "less than 0"),
        (lambda: tt.QuaternionFeedback("a", "b", 1, 1, 1, target=[1, 1, 0, 0]), "length 1"),
    ],
)
def test_values_that_do_not_fit(make, what, problems_of):
    problems = problems_of(make)
    assert len(problems) == 1
    assert what in str(problems[0])


def test_linear_controllers_of_python_control():
    """Anything with A, B, C, D and dt."""
    system = SimpleNamespace(
        A=np.eye(2), B=np.ones((2, 1)), C=np.ones((1, 2)), D=np.zeros((1, 1)), dt=0.1
    )
    law = tt.LinearController.of(system, inputs="bus.position.x", to="jet")
    assert law.every == 0.1
    assert law.A == ((1.0, 0.0), (0.0, 1.0))
    system.dt = 0
    assert tt.LinearController.of(system, inputs="bus.position.x", to="jet").every is None
    for dt in (None, True):
        with pytest.raises(Invalid, match="does not say its sample period"):
            tt.LinearController.of(SimpleNamespace(**vars(system) | {"dt": dt}), inputs="a", to="b")
    with pytest.raises(Invalid, match="no linear system"):
        tt.LinearController.of(3, inputs="a", to="b")
    with pytest.raises(tt.ModelError, match="a linear system is no period"):
        tt.LinearController(system, inputs="a", to="b")


@pytest.mark.parametrize(
    ("dt", "every", "told"),
    [
        (0.1, 0.2, "its period is 0.1 s, and 'every' is 0.2 s"),
        (0.1, "continuous", "its period is 0.1 s, and 'every' is continuous"),
        (0, 0.1, "it is continuous, and 'every' is 0.1 s"),
    ],
)
def test_matrices_of_one_period_are_not_run_at_another(dt, every, told):
    one = np.eye(1)
    system = SimpleNamespace(A=one, B=one, C=one, D=one, dt=dt)
    with pytest.raises(Invalid, match=told):
        tt.LinearController.of(system, inputs="a", to="b", every=every)
    system.dt = 0.1
    assert tt.LinearController.of(system, inputs="a", to="b", every="100 ms").every == 0.1


@pytest.mark.peers
def test_state_space_of_python_control():
    control = pytest.importorskip("control")
    system = control.ss([[1.0]], [[1.0]], [[1.0]], [[0.0]], dt=0.5)
    assert tt.LinearController.of(system, inputs="a", to="b").every == 0.5


def test_controllers_in_files():
    model = with_gyro(with_wheels(hub()))
    model.add_sensor("tracker", tt.StarTracker("bus", every=0.5))
    slew = tt.QuaternionFeedback(
        "tracker", "gyro", "0.5 s", 3.5, 30, target=[1, 0, 0, 0], to=WHEELS
    )
    model.add_controller("slew", slew)
    model.add_controller("turn", tt.SetPoint(0.5, end="30 deg", duration="20 s"))
    model.add_controller("table", tt.SetPoint(0.5, table=tt.Table([0, 1], [0, 2])))
    text = dumps(model)
    assert loads(text) == model
    assert "kind: quaternion-feedback" in text


def test_quaternion_feedback_that_is_fed_by_no_attitude(problems_of):
    model = with_gyro(with_wheels(hub()))
    slew = tt.QuaternionFeedback("gyro", "gyro", 0.5, 1, 1, to=WHEELS)
    model.add_controller("slew", slew)
    (problem,) = problems_of(model.build)
    assert problem.where == "controllers.slew.attitude"
    assert problem.what == "'gyro' is a gyro, which has 'rate', but no 'attitude'"


def test_sensor_on_a_body_that_is_not_there(problems_of):
    model = hub()
    model.add_sensor("gyro", tt.Gyro("buss", every=0.5))
    (problem,) = problems_of(model.build)
    assert problem.where == "sensors.gyro.at"
    assert problem.what == "unknown body 'buss'"


def test_torque_that_devices_cannot_give(problems_of):
    model = with_wheels(hub())
    other = model.add_body("other", 1, [1, 1, 1])
    model.add_joint("hinge", tt.Revolute([1, 0, 0]), "bus", other)
    model.add_device("far", tt.Wheel(other, [1, 0, 0], 0.1))
    model.add_controller("slew", tt.MrpFeedback("bus", "bus", 0.5, 1, 1, to=[*WHEELS, "far"]))
    (problem,) = problems_of(model.build)
    assert "'other' is not on 'bus'" in problem.what


def test_matrices_that_do_not_fit_the_inputs(problems_of):
    model = with_gyro(with_wheels(hub()))
    model.add_controller("law", tt.LinearController(0.5, "gyro.rate", WHEELS, D=np.eye(3)[:, :2]))
    (problem,) = problems_of(model.build)
    assert problem.what == "its inputs are 3 numbers, but its matrices take 2"


def test_a_controller_that_only_says_something_needs_no_commands():
    model = hub()
    model.add_controller("turn", tt.SetPoint(0.5, end=1, duration=3))
    assert any(label.startswith("turn.") for label in model.build().assembly.states)


def test_outputs_of_a_users_controller_in_files():
    model = with_wheels(hub())
    units = {"twice": "rad", "part": "1"}
    law = tt.Controller("law", every=0.5, inputs=["bus.angular_velocity"], output_units=units)
    model.add_controller("law", law)
    model.add_controller("pd", tt.Pid("law.twice", 0.5, proportional=1))
    assert loads(dumps(model)) == model


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ({"every": 1, "output_units": {"a": "deg"}}, "is not an SI unit"),
        ({"every": 1, "output_units": ["a"]}, "is not a mapping"),
        ({"output_units": {"a": "1"}}, "a continuous controller has no output_units"),
    ],
)
def test_outputs_that_cannot_be(given, what):
    with pytest.raises(ModelError, match=what):
        tt.Controller("law", **given)

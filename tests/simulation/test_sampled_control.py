import numpy as np
import pytest

import treetop as tt
from interpreted import interpreted_for

METHODS = [
    {},
    pytest.param({"method": "radau"}, marks=pytest.mark.compiled),
    {"method": "bdf", "rtol": 1e-8},
    {"method": "rk4", "step": 0.02},
    {"rtol": 1e-6},
    {"rtol": 1e-12},
]


def note_times(t, z, x, p, u):
    k = int(x[0])
    if k < x.size - 1:
        x[k + 1] = t
    x[0] += 1
    u[0] = 0.1 * np.cos(t)


def noting(python=False, **settings):
    model = tt.Model("noting")
    hub = model.add_body("hub", 1, [2, 2, 2])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_device("wheel", tt.Wheel(hub, [0, 0, 1], inertia=0.05))
    options = {"every": 0.3, "offset": 0.1, "memory": 40, "to": "wheel", "python": python}
    model.add_controller("clock", tt.Controller(note_times, **options))
    system = model.build()
    start = system.state(flight={"angular_velocity": [0.4, 0.1, 0.9]})
    return tt.simulate(system, start, 5.0, every=0.7, **settings)


@pytest.mark.parametrize("settings", METHODS)
@pytest.mark.parametrize("python", interpreted_for([False, True], [False]))
def test_samples_are_at_the_same_times_to_the_bit(settings, python):
    run = noting(python, **settings)
    times = [run[f"clock.memory.{k}"].values[-1] for k in range(1, 18)]
    assert times == [float(f"{0.1 + 0.3 * k:.1f}") for k in range(17)]


def test_a_result_shows_commands_from_their_sample_on():
    run = noting()
    for t, torque in zip(run.data.time.values, run["wheel.torque"].values, strict=True):
        past = [at for at in (float(f"{0.1 + 0.3 * k:.1f}") for k in range(17)) if at <= t]
        assert torque == (0.1 * np.cos(past[-1]) if past else 0.0)


def test_commands_that_jump_over_a_value_are_events():
    model = tt.Model("steps")
    hub = model.add_body("hub", 1, [2, 2, 2])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_device("wheel", tt.Wheel(hub, [0, 0, 1], inertia=0.05))
    model.add_controller("clock", tt.Controller(staircase, every=1.0, to="wheel"))
    model.add_event("more", tt.quantity("wheel.torque").rises(0.25))
    system = model.build()
    run = tt.simulate(system, system.state(), 6.0, every=1.0)
    assert [event.event for event in run.events] == ["more"]
    assert run.events[0].time == pytest.approx(3.0, abs=1e-9)


def staircase(t, z, x, p, u):
    u[0] = 0.1 * np.round(t)


def chain(t, z, x, p, u):
    u[0] = z[0] + 1.0


def test_controllers_of_one_instant_run_in_the_order_of_their_connections():
    model = tt.Model("chain")
    hub = model.add_body("hub", 1, [2, 2, 2])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    for name in "abc":
        model.add_device(name, tt.Wheel(hub, [0, 0, 1], inertia=0.05, torque=1e-9))
    for name, source, to in (("third", "b", "c"), ("second", "a", "b"), ("first", "c", "a")):
        delay = 0.5 if name == "first" else 0.0
        law = tt.Controller(chain, every=1.0, inputs=[f"{source}.torque"], to=to, delay=delay)
        model.add_controller(name, law)
    system = model.build()
    run = tt.simulate(system, system.state(), 2.25, at=[0.25, 0.75, 1.25, 2.25])
    found = {name: run[f"{name}.torque"].values.tolist() for name in "abc"}
    assert found["b"][0] == 1.0  # of a, which is nothing yet
    assert found["c"][0] == 2.0  # of b, at once
    assert found["a"][:2] == [0.0, 3.0]  # of c, late
    assert [found[name][2] for name in "abc"] == [3.0, 4.0, 5.0]


def two_outputs(t, z, x, p, u):
    u[0], u[1], u[2] = -z[0], 2.0 * z[0], z[0] ** 2


@pytest.mark.parametrize("python", [False, True])
def test_outputs_of_a_users_controller_follow_its_commands(python):
    model = tt.Model("outputs")
    hub = model.add_body("hub", 1, [2, 2, 2])
    model.add_joint("axle", tt.Revolute([0, 0, 1]), model.ground, hub)
    model.add_device("wheel", tt.Wheel(hub, [0, 0, 1], inertia=0.05))
    units = {"twice": "rad", "square": "rad^2"}
    options = {"inputs": ["axle.angle"], "to": "wheel", "output_units": units, "python": python}
    model.add_controller("law", tt.Controller(two_outputs, every=0.5, **options))
    model.add_controller("reader", tt.Pid("law.twice", 0.5, proportional=-3))
    system = model.build()
    run = tt.simulate(system, system.state(axle={"angle": 0.3, "rate": 0.1}), 2.0, every=0.5)
    angle = run["axle.angle"].values[:-1]  # the last sample belongs to the run that goes on
    assert run["wheel.torque"].values[:-1] == pytest.approx(-angle, rel=1e-12)
    assert run["law.twice"].values[:-1] == pytest.approx(2 * angle, rel=1e-12)
    assert run["law.square"].values[:-1] == pytest.approx(angle**2, rel=1e-12)
    assert run["reader.value"].values[:-1] == pytest.approx(6 * angle, rel=1e-12)
    assert run["law.twice"].attrs["units"] == "rad"


# --- what is read ---------------------------------------------------------------------------


HEAD = [0.8, 0.0, 0.0, 0.6]  # turned about z


def watched(**others):
    """A spacecraft on an eccentric path, turning, with sensors of its motion."""
    model = tt.Model("watched")
    bus = model.add_body("bus", 40.0, [4, 5, 6], centre=[0.1, 0, 0.2])
    boom = model.add_body("boom", 3.0, [1, 1, 0.1])
    bus.frame("head", at=[0.3, -0.2, 0.5], attitude=HEAD)
    model.add_joint("flight", tt.Free(), model.ground, bus)
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), bus, boom)
    model.add_force("gravity", tt.CentralGravity(3.986004418e14))
    model.add_device("wheel", tt.Wheel(bus, [0, 0, 1], inertia=0.05))
    model.add_sensor("gyro", tt.Gyro("bus.head", every=0.5))
    model.add_sensor("tracker", tt.StarTracker("bus.head", every=0.5))
    model.add_sensor("gps", tt.Gps("boom", every=0.5))
    model.add_sensor("angle", tt.Encoder("hinge.angle", every=0.5, quantum=1e-9))
    gains = {"stiffness": 0.1, "damping": 0.5, "to": "wheel", "axes": "bus"}
    model.add_controller("law", tt.MrpFeedback("tracker", "gyro", every=0.5, **gains))
    for name, sensor in others.items():
        model.add_sensor(name, sensor)
    system = model.build()
    flight = {"position": [7e6, 0, 0], "velocity": [0, 7.9e3, 0]}
    flight |= {"angular_velocity": [0.1, -0.2, 0.05]}
    return tt.simulate(system, system.state(flight=flight, hinge={"rate": 0.3}), 5.0, every=0.5)


def test_what_is_read_of_the_motion_does_not_depend_on_what_else_is_read():
    alone = watched()
    forces = watched(felt=tt.Accelerometer("bus", every=0.5))
    for name in ("gyro.rate", "tracker.attitude", "gps.position", "gps.velocity", "angle.value"):
        assert np.array_equal(alone[name].values, forces[name].values)
    turned = alone["gyro.rate"].values[:-1]  # no block runs at the end
    about_z = [[HEAD[0] ** 2 - HEAD[3] ** 2, -2 * HEAD[0] * HEAD[3]], [0.0, 0.0]]
    about_z[1] = [-about_z[0][1], about_z[0][0]]
    w = alone["bus.angular_velocity"].values[:-1]
    np.testing.assert_allclose(turned[:, :2], w[:, :2] @ about_z, atol=1e-15)
    np.testing.assert_allclose(turned[:, 2], w[:, 2], atol=1e-15)
    places = (alone[name].values[:-1] for name in ("gps.position", "boom.position"))
    np.testing.assert_allclose(*places, rtol=1e-15)


@pytest.mark.parametrize("feedback", [tt.QuaternionFeedback, tt.MrpFeedback])
def test_feedback_only_damps_until_a_tracker_has_seen_stars(feedback):
    model = tt.Model("late")
    bus = model.add_body("bus", 10.0, [5.0] * 3)
    model.add_joint("flight", tt.Free(), model.ground, bus)
    model.add_sensor("tracker", tt.StarTracker(bus, every=0.5, delay=1.0))
    law = feedback("tracker", "bus", every=0.5, stiffness=3.0, damping=2.0)
    model.add_controller("law", law)
    system = model.build()
    turn = {"attitude": [0.6, 0.8, 0, 0], "angular_velocity": [0.0, 0.0, 0.1]}
    run = tt.simulate(system, system.state(flight=turn), 2.0, every=0.5)
    torque = run["law.torque"].values
    np.testing.assert_allclose(torque[:2], [[0, 0, -0.2]] * 2, atol=1e-12)
    part = 0.8 if feedback is tt.QuaternionFeedback else 0.8 / 1.6
    np.testing.assert_allclose(torque[2], [-3.0 * part, 0, -0.2], atol=1e-12)
    assert list(run["tracker.valid"].values) == [0, 0, 1, 1, 1]

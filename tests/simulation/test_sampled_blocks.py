"""Sensors and controllers in runs: instants, order, delays, noise."""

import threading
import warnings

import numpy as np
import pytest

import treetop as tt
from controlled import WHEELS, hub, with_gyro, with_wheels
from flexible_craft import craft, somewhere
from interpreted import interpreted_for
from pausing import died, resumed
from treetop.simulation.hybrid import HybridSimulation
from treetop.simulation.sampled_blocks import stream_of
from treetop.simulation.start_checks import warn_of_axes

METHODS = {
    "dop853": {"method": "dop853"},
    "tight": {"method": "dop853", "rtol": 1e-12, "atol": 1e-14},
    "loose": {"method": "dop853", "rtol": 1e-6},
    "radau": {"method": "radau", "rtol": 1e-6},
    "rk4": {"method": "rk4", "step": 0.1},
}


def readings(model, duration=1.0, every=0.25, **options):
    system = model.build()
    run = tt.simulate(system, system.state(), duration=duration, every=every, **options)
    return run["gyro.rate"].values[:-1]  # the end is a sample of whatever goes on from there


# --- noise ------------------------------------------------------------------------------


@pytest.mark.parametrize("method", interpreted_for(METHODS, ["dop853", "rk4"]))
def test_noise_is_the_same_to_the_bit_with_every_method(method):
    """A body at rest reads nothing but noise."""
    found = readings(with_gyro(hub()), **METHODS[method])
    assert (found == readings(with_gyro(hub()))).all()
    assert len(np.unique(found)) == found.size


def test_noise_depends_on_the_seed_and_on_the_name_alone():
    model = with_gyro(hub())
    found = readings(model)
    assert (readings(model, seed=2) != found).all()
    more = with_wheels(hub())
    more.add_sensor("another", tt.Gyro("bus", every=0.125, walk=1e-5))
    assert (readings(with_gyro(more)) == found).all()
    assert stream_of("gyro") != stream_of("another")


def test_noise_is_the_same_in_threads():
    expected, found = readings(with_gyro(hub())), {}
    threads = [
        threading.Thread(target=lambda k=k: found.update({k: readings(with_gyro(hub()))}))
        for k in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((found[k] == expected).all() for k in range(4))


@pytest.mark.compiled
def test_noise_is_the_same_after_interruptions(tmp_path):
    model, folder = with_gyro(hub()), tmp_path / "part"
    expected = readings(model, duration=20.0, seed=3)
    system = model.build()
    died(system, system.state(), folder, duration=20.0, every=0.25, seed=3)
    run, times = resumed(folder)
    assert times > 1
    assert (run["gyro.rate"].values[:-1] == expected).all()


def test_seed_is_kept_with_the_result(tmp_path):
    system = with_gyro(hub()).build()
    run = tt.simulate(system, system.state(), duration=0.5, seed=7)
    assert '"seed": 7' in run.data.attrs["settings"]


# --- instants and order -----------------------------------------------------------------


def recorded(period, offset=0.0, **options):
    """Times at which a controller in Python is run."""
    times = []
    model = with_wheels(hub())
    law = tt.Controller(
        lambda t, z, x, p, u: times.append(t), period, to="wheel_x", offset=offset, python=True
    )
    model.add_controller("law", law)
    system = model.build()
    start = system.state(flight={"angular_velocity": [0.1, 0.2, 0.3]})
    tt.simulate(system, start, duration=2.0, every=2.0, **options)
    return times


@pytest.mark.parametrize("method", interpreted_for(METHODS, ["dop853", "rk4"]))
@pytest.mark.parametrize(("period", "offset"), [(0.1, 0.0), (0.3, 0.007), (np.sqrt(0.05), 0.0)])
def test_instants_are_the_same_to_the_bit_with_every_method(method, period, offset):
    found = recorded(period, offset, **METHODS[method])
    assert found == recorded(period, offset)
    assert np.allclose(found, offset + period * np.arange(len(found)), rtol=1e-15)


def test_sensors_of_an_instant_are_read_before_its_controllers():
    """Samples of 0.1 s and of 0.3 s meet to the bit."""
    model, seen = with_wheels(hub()), {}
    model.add_sensor("clock", tt.Sensor("time", every=0.1))
    law = tt.Controller(
        lambda t, z, x, p, u: seen.update({t: z[0]}), 0.3, "clock.value", "wheel_x", python=True
    )
    model.add_controller("law", law)
    system = model.build()
    tt.simulate(system, system.state(), duration=3.0, every=3.0)
    assert len(seen) == 10
    assert all(t == z for t, z in seen.items())


def test_controllers_follow_what_they_read():
    """Each adds to what the one before says, in the same instant, whatever their order."""
    model = with_wheels(hub())
    for name, source, to in (
        ("last", "wheel_y.torque", "wheel_z"),
        ("next", "wheel_x.torque", "wheel_y"),
    ):
        model.add_controller(name, tt.Pid(source, 0.5, proportional=-1.0, to=to))
    model.add_controller("first", tt.SetPoint(0.5, table=tt.Table([0, 1], [2, 2]), to="wheel_x"))
    system = model.build()
    run = tt.simulate(system, system.state(), duration=0.5)
    assert [float(run[f"{name}.torque"][0]) for name in WHEELS] == [2.0, 2.0, 2.0]


@pytest.mark.parametrize("delay", [0.1, 0.2, 0.05, 0.25])
def test_readings_that_are_late(delay):
    """Whole samples late or parts of one: what is read took place that much before."""
    model = hub()
    model.add_sensor("clock", tt.Sensor("time", every=0.1, delay=delay))
    system = model.build()
    run = tt.simulate(system, system.state(), duration=2.0, at=np.arange(0.013, 2.0, 0.02))
    expected = np.floor((run.time - delay) / 0.1 + 1e-9) * 0.1
    assert np.allclose(run["clock.value"], np.maximum(expected, 0.0), atol=1e-12)


@pytest.mark.compiled
def test_samples_are_taken_once_where_segments_meet():
    """Events at the instant of a sample, and one that a sample makes, begin new segments."""
    model, times = with_wheels(hub()), []

    def law(t, z, x, p, u):
        times.append(t)
        u[0] = t

    model.add_controller("law", tt.Controller(law, 0.5, to="wheel_x", python=True))
    model.add_event("clock", tt.time.rises(1.0), do="record", off=["wheel_y"])
    model.add_event("asked", tt.quantity("wheel_x.torque").rises(1.75), off=["wheel_z"])
    system = model.build()
    run = tt.simulate(system, system.state(), duration=3.0)
    assert len(run.events) == 2
    assert times == [0.0, 0.5, 1.0, 1.5, 2.0, 2.5]


# --- what is read -----------------------------------------------------------------------


def test_frame_motion_is_that_of_the_frame():
    model = hub()
    model.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    model.add_sensor("gyro", tt.Gyro("bus.imu", every=0.5))
    model.add_sensor("tracker", tt.StarTracker("bus.imu", every=0.5))
    model.add_sensor("gps", tt.Gps("bus.imu", every=0.5))
    model.add_sensor("accelerometer", tt.Accelerometer("bus.imu", every=0.5))
    system = model.build()
    w = np.array([0.0, 0.0, 0.7])
    start = system.state(flight={"angular_velocity": w, "position": [1, 2, 3]})
    run = tt.simulate(system, start, duration=1.0, every=1.0)
    assert np.allclose(run["gyro.rate"], w, atol=1e-14)
    assert np.allclose(run["tracker.attitude"][0], [np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    assert np.allclose(run["gps.position"][0], [1.5, 2, 3])
    assert np.allclose(run["gps.velocity"][0], [0, 0.35, 0])
    # In free fall all that is felt is the turning: towards the axis, -y of the frame at first.
    assert np.allclose(run["accelerometer.acceleration"], [0, 0.5 * 0.49, 0], atol=1e-12)


def test_accelerometer_on_the_ground_feels_its_support():
    model = tt.Model("pendulum")
    rod = model.add_body("rod", 2.0, [0.1, 0.1, 0.1], [0, 0, -0.5])
    rod.frame("tip", at=[0, 0, -1])
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), model.ground, rod)
    model.add_force("weight", tt.UniformGravity())
    model.add_sensor("accelerometer", tt.Accelerometer("rod.tip", every=0.5))
    system = model.build()
    run = tt.simulate(system, system.state(), duration=1.0, every=0.5)
    assert np.allclose(run["accelerometer.acceleration"], [0, 0, 9.81], atol=1e-12)


@pytest.mark.compiled
def test_accelerometer_on_a_node_of_a_flexible_body_follows_it():
    """In free flight it feels the acceleration of its node."""
    model = craft()
    model.add_sensor("accelerometer", tt.Accelerometer("boom.tip", every=0.05))
    model.add_sensor("gyro", tt.Gyro("boom.tip", every=0.05))
    system = model.build()
    run = tt.simulate(system, somewhere(system), duration=0.2, every=0.05)
    for name in ("accelerometer.acceleration", "gyro.rate"):
        assert np.ptp(run[name].values, axis=0).max() > 1e-3


def test_integrating_gyro_reads_the_mean_rate():
    model = hub()
    model.add_sensor("gyro", tt.Gyro("bus", every=0.5, integrating=True))
    system = model.build()
    start = system.state(flight={"angular_velocity": [0.0, 0.0, 0.3]})
    run = tt.simulate(system, start, duration=2.0, every=0.5)
    assert np.allclose(run["gyro.rate"], [0, 0, 0.3], atol=1e-13)


def test_encoder_at_a_joint():
    model = tt.Model("arm")
    arm = model.add_body("arm", 1.0, [1, 1, 1])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, arm)
    model.add_sensor("encoder", tt.Encoder("hinge.angle", every=0.5, quantum="10 deg"))
    system = model.build()
    run = tt.simulate(system, system.state(hinge={"rate": 0.5}), duration=1.5, every=0.5)
    assert np.allclose(np.rad2deg(run["encoder.value"]), [0, 10, 30, 30])
    assert np.allclose(run["encoder.rate"], np.deg2rad([0, 20, 40, 40]))


# --- what is told -----------------------------------------------------------------------


def test_names_that_are_not_there(problems_of):
    model = with_wheels(hub())
    model.add_controller("law", tt.Pid("flight.angular_velocity.q", 0.5, to="wheel_x"))
    system = model.build()
    (problem,) = problems_of(tt.simulate, system, system.state(), 1.0)
    assert problem.where == "controllers.law.input"
    assert "flight.angular_velocity" in problem.hint


@pytest.mark.parametrize("field", ["noise", "bias", "quantum", "lower"])
def test_errors_in_another_unit_than_the_quantity(field, problems_of):
    model = hub()
    model.add_sensor("rate", tt.Sensor("bus.angular_velocity.x", every=0.5, **{field: "2 m"}))
    system = model.build()
    (problem,) = problems_of(tt.simulate, system, system.state(), 1.0)
    assert problem.where == f"sensors.rate.{field}"
    assert "rad/s" in problem.hint


@pytest.mark.compiled
def test_period_longer_than_the_run():
    system = with_gyro(hub(), every=5.0).build()
    with pytest.warns(UserWarning, match=r"sensors.gyro: its period of 5 s is longer than the run"):
        tt.simulate(system, system.state(), duration=1.0)
    system = with_gyro(hub(), offset=5.0).build()
    with pytest.warns(UserWarning, match="first sample, at 5 s, is after the end"):
        tt.simulate(system, system.state(), duration=1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        system = with_gyro(hub()).build()
        tt.simulate(system, system.state(), duration=0.25)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, IndexError])
def test_exceptions_of_controllers_in_python(error):
    """They leave the compiled loop as they are; Ctrl-C returns what was computed."""

    def law(t, z, x, p, u):
        if t > 0.9:
            raise error("told")

    model = with_wheels(hub())
    model.add_controller("law", tt.Controller(law, 0.5, to="wheel_x", python=True))
    system = model.build()
    if error is KeyboardInterrupt:
        run = tt.simulate(system, system.state(), duration=2.0)
        assert run.data.attrs["outcome"] == "interrupted"
        assert run.time[-1] == 1.0
    else:
        with pytest.raises(tt.RunError if error is IndexError else error, match="told"):
            tt.simulate(system, system.state(), duration=2.0)


def test_controllers_in_python_remember_and_write():
    def law(t, z, x, p, u):
        x[0] += 1.0
        u[:] = [p[0] * x[0], z[0]]
        z[:] = p[:] = 99.0  # which nobody else sees

    model = with_wheels(hub())
    names = ["wheel_x", "wheel_y"]
    given = {"inputs": "time", "to": names, "memory": 1, "parameters": [2.0], "python": True}
    model.add_controller("law", tt.Controller(law, 0.5, **given))
    system = model.build()
    run = tt.simulate(system, system.state(), duration=2.0, every=0.5)
    assert run["wheel_x.torque"].values.tolist() == [2, 4, 6, 8, 8]
    assert run["wheel_y.torque"].values.tolist() == [0, 0.5, 1, 1.5, 1.5]
    assert run["law.memory.0"].values.tolist() == [1, 2, 3, 4, 4]


def test_sensors_and_controllers_across_a_change_of_structure():
    """What is remembered goes on where a stage begins."""
    model = with_gyro(with_wheels(hub()))
    pod = model.add_body("pod", 5.0, [1.0, 1.0, 1.0])
    model.add_joint("clamp", tt.Fixed(), "bus", pod)
    expected = readings(model, duration=3.0)
    model.add_event("apart", tt.time.rises(1.6))
    model.add_stage("whole", until="apart")
    model.add_stage("free", release="clamp")
    system = model.build()
    run = tt.simulate(system, system.state(), duration=3.0, every=0.25)
    sampled = np.isin(run.time, 0.25 * np.arange(12))
    assert sampled.sum() < run.time.size - 1
    assert (run["gyro.rate"].values[sampled] == expected).all()


def beyond(t, z, x, p, u):
    u[1] = z[0]


def raising(t, z, x, p, u):
    raise ValueError("no")


def ended(function, **more):
    """What a run with a controller of this function ends with."""
    model = with_wheels(hub())
    given = {"inputs": ["flight.angular_velocity.x"], "to": "wheel_x", "every": 0.1}
    model.add_controller("hold", tt.Controller(function, **given, **more))
    system = model.build()
    with pytest.raises((tt.RunError, ValueError)) as error:
        tt.simulate(system, system.state(), 1.0)
    return error.value


@pytest.mark.compiled
def test_a_function_that_leaves_its_arrays_is_named():
    told = "function of 'hold' reads or writes beyond an array: z has 1, x 0, p 0 and u 1 numbers"
    assert told in str(ended(beyond))


def test_what_a_function_in_python_raises_says_where():
    found = ended(raising, python=True)
    assert found.__notes__ == ["in the function of 'hold', at 0 s"]


@pytest.mark.parametrize(
    ("wheels", "stiffness", "told"),
    [(1, 2.0, "about 3 axes, and commands one device"), (2, 2.0, "2 devices"), (3, 2.0, ""),
     (1, [0, 0, 2.0], "")],
)  # fmt: skip
def test_feedback_that_its_devices_cannot_give_is_told(wheels, stiffness, told):
    model = with_wheels(hub())
    gains = {"stiffness": stiffness, "damping": stiffness}
    law = tt.MrpFeedback("bus", "bus", every=0.5, to=list(WHEELS)[-wheels:], **gains)
    model.add_controller("turn", law)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warn_of_axes(model.build())
    assert len(caught) == bool(told)
    assert all(told in str(each.message) for each in caught)


class Integrator:
    """Remembers in an object what no checkpoint has."""

    total = 0.0

    def step(self, t, z, x, p, u):
        self.total += z[0]
        u[0] = -self.total


def in_memory(t, z, x, p, u):
    x[0] += z[0]
    u[0] = -x[0]


@pytest.mark.parametrize(("function", "told"), [(Integrator().step, 1), (in_memory, 0)])
def test_what_a_function_in_python_remembers_by_itself_is_told_to_be_lost(
    function, told, tmp_path, monkeypatch
):
    model, advance = with_wheels(hub()), HybridSimulation.advance
    given = {"inputs": "bus.angular_velocity.x", "memory": 1, "python": True, "to": "wheel_x"}
    model.add_controller("law", tt.Controller(function, 0.25, **given))
    system = model.build()
    with monkeypatch.context() as patch:
        patch.setattr(HybridSimulation, "advance", lambda self, steps: advance(self, 2))
        died(system, system.state(), tmp_path / "part", duration=2.0)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        resumed(tmp_path / "part", system=system)
    found = [str(each.message) for each in caught if "what it remembers beside x" in str(each)]
    assert bool(found) == bool(told)
    assert all(each.startswith("controllers.law: ") for each in found)

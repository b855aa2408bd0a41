"""What a sample of a controller costs beyond its law, compiled and in Python; what wheels add to an
evaluation."""

from functools import partial

import numpy as np

import treetop as tt

from .dynamics import Ours
from .timing import Figure, least_times

PERIOD, SAMPLES = 0.01, 20_000
EVALUATIONS = 1000  # in a repeat: short enough to fit between what else a machine does


def figures():
    models = {
        "none": hub(0),
        "one": hub(1),
        "five": hub(5),
        "python": hub(1, python=True),
        "gyro": with_gyro(hub(0)),
    }
    starts = {name: model.build().start() for name, model in models.items()}
    spent = least_times({name: partial(_run, start) for name, start in starts.items()}, repeats=9)

    def per_sample(name, less, count=1):
        return (spent[name] - spent[less]) / SAMPLES / count * 1e6

    first = per_sample("one", "none")
    note = f"the first of an instant {first:.2f} us, with an evaluation and a look"
    more = per_sample("five", "one", 4)
    yield Figure("compiled controller, per sample", more, "us", at_most=1.0, note=note)
    note = "beyond a compiled one"
    yield Figure(
        "controller in Python, per sample", per_sample("python", "one"), "us", at_most=30, note=note
    )
    yield Figure("gyro with noise, per sample", per_sample("gyro", "none"), "us")
    yield from _wheels()


def _wheels():
    """What balanced wheels add to an evaluation of the body that they are on."""
    racers = {count: Ours(with_wheels(count), {}) for count in (0, 1, 3)}
    spent = least_times(
        {count: partial(racer.repeat, EVALUATIONS) for count, racer in racers.items()}, repeats=1001
    )
    bare, one, three = (spent[count] / EVALUATIONS * 1e9 for count in racers)
    note = f"{bare:.0f}, {one:.0f} and {three:.0f} ns with none, one and three"
    yield Figure("evaluation of a body with a wheel / without", one / bare, at_most=1.15, note=note)
    yield Figure("each further wheel / without", (three - one) / 2 / bare, at_most=0.15)


def _run(start):
    duration = PERIOD * SAMPLES
    method = tt.Rk4(step=PERIOD)
    return tt.simulate(start.system, start, duration, every=duration, method=method)


def law(t, z, x, p, u):
    u[0] = p[0] * z[0] + p[1] * z[1]


def hub(controllers, python=False):
    """A free body with five wheels, some of them under control, steps as long as samples."""
    m = with_wheels(5)
    m.set_start("flight", angular_velocity=[0.01, 0.02, 0.03])
    for k in range(controllers):
        axis = "xyz"[k % 3]
        inputs = [f"flight.attitude.{axis}", f"flight.angular_velocity.{axis}"]
        given = {"every": PERIOD, "inputs": inputs, "parameters": [0.1, 1.0], "python": python}
        m.add_controller(f"law{k}", tt.Controller(law, to=f"wheel{k}", **given))
    return m


def with_wheels(count):
    """A free body with so many wheels."""
    m = tt.Model("hub")
    bus = m.add_body("bus", 50.0, [100.0, 90.0, 80.0])
    m.add_joint("flight", tt.Free(), m.ground, bus)
    for k, axis in enumerate(np.random.default_rng(1).normal(size=(count, 3))):
        m.add_device(f"wheel{k}", tt.Wheel(bus, axis, inertia=0.01))
    return m


def with_gyro(m):
    m.add_sensor("gyro", tt.Gyro("bus", every=PERIOD, walk=1e-5, bias_walk=1e-8))
    return m

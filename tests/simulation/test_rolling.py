"""A ball that slides and rolls on a plane with much friction, against closed forms.

The force acts halfway between the surfaces, at an arm that is less than the radius by half the
depth.
"""

import numpy as np
import pytest

import treetop as tt

pytestmark = pytest.mark.compiled

G, RADIUS, HERTZ = 9.81, 0.1, 1e6
FRICTION = 1.0


def rolled(slope, speed, duration, samples=2):
    """The run of a ball on a slope, and its arm in radii."""
    m, pull = tt.Model("ball"), G * np.cos(slope)
    ball = m.add_body("ball", mass=1, inertia=[0.4 * RADIUS**2] * 3)
    m.add_joint("flight", tt.Free(), m.ground, ball)
    m.add_force("weight", tt.UniformGravity([G * np.sin(slope), 0, -pull]))
    law = {"stiffness": HERTZ, "damping": 0.2, "friction": FRICTION, "slip_speed": 1e-5}
    m.add_force("floor", tt.Contact(tt.Plane("ground"), tt.Sphere("ball", RADIUS), **law))
    system, depth = m.build(), (pull / HERTZ) ** (2 / 3)
    start = {"position": [0, 0, RADIUS - depth], "velocity": [speed, 0, 0]}
    times = np.linspace(0, duration, samples)
    settings = {"at": times, "method": "radau", "rtol": 1e-8, "atol": 1e-10}
    run = tt.simulate(system, system.state(flight=start), duration, **settings)
    return run, 1 - depth / (2 * RADIUS)


def test_it_rolls_down_a_slope_from_rest():
    run, arm = rolled(0.2, 0.0, 1.0)
    acceleration = G * np.sin(0.2) / (1 + 0.4 / arm**2)
    assert acceleration == pytest.approx(5 / 7 * G * np.sin(0.2), rel=2e-3)
    speed = float(run["flight.velocity"].values[-1, 0])
    assert speed == pytest.approx(acceleration, rel=1e-5)  # creep is of the slip speed
    assert run.statistics["steps"] < 2000


def test_it_slides_until_it_rolls():
    speed = 2.0
    run, arm = rolled(0.0, speed, 0.1, 201)
    rolls = speed / (FRICTION * G * (1 + arm**2 / 0.4))
    assert rolls == pytest.approx(2 * speed / (7 * FRICTION * G), rel=4e-3)
    found = run["flight.velocity"].values[:, 0]
    expected = speed - FRICTION * G * np.minimum(run.time, rolls)
    assert found == pytest.approx(expected, rel=1e-5)
    turning = run["ball.angular_velocity"].values[-1, 1] * arm * RADIUS
    assert turning == pytest.approx(found[-1], rel=1e-6)

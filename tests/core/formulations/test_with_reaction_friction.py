"""Friction proportional to the reactions of joints, against closed forms and against itself."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq

import treetop as tt
from agreeing import close
from interpreted import interpreted_for
from treetop.errors import RunError
from treetop.system.formulations import FORMULATIONS
from treetop.validation.friction import HALF, RATE, TILT, painleve_rod
from treetop.validation.friction import ROD as MASS

ALL = list(FORMULATIONS)


def motion(speed: float) -> dict[str, dict[str, float]]:
    return {"rail": {"slide_rate": speed}, "pin": {"angle": TILT, "rate": RATE}}


@pytest.mark.parametrize("formulation", ALL)
@pytest.mark.parametrize(("coefficient", "speed"), [(0.5, 2.0), (0.5, -2.0), (1.2, -2.0)])
def test_the_tip_of_a_rod_is_pressed_as_the_closed_form_says(formulation, coefficient, speed):
    """N (1 + 3 c² + 3 d μ s c) = m (g - l s ω²), d the direction of slip."""
    system = painleve_rod(coefficient).build(formulation)
    now = system.evaluate(system.state(**motion(speed)))
    s, c, d = math.sin(TILT), math.cos(TILT), math.copysign(1, speed)
    N = MASS * (9.81 - HALF * s * RATE**2) / (1 + 3 * c**2 + 3 * d * coefficient * s * c)
    close(now.joint["rail"].reaction_force, [-d * coefficient * N, 0, N], 1e-12)


@pytest.mark.parametrize(
    ("weight", "speed", "text"),
    [(9.81, -2.0, "no solution"), (-9.81, -2.0, "two solutions"), (9.81, 2.0, "two solutions")],
)
def test_painleves_paradox_is_told(weight, speed, text):
    """The factor of N is negative for one sign of N: none will do then, or both."""
    system = painleve_rod(3.0, weight).build()
    with pytest.raises(RunError, match=f"'rubbing' has {text}.*Painlev"):
        system.evaluate(system.state(**motion(speed)))


@pytest.mark.compiled
@pytest.mark.parametrize(("tilt", "text"), [(1.45, "two solutions"), (0.55, "comes to a position")])
def test_a_run_stops_where_the_paradox_begins(tilt, text):
    """Where 1 + 3 c² = 3 μ s |c|: past the vertical there are two solutions from there on; below it
    the load grows without bound on the way."""
    system = painleve_rod(2.0).build()
    start = system.state(rail={"slide_rate": -30.0}, pin={"angle": tilt})
    with pytest.raises(RunError, match=f"{text}.*Painlev") as caught:
        tt.simulate(system, start, duration=0.3)
    end = float(caught.value.run["pin.angle"][-1])
    s, c = math.sin(end), math.cos(end)
    assert 1 + 3 * c**2 == pytest.approx(3 * 2.0 * s * abs(c), rel=1e-6)


@pytest.mark.parametrize("rate", [4.0, -4.0])
def test_a_pendulum_on_a_rough_pin(rate):
    """J α = -m g l sin θ - d μ r R, R from the acceleration of the mass centre."""
    mass, l, J, coefficient, radius, theta = 2.0, 0.5, 0.2, 0.4, 0.1, 0.8
    model = tt.Model("pendulum")
    bob = model.add_body("bob", mass, [J, J, J], [0, 0, -l])
    model.add_joint("pin", tt.Revolute([0, -1, 0]), model.ground, bob)
    model.add_force("weight", tt.UniformGravity())
    model.add_force("f", tt.DryFriction("pin", coefficient=coefficient, radius=radius, viscous=0.1))
    about_pin, g, d = J + mass * l**2, 9.81, math.copysign(1, rate)

    def reaction(alpha):
        across, along = l * alpha + g * math.sin(theta), l * rate**2 + g * math.cos(theta)
        return mass * math.hypot(across, along)

    def missed(alpha):
        torque = -d * coefficient * radius * reaction(alpha) - 0.1 * rate
        return about_pin * alpha + mass * g * l * math.sin(theta) - torque

    alpha = brentq(missed, -200, 200, xtol=1e-13)
    system = model.build()
    now = system.evaluate(system.state(pin={"angle": -theta, "rate": -rate}))
    assert -now.speed_rates[0] == pytest.approx(alpha, rel=1e-12)
    assert np.linalg.norm(now.joint["pin"].reaction_force) == pytest.approx(
        reaction(alpha), rel=1e-12
    )


@pytest.mark.parametrize("formulation", interpreted_for(ALL, ("recursive", "kane", "newton-euler")))
def test_all_pins_of_a_loop_rub(formulation, four_bar):
    """Reactions as they are reported otherwise, and the moments they go with; a joint that closes a
    loop is no exception."""
    del four_bar.joints["close"]
    end = four_bar.bodies["coupler"].frame("end", at=[1.9, 0.3, 0])
    four_bar.add_joint("close", tt.Revolute([0, 0, 1]), "rocker.tip", end)
    for name in four_bar.joints:
        four_bar.add_force(f"{name} friction", tt.DryFriction(name, coefficient=0.3, radius=0.05))
    system = four_bar.build(formulation)
    state = system.assembled(system.start(), ["crank"])
    now = system.evaluate(state)
    for load in now.joint.values():
        N = np.linalg.norm(load.reaction_force)
        expected = -math.copysign(0.3 * 0.05 * N, load.speeds["rate"])
        assert load.reaction_torque[2] == pytest.approx(expected, rel=1e-9)
    power = system.rate(state)[-2]
    assert power == pytest.approx(
        sum(load.reaction_torque[2] * load.speeds["rate"] for load in now.joint.values()), rel=1e-9
    )

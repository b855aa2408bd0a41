"""States near a reference state: what forces along directions may be off by."""

import warnings

import numpy as np

import treetop as tt
from treetop.system.linearization import directions, independent_speeds
from treetop.system.perturbation import FORCE_RESOLUTION, GEOMETRY_RESOLUTION, force_rounding


def pushed():
    """Two bodies on an axis with a force along it: nothing turns them about that axis."""
    m = tt.Model("rod")
    hull = m.add_body("hull", mass=100, inertia=[5, 80, 80])
    cap = m.add_body("cap", mass=10, inertia=[1, 2, 2])
    m.add_joint("flight", tt.Free(), m.ground, hull)
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), hull.frame("nose", at=[2, 0, 0]), cap)
    m.add_force("spring", tt.JointSpring("hinge", stiffness=1e4))
    m.add_force("thrust", tt.FrameForce(hull, force=[5000, 0, 0]))
    return m.build()


def rounding(system):
    state = system.state()
    T = directions(system, state, independent_speeds(system, state))
    labels = [system.speed_labels[j] for j in independent_speeds(system, state)]
    return dict(zip(labels, force_rounding(system.at(state), T), strict=True))


def test_forces_round_along_directions_in_which_nothing_acts():
    found = rounding(pushed())
    ahead, roll = found["flight.velocity.x"], found["flight.angular_velocity.x"]
    assert ahead >= FORCE_RESOLUTION * 5000
    assert GEOMETRY_RESOLUTION * 5000 <= roll < 1e-2 * ahead
    assert min(found.values()) > 0.0


def test_rounding_about_the_axis_of_thrust_is_no_imbalance():
    system = pushed()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        linear = tt.linearise(system, system.state(flight={"angular_velocity": [1e-17, 0, 0]}))
    assert np.isfinite(linear.A).all()

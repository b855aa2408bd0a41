"""Springs and dampers at joints."""

import numpy as np
import pytest

import treetop as tt


def craft(kind, grounded=True, **spring):
    """A body on the ground by a joint with a spring, or on another body that flies."""
    model = tt.Model("craft")
    base = model.ground
    if not grounded:
        base = model.add_body("bus", mass=5, inertia=[3, 2, 4])
        model.add_joint("orbit", tt.Free(), model.ground, base)
    body = model.add_body("body", mass=2, inertia=[1, 2, 1.5])
    model.add_joint("joint", kind, base, body)
    model.add_force("spring", tt.JointSpring("joint", **spring))
    return model.build()


@pytest.mark.parametrize(
    ("kind", "coordinate", "inertia"),
    [
        (tt.Revolute([0, 1, 0]), "angle", 2.0),
        (tt.Prismatic([0, 1, 0]), "slide", 2.0),
        (tt.Cylindrical([0, 1, 0]), "slide", 2.0),
        (tt.Planar([0, 0, 1]), "y", 2.0),
    ],
)
def test_force_is_minus_stiffness_times_what_exceeds_the_rest(kind, coordinate, inertia):
    system = craft(kind, stiffness=6.0, rest=0.5, coordinate=coordinate)
    now = system.evaluate(system.state(joint={coordinate: 2.0}))
    row = [c.name for c in kind.coordinates].index(coordinate)
    assert now.speed_rates[row] == pytest.approx(-6.0 * 1.5 / inertia, rel=1e-14)
    assert now.potential_energy == pytest.approx(0.5 * 6.0 * 1.5**2, rel=1e-14)


@pytest.mark.parametrize("grounded", [True, False])
@pytest.mark.parametrize(
    ("kind", "speed"), [(tt.Spherical(), "angular_velocity"), (tt.Free(), "velocity")]
)
def test_damper_on_a_vector_opposes_it_and_takes_c_times_its_square(kind, speed, grounded):
    system = craft(kind, grounded, damping=3.0, coordinate=speed)
    v = np.array([1.0, -2.0, 0.5])
    state = system.state(joint={speed: v.tolist()})
    efforts = system.inverse_dynamics(state, system.evaluate(state).speed_rates)
    assert efforts == pytest.approx(np.zeros(efforts.size), abs=1e-13)
    assert system.rate(state)[-2] == pytest.approx(-3.0 * v @ v, rel=1e-14)


def test_damper_between_ground_and_a_free_body_slows_it_down():
    """``m v' = -c v``, with v seen from the ground."""
    system = craft(tt.Free(), damping=3.0, coordinate="velocity")
    state = system.state(joint={"velocity": [4.0, 0.0, 0.0]})
    assert system.evaluate(state).body["body"].acceleration == pytest.approx([-6, 0, 0], abs=1e-14)

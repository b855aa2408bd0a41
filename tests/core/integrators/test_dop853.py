"""DOP853: its orders, its tolerances."""

import numpy as np
import pytest

import treetop as tt
from cubic_oscillator import largest_error, run
from treetop.core.integrators.dop853_tableau import A, C

DURATION = 6.4

pytestmark = pytest.mark.compiled


def test_error_follows_the_tolerance():
    errors = [largest_error(DURATION, rtol=rtol, atol=rtol) for rtol in (1e-6, 1e-8, 1e-10, 1e-12)]
    for rtol, error in zip((1e-6, 1e-8, 1e-10, 1e-12), errors, strict=True):
        assert error < 100 * rtol


def test_evaluations_are_twelve_for_each_step_tried():
    """And two to start, one at the end, three for the dense output of a step with samples."""
    counts = run(DURATION, at=[DURATION]).statistics
    tried = counts["steps"] + counts["rejected_steps"]
    assert counts["evaluations"] == 12 * tried + 2 + 1 + 3


def test_rows_of_the_tableau_sum_to_its_times():
    assert A.sum(axis=1) == pytest.approx(C, abs=1e-14)


@pytest.mark.compiled
@pytest.mark.parametrize("rtol", [1e-3, 1e-6])
def test_a_light_pendulum_is_followed_as_closely_beside_a_heavy_wheel_as_alone(rtol):
    ends = []
    for beside in (False, True):
        m = tt.Model("pendulum")
        m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, bob(m))
        m.add_force("weight", tt.UniformGravity())
        motion = {"hinge": {"angle": 1.0}}
        if beside:
            wheel = m.add_body("wheel", mass=1, inertia=[2e3, 2e3, 2e3])
            m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, wheel)
            motion["axle"] = {"rate": 100.0}
        system = m.build()
        exact, run = (
            tt.simulate(system, system.state(**motion), 100, every=1, rtol=r, atol=1e-3 * r)
            for r in (1e-12, rtol)
        )
        ends.append(np.abs(run["hinge.angle"].values - exact["hinge.angle"].values).max())
    assert ends[1] < 3.0 * ends[0]


def bob(m):
    return m.add_body("bob", mass=0.1, inertia=[0, 0, 0], centre=[0, 0, -1])

"""Angles of attitudes, and how far controllers are from their targets."""

import numpy as np
import pytest

import treetop as tt
from treetop.view.report.pointing import angle_between, attitudes_table, errors_table

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture(scope="module")
def run():
    """A body turns about z at 0.1 rad/s, as a controller without devices to drive sees."""
    m = tt.Model("turning")
    body = m.add_body("body", mass=1, inertia=[1, 1, 1])
    m.add_joint("flight", tt.Free(), m.ground, body)
    wheel = tt.Wheel(body, axis="z", inertia=1e-9)
    m.add_device("wheel", wheel)
    half = np.sqrt(0.5)
    target = [half, 0, 0, half]
    m.add_controller(
        "point",
        tt.QuaternionFeedback("body", "body", every=1, stiffness=0, damping=0, target=target,
                              to=["wheel"]),
    )  # fmt: skip
    m.set_start("flight", angular_velocity=[0, 0, 0.1])
    return tt.simulate(m, duration=3, every=1)


def test_the_angle_between_attitudes_is_exact_for_small_ones():
    q = np.array([[np.cos(a / 2), 0, np.sin(a / 2), 0] for a in (0.0, 1e-9, 0.3, 2 * np.pi - 0.1)])
    found = np.radians(angle_between(q, [1, 0, 0, 0]))
    assert found == pytest.approx([0, 1e-9, 0.3, 0.1], rel=1e-9, abs=1e-16)


def test_attitudes_in_angles(run):
    text = attitudes_table(run)
    cells = [cell.split("<")[0] for cell in text.split("<td")[1:]]
    assert "flight.attitude" in cells[0]
    degrees = [float(cell.rpartition(">")[2]) for cell in cells[1:]]
    turned = np.degrees(0.3)
    assert degrees == pytest.approx([0, 0, 0, turned, 0, 0, turned, turned], abs=1e-4)


def test_pointing_errors(run):
    cells = [cell.split("<")[0] for cell in errors_table(run).split("<td")[1:]]
    degrees = [float(cell.rpartition(">")[2]) for cell in cells[1:]]
    assert degrees == pytest.approx([90, 90 - np.degrees(0.3), 90], abs=1e-4)

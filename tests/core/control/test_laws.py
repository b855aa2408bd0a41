"""Control laws, each against what it should do."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from treetop.core.control import laws as c

INFINITE = math.inf


def run(law, z, x, p, count, t=0.0):
    """What a law writes; x is changed."""
    u = np.zeros(count)
    c.control_laws(law, t, 0, np.array(z, float), x, np.array(p, float), u)
    return u


def quaternion(rotation):
    return np.roll(rotation.as_quat(), 1)


# --- Pid --------------------------------------------------------------------------------


def gains(kp=0.0, ki=0.0, kd=0.0, lowest=-INFINITE, highest=INFINITE, target=0.0, rate=0.0):
    return [kp, ki, kd, 0.5, lowest, highest, rate, 0.0, 0.0, target]


def test_pid_adds_three_terms():
    x, p = np.zeros(3), gains(2.0, 3.0, 5.0, target=1.0)
    assert run(c.PID, [0.4], x, p, 1)[0] == pytest.approx(2 * 0.6 + 3 * 0.3)
    assert run(c.PID, [0.5], x, p, 1)[0] == pytest.approx(2 * 0.5 + 3 * 0.55 + 5 * -0.2)


def test_pid_takes_a_rate_that_is_measured():
    p = [2.0, 0.0, 5.0, 0.5, -INFINITE, INFINITE, 1.0, 1.0, 1.0, 0.0]
    assert run(c.PID, [0.4, 0.1, 1.0, 0.3], np.zeros(3), p, 1)[0] == pytest.approx(1.2 + 5 * 0.2)


def test_pid_does_not_wind_up():
    x, p = np.zeros(3), gains(0.0, 1.0, 0.0, -1.0, 1.0, target=10.0)
    for _ in range(100):
        assert run(c.PID, [0.0], x, p, 1)[0] == 1.0
    assert abs(x[0]) <= 5.0
    assert run(c.PID, [20.0], x, p, 1)[0] < 1.0  # at once


# --- attitude ---------------------------------------------------------------------------


def shares(torques, lowest, highest, null=None):
    n = torques.shape[1]
    null = np.zeros(n) if null is None else null
    return [*np.linalg.pinv(torques).ravel(), *null, *[lowest] * n, *[highest] * n]


def attitude_parameters(stiffness, damping, target=(1, 0, 0, 0), inertia=(0.0,) * 9, limit=1e9):
    fixed = [*[stiffness] * 3, *[damping] * 3, limit, 0, 0, 0, *target, 0, 0, 0, *np.ravel(inertia)]
    return [*fixed, *shares(-np.eye(3), -INFINITE, INFINITE)]


@pytest.mark.parametrize("sign", [1, -1])
def test_feedback_of_quaternions_and_rodrigues_parameters(sign):
    aim, error = Rotation.random(random_state=1), Rotation.from_rotvec([0.3, -0.2, 0.5])
    w, angle = np.array([0.1, 0.2, 0.3]), np.linalg.norm([0.3, -0.2, 0.5])
    axis = np.array([0.3, -0.2, 0.5]) / angle
    z, p = [*sign * quaternion(aim * error), *w], attitude_parameters(4.0, 5.0, quaternion(aim))
    for law, size in (
        (c.QUATERNION_FEEDBACK, np.sin(angle / 2)),
        (c.MRP_FEEDBACK, np.tan(angle / 4)),
    ):
        u = run(law, z, np.zeros(0), p, 6)
        assert np.allclose(u[3:], -4.0 * size * axis - 5.0 * w, rtol=1e-13)
        assert np.allclose(u[:3], -u[3:], rtol=1e-13)  # wheels turn the other way


def test_feedback_of_an_attitude_that_is_not_valid_only_damps():
    p = attitude_parameters(4.0, 5.0)
    p[9] = 1.0  # validity is read
    z = [*quaternion(Rotation.from_rotvec([0.3, -0.2, 0.5])), 0.1, 0.2, 0.3]
    for law in (c.QUATERNION_FEEDBACK, c.MRP_FEEDBACK):
        assert np.allclose(run(law, [*z, 0.0], np.zeros(0), p, 6)[3:], [-0.5, -1.0, -1.5])
        held = run(law, z, np.zeros(0), attitude_parameters(4.0, 5.0), 6)
        assert np.allclose(run(law, [*z, 1.0], np.zeros(0), p, 6), held, rtol=1e-15)


def test_gyroscopic_torque_and_limit():
    J, w = np.diag([3.0, 2.0, 1.0]), np.array([0.1, 0.2, 0.3])
    z = [1, 0, 0, 0, *w]
    u = run(c.QUATERNION_FEEDBACK, z, np.zeros(0), attitude_parameters(1.0, 0.0, inertia=J), 6)
    assert np.allclose(u[3:], np.cross(w, J @ w))
    u = run(c.QUATERNION_FEEDBACK, z, np.zeros(0), attitude_parameters(1.0, 9.0, limit=0.5), 6)
    assert np.isclose(np.linalg.norm(u[3:]), 0.5)
    assert np.allclose(np.cross(u[3:], w), 0.0)


# --- allocation -------------------------------------------------------------------------


def test_redundant_wheels_share_with_the_least_squares():
    axes = np.array([[1, -1, 0, 0], [0, 0, 1, -1], [1, 1, 1, 1]]) / np.sqrt(2)
    torque = np.array([0.1, 0.2, -0.05])
    u = run(c.ALLOCATION, torque, np.zeros(0), shares(-axes, -1.0, 1.0), 4)
    assert np.allclose(-axes @ u, torque)
    assert np.allclose(u, np.linalg.pinv(-axes) @ torque)
    u = run(c.ALLOCATION, 100 * torque, np.zeros(0), shares(-axes, -1.0, 1.0), 4)
    assert abs(u).max() == pytest.approx(1.0)
    assert np.allclose(np.cross(axes @ u, torque), 0.0, atol=1e-12)


def test_thrusters_only_push():
    torques = np.array([[1, -1, 0, 0, 0, 0], [0, 0, 1, -1, 0, 0], [0, 0, 0, 0, 1, -1]], float)
    p = shares(torques, 0.0, 1.0, np.ones(6))
    u = run(c.ALLOCATION, [0.3, -0.2, 0.1], np.zeros(0), p, 6)
    assert np.allclose(torques @ u, [0.3, -0.2, 0.1])
    assert u.min() == pytest.approx(0.0)
    u = run(c.ALLOCATION, [30, -20, 10], np.zeros(0), p, 6)
    assert u.max() == pytest.approx(1.0)
    assert np.allclose(np.cross(torques @ u, [3, -2, 1]), 0.0)


# --- relays -----------------------------------------------------------------------------


def test_relay_has_hysteresis():
    x, p = np.zeros(1), [0.5, 0.2, 0.0, 0.0]
    errors = [0.4, 0.5, 0.3, 0.2, 0.3, -0.6, -0.3, 0.6, 0.1]
    expected = [0, 1, 1, 0, 0, -1, -1, 1, 0]
    for error, position in zip(errors, expected, strict=True):
        u = run(c.ON_OFF, [-error], x, p, 2)
        assert (x[0], u[0] - u[1]) == (position, position)


def test_phase_plane_looks_at_the_rate():
    p = [0.5, 0.5, 0.0, 0.0, 2.0]
    assert run(c.PHASE_PLANE, [0.2, 0.1], np.zeros(1), p, 2).tolist() == [0, 0]
    assert run(c.PHASE_PLANE, [0.2, 0.2], np.zeros(1), p, 2).tolist() == [0, 1]
    assert run(c.PHASE_PLANE, [-0.6, 0.2], np.zeros(1), p, 2).tolist() == [0, 0]


def test_on_and_off_times_of_a_modulator():
    """Closed form: Km 4.5, tm 0.15, Uon 0.45, Uoff 0.15, Um 1, E 0.5."""
    period, on, off = 2e-5, 0.0176674553484575, 0.0231226019740887
    x, p = np.zeros(2), [0.45, 0.15, 0.0, 0.5, 4.5, math.exp(-period / 0.15), 1.0]
    states = [run(c.PWPF, [0.0], x, p, 1)[0] for _ in range(8000)]
    turns = np.flatnonzero(np.diff(states))
    lengths = np.diff(turns) * period
    assert np.allclose(lengths[0::2][:3], on, atol=2 * period)
    assert np.allclose(lengths[1::2][:2], off, atol=2 * period)


# --- others -----------------------------------------------------------------------------


def test_bdot_opposes_the_change_of_the_field():
    x, p = np.zeros(4), [2.0, 0.5, 0.3]
    assert run(c.BDOT, [1, 2, 3], x, p, 3).tolist() == [0, 0, 0]
    assert np.allclose(run(c.BDOT, [1.05, 1.9, 3], x, p, 6), [-0.2, 0.3, 0.0] * 2)


def test_smooth_set_point_begins_and_ends_at_rest():
    p, h = [0, 2.0, 4.0, 1.0, 3.0], 1e-4
    assert run(c.SET_POINT, [], np.zeros(0), p, 3, 1.0).tolist() == [1, 0, 0]
    assert run(c.SET_POINT, [], np.zeros(0), p, 4, 7.0).tolist() == [3, 3, 0, 0]
    for t in (2.5, 4.0, 5.7):
        a, b, d = (run(c.SET_POINT, [], np.zeros(0), p, 3, s) for s in (t - h, t, t + h))
        assert b[1] == pytest.approx((d[0] - a[0]) / (2 * h), rel=1e-6)
        assert b[2] == pytest.approx((d[1] - a[1]) / (2 * h), rel=1e-6, abs=1e-8)


@pytest.mark.parametrize(("shape", "value", "rate"), [(1, 2.5, 0.5), (2, 2.0, 0.0)])
def test_set_point_by_a_table(shape, value, rate):
    p = [shape, 3, 0.0, 2.0, 4.0, 1.0, 2.0, 3.0]
    assert run(c.SET_POINT, [], np.zeros(0), p, 3, 3.0).tolist() == [value, rate, 0]
    assert run(c.SET_POINT, [], np.zeros(0), p, 3, -1.0)[0] == 1.0
    assert run(c.SET_POINT, [], np.zeros(0), p, 3, 9.0)[0] == 3.0


def test_unloading_begins_and_ends_at_its_levels():
    x = np.zeros(1)
    p = [2, 0.1, 1.0, 0.5, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    for h, acts in ((0.9, 0), (1.1, 1), (0.7, 1), (0.4, 0), (0.7, 0)):
        assert np.allclose(run(c.MOMENTUM_UNLOADING, [h, 0.0], x, p, 3), [-0.1 * h * acts, 0, 0])


def test_unloading_by_dipoles_gives_what_a_field_allows():
    p = [1, 0.1, 0.0, 0.0, 1, 0, 0, 0, 1, 0, 0]
    u = run(c.MOMENTUM_UNLOADING, [2.0, 0.0, 0.0, 3e-5], np.zeros(1), p, 6)
    assert np.allclose(np.cross(u[:3], [0, 0, 3e-5]), u[3:])
    assert np.allclose(u[3:], [-0.2, 0, 0])
    u = run(c.MOMENTUM_UNLOADING, [2.0, 3e-5, 0.0, 0.0], np.zeros(1), p, 6)
    assert np.allclose(u, 0.0)


def test_linear_system(rng):
    A, B, C, D = (rng.normal(size=s) for s in ((3, 3), (3, 2), (2, 3), (2, 2)))
    x, state = np.zeros(6), np.zeros(3)
    p = [3, *A.ravel(), *B.ravel(), *C.ravel(), *D.ravel()]
    for z in rng.normal(size=(5, 2)):
        assert np.allclose(run(c.LINEAR, z, x, p, 2), C @ state + D @ z)
        state = A @ state + B @ z
        assert np.allclose(x[:3], state)

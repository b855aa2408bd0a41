"""What sensors make of what they measure."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from treetop.core.control import laws as c

SEED, STREAM = 1, 77
FASTEST = 0.03  # rad/s, of a star tracker


def run(law, sample, z, x, p, count):
    """What a sensor says; x is changed."""
    u = np.zeros(count)
    c.sensor_laws(law, 0.0, sample, np.array(z, float), x, np.array([SEED, STREAM, *p], float), u)
    return u


def quaternion(rotation):
    return np.roll(rotation.as_quat(), 1)


def sensor(z, scale=1.0, bias=0.0, noise=0.0, quantum=0.0, lowest=-np.inf, highest=np.inf):
    p = scale, bias, noise, quantum, lowest, highest
    return run(c.SENSOR, 0, z, np.zeros(0), p, len(z))


def inertial(walk=0.0, bias_walk=0.0, quantum=0.0, limit=np.inf, period=1.0, matrix=None):
    matrix = np.eye(3) if matrix is None else matrix
    return [period, walk, bias_walk, quantum, limit, *np.ravel(matrix)]


def test_errors_of_any_quantity_come_in_this_order():
    assert sensor([1.0], scale=2.0, bias=0.3, quantum=0.25)[0] == 2.25
    assert sensor([1.0], scale=2.0, bias=0.3, highest=2.1)[0] == 2.1
    assert sensor([-9.0], lowest=-2.0)[0] == -2.0
    assert sensor([1.0, 1.0], noise=0.1)[0] != sensor([1.0, 1.0], noise=0.1)[1]


def test_quantisation_has_the_variance_of_a_uniform_error():
    z, q = np.linspace(-3.0, 3.0, 60001), 0.02
    error = sensor(z, quantum=q) - z
    assert abs(error).max() <= q / 2 + 1e-15
    assert np.isclose(np.var(error), q**2 / 12, rtol=1e-3)


def test_inertial_sensors_turn_and_scale():
    R = Rotation.from_rotvec([0.01, -0.02, 0.03]).as_matrix()
    z = np.array([0.1, 0.2, 0.3])
    read = run(c.ACCELEROMETER, 0, z, np.zeros(6), inertial(matrix=1.001 * R.T), 3)
    assert np.allclose(read, 1.001 * R.T @ z, rtol=1e-15)


def test_quanta_that_are_left_are_counted_later():
    x, total = np.zeros(6), np.zeros(3)
    for k in range(1000):
        total += 0.5 * run(c.GYRO, k, [0.013, -0.4, 0.0], x, inertial(quantum=0.01, period=0.5), 3)
    assert np.allclose(total, [6.5, -200.0, 0.0], atol=0.005 + 1e-9)


def test_limit_of_a_gyro():
    assert run(c.GYRO, 0, [9.0, -9.0, 0.0], np.zeros(6), inertial(limit=2.0), 3).tolist() == [
        2,
        -2,
        0,
    ]


@pytest.mark.parametrize("period", [10.0, 50.0])
def test_variance_of_the_angle_of_a_gyro(period):
    """σ² t + κ² t³/3, whatever the period: 1e-5, 1e-8 and 1000 s give 3.65148371670111e-4 rad."""
    angles = []
    for stream in range(100):
        x, angle = np.zeros(6), np.zeros(3)
        p = np.array([SEED, stream, *inertial(1e-5, 1e-8, period=period)])
        for k in range(round(1000 / period)):
            u = np.zeros(3)
            c.sensor_laws(c.GYRO, 0.0, k, np.zeros(3), x, p, u)
            angle += period * u
        angles += angle.tolist()
    assert np.isclose(np.sqrt(1e-10 * 1000 + 1e-16 * 1000**3 / 3), 3.65148371670111e-4, rtol=1e-14)
    assert np.isclose(np.std(angles), 3.65148371670111e-4, rtol=0.08)  # 2 of 300 samples' spreads
    assert abs(np.mean(angles)) < 3.65e-4 * 3 / np.sqrt(300)


def test_gyro_that_integrates_reads_the_mean_rate():
    axis, x = np.array([0.6, 0.0, 0.8]), np.zeros(10)
    for k, angle in enumerate((0.3, 0.5, 0.2)):
        attitude = quaternion(Rotation.from_rotvec(angle * axis))
        read = run(c.GYRO, k, [7.0, 7.0, 7.0, *attitude], x, inertial(period=0.5), 3)
        if k == 0:
            assert read.tolist() == [7.0, 7.0, 7.0]  # nothing is known of before
        else:
            assert np.allclose(read, axis * (0.4 if k == 1 else -0.6), rtol=1e-13)


def test_star_tracker_turns_about_its_own_axes(rng):
    q, turn = Rotation.random(random_state=7), Rotation.from_rotvec([0.01, 0.02, -0.03])
    exact = tracker(0, q, [0, 0, 0, *quaternion(turn)])
    expected = quaternion(q * turn)
    assert np.allclose(exact, [*(expected * np.sign(expected[0])), 1.0], rtol=0, atol=1e-15)
    spread = np.array([1e-4, 2e-4, 5e-4])
    errors = [
        (q.inv() * Rotation.from_quat(np.roll(read[:4], -1))).as_rotvec()
        for k in range(400)
        for read in [tracker(k, q, [*spread, 1, 0, 0, 0])]
    ]
    assert np.allclose(np.std(errors, axis=0), spread, rtol=0.1)


def tracker(sample, attitude, errors, rate=0.0, angles=(-1, -1, -1), sun=(0, 0, 0, 0), seen=()):
    """With angles of exclusion, whether the Sun moves and its direction if it does not, and what is
    read of the sky."""
    z, p = [*quaternion(attitude), 0, rate, 0, *seen], [*errors, FASTEST, *angles, *sun]
    return run(c.STAR_TRACKER, sample, z, np.zeros(0), p, 5)


def test_star_tracker_says_where_it_is_blinded_or_too_fast():
    q, errors = Rotation.from_rotvec([0.3, 0, 0]), [0, 0, 0, 1, 0, 0, 0]
    sun = q.apply([0.0, np.sin(0.5), np.cos(0.5)])  # 0.5 rad off the telescope's axis
    for exclusion, valid in [(0.49, 1.0), (0.51, 0.0)]:
        read = tracker(0, q, errors, angles=(exclusion, -1, -1), sun=(0, *sun))
        assert read[4] == valid
        assert read[:4].any() == valid  # else what was read before stays
    assert tracker(0, q, errors, rate=0.02)[4] == 1.0
    assert tracker(0, q, errors, rate=-0.04)[4] == 0.0


def test_star_tracker_is_blinded_by_sun_planet_and_moon_that_move():
    q, errors = Rotation.from_rotvec([0.3, 0, 0]), [0, 0, 0, 1, 0, 0, 0]

    def off(angle):
        return q.apply([0.0, np.sin(angle), np.cos(angle)])

    def valid(angles, *, sun=2.0, lit=1.0, planet=2.0, moon=2.0):
        read = [[*off(sun), lit], [*off(planet), 1.1], off(moon)]
        seen = [x for angle, own in zip(angles, read, strict=True) if angle >= 0 for x in own]
        return tracker(0, q, errors, angles=angles, sun=(1, 0, 0, 0), seen=seen)[4]

    every = (0.5, 0.3, 0.1)  # from the Sun, the limb of the planet and the Moon
    assert valid(every) == 1.0
    assert valid(every, sun=0.49) == 0.0
    assert valid(every, sun=0.49, lit=0.0) == 1.0  # the Sun is hidden
    assert valid(every, planet=1.39) == 0.0  # 1.1 + 0.3: the limb, not the centre
    assert valid(every, planet=1.41) == 1.0
    assert valid(every, moon=0.09) == 0.0
    assert valid((-1, 0.3, -1), planet=1.39) == 0.0
    assert valid((-1, -1, 0.1), moon=0.09) == 0.0
    assert valid((-1, -1, -1), sun=0.0, planet=0.0, moon=0.0) == 1.0
    assert valid((-1, 3.0, -1), planet=np.pi) == 0.0  # all of the sky


def test_sun_sensor_sees_within_its_field_of_view():
    sun, R = np.array([0.0, 0.6, 0.8]), Rotation.from_rotvec([0.2, 0.0, 0.0])
    seen = run(c.SUN_SENSOR, 0, quaternion(R), np.zeros(0), [*sun, 0.0, np.cos(1.0)], 4)
    assert np.allclose(seen, [*(R.inv().apply(sun)), 1.0], rtol=1e-14)
    hidden = run(c.SUN_SENSOR, 0, quaternion(R), np.zeros(0), [*sun, 0.0, np.cos(0.1)], 4)
    assert hidden.tolist() == [0.0, 0.0, 0.0, 0.0]
    noisy = run(c.SUN_SENSOR, 0, quaternion(R), np.zeros(0), [*sun, 1e-3, -2.0], 4)
    assert 1e-5 < np.linalg.norm(noisy[:3] - seen[:3]) < 1e-2
    assert np.isclose(np.linalg.norm(noisy[:3]), 1.0, rtol=1e-15)


def test_magnetometer_reads_the_field_in_its_axes():
    R, field = Rotation.from_rotvec([0.1, 0.2, 0.3]), np.array([1e-5, -2e-5, 3e-5])
    p = [*field, 1e-6, 0.0, 0.0, 0.0, 0.0, np.inf]
    read = run(c.MAGNETOMETER, 0, quaternion(R), np.zeros(0), p, 3)
    assert np.allclose(read, R.inv().apply(field) + [1e-6, 0, 0], rtol=1e-13)
    coarse = run(c.MAGNETOMETER, 0, quaternion(R), np.zeros(0), [*p[:7], 1e-6, 2e-5], 3)
    assert abs(coarse).max() == 2e-5


def test_encoder_counts_steps_and_takes_differences():
    x = np.zeros(2)
    p = [0.5, 0.1, 0.0, 0.0]
    assert np.allclose(run(c.ENCODER, 0, [0.33], x, p, 2), [0.3, 0.0])
    assert np.allclose(run(c.ENCODER, 1, [0.58], x, p, 2), [0.6, 0.6])


def test_gps_adds_noise_of_its_own_to_each():
    z = np.arange(6.0)
    assert run(c.GPS, 0, z, np.zeros(0), [0, 0], 6).tolist() == z.tolist()
    errors = np.array([run(c.GPS, k, z, np.zeros(0), [5.0, 0.1], 6) - z for k in range(300)])
    assert np.allclose(np.std(errors, axis=0), [5.0] * 3 + [0.1] * 3, rtol=0.15)

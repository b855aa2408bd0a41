"""The three-link mechanism: its published equations, by hand, against Treetop's."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

from pages import page

script = page("three-link-mechanism")

INERTIA, GRAVITY = np.diag([0.013, 0.083, 0.083]), np.array([0.0, -9.81, 0.0])
X, Y, Z = np.eye(3)


def tilde(a):
    x, y, z = a
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])  # tilde(a) b = a x b


def published(A, w):
    """Accelerations of the mass centres and body rates by (41) of the publication, its misprints
    put right: attitudes A and rates w of the three links, (3, 3, 3) and (3, 3)."""
    M, F = np.zeros((18, 18)), np.zeros(18)
    for i in range(3):
        at = 6 * i
        M[at : at + 3, at : at + 3] = np.eye(3)
        M[at + 3 : at + 6, at + 3 : at + 6] = INERTIA
        F[at : at + 3] = GRAVITY
        F[at + 3 : at + 6] = -tilde(w[i]) @ INERTIA @ w[i]
    Q, b = [], []
    for i, j, normals in ((None, 0, (X, Y, Z)), (0, 1, (X, Y, Z)), (1, 2, (X, Y, Z))):
        for n in normals:
            row, right = np.zeros(18), 0.0
            normal = n if i is None else A[i] @ n
            for body, rho, sign in ((i, 0.5 * X, -1.0), (j, -0.5 * X, 1.0)):
                if body is not None:
                    row[6 * body : 6 * body + 3] = sign * normal
                    row[6 * body + 3 : 6 * body + 6] = -sign * normal @ A[body] @ tilde(rho)
                    turning = tilde(w[body]) @ tilde(w[body]) @ rho
                    right -= sign * normal @ A[body] @ turning
            Q.append(row)
            b.append(right)  # where the joint holds, a plane's own motion adds nothing
    for n in (X, Y):
        row = np.zeros(18)
        row[9:12], row[15:18] = -n, n @ A[1].T @ A[2]
        Q.append(row)
        b.append(-n @ tilde(A[1].T @ A[2] @ w[2]) @ w[1])
    Q = np.array(Q)
    whole = np.block([[M, Q.T], [Q, np.zeros((11, 11))]])
    return np.linalg.solve(whole, np.concatenate([F, b]))[:18].reshape(3, 6)


def turning(run, s):
    A = script.turned(run.data.attitude.values[s][:, None], np.eye(3)).swapaxes(1, 2)
    return A, run.data.angular_velocity.values[s]


@pytest.fixture(scope="module")
def run():
    return script.run("newton-euler", rtol=1e-12, atol=1e-14)


@pytest.mark.compiled
def test_the_published_equations(run):
    for s in (0, 30, 55, 100, 400):
        A, w = turning(run, s)
        found = published(A, w)
        assert_allclose(run.data.angular_acceleration.values[s], found[:, 3:], rtol=0, atol=1e-8)
        ends = run.data.acceleration.values[s]
        for i in range(3):  # from the inboard end to the mass centre
            beyond = np.cross(found[i, 3:], 0.5 * X) + np.cross(w[i], np.cross(w[i], 0.5 * X))
            assert_allclose(ends[i] + A[i] @ beyond, found[i, :3], rtol=0, atol=1e-8)


@pytest.mark.compiled
def test_the_motion(run):
    # the published equations integrated by SciPy's DOP853 at 1e-12; the motion is chaotic
    def rate(t, y):
        A, w = y[:27].reshape(3, 3, 3), y[27:].reshape(3, 3)
        turn = np.array([A[i] @ tilde(w[i]) for i in range(3)])  # (42)
        return np.concatenate([turn.ravel(), published(A, w)[:, 3:].ravel()])

    A, w = turning(run, 0)
    y0 = np.concatenate([A.ravel(), w.ravel()])
    y = solve_ivp(rate, (0.0, 2.0), y0, "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    attitude, _ = turning(run, 100)
    assert_allclose(attitude, y[:27].reshape(3, 3, 3), rtol=0, atol=1e-8)
    end_of_link2 = attitude[0] @ X + attitude[1] @ X
    # joint C after 2 s, by those equations
    assert_allclose(run.data.position.sel(time=2.0, body="link3"), end_of_link2, atol=1e-12)
    assert_allclose(end_of_link2, [-0.39872391935, -0.61768424032, 0.10865292161], atol=1e-9)


@pytest.mark.compiled
def test_formulations_agree(run):
    tree = script.run("recursive", rtol=1e-12, atol=1e-14).data.position
    off = abs(tree - run.data.position)
    assert off.sel(time=2.0).max() < 1e-10
    assert off.sel(time=4.0).max() < 1e-6  # chaos


@pytest.mark.compiled
def test_projected():
    motion = script.kept(rtol=1e-6, atol=1e-9)
    for error in (motion.row6, motion.row7, motion.worst):
        assert abs(error).max() < 1e-14
    assert abs(motion.energy).max() < 1e-4


@pytest.mark.compiled
def test_baumgarte():
    """Rows stay as good as the steps are, where without gains they drift."""
    loose = {"rtol": 1e-6, "atol": 1e-9, "constraints": "baumgarte"}
    held, free = script.kept(**loose), script.kept(gains=[script.NEVER] * 3, **loose)
    assert 1e-14 < held.worst.max() < 0.3 * free.worst.max() < 1e-4


@pytest.mark.compiled
def test_without_stabilisation():
    """Rows drift, each for its own, and rows 6 and 7 are those of the joints."""
    motion = script.unstabilised()
    assert 1e-6 < abs(motion.row7[-1]) < 1e-3
    assert 1e-9 < abs(motion.row6[-1]) < abs(motion.row7[-1]) <= motion.worst[-1] * (1 + 1e-9)
    strict = script.unstabilised(1e-8)
    assert abs(strict.row7[-1]) < 0.1 * abs(motion.row7[-1])


def test_eleven_rows_leave_seven_freedoms():
    system = script.MODEL.build("newton-euler")
    counts = system.counts(system.start())
    assert (counts.constraints, counts.rank, counts.degrees_of_freedom) == (11, 11, 7)

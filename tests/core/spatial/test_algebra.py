"""The algebra of spatial values against NumPy."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from treetop.core import spatial as sp
from treetop.core.compiler import INTERPRETED, CompilationError, kernel


def vec(rng):
    return sp.Vec3(*rng.normal(size=3).tolist())


def mat(rng):
    return sp.Mat3(vec(rng), vec(rng), vec(rng))


def sym(rng):
    return sp.Sym3(*rng.normal(size=6).tolist())


def motion(rng):
    return sp.Motion(vec(rng), vec(rng))


def force(rng):
    return sp.Force(vec(rng), vec(rng))


def quaternion(rng):
    q = rng.normal(size=4)
    return sp.Quaternion(*(q / np.linalg.norm(q)).tolist())


def array(value):
    """Any value as an array: symmetric matrices in full, spatial ones as six numbers or 6 × 6."""
    match value:
        case sp.Sym3():
            s = value
            return np.array([[s.xx, s.xy, s.xz], [s.xy, s.yy, s.yz], [s.xz, s.yz, s.zz]])
        case sp.ArticulatedInertia(J, H, M):
            return np.block([[array(J), array(H)], [array(H).T, array(M)]])
        case sp.Motion() | sp.Force():
            return np.concatenate(value)
    return np.array(value)


def same(value, expected):
    assert array(value) == pytest.approx(expected, rel=1e-13, abs=1e-13)


@pytest.mark.parametrize("make", [vec, mat, sym, motion, force])
def test_sums_are_component_by_component(make, rng):
    a, b = make(rng), make(rng)
    same(a + b, array(a) + array(b))
    same(a - b, array(a) - array(b))


@pytest.mark.parametrize("make", [vec, mat, motion, force])
def test_products_with_numbers(make, rng):
    a = make(rng)
    same(a * 2.5, array(a) * 2.5)
    same(a * 2, array(a) * 2)


@pytest.mark.parametrize(("left", "right"), [(mat, vec), (mat, mat), (sym, vec)])
def test_products_with_matrices(left, right, rng):
    A, b = left(rng), right(rng)
    same(A @ b, array(A) @ array(b))


def test_vectors(rng):
    a, b, A, S = vec(rng), vec(rng), mat(rng), sym(rng)
    same(sp.dot(a, b), array(a) @ array(b))
    same(sp.cross(a, b), np.cross(a, b))
    same(sp.norm(a), np.linalg.norm(a))
    same(sp.transpose(A), array(A).T)
    same(sp.turn_back(A, b), array(A).T @ array(b))
    same(sp.turned(A, S), array(A) @ array(S) @ array(A).T)


def test_the_sign_of_symmetric_matrices(rng):
    for sizes in ((1, 2, 3), (-1, 2, 3), (-1, -2, 3), (-1, -2, -3)):
        R = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        whole = (R * sizes) @ R.T
        assert sp.positive(sp.factored(sp.Sym3(*whole[np.triu_indices(3)]))) == (min(sizes) > 0)


def test_factors_of_symmetric_matrices(rng):
    A, S, T, b = mat(rng), sym(rng), sym(rng), vec(rng)
    F = sp.factored(S)
    same(sp.solved(F, b), np.linalg.solve(array(S), array(b)))
    same(sp.wholed(F, sp.by_pivots(F, sp.halved(F, b))), array(sp.solved(F, b)))
    left = array(T) - array(A) @ np.linalg.inv(array(S)) @ array(A).T
    same(
        sp.eased(T, F, sp.halved(F, A.x), sp.halved(F, A.y), sp.halved(F, A.z)),
        left,
    )


def test_factors_keep_what_is_light_beside_what_is_heavy(rng):
    R = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    S = sp.Sym3(*((R * [1e8, 1e8, 1.0]) @ R.T)[np.triu_indices(3)])
    found = array(sp.solved(sp.factored(S), sp.Vec3(*R[:, 2])))
    assert found == pytest.approx(R[:, 2], abs=1e-7)


def test_turning_about_z_is_a_rotation_from_the_right(rng):
    R = sp.rotation_of(quaternion(rng))
    expected = array(R) @ Rotation.from_rotvec([0.0, 0.0, 2.3]).as_matrix()
    same(sp.turned_about_z(R, 2.3), expected)
    same(sp.z_axis(R), expected[:, 2])


def test_sine_and_cosine_are_those_of_the_library_to_the_last_bits(rng):
    near, far = rng.uniform(-7.0, 7.0, 2000), rng.uniform(-2e5, 2e5, 2000)
    corners = np.arange(-40, 41) * (np.pi / 4)
    for angle in (*near, *far, *corners, 0.0, -0.0, 1e-300):
        s, c = sp.sine_and_cosine(float(angle))
        assert abs(s - np.sin(angle)) <= 2.3e-16
        assert abs(c - np.cos(angle)) <= 2.3e-16
    assert all(np.isnan(sp.sine_and_cosine(np.nan)))


def test_rotation_of_a_quaternion_whatever_its_length(rng):
    q = quaternion(rng)
    expected = Rotation.from_quat(q, scalar_first=True).as_matrix()
    same(sp.rotation_of(q), expected)
    same(sp.rotation_of(sp.Quaternion(*(3.0 * np.array(q)))), expected)


HALF_TURNS = [(0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (0, 0.6, 0.8, 0), (0, 0, -0.6, 0.8)]
NEAR = [
    (1, 0, 0, 0),
    (1e-9, 1, 0, 0),
    (-1e-9, 0, 1, 0),
    (0.5, 0.5, 0.5, 0.5),
    (0.5, -0.5, 0.5, -0.5),
]


@pytest.mark.parametrize("q", [*HALF_TURNS, *NEAR, *np.random.default_rng(1).normal(size=(20, 4))])
def test_quaternion_of_its_rotation_is_itself_up_to_sign(q):
    q = np.array(q) / np.linalg.norm(q)
    back = sp.quaternion_of(sp.rotation_of(sp.Quaternion(*q.tolist())))
    assert back.w >= 0.0
    assert np.linalg.norm(back) == pytest.approx(1.0, abs=1e-15)
    assert abs(np.dot(back, q)) == pytest.approx(1.0, abs=1e-15)
    same(sp.rotation_of(back), array(sp.rotation_of(sp.Quaternion(*q.tolist()))))


def test_quaternion_rate_turns_with_the_angular_velocity(rng):
    q, w, h = quaternion(rng), np.array(vec(rng)), 1e-6
    turn = Rotation.from_quat(q, scalar_first=True)
    later, sooner = (turn * Rotation.from_rotvec(s * h * w) for s in (1, -1))
    rate = (later.as_quat(scalar_first=True) - sooner.as_quat(scalar_first=True)) / (2 * h)
    assert np.array(sp.quaternion_rate(q, sp.Vec3(*w))) == pytest.approx(rate, abs=1e-9)


# --- spatial ------------------------------------------------------------------------------


def test_power_does_not_depend_on_the_point(rng):
    F, V, r = force(rng), motion(rng), vec(rng)
    same(sp.power(sp.force_moved(F, r), V), sp.power(F, sp.motion_moved(V, r)))


def test_motion_moved_is_that_of_another_point_of_the_same_body(rng):
    V, r = motion(rng), vec(rng)
    same(sp.motion_moved(V, r), np.concatenate([V.ang, np.array(V.lin) + np.cross(V.ang, r)]))


def test_rigid_inertia_times_velocity_is_the_momentum(rng):
    """``m v_C``, and ``J_C w + c × m v_C`` about the point."""
    m, c, J_C, V = 2.5, vec(rng), sym(rng), motion(rng)
    P = m * (np.array(V.lin) + np.cross(V.ang, c))
    L = array(J_C) @ V.ang + np.cross(c, P)
    I = sp.rigid_inertia(m, c, J_C)
    same(I @ V, np.concatenate([L, P]))
    same(sp.articulated(I) @ V, np.concatenate([L, P]))


def test_articulated_inertia_is_a_symmetric_matrix(rng):
    I, K = (sp.ArticulatedInertia(sym(rng), mat(rng), sym(rng)) for _ in range(2))
    A = motion(rng)
    same(I @ A, array(I) @ array(A))
    same(I + K, array(I) + array(K))
    same(I - K, array(I) - array(K))


def test_dyad_is_a_force_times_its_transpose(rng):
    U = force(rng)
    same(sp.dyad(U, 0.7), 0.7 * np.outer(array(U), array(U)))


def test_inertia_moved_feels_the_motion_of_the_old_point(rng):
    """``Xᵀ I X``."""
    I, r = sp.ArticulatedInertia(sym(rng), mat(rng), sym(rng)), vec(rng)
    X = np.array(
        [array(sp.motion_moved(sp.Motion(sp.Vec3(*e[:3]), sp.Vec3(*e[3:])), r)) for e in np.eye(6)]
    ).T
    same(sp.inertia_moved(I, r), X.T @ array(I) @ X)


def test_a_motion_and_a_force_cannot_be_added(rng):
    with pytest.raises(TypeError):
        motion(rng) + force(rng)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_motion_and_a_force_cannot_be_added_in_compiled_code(rng):
    with pytest.raises(CompilationError):
        kernel(lambda a, b: a + b)(motion(rng), force(rng))


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("make", [vec, sym, motion])
def test_compiled_sums_are_the_interpreted_ones(make, rng):
    a, b = make(rng), make(rng)
    assert kernel(lambda a, b: a + b - b)(a, b) == a + b - b

"""Eight bodies in a tree: the equations of Kamman's notes, and all formulations."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation

import treetop as tt
from pages import page
from treetop.system.formulations import FORMULATIONS

pytestmark = pytest.mark.compiled  # the notes' equations are at work, not the kernels

script = page("eight-body-tree")

# What the step control allows, at most: tolerance times steps times the size of the whole.
MOTION = script.RUN["rtol"] * 700 * 3.0


@pytest.fixture(scope="module")
def state() -> tt.State:
    return script.MODEL.build("kane").start()


@pytest.fixture(scope="module")
def motion(state):
    return script.motion_of(state)


def moved(M, y, h: float):
    """Along speeds y for a short time, by no partial velocity."""
    w, s_rate = y.reshape(2, script.N, 3)
    C, d = M.C.copy(), M.d.copy()
    C[1:] = M.C[1:] @ Rotation.from_rotvec(h * w).as_matrix()
    d[1:] += h * s_rate
    return M._replace(C=C, d=d)


def mass_centres(M) -> np.ndarray:
    return script.places(M) + script.turned(M.C, script.R)


def test_the_array_and_its_branches():
    assert script.tree.L == (0, 1, 2, 1, 2, 1, 1, 7)
    assert [len(script.branch(K)) - 1 for K in script.BODIES] == [0, 1, 2, 1, 2, 1, 1, 2]
    assert script.branch(8) == [8, 7, 1]


def test_direct_sums_are_derivatives_of_positions(motion):
    partials, h = script.direct_partials(motion), 1e-4
    for j, y in enumerate(np.eye(6 * script.N)):
        for places, found in ((mass_centres, partials.v_G), (script.places, partials.v_O)):
            slope = (places(moved(motion, y, h)) - places(moved(motion, y, -h))) / (2 * h)
            assert_allclose(found[:, :, j], slope, atol=1e-8)


def test_rates_of_direct_sums_are_derivatives_of_them(motion):
    y, h = np.concatenate([motion.w[1:].ravel(), motion.s_rate[1:].ravel()]), 1e-5
    ahead, behind = (script.direct_partials(moved(motion, y, step)) for step in (h, -h))
    here = script.direct_partials(motion)
    for k in range(3):
        assert_allclose(here[3 + k], (ahead[k] - behind[k]) / (2 * h), atol=1e-8)


def test_recursion_equals_direct_sums_for_every_body(motion):
    one, other = script.recursive_partials(motion), script.direct_partials(motion)
    assert script.greatest_difference(one, other) < 1e-15


def test_partial_velocities_of_treetop_equal_direct_sums(state, motion):
    expected = script.along_joints(motion, script.direct_partials(motion))
    found = script.treetop_partials(state)
    assert script.greatest_difference(found, expected) < 1e-13
    assert all(np.abs(part[K]).max() > 0.1 for part in expected[:3] for K in script.BODIES)


def test_along_the_speeds_of_the_notes_too(state, motion):
    other = script.MODEL.build("kane-absolute").state_of(state)
    found = script.in_order_of_notes(script.treetop_partials(other))
    assert script.greatest_difference(found, script.direct_partials(motion)) < 1e-13


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_accelerations_equal_those_of_the_notes(formulation):
    off = script.difference_of_accelerations(script.MODEL.build(formulation).start())
    assert off < 1e-11


@pytest.fixture(scope="module")
def runs() -> dict[str, tt.Run]:
    return script.runs()


def test_motion_is_the_same_by_all_formulations(runs):
    for run in runs.values():
        assert script.distance_apart(run, runs["recursive"]).max() < MOTION


def test_motion_ends_where_the_notes_lead(runs):
    # By the notes' equations and SciPy's DOP853, over the whole ten seconds.
    expected = [-2.6322026169736, -1.6115670895996, -1.2941632513257]
    assert_allclose(runs["recursive"]["body8.position"][-1], expected, atol=1e-9)


def test_motion_goes_where_the_notes_lead_at_first():
    system = script.MODEL.build()
    run = tt.simulate(system, system.start(), **script.RUN | {"duration": 0.25})
    assert script.difference_from_notes(run, script.integrated(0.25)) < MOTION


def test_momentum_and_energy_are_kept(runs):
    for run in runs.values():
        audit = run.audit()
        for what in ("energy", "linear momentum", "angular momentum"):
            assert audit[what].relative < 1e-10

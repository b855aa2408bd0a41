"""Static shapes beside normal modes: exact where they must be, converging elsewhere."""

import numpy as np
import pytest

from slender import slender
from treetop.errors import ModelError
from treetop.structures.modes.modes import normal_modes
from treetop.structures.modes.reduction import (
    attachment_modes,
    craig_bampton,
    guyan,
    inertia_relief_modes,
    modal_truncation_vectors,
    united,
)

pytestmark = pytest.mark.compiled  # no kernels: once is enough

BEAM = slender(8, bending_z=2.0, rotary_y=1e-4, rotary_z=1e-4)
FULL = normal_modes(BEAM, "root", count=48)


def unit(node, direction):
    load = np.zeros(BEAM.size)
    load[BEAM.held(node, direction)] = 1.0
    return load


def test_constraint_modes_have_the_static_stiffness_of_the_interface():
    modes = guyan(BEAM, "tip", "root")
    assert modes.labels[1] == "constraint tip y"
    load = unit("tip", "y") + 0.3 * unit("tip", "ry")
    found = modes.shapes @ np.linalg.solve(modes.stiffness, modes.shapes.T @ load)
    np.testing.assert_allclose(found, FULL.support.displacement(load), atol=1e-12)
    assert modes.normal().frequencies[0] > FULL.frequencies[0]


def test_craig_bampton_converges_to_the_whole():
    errors = []
    for count in (2, 6, 42):
        modes = craig_bampton(BEAM, "tip", "root", count=count).normal()
        errors.append(np.abs(modes.frequencies[:6] / FULL.frequencies[:6] - 1).max())
    assert errors[0] > errors[1] > errors[2] and errors[1] < 0.02 and errors[2] < 1e-9


def test_motion_as_one_piece_is_taken_out_of_a_free_interface():
    """Two interface nodes of a free beam: of 12 constraint modes six are motion as one piece."""
    modes = craig_bampton(BEAM, ["root", "tip"], count=42)
    normal = modes.normal()
    assert (len(modes), len(normal)) == (54, 48)
    free = normal_modes(BEAM, count=20)
    np.testing.assert_allclose(normal.frequencies[:20], free.frequencies, rtol=1e-8)
    np.testing.assert_allclose(np.abs(normal.shapes[:, :6]), np.abs(free.shapes[:, :6]), atol=1e-5)


@pytest.mark.parametrize("held", ["root", ()], ids=["clamped", "free"])
def test_attachment_modes_are_what_all_modes_make_of_a_force(held):
    whole = normal_modes(BEAM, held, count=48)
    found = attachment_modes(BEAM, {"tip": "y rz"}, held)
    assert found.labels == ("attachment tip y", "attachment tip rz")
    seen = whole.shapes.T @ unit("tip", "rz") / whole.angular_frequencies**2
    np.testing.assert_allclose(found.shapes[:, 1], whole.shapes @ seen, atol=1e-10)


def test_inertia_relief_bends_a_beam_as_its_weight_does():
    """By w L⁴ / 8 E I; along y the beam is twice as stiff."""
    modes = inertia_relief_modes(BEAM, "root")
    assert modes.labels[:3] == ("inertia x", "inertia y", "inertia z")
    tip = BEAM.translation("tip") @ modes.shapes
    np.testing.assert_allclose([tip[1, 1], tip[2, 2]], [-1 / 16, -1 / 8], rtol=1e-6)


def test_truncation_vectors_make_static_displacements_exact():
    few, load = FULL.chosen(range(4)), unit("middle", "y") - 2 * unit("tip", "ry")
    exact = FULL.support.displacement(load)

    def static(modes):
        return modes.shapes @ np.linalg.solve(modes.stiffness, modes.shapes.T @ load)

    loads = np.column_stack([unit("middle", "y"), unit("tip", "ry")])
    more = modal_truncation_vectors(few, loads)
    assert more.labels == ("normal",) * 4 + ("truncation",) * 2
    assert np.abs(static(few) - exact).max() > 1e-4 * np.abs(exact).max()
    np.testing.assert_allclose(static(more), exact, atol=1e-12)
    for matrix in (more.mass, more.stiffness):
        size = np.sqrt(np.outer(matrix.diagonal(), matrix.diagonal()))
        np.testing.assert_allclose(matrix / size, np.eye(6), atol=1e-9)


def test_modes_that_miss_nothing_of_a_load_get_no_truncation_vectors():
    structure = slender(4, rotary_y=1e-6, rotary_z=1e-6)
    every = normal_modes(structure, "root", count=24)
    assert len(modal_truncation_vectors(every, structure.translation("tip").T)) == 24
    few = modal_truncation_vectors(every.chosen(range(4)), structure.translation("tip").T)
    assert few.labels[4:] == ("truncation",) * 3


def test_united_leaves_out_what_is_there_already():
    static = attachment_modes(BEAM, {"tip": "y"}, "root")
    whole = united(FULL.chosen(range(3)), static, static)
    assert whole.labels == ("normal",) * 3 + ("attachment tip y",)
    assert len(united(FULL, static)) == 48


def test_bad_input():
    with pytest.raises(ModelError, match="tip x is held and is to move"):
        guyan(BEAM, "tip", ["root", "tip"])
    with pytest.raises(ModelError, match="without degrees of freedom"):
        guyan(BEAM, {}, "root")
    with pytest.raises(ModelError, match="free to move as one piece"):
        inertia_relief_modes(BEAM, ())
    with pytest.raises(ModelError, match=r"loads of shape \(3, 1\)"):
        modal_truncation_vectors(FULL, np.zeros((3, 1)))
    with pytest.raises(ModelError, match="held in different ways"):
        united(FULL, attachment_modes(BEAM, "tip"))

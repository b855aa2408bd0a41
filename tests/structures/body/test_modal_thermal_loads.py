"""Loads of thermal strain on modal coordinates."""

import numpy as np
from numpy.testing import assert_allclose

import flexible_craft
from treetop.flexible import GHMTerm, ModalDamping, Viscoelastic, reduced, thermal_load
from treetop.structures.body.modal_integrals import moments
from treetop.structures.body.modal_thermal_loads import modal_thermal_loads
from treetop.structures.elements.thermal_loads import stretches

MODES = flexible_craft.boom_modes()


def test_they_are_those_of_the_structure_on_the_shapes():
    own = modal_thermal_loads(MODES, moments(MODES, None, ModalDamping(0.01)))
    whole = stretches(own)[0]
    for gradient in np.eye(3):
        expected = MODES.shapes.T @ thermal_load(MODES.structure, 0.0, gradient)
        assert_allclose(gradient @ whole.gradient, expected, rtol=1e-12, atol=1e-12)
    expected = MODES.shapes.T @ thermal_load(MODES.structure, 1.0)
    assert_allclose(whole.expansion, expected, rtol=1e-12, atol=1e-6)


def test_internal_coordinates_rest_where_the_modes_do():
    relaxing = moments(MODES, None, Viscoelastic([GHMTerm(0.5, 20.0), GHMTerm(0.3, 90.0)]))
    whole = stretches(modal_thermal_loads(MODES, relaxing))[0]
    rest = np.linalg.solve(relaxing.modal_stiffness, whole.gradient[1])
    plain = stretches(modal_thermal_loads(MODES, moments(MODES)))[0]
    expected = np.linalg.solve(MODES.stiffness, plain.gradient[1])
    assert_allclose(rest[: len(MODES)], expected, rtol=1e-9, atol=1e-12)
    assert_allclose(rest[len(MODES) :], 0.0, atol=1e-9 * np.abs(expected).max())
    assert_allclose(whole.rotation[:, len(MODES) :], 0.0)


def test_reduced_bodies_keep_them():
    body = reduced(MODES, "tip")
    assert body.thermal.labels == MODES.structure.thermal.labels

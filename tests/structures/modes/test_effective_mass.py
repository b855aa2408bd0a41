"""Effective masses: those of a cantilever, and their sum."""

import numpy as np
import pytest

from slender import slender
from treetop.errors import ModelError
from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section
from treetop.structures.modes.effective_mass import effective_masses
from treetop.structures.modes.modes import normal_modes
from treetop.structures.modes.reduction import guyan

pytestmark = pytest.mark.compiled  # no kernels: once is enough


def test_cantilever():
    """Effective masses of a uniform cantilever are (2 σ / λ)², λ the roots, σ = (sinh λ - sin λ) /
    (cosh λ + cos λ)."""
    roots = np.array([1.875104068711961, 4.694091132974175, 7.854757438237613])
    factors = (np.sinh(roots) - np.sin(roots)) / (np.cosh(roots) + np.cos(roots))
    modes = normal_modes(slender(20, bending_z=1e4), "root", count=3)
    found = effective_masses(modes)
    np.testing.assert_allclose(found.of_modes[:, 2], (2 * factors / roots) ** 2, rtol=1e-3)
    np.testing.assert_allclose(found.shares[0, 2], 0.6131, atol=1e-3)
    assert not found.of_modes[:, :2].round(9).any()


@pytest.mark.parametrize("held", ["root", {"root": "x y z", "knee": "y"}], ids=["clamped", "odd"])
def test_all_modes_have_all_the_mass(held):
    """With what rides on the support, mass and moments of inertia to rounding."""
    section = Section(1e6, 1.0, 2.0, 3.0, 1.0, 1e-3, 2e-3)
    frame = BeamFrame()
    for name, place in {"root": [0, 0, 0], "knee": [1, 0.2, 0], "end": [1.5, 1, 0.7]}.items():
        frame.add_node(name, place)
    frame.add_beam("one", "root", "knee", section, elements=3)
    frame.add_beam("two", "knee", "end", section, elements=3)
    frame.add_body("tip", "end", 0.5, [0.1, 0.2, 0.25])
    structure = frame.structure()
    count = normal_modes(structure, held, count=1).support.elastic
    modes = normal_modes(structure, held, count=count)
    found = effective_masses(modes, structure.centre)
    whole = found.of_modes.sum(axis=0) + found.held
    np.testing.assert_allclose(whole, found.total, rtol=1e-9)
    np.testing.assert_allclose(found.total[:3], structure.total_mass)
    np.testing.assert_allclose(found.total[3:], structure.inertia().diagonal())
    if held == "root":
        assert np.all(found.held[:3] < 0.1 * found.total[:3])


def test_free_modes_have_none():
    found = effective_masses(normal_modes(slender(6, rotary_y=1e-3, rotary_z=1e-3), count=5))
    assert np.abs(found.of_modes).max() < 1e-12


def test_modes_must_be_normal():
    beam = slender(4, rotary_y=1e-3, rotary_z=1e-3)
    with pytest.raises(ModelError, match=r"take Modes.normal\(\) first"):
        effective_masses(guyan(beam, "tip", "root"))

"""Stresses that are seen: those which elements recover, and of a cantilever its closed form."""

import numpy as np
import pytest

from flexible_craft import boom_modes
from treetop.errors import ModelError
from treetop.structures.body.reduced_body import load_reduced, reduced, save_reduced
from treetop.structures.elements.panel_section import PanelSection
from treetop.structures.elements.shell import Shell
from treetop.structures.elements.solid import Material, box, solid_structure
from treetop.structures.modes.modes import normal_modes
from treetop.structures.surface import seen_stress, skin

METAL = Material(E=70e9, nu=0.3, density=2700)
SECTION = PanelSection.isotropic(thickness=2e-3, E=70e9, nu=0.33, density=2700)
pytestmark = pytest.mark.compiled  # no kernels here


def sheet():
    shell = Shell()
    shell.add_panel([[0, 0, 0], [2, 0, 0], [2.3, 1, 0], [0.3, 1, 0]], (3, 2), SECTION)
    return shell.structure()


def block():
    points, cells = box([3, 1, 1], (3, 1, 1))
    return solid_structure(points, cells, METAL)


def at_points(stress, values):
    """The mean of the elements around each point."""
    return np.array([values[stress.elements[a:b]].mean() for a, b in zip(
        stress.starts[:-1], stress.starts[1:], strict=True)])  # fmt: skip


def test_a_beam_has_the_moments_that_it_recovers(rng):
    modes = boom_modes()
    stress = seen_stress(modes)
    q = rng.normal(size=len(modes))
    section = modes.structure.recoveries["section"](modes.shapes @ q)
    found = np.tensordot(q, stress.components, 1).reshape(-1, 2, 2)
    assert stress.kind == "beam"
    assert found == pytest.approx(section[:, :, 4:6], rel=1e-5, abs=1e-3)
    # Points along the axis: those at the ends have one element, those within have two.
    counts = np.diff(stress.starts.astype(int))
    assert sorted(counts) == [1, 1, 2, 2, 2]


@pytest.mark.parametrize("kind", ["plate", "solid"])
def test_plates_and_solids_have_the_stress_that_they_recover(kind, rng):
    structure = sheet() if kind == "plate" else block()
    modes = normal_modes(structure, count=9)
    stress = seen_stress(modes)
    q = rng.normal(size=len(modes))
    recovered = structure.recoveries["stress"](modes.shapes @ q)
    found = np.tensordot(q, stress.components, 1)
    assert stress.kind == kind
    exact = recovered.reshape(len(recovered), -1)
    assert found == pytest.approx(exact, abs=1e-5 * abs(exact).max())
    assert len(at_points(stress, found[:, 0])) == len(skin(modes).points)


def test_it_is_kept_in_files(tmp_path):
    body = reduced(boom_modes(), ["tip"])
    save_reduced(body, tmp_path / "boom.npz")
    back = load_reduced(tmp_path / "boom.npz").stress
    assert back.kind == body.stress.kind
    assert all(np.array_equal(a, b) for a, b in zip(back[1:], body.stress[1:], strict=True))


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "shell"},
        {"components": np.zeros((4, 4))},
        {"components": np.full((4, 4, 4), np.nan)},
        {"starts": np.array([0, 1])},
        {"starts": np.array([0, 1, 1, 3, 5, 8])},
        {"elements": np.full(8, 4)},
        {"elements": np.zeros(8)},
    ],
)
def test_arrays_that_do_not_fit_are_refused(tmp_path, wrong):
    body = reduced(boom_modes(), ["tip"])
    object.__setattr__(body, "stress", body.stress._replace(**wrong))
    save_reduced(body, tmp_path / "boom.npz")
    with pytest.raises(ModelError, match="is damaged"):
        load_reduced(tmp_path / "boom.npz")

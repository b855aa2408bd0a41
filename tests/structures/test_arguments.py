"""What cannot be meant is refused with what, where and what would be right, by Treetop itself."""

import numpy as np
import pytest
from scipy import sparse

import treetop.structures as fx
from flexible_structures import boom
from treetop.errors import ModelError

pytestmark = pytest.mark.compiled  # no kernels here

NAN = float("nan")
STRUCTURE = boom(3)
MODES = fx.normal_modes(STRUCTURE, "root", count=4)
DAMPING = fx.ModalDamping(0.01)
MATERIAL = {"area": 1e-4, "I_y": 1e-8, "I_z": 1e-8, "J": 2e-8, "E": 7e10, "G": 3e10, "density": 2e3}
TUBE = {"E": 7e10, "G": 3e10, "density": 2700}
SHEET = {"thickness": 1e-3, "E": 7e10, "density": 2700}
SYSTEM = fx.system_modes({"a": fx.Component(MODES)}, [fx.Connection(("a", "root"))])


def matrices(**changed):
    """A structure of two nodes by its matrices."""
    degrees = np.array([[node, way] for node in range(2) for way in range(6)])
    whole = {"degrees": degrees, "mass": np.eye(12), "stiffness": np.eye(12)}
    return fx.Structure(**{"positions": [[0, 0, 0], [1, 0, 0]], **whole, **changed})


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: fx.Section.of(**MATERIAL, shear=(1, 2, 3)), r"shear: is \(1, 2, 3\) \(one coeff"),
        (lambda: fx.Section.of(**{**MATERIAL, "area": "1 cm2"}), "area: is '1 cm2'"),
        (lambda: fx.Section.tube(outer="5 cm", **TUBE), "less than '5 cm'"),
        (lambda: fx.PanelSection.isotropic(nu=0.7, **SHEET), r"nu: is 0.7 \(above -1, up to 1/2"),
        (lambda: fx.BeamFrame().add_node(3, [0, 0, 0]), "3 is not a name"),
        (lambda: fx.box([1, 1, 1], 2), r"divisions: is 2 \(3 whole numbers"),
        (lambda: fx.solid_structure(*fx.box([1, 1, 1], (1, 1, 1)), "steel"), "no Material"),
        (lambda: fx.normal_modes(fx.BeamFrame()), r"no Structure \(what BeamFrame.structure\(\)"),
        (lambda: fx.normal_modes(STRUCTURE, True), "there is no node True"),
        (lambda: fx.normal_modes(STRUCTURE, "root", highest="50 Hz"), "frequencies: is '50 Hz'"),
        (lambda: matrices(stiffness=1j * sparse.eye_array(12)), "stiffness: is not made of real"),
        (lambda: matrices(positions=[[0, 0, 0], [NAN, 0, 0]]), "positions: has entries that are"),
        (lambda: matrices(motion=np.eye(3)), r"motion: a matrix of shape \(3, 3\) for 2 nodes"),
        (lambda: matrices(names={"tip": 7}), "names.tip: is node 7 of 2"),
        (lambda: fx.given_modes(STRUCTURE, 1j * MODES.shapes, "root"), "not made of numbers"),
        (lambda: MODES.chosen([0.5]), r"\[0.5\] does not name modes"),
        (lambda: MODES.chosen([True, False]), "a mask of 2"),
        (lambda: MODES.chosen([1, 1]), "chosen twice"),
        (lambda: fx.united([MODES]), r"not all modes \(united\(some, others\)"),
        (lambda: fx.inertia_relief_modes(STRUCTURE, "root", [1]), "is not three numbers"),
        (lambda: fx.reduced(STRUCTURE, "root"), r"no Modes \(those of a structure"),
        (
            lambda: fx.save_reduced(MODES, "x.npz"),
            r"no ReducedBody \(what treetop.flexible.reduced",
        ),
        (lambda: fx.ModalDamping("much").matrices(MODES), "'much' is not made of numbers"),
        (lambda: fx.MatrixDamping(NAN * np.eye(4)).matrices(MODES), "not finite numbers"),
        (lambda: fx.RayleighDamping(NAN, 0), "parts nan of mass"),
        (lambda: fx.RayleighDamping.through(1, 2), r"is 1 and 2 \(\(frequency, ratio\) twice"),
        (lambda: fx.Viscoelastic(fx.GHMTerm(1, 2, 3)), r"\(\[GHMTerm\]: strength"),
        (lambda: fx.StructuralDamping(0.1, 5), "a band of 5 Hz"),
        (lambda: fx.StructuralDamping(0.1, (1, 2), 2.5), "terms: is 2.5"),
        (lambda: fx.modal_costs(MODES, 0.01, np.ones((4, 1)), np.ones((1, 4))), "ModalDamping"),
        (lambda: fx.modal_costs(MODES, DAMPING, NAN * np.ones((4, 1)), np.ones((1, 4))), "inputs"),
        (lambda: fx.system_modes({"a": MODES}, []), "components.a: is .*, which is no Component"),
        (lambda: fx.system_modes(SYSTEM.components, [fx.Connection("a")]), "is 'a'"),
        (lambda: fx.system_modes(SYSTEM.components, [], count=-1), "count: is -1"),
        (lambda: fx.system_modes(SYSTEM.components, [], count=10**9), "more than fit in memory"),
        (lambda: SYSTEM.motion("b", "tip"), r"no component is named 'b' \(a\)"),
        (lambda: fx.projected_modes(SYSTEM, "a", [99]), "no such mode of the system"),
        (lambda: fx.projected_modes(SYSTEM, "a", least=2.0), "least: is 2.0"),
        (lambda: fx.component_damping(SYSTEM, 0.01), r"ratios: are of shape \(\)"),
        (lambda: fx.placed(MODES, [0, 0, 0]), "no Structure"),
        (lambda: fx.placed(STRUCTURE, [0, 0]), "position: .* is not three numbers"),
        (lambda: fx.joined({}, []), r"parts: are {} \(structures by name"),
        (lambda: fx.joined({"a": STRUCTURE}, [("a.root", "a.tip")]), "no Tie"),
        (lambda: STRUCTURE.recoveries["section"](np.ones(3)), r"is of shape \(3,\) \(\(24,\)\)"),
    ],
)
def test_what_cannot_be_meant(made, message):
    with pytest.raises(ModelError, match=message):
        made()


def test_lists_and_full_or_sparse_matrices_will_do():
    whole = matrices(degrees=[[node, way] for node in range(2) for way in range(6)])
    assert len(fx.normal_modes(whole, 0)) == 6
    full = fx.MatrixDamping([[0.1, 0], [0, 0.1]]).matrices(MODES.chosen([0, 1])).damping
    thin = fx.MatrixDamping(0.1 * sparse.eye_array(2)).matrices(MODES.chosen([0, 1])).damping
    np.testing.assert_array_equal(full, thin)


def test_one_node_is_told_by_its_name_alone():
    assert list(fx.reduced(MODES, "root").nodes) == ["root"]

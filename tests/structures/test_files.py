"""Structures in files: all of them comes back, and nothing that is wrong comes in."""

import pickle

import h5py
import numpy as np
import pytest
from scipy import sparse

from flexible_structures import boom, skew_frame
from treetop.errors import ModelError
from treetop.structures.arrays import structure_arrays
from treetop.structures.files import load_structure, save_structure

pytestmark = pytest.mark.compiled  # no kernels here


@pytest.mark.parametrize("ending", ["npz", "nc"])
def test_all_of_a_structure_comes_back(tmp_path, ending):
    s = skew_frame(shear=0.8)
    save_structure(s, tmp_path / f"frame.{ending}")
    again = load_structure(tmp_path / f"frame.{ending}")
    assert dict(again.names) == dict(s.names)
    one, other = structure_arrays(s), structure_arrays(again)
    assert list(one) == list(other)
    for name in one:
        assert (one[name] == other[name]).all(), name
    u = np.random.default_rng(0).standard_normal(s.size)
    assert abs(s.geometric(u) - again.geometric(u)).max() == 0
    assert (s.recoveries["section"](u) == again.recoveries["section"](u)).all()
    assert s.recoveries["section"].labels == again.recoveries["section"].labels


def test_matrices_and_positions_alone_are_a_structure(tmp_path):
    s = boom(2)
    full = {"mass": s.mass.toarray(), "stiffness": s.stiffness.toarray()}
    np.savez(tmp_path / "plain.npz", positions=s.positions, **full)
    again = load_structure(tmp_path / "plain.npz")
    assert (again.degrees == s.degrees).all()
    assert again.points is None
    assert again.total_mass == pytest.approx(12)


def refused(tmp_path, match, **changed):
    arrays = structure_arrays(boom(2)) | {k: np.asarray(v) for k, v in changed.items()}
    arrays = {k: v for k, v in arrays.items() if v.shape != () or v != "left out"}
    np.savez(tmp_path / "bad.npz", **arrays)
    with pytest.raises(ModelError, match=rf"(?s)bad\.npz: .*{match}"):
        load_structure(tmp_path / "bad.npz")


def test_what_cannot_be_is_refused_with_file_and_array(tmp_path):
    refused(tmp_path, "stiffness_row: is missing", stiffness_row="left out")
    refused(tmp_path, "wrong number of nodes", positions=boom(2).positions[:2])
    refused(tmp_path, r"mass: is of shape \(3, 3\)", mass=np.eye(3))
    refused(tmp_path, "degrees: has entries that are not whole", degrees=np.full((18, 2), 0.5))
    refused(tmp_path, "mass_value: has entries that are not finite", mass_value=[np.nan] * 3)
    refused(tmp_path, "node_numbers: 3 names for 1", node_numbers=[0])
    refused(tmp_path, "mass: .*M must be positive", mass=-np.eye(18), point_masses="left out")
    refused(tmp_path, "format: is 'treetop structure 9'", format="treetop structure 9")
    refused(tmp_path, "recovery_section_about: does not give", recovery_section_about="[]")
    refused(tmp_path, "geometric_terms: is of shape", geometric_terms=[[0, 1]])
    K = boom(2).stiffness.toarray()
    K[:6] = K[:, :6] = 0
    refused(tmp_path, "nothing connects node 'root'", stiffness=K)


def test_nothing_in_a_file_is_run(tmp_path):
    class Trap:
        def __reduce__(self):
            return (pytest.fail, ("it ran",))

    with open(tmp_path / "trap.npz", "wb") as file:
        pickle.dump(Trap(), file)
    arrays = {"positions": np.array([Trap()], dtype=object)}
    np.savez(tmp_path / "object.npz", **arrays)
    for name in ("trap.npz", "object.npz"):
        with pytest.raises(ModelError, match="cannot be read"):
            load_structure(tmp_path / name)


@pytest.mark.filterwarnings("error")
def test_files_that_are_none(tmp_path):
    with pytest.raises(ModelError, match="there is no such file"):
        load_structure(tmp_path / "none.npz")
    with pytest.raises(ModelError, match=r"unknown ending '\.mat'"):
        save_structure(boom(1), tmp_path / "x.mat")
    (tmp_path / "text.nc").write_text("no NetCDF")
    with pytest.raises(ModelError, match="cannot be read"):
        load_structure(tmp_path / "text.nc")
    with h5py.File(tmp_path / "plain.nc", "w") as file:  # HDF5 without names of dimensions
        file["other"] = np.zeros(3)
    with pytest.raises(ModelError, match="positions: is missing"):
        load_structure(tmp_path / "plain.nc")


def test_a_structure_held_to_the_ground_is_told(tmp_path):
    s = boom(2)
    ground = sparse.lil_array((18, 18))
    ground[0, 0] = 1e7
    K = (s.stiffness + ground).toarray()
    np.savez(tmp_path / "held.npz", positions=s.positions, mass=s.mass.toarray(), stiffness=K)
    with pytest.warns(UserWarning, match="resists motion as one piece along x"):
        load_structure(tmp_path / "held.npz")

"""Ordinary files, and nothing else."""

import os

import pytest

import treetop as tt
from treetop.errors import TreetopError
from treetop.files import content_of, placed_below
from treetop.structures import load_structure
from treetop.structures.body.reduced_body import load_reduced
from treetop.structures.nastran import nastran_structure, read_eigenvectors, read_op4

READERS = {
    "model.yaml": tt.load,
    "run.nc": tt.load_run,
    "structure.nc": load_structure,
    "structure.npz": load_structure,
    "body.npz": load_reduced,
    "mesh.stl": lambda file: tt.looks.Mesh(str(file)),
    "matrices.op4": read_op4,
    "grids.bdf": nastran_structure,
    "modes.pch": read_eigenvectors,
}


def _pipe(file):
    os.mkfifo(file)


def _zeros(file):
    file.symlink_to("/dev/zero")


def _loop(file):
    file.symlink_to(file)


def _sparse(file):
    with file.open("wb") as handle:
        handle.truncate(10**12)


@pytest.mark.posix
@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("make", [_pipe, _zeros, _loop, _sparse, os.mkdir, None])
def test_no_reader_waits_or_takes_what_is_no_ordinary_file(tmp_path, name, make):
    """A pipe would never answer, a device never end."""
    file = tmp_path / name
    if make:
        make(file)
    with pytest.raises(TreetopError) as told:
        READERS[name](file)
    assert name in str(told.value) and "\n" not in str(told.value)


@pytest.mark.parametrize("name", READERS)
def test_names_that_cannot_be(name):
    for bad in (f"{'x' * 300}{name}", f"a\0b{name}", ""):
        with pytest.raises(TreetopError):
            READERS[name](bad)


def test_a_file_may_be_so_large_and_no_larger(tmp_path):
    (tmp_path / "file").write_bytes(b"12345")
    assert content_of(tmp_path / "file", TreetopError, 5) == b"12345"
    with pytest.raises(TreetopError, match="at most"):
        content_of(tmp_path / "file", TreetopError, 4)


@pytest.mark.posix
def test_names_lead_into_the_folder_or_below(tmp_path):
    inner, outer = tmp_path / "in", tmp_path / "out"
    for folder in (inner / "below", outer):
        folder.mkdir(parents=True)
        (folder / "file").write_bytes(b"")
    (inner / "there").symlink_to("below/file")
    (inner / "away").symlink_to(outer / "file")
    for name in ("below/file", "there", "below/../below/file"):
        assert placed_below(inner, name, TreetopError) == inner / "below" / "file"
    for name in ("away", "../out/file", str(outer / "file"), str(inner / "below" / "file")):
        with pytest.raises(TreetopError, match="outside the folder"):
            placed_below(inner, name, TreetopError)


@pytest.mark.parametrize("key", ["modes", "structure"])
def test_flexible_bodies_are_beside_their_model_too(tmp_path, key):
    (tmp_path / "secret.npz").write_bytes(b"")
    (tmp_path / "in").mkdir()
    more = "modes: {held: root, count: 2}" if key == "structure" else ""
    for name in ("../secret.npz", str(tmp_path / "secret.npz")):
        text = f"bodies:\n  boom:\n    {key}: {name}\n    {more}\n"
        (tmp_path / "in" / "model.yaml").write_text(text)
        with pytest.raises(tt.ModelError, match="is outside the folder of the model"):
            tt.load(tmp_path / "in" / "model.yaml")

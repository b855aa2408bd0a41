"""A result is complete, says how it was made, and survives its file."""

import os

import numpy as np
import pytest
import xarray as xr

import treetop as tt
from full_disk import small_files
from treetop.errors import TreetopError
from treetop.results import Run, load_run
from treetop.system.fields import FIELDS, OF_CONSTRAINTS, OF_EQUATIONS

pytestmark = pytest.mark.compiled  # whole runs, which say no more of kernels interpreted

SETTINGS = tt.RunSettings(2.0, 0.05, method=tt.Dop853(1e-10, 1e-13))


@pytest.fixture
def run(recorded, histories):
    return recorded(histories, {"steps": 12, "evaluations": 150}, SETTINGS)


def test_every_field_has_a_unit_and_a_meaning(run):
    others = OF_EQUATIONS | OF_CONSTRAINTS | {"generalised_forces"}
    others |= {"gravity_force", "gravity_torque"}  # which the model does not have
    assert set(run.data.data_vars) >= set(FIELDS) - others
    for name, field in FIELDS.items():
        if name not in others:
            assert run.data[name].dims == ("time", *field.dims)
            assert run.data[name].attrs == {"units": field.unit, "long_name": field.meaning}


def test_says_how_it_was_made(run):
    assert run.settings == SETTINGS
    assert run.statistics == {"steps": 12, "evaluations": 150}
    assert run.outcome == "finished"
    assert "numba" in run.data.attrs["versions"]
    assert "two on a line" in run.data.attrs["model"]
    assert "two on a line" in repr(run)


def test_saved_and_loaded(run, tmp_path):
    run.save(tmp_path / "run.nc")
    again = load_run(tmp_path / "run.nc")
    assert again.data.identical(run.data)
    assert again.model == run.model
    assert again.audit() == run.audit()
    assert os.listdir(tmp_path) == ["run.nc"]


def test_opens_without_treetop(run, tmp_path):
    run.save(tmp_path / "run.nc")
    with xr.open_dataset(tmp_path / "run.nc") as data:
        assert data.time.attrs["units"] == "s"
        assert all("_FillValue" not in variable.encoding for variable in data.values())


@pytest.fixture
def full_disk():
    with small_files(1000):
        yield


@pytest.mark.posix
def test_replaces_a_file_only_when_complete(run, tmp_path, full_disk):
    path = tmp_path / "run.nc"
    path.write_bytes(b"before")
    with pytest.raises(TreetopError, match=r"run\.nc: cannot be written: File too large$"):
        run.save(path)
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["run.nc"]


def test_missing_folder(run, tmp_path):
    with pytest.raises(TreetopError, match="there is no folder"):
        run.save(tmp_path / "nowhere" / "run.nc")


def test_folder_instead_of_file(run, tmp_path):
    with pytest.raises(TreetopError, match="is a folder"):
        run.save(tmp_path)


@pytest.mark.posix
def test_a_pipe_is_not_replaced(run, tmp_path):
    pipe = tmp_path / "pipe.nc"
    os.mkfifo(pipe)
    with pytest.raises(TreetopError, match="not an ordinary file"):
        run.save(pipe)
    assert pipe.is_fifo()


def test_unwritable_folder(run, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write anywhere
    with pytest.raises(TreetopError, match="cannot be written"):
        run.save(tmp_path / "run.nc")
    assert not os.listdir(tmp_path)


def test_never_saves_what_is_not_finite(run, tmp_path):
    run.data["work"][3] = np.nan
    with pytest.raises(TreetopError, match="work"):
        run.save(tmp_path / "run.nc")
    assert not os.listdir(tmp_path)


def test_samples_from_the_first_bad_one_are_left_out(recorded, histories):
    histories["acceleration"] = histories["acceleration"].copy()
    histories["acceleration"][7, 1, 2] = np.inf
    run = recorded(histories, outcome="not_finite")
    assert len(run.time) == 7
    assert all(np.isfinite(run.data[name]).all() for name in run.data.data_vars)


@pytest.mark.parametrize("content", [b"", b"name: model\n", b"\x89HDF\r\n\x1a\n" + bytes(100)])
def test_not_a_result(tmp_path, content):
    path = tmp_path / "run.nc"
    path.write_bytes(content)
    with pytest.raises(TreetopError, match="cannot be read as a result"):
        Run.load(path)


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_damaged_result_says_so_and_nothing_else(run, tmp_path):
    path = tmp_path / "run.nc"
    run.save(path)
    content = path.read_bytes()
    for size in (0, 50, 100, 1000, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:size])
        with pytest.raises(TreetopError, match="cannot be read as a result"):
            load_run(path)


def test_a_number_that_was_changed_is_noticed(run, tmp_path):
    path = tmp_path / "run.nc"
    run.save(path)
    content = path.read_bytes()
    for table in ("coordinates", "time"):
        values = run.data[table].values.tobytes()
        assert content.count(values) == 1
        place = content.index(values) + len(values) // 2
        path.write_bytes(content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :])
        with pytest.raises(TreetopError, match="cannot be read as a result"):
            load_run(path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("settings", "[]"),
        ("settings", "{}"),
        ("settings", '{"duration": 1, "often": 2}'),
        ("settings", '{"duration": 1, "rtol": null}'),
        ("statistics", '{"wall_time": []}'),
        ("events", '[{"what": 1}]'),
        ("events", '[{"time": 1, "event": [], "way": 1, "stage": ""}]'),
        ("events", '[{"time": 1, "event": "", "way": {}, "stage": ""}]'),
    ],
)
def test_a_text_that_is_not_ours(run, tmp_path, name, text):
    run.data.attrs[name] = text
    run.save(tmp_path / "run.nc")
    with pytest.raises(TreetopError, match=f"its {name} are damaged"):
        load_run(tmp_path / "run.nc")


def test_a_format_that_is_not_ours(run, tmp_path):
    run.data.attrs["format"] = "treetop result 2"
    run.save(tmp_path / "run.nc")
    with pytest.raises(TreetopError, match="use the version of Treetop that wrote it"):
        load_run(tmp_path / "run.nc")


def test_a_start_that_is_missing_is_told(run, tmp_path):
    run.data = run.data.drop_vars("start")
    run.save(tmp_path / "run.nc")
    with pytest.raises(TreetopError, match="lacks the state that it began from"):
        load_run(tmp_path / "run.nc").start  # noqa: B018


def test_a_model_that_is_damaged_is_that_of_the_result(run, tmp_path):
    run.data.attrs["model"] = run.data.attrs["model"].replace("mass", "maas")
    run.save(tmp_path / "run.nc")
    with pytest.raises(TreetopError, match="the model in the result:"):
        _ = load_run(tmp_path / "run.nc").model


def test_another_netcdf_file(tmp_path):
    xr.Dataset({"x": 1.0}).to_netcdf(tmp_path / "other.nc", engine="h5netcdf")
    with pytest.raises(TreetopError, match="is not a result"):
        load_run(tmp_path / "other.nc")


def test_no_file(tmp_path):
    with pytest.raises(TreetopError, match="no such file"):
        load_run(tmp_path / "run.nc")
    with pytest.raises(TreetopError, match="is a folder"):
        load_run(tmp_path)


def test_distance_between_frames(run, histories):
    slide = histories["coordinates"][:, 7]
    assert np.allclose(run.distance("bus.port", "tug.tail"), slide, rtol=0, atol=1e-15)
    port = np.hypot(histories["position"][:, 0, 0], 1.0)
    assert np.allclose(run.distance("ground", "bus.port"), port, rtol=0, atol=1e-15)


def test_distance_turns_with_the_body(run):
    run.data["attitude"][:, 1] = [np.sqrt(0.5), np.sqrt(0.5), 0, 0]  # the tug lies on its side
    gap = run.distance("tug", "tug.tail")
    assert np.allclose(gap, 1.0)
    slide = run["boom.slide"].values
    assert np.allclose(run.distance("bus.port", "tug.tail"), np.sqrt(slide**2 + 2))

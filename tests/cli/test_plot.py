"""treetop plot: figures of results."""

import matplotlib
import pytest
import xarray as xr

import treetop as tt
from two_on_a_line import histories, model, recorded

__all__ = ["histories", "model", "recorded"]
pytestmark = pytest.mark.compiled  # no kernels
matplotlib.use("Agg")
SETTINGS = tt.RunSettings(2.0, 0.05, method=tt.Dop853(1e-10, 1e-13))


@pytest.fixture
def result(recorded, histories, tmp_path):
    recorded(histories, {"steps": 12}, SETTINGS).save(tmp_path / "line.nc")
    return "line.nc"


def test_a_figure_where_it_is_asked_for(treetop, result, tmp_path):
    assert (
        "figure in slide.svg" in treetop("plot", result, "boom.slide", "--out", "slide.svg").stdout
    )
    assert "<svg" in (tmp_path / "slide.svg").read_text()


def test_beside_the_result_where_there_is_no_window(treetop, result, tmp_path):
    assert "figure in line.png" in treetop("plot", result).stdout
    assert (tmp_path / "line.png").exists()


def test_several_results(treetop, result, tmp_path):
    (tmp_path / "other.nc").write_bytes((tmp_path / "line.nc").read_bytes())
    told = treetop("plot", result, "other.nc", "boom", "--difference", "--out", "d.pdf").stdout
    assert "figure in d.pdf" in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("line.nc", "boom.slied", "--out", "f.png"), "perhaps boom.slide"),
        (("line.nc", "--out", "f.gif"), "figures are written as .png, .pdf or .svg"),
        (("line.nc", "--out", "nowhere/f.png"), "there is no folder"),
        (("line.nc", "boom", "line.nc", "--out", "f.png"), "name the results first"),
        (("nothing.nc",), "there is no such file"),
        (("other.nc",), "is not a result of Treetop"),
        (("newer.nc",), "is a 'treetop result 99', and this version reads"),
        (("damaged.nc",), "cannot be read as a result"),
        (("model.yaml",), "is a model, not a result"),
    ],
)
def test_bad_input(treetop, result, tmp_path, arguments, said):
    xr.Dataset({"x": 1.0}).to_netcdf(tmp_path / "other.nc", engine="h5netcdf")
    newer = xr.Dataset({"x": 1.0}, attrs={"format": "treetop result 99"})
    newer.to_netcdf(tmp_path / "newer.nc", engine="h5netcdf")
    (tmp_path / "damaged.nc").write_bytes((tmp_path / "line.nc").read_bytes()[:5000])
    (tmp_path / "model.yaml").write_text("treetop: 1\n")
    told = treetop("plot", *arguments, code=2)
    assert said in told.stderr
    assert "Traceback" not in told.stderr

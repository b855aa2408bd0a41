"""treetop report: a run on one page."""

import pytest
import xarray as xr

import treetop as tt
from pages_read import Read
from two_on_a_line import histories, model, recorded

__all__ = ["histories", "model", "recorded"]
pytestmark = pytest.mark.compiled  # no kernels
SETTINGS = tt.RunSettings(2.0, 0.05, method=tt.Dop853(1e-10, 1e-13))


@pytest.fixture
def result(recorded, histories, tmp_path):
    recorded(histories, {"steps": 12, "wall_time": 0.5}, SETTINGS).save(tmp_path / "line.nc")
    return "line.nc"


def test_a_page_beside_where_one_stands(treetop, result, tmp_path):
    assert "report in line-report.html" in treetop("report", result).stdout
    html = (tmp_path / "line-report.html").read_text(encoding="utf-8")
    assert Read(html).facts["statistics"]["steps"].value == 12
    assert "treetop run line.nc" in html


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("line.nc", "--out", "line.pdf"), "end its name with .html"),
        (("line.nc", "--out", "nowhere/line.html"), "there is no folder"),
        (("nothing.nc",), "there is no such file"),
        (("other.nc",), "is not a result of Treetop"),
        (("newer.nc",), "is a 'treetop result 99', and this version reads"),
        (("damaged.nc",), "cannot be read as a result"),
        (("hollow.nc",), "it lacks title, outcome"),
        (("edited.nc",), "its content does not fit its checksum"),
        (("garbled.nc",), "its settings are damaged"),
        (("model.yaml",), "is a model"),
    ],
)
def test_bad_input(treetop, result, tmp_path, arguments, said):
    xr.Dataset({"x": 1.0}).to_netcdf(tmp_path / "other.nc", engine="h5netcdf")
    newer = xr.Dataset({"x": 1.0}, attrs={"format": "treetop result 99"})
    newer.to_netcdf(tmp_path / "newer.nc", engine="h5netcdf")
    hollow = xr.Dataset({"x": 1.0}, attrs={"format": "treetop result 1"})
    hollow.to_netcdf(tmp_path / "hollow.nc", engine="h5netcdf")
    garbled = xr.load_dataset(tmp_path / "line.nc", engine="h5netcdf", decode_times=False)
    garbled.attrs["settings"] = "{"
    garbled.to_netcdf(tmp_path / "edited.nc", engine="h5netcdf")
    del garbled.attrs["sealed"]  # as before there were seals
    garbled.to_netcdf(tmp_path / "garbled.nc", engine="h5netcdf")
    (tmp_path / "damaged.nc").write_bytes((tmp_path / "line.nc").read_bytes()[:5000])
    (tmp_path / "model.yaml").write_text("treetop: 1\n")
    told = treetop("report", *arguments, code=2)
    assert said in told.stderr
    assert "Traceback" not in told.stderr
    assert not list(tmp_path.glob("*.html"))

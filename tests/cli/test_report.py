"""treetop report: a run on one page."""

import pytest
import xarray as xr

from pages_read import Read


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
        (("edited.nc",), "its content does not fit its checksum"),
        (("garbled.nc",), "its settings are damaged"),
    ],
)
def test_bad_input(treetop, result, tmp_path, arguments, said):
    garbled = xr.load_dataset(tmp_path / "line.nc", engine="h5netcdf", decode_times=False)
    garbled.attrs["settings"] = "{"
    garbled.to_netcdf(tmp_path / "edited.nc", engine="h5netcdf")
    del garbled.attrs["sealed"]  # as before there were seals
    garbled.to_netcdf(tmp_path / "garbled.nc", engine="h5netcdf")
    told = treetop("report", *arguments, code=2).stderr
    assert said in told and "Traceback" not in told
    assert not list(tmp_path.glob("*.html"))

"""What is no result is refused by every command that shows one, in words and without a page."""

import pytest
import xarray as xr

from treetop.view.playback.page import TEMPLATE

unless_made = pytest.mark.skipif(not TEMPLATE.exists(), reason="the page is not made (make page)")


def write_dataset(path, **attributes):
    xr.Dataset({"x": 1.0}, attrs=attributes).to_netcdf(path, engine="h5netcdf")


@pytest.mark.parametrize("command", ["plot", "report", pytest.param("view", marks=unless_made)])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nothing.nc", "there is no such file"),
        ("other.nc", "is not a result of Treetop"),
        ("newer.nc", "is a 'treetop result 99', and this version reads"),
        ("hollow.nc", "it lacks title, outcome"),
        ("damaged.nc", "cannot be read as a result"),
        ("text.nc", "cannot be read as a result"),
        ("model.yaml", "model.yaml: is a model, not a result"),
    ],
)
def test_refused(treetop, result, tmp_path, command, name, said):
    write_dataset(tmp_path / "other.nc")
    write_dataset(tmp_path / "newer.nc", format="treetop result 99")
    write_dataset(tmp_path / "hollow.nc", format="treetop result 1")
    (tmp_path / "damaged.nc").write_bytes((tmp_path / result).read_bytes()[:5000])
    (tmp_path / "text.nc").write_text("no result")
    (tmp_path / "model.yaml").write_text("treetop: 1\n")
    there = sorted(tmp_path.iterdir())
    told = treetop(command, name, code=2)
    assert said in told.stderr
    assert "Traceback" not in told.stderr
    assert sorted(tmp_path.iterdir()) == there

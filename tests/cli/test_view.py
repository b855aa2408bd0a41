"""treetop view: the page of a result."""

import pytest
import xarray as xr

from treetop.view.playback import show
from treetop.view.playback.page import TEMPLATE
from two_on_a_line import histories, model, recorded

__all__ = ["histories", "model", "recorded"]
pytestmark = [
    pytest.mark.compiled,  # no kernels
    pytest.mark.skipif(not TEMPLATE.exists(), reason="the page is not made (make page)"),
]


@pytest.fixture
def result(recorded, histories, tmp_path):
    recorded(histories).save(tmp_path / "line.nc")
    return "line.nc"


def test_a_page_here_or_where_it_is_asked_for(treetop, result, tmp_path):
    assert "page in line.html (0." in treetop("view", result).stdout
    assert "page in there.html" in treetop("view", result, "--out", "there.html").stdout
    assert (tmp_path / "line.html").read_text() == (tmp_path / "there.html").read_text()


def test_opened_in_the_browser(treetop, result, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(show.webbrowser, "open", lambda url: opened.append(url) or True)
    treetop("view", result, "--open")
    assert opened == [(tmp_path / "line.html").as_uri()]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("pendulum.yaml",), "run it first: treetop run pendulum.yaml"),
        (("nothing.nc",), "there is no such file"),
        (("other.nc",), "is not a result of Treetop"),
        (("newer.nc",), "is a 'treetop result 99', and this version reads"),
        (("damaged.nc",), "cannot be read as a result"),
        (("text.nc",), "cannot be read as a result"),
        (("line.nc", "--out", "line.nc"), "would replace the result"),
        (("line.nc", "--out", "line.txt"), "end its name with .html"),
        (("line.nc", "--out", "nowhere/line.html"), "there is no folder"),
    ],
)
def test_bad_input(treetop, result, pendulum, tmp_path, arguments, said):
    xr.Dataset({"x": 1.0}).to_netcdf(tmp_path / "other.nc", engine="h5netcdf")
    newer = xr.Dataset({"x": 1.0}, attrs={"format": "treetop result 99"})
    newer.to_netcdf(tmp_path / "newer.nc", engine="h5netcdf")
    (tmp_path / "damaged.nc").write_bytes((tmp_path / "line.nc").read_bytes()[:5000])
    (tmp_path / "text.nc").write_text("no result")
    told = treetop("view", *arguments, code=2)
    assert said in told.stderr
    assert "Traceback" not in told.stderr
    assert not list(tmp_path.glob("*.html"))

"""treetop view: the page of a result."""

import pytest

from treetop.view.playback import show
from treetop.view.playback.page import TEMPLATE

pytestmark = pytest.mark.skipif(not TEMPLATE.exists(), reason="the page is not made (make page)")


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
        (("line.nc", "--out", "line.nc"), "would replace the result"),
        (("line.nc", "--out", "line.txt"), "end its name with .html"),
        (("line.nc", "--out", "nowhere/line.html"), "there is no folder"),
    ],
)
def test_bad_input(treetop, result, pendulum, tmp_path, arguments, said):
    told = treetop("view", *arguments, code=2).stderr
    assert said in told and "Traceback" not in told
    assert not list(tmp_path.glob("*.html"))

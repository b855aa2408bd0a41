"""The page of a run as a file, in a notebook, and where it cannot be made."""

import re
import sys
from html import unescape

import pytest

import treetop as tt
from long_runs import swaying_chain
from treetop.errors import TreetopError
from treetop.view.playback import page, show, write_page
from treetop.view.playback.page import TEMPLATE
from unpacked import scene_of

pytestmark = pytest.mark.skipif(not TEMPLATE.exists(), reason="the page is not made (make page)")


def test_a_file_that_holds_the_run(run, tmp_path):
    told = write_page(run, tmp_path / "run.html")
    assert re.fullmatch(r"0\.\d MB", told)
    html = (tmp_path / "run.html").read_text(encoding="utf-8")
    assert html == page(run)
    assert scene_of(html)["title"] == "two on a line"
    assert "<title>two on a line</title>" in html


def test_titles_are_text(run):
    run.data.attrs["title"] = "</title><script>alert('TREETOP_DATA')</script>"
    html = page(run)
    assert html.count("<script") == 2  # the data, and the page's own
    assert "<title>&lt;/title&gt;&lt;script&gt;alert" in html
    assert scene_of(html)["title"] == run.data.attrs["title"]


def test_view_writes_here_or_where_it_is_told(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = run.view()
    assert shown.path.name == "two-on-a-line.html" and shown.path.exists()
    assert "0." in repr(shown) and "two-on-a-line.html" in repr(shown)
    assert run.view(tmp_path / "there.html").path.exists()


def test_view_opens_the_browser(run, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(show.webbrowser, "open", lambda url: opened.append(url) or True)
    run.view(tmp_path / "run.html", open=True)
    assert opened == [(tmp_path / "run.html").as_uri()]
    monkeypatch.setattr(show.webbrowser, "open", lambda url: False)
    with pytest.raises(TreetopError, match="no browser could be started"):
        run.view(tmp_path / "run.html", open=True)


def test_a_notebook_shows_it_in_place_and_writes_nothing(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(show, "in_notebook", lambda: True)
    shown = run.view()
    frame = shown._repr_html_()
    assert not list(tmp_path.iterdir()) and shown.path is None
    inside = unescape(re.fullmatch(r'<iframe srcdoc="([^"]*)" [^<>]*></iframe>', frame)[1])
    assert inside == page(run)


def test_a_page_that_was_not_made_is_told(run, tmp_path, monkeypatch):
    module = sys.modules["treetop.view.playback.page"]
    monkeypatch.setattr(module, "TEMPLATE", tmp_path / "page.html")
    with pytest.raises(TreetopError, match="make page"):
        write_page(run, tmp_path / "run.html")
    assert not list(tmp_path.iterdir())


def test_what_is_too_much_is_thinned_with_a_note(tmp_path):
    told = write_page(swaying_chain(20, 20_000), tmp_path / "run.html")
    shown = re.search(r"the motion shows (\d+) of 20000 samples; plots show (\d+) of 20000", told)
    assert int(shown[1]) > 10_000 and int(shown[2]) > 3000
    assert (tmp_path / "run.html").stat().st_size < 5e6


def test_many_bodies_take_less_than_five_megabytes(tmp_path):
    told = write_page(swaying_chain(100, 2000), tmp_path / "run.html")
    assert "the motion shows" not in told  # all of it
    assert (tmp_path / "run.html").stat().st_size < 5e6


def test_names_of_files_are_plain():
    class Titled:
        data = type("data", (), {"attrs": {"title": "../<a>: тест №1"}})

    assert show.file_name(Titled()) == "a-тест-1"
    assert tt.Run.view.__doc__

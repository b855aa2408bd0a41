"""Figures within a page."""

import re

import pytest

from treetop.view.figures import INK, new_figure, style
from treetop.view.report.inline import inline, themed


@pytest.fixture
def figure():
    with style():
        found = new_figure(3, 2)
        axes = found.add_subplot()
        axes.plot([0, 1], [0, 1], marker="o")
        axes.set_title("<b>a & b</b> $x$")
    return found


def test_words_are_text(figure):
    svg = inline(figure, "one", 'say "it"')
    assert "&lt;b&gt;a &amp; b&lt;/b&gt; $x$" in svg
    assert 'aria-label="say &quot;it&quot;"' in svg
    assert "<b>" not in svg
    assert "<metadata" not in svg


def test_names_of_two_figures_do_not_meet(figure):
    names = [set(re.findall(r'id="([^"]*)"', inline(figure, key, ""))) for key in ("one", "two")]
    assert names[0] and names[1]
    assert not names[0] & names[1]
    one = inline(figure, "one", "")
    assert set(re.findall(r'(?:url\(#|href="#)([^")]+)', one)) == names[0]


def test_colours_are_the_pages_own(figure):
    assert f"var(--ink, {INK})" in inline(figure, "one", "")
    assert themed("fill: #1f2328") == "fill: var(--ink, #1f2328)"

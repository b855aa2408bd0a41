"""Pieces of a page."""

from pages_read import Read
from treetop.view.report.html import Number, facts, heading, listed, paragraph, section, table

HOSTILE = "<script>alert(1)</script> & \"x\" 'y' 本"


def test_everything_is_escaped():
    html = section(
        "a",
        HOSTILE,
        heading(HOSTILE),
        paragraph(HOSTILE),
        table("t", [HOSTILE], [[HOSTILE]]),
        facts("f", [(HOSTILE, HOSTILE)]),
        listed("l", [HOSTILE]),
    )
    read = Read(html)
    assert "script" not in read.tags
    assert read.words.count(HOSTILE) == 8
    assert read.tables["t"] == [{HOSTILE: (HOSTILE, None)}]


def test_numbers_keep_all_their_digits():
    (row,) = Read(table("t", ["mass [kg]"], [[Number(1 / 3, 3)]])).tables["t"]
    assert row == {"mass kg": ("0.333", 1 / 3)}


def test_rounding_is_shown_as_nothing():
    assert str(Number(1e-17, least=2e-14)) == "0"
    assert str(Number(1e-17)) == "1×10⁻¹⁷"
    assert str(Number(1e-10, least=2e-14)) == "1×10⁻¹⁰"


def test_columns_without_anything_are_left_out():
    (first, last) = Read(table("t", ["a", "b", "c"], [["1", "", "2"]], ["x", "", "y"])).tables["t"]
    assert list(first) == list(last) == ["a", "c"]
    assert table("t", ["a"], []) == ""


def test_units_of_facts():
    assert Read(facts("f", [("wall time [s]", Number(2.5))])).facts["f"] == {
        "wall time": ("2.5 s", 2.5)
    }

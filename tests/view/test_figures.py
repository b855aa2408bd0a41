"""Where figures go, and what is said of places where they cannot."""

import pytest

from treetop.errors import TreetopError
from treetop.view.figures import new_figure, save


@pytest.mark.parametrize(
    ("suffix", "begin"), [(".png", b"\x89PNG"), (".pdf", b"%PDF"), (".SVG", b"<?xml")]
)
def test_the_suffix_tells_the_format(tmp_path, suffix, begin):
    out = tmp_path / f"figure{suffix}"
    save(new_figure(2, 2), out)
    assert out.read_bytes().startswith(begin)


def test_the_same_figure_is_the_same_file(tmp_path):
    for name in ("one.svg", "two.svg"):
        figure = new_figure(2, 2)
        figure.add_subplot().plot([0, 1])
        save(figure, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("figure.jpg", r"figures are written as \.png, \.pdf or \.svg"),
        ("figure", r"figures are written as"),
        ("nowhere/figure.png", "there is no folder"),
    ],
)
def test_places_that_cannot_be(tmp_path, name, said):
    with pytest.raises(TreetopError, match=said):
        save(new_figure(2, 2), tmp_path / name)

"""The drawing in files: the same, whoever paints it."""

import pytest

from treetop.errors import TreetopError
from treetop.view.diagram import save_diagram, tree_of
from treetop.view.diagram.files import figure_of
from treetop.view.diagram.layout import Box, Words, drawing


def test_the_figure_has_the_marks_of_the_layout(four_bar):
    tree = tree_of(four_bar)
    found = drawing(tree)
    (axes,) = figure_of(tree).axes
    words = [(m.text, m.x, m.y) for m in found.marks if isinstance(m, Words)]
    assert set(words) <= {(text.get_text(), *text.get_position()) for text in axes.texts}
    boxes = [(m.x, m.y, m.width, m.height) for m in found.marks if isinstance(m, Box)]
    drawn = [p for p in axes.patches if hasattr(p, "get_boxstyle")]
    assert [(p.get_x(), p.get_y(), p.get_width(), p.get_height()) for p in drawn] == boxes


@pytest.mark.parametrize(
    ("name", "begin"), [("a.svg", b"<svg"), ("a.pdf", b"%PDF"), ("a.png", b"\x89PNG")]
)
def test_formats(four_bar, tmp_path, name, begin):
    save_diagram(tree_of(four_bar), tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(begin)


def test_another_suffix(four_bar, tmp_path):
    with pytest.raises(TreetopError, match="figures are written as"):
        save_diagram(tree_of(four_bar), tmp_path / "a.yaml")

"""The tree of a model's bodies and joints, as text and as a drawing."""

from treetop.view.diagram.files import save_diagram
from treetop.view.diagram.svg import svg
from treetop.view.diagram.text import text
from treetop.view.diagram.tree import tree_of

__all__ = ["save_diagram", "svg", "text", "tree_of"]

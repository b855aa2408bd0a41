"""The drawing as SVG."""

from xml.etree import ElementTree

from treetop.view.diagram.svg import svg
from treetop.view.diagram.tree import Node, Tree, tree_of

SPACE = "{http://www.w3.org/2000/svg}"


def test_every_body_and_joint_is_written(four_bar):
    root = ElementTree.fromstring(svg(tree_of(four_bar)))
    texts = [element.text for element in root.iter(f"{SPACE}text")]
    assert {"ground", "crank", "coupler", "rocker", "1 kg", "revolute"} <= set(texts)
    assert len(list(root.iter(f"{SPACE}rect"))) == 4
    assert len(root.findall(f"{SPACE}path[@class='edge']")) == 3
    assert len(root.findall(f"{SPACE}path[@class='loop']")) == 1


def test_names_are_text_whatever_they_say():
    evil = "</text><script>alert(1)</script>"
    nodes = (Node("ground", "", "", -1, "", False), Node(evil, evil, "free", 0, evil, False))
    text = svg(Tree(f'"{evil}', nodes, ()))
    assert "<script" not in text
    root = ElementTree.fromstring(text)
    assert root.attrib["aria-label"].endswith(f'"{evil}')

"""XML files in which something was changed at random: in their elements or in their bytes."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np
from click.testing import CliRunner

import treetop as tt
from damaging import damages
from mutating import NUMBERS, WORDS
from treetop.cli import main

MORE = (
    "../../secret.stl", "package://x/y.stl", "package://../../etc/passwd.stl", "file:///etc/x.stl",
    "1 2", "0 0 0", "nan nan nan", "1e308 1e308 1e308", "0 0 1e-200", "revolute", "floating",
    "planar", "fixed", "continuous", "ixx", "base", "world", "-1", "1_0", "0x10",
)  # fmt: skip
DECLARATION = '<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b SYSTEM "file:///etc/passwd">]>'
VALUES = tuple(str(each) for each in (*NUMBERS, *WORDS, *MORE) if str(each).isprintable())


def assert_read_or_refused(file: Path, *, by_command: bool) -> None:
    """Let a file be read in Python, or looked over on the command line: what is wrong with it is
    said in words that are not too many, and as exit code 2."""
    if by_command:
        result = CliRunner().invoke(main, ["check", str(file)], catch_exceptions=False)
        assert result.exit_code in (0, 2), file.read_bytes()
        return
    try:
        tt.load(file).validate()
    except tt.TreetopError as error:
        assert len(str(error).splitlines()) < 60, file.read_bytes()


def mutants(content: bytes, rng: np.random.Generator) -> Iterator[bytes]:
    """Ever other files, most of them wrong."""
    root = ElementTree.fromstring(content)
    broken = damages(content, rng)
    while True:
        chance = rng.random()
        if chance < 0.15:
            yield next(broken)
            continue
        tree = deepcopy(root)
        for _ in range(int(rng.choice([1, 1, 1, 2, 3]))):
            _mutate(tree, rng)
        text = ElementTree.tostring(tree)
        yield DECLARATION.encode() + text if chance > 0.99 else text


def _any(choices, rng: np.random.Generator):
    return choices[int(rng.integers(len(choices)))]


def _mutate(tree: Element, rng: np.random.Generator) -> None:
    parents = [each for each in tree.iter() if len(each)]
    if not parents:
        return
    parent, other = _any(parents, rng), _any(parents, rng)
    child = _any(list(parent), rng)
    with_attributes = [each for each in tree.iter() if each.attrib]
    element = _any(with_attributes, rng) if with_attributes else tree
    key = _any(list(element.attrib), rng) if element.attrib else "name"
    match int(rng.integers(9)):
        case 0:
            parent.remove(child)
        case 1:
            parent.append(deepcopy(child))
        case 2:
            other.append(deepcopy(child))
        case 3:
            child.tag = _any([each.tag for each in tree.iter()] + ["x", "xacro:macro"], rng)
        case 4:
            element.attrib.pop(key, None)
        case 5:
            element.set(f"{key}s", element.attrib.pop(key, ""))
        case 6:
            values = [value for each in tree.iter() for value in each.attrib.values()]
            element.set(key, _any(values or ["x"], rng))
        case 7:
            for _ in range(int(rng.choice([1, 3, 100]))):
                inner = deepcopy(child)
                child.clear()
                child.tag = inner.tag
                child.append(inner)
        case _:
            element.set(key, _any(VALUES, rng))

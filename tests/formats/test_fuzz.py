"""Whatever a file holds, it is read, or told what is wrong with it; nothing else is raised."""

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from treetop.errors import ModelError
from treetop.formats.yaml.document import read
from treetop.formats.yaml.load import dumps, loads

pytestmark = pytest.mark.compiled  # no kernel is at work

FRAGMENTS = [
    "*panel", "&a ", "!!str ", "!x ", "1e999", ".nan", "-.inf", "null", "~", "{}", "[]", "[[]]",
    "<<", "no", "true", "'", '"', "|", ">", "? ", ": ", "- ", "#", "%", "---\n", "...\n", "\t",
    "\x00", "\ufeff", "\x85", "\u2028", "9" * 5000, "1 m^9^9", "1 " + "(" * 50, "1 km km km",
    "ground", "ground.pad", "bus.port.x", "kind: free", "1 __import__", "1 m*", "1 °", "-1", "0",
    "[1, 1, 3]", "[[1, 0], 2]", "{a: {b: 1}}", "😀", "bus", "bus.port", "3 kg", "free",
]  # fmt: skip
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(
    LEAVES | st.sampled_from(FRAGMENTS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
)


def told(text: str) -> None:
    """The text is a model, or a `ModelError` says why not, in few words and with a line."""
    try:
        model = loads(text, functions={"drag": print})
    except ModelError as error:
        assert error.problems
        for problem in error.problems:
            assert problem.what
            assert problem.line >= 1
            assert len(str(problem)) < 2000
    else:
        assert loads(dumps(model), functions={"drag": print}) == model


@settings(max_examples=300)
@given(st.text())
@example("\ud800")
def test_any_text(text):
    told(text)


@settings(max_examples=100)
@given(st.data())
def test_mutations_of_a_sound_file(text, data):
    for _ in range(data.draw(st.integers(1, 4))):
        begin = data.draw(st.integers(0, len(text)))
        end = begin + data.draw(st.integers(0, 12))
        text = text[:begin] + data.draw(st.sampled_from(["", *FRAGMENTS]) | st.text()) + text[end:]
    told(text)


@settings(max_examples=100)
@given(st.data())
def test_mutations_of_its_values(text, data):
    """As before, but the text stays YAML, so that the mutations reach deep into the reader."""
    root = read(text)[0].value
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(list(places(root))))
        holder[key] = data.draw(VALUES)
    told(yaml.safe_dump(root))


def places(value):
    """Every place in nested lists and mappings, as its holder and key."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        yield value, key
        if isinstance(item, (dict, list)):
            yield from places(item)


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_fragments_as_values(text, fragment):
    for place in ("mass: 1200", "[1, 0, 0]", "bus.port", "free", "{slide: 2.0, angle: 5 deg}"):
        assert place in text
        told(text.replace(place, fragment if place[0] in "[{bf" else f"mass: {fragment}"))

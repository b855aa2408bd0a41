"""YAML text as plain values that know their lines."""

import time

import pytest

from treetop.errors import ModelError
from treetop.formats.yaml.document import read, resolved


def value_of(text: str) -> object:
    root, problems = read(text)
    assert not problems
    return root.value


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("1e5", 1e5), ("1.e-3", 1e-3), (".5", 0.5), ("-7", -7), ("+7", 7), ("010", 10),
        ("9" * 400, float("inf")), ("true", True), ("False", False), ("~", None), ("", None),
        ("no", "no"), ("on", "on"), ("y", "y"), ("1:30", "1:30"), ("0x10", "0x10"),
        ("1_000", "1_000"), ("2001-01-01", "2001-01-01"), ("3 kg", "3 kg"), (".inf", float("inf")),
        ("=", "="), ("١٢", "١٢"),
    ],
)  # fmt: skip
def test_words(word, value):
    assert resolved(word) == value
    assert type(resolved(word)) is type(value)
    assert value_of(f"a: {word}") == {"a": value}


def test_quoted_words_are_texts():
    assert value_of("['1e5', \"no\", 'true']") == ["1e5", "no", "true"]


def test_keys_are_texts():
    assert value_of("{1: a, no: b, y: c, ~: d}") == {"1": "a", "no": "b", "y": "c", "~": "d"}


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("", 1), ("a", 1), ("a.b", 2), ("a.b[1]", 4), ("a.b[1].c", 4), ("a.b[9]", 2),
        ("a.c.d", 5), ("a.c.d.e", 6), ("x", 1), ("a.x", 1), ("[3]", 1),
    ],
)  # fmt: skip
def test_lines(where, line):
    root, _ = read("a:\n  b:\n   - 1\n   - {c: 2}\n  c.d:\n    e: 3\n")
    assert root.line_of(where) == line


def test_duplicate_keys():
    root, (problem,) = read("a: 1\nb: 2\na: 3\n")
    assert root.value == {"a": 1, "b": 2}
    assert (problem.line, problem.hint) == (3, "also on line 1")


def test_tags_never_run(tmp_path):
    target = tmp_path / "pwned"
    root, (problem,) = read(f"a: !!python/object/apply:os.system ['touch {target}']")
    assert "tag" in problem.what
    assert not target.exists()
    assert isinstance(root.value["a"], list)


def test_merge_keys_are_refused():
    _, (problem,) = read("a: &a {b: 1}\nc: {<<: *a}\n")
    assert (problem.line, "merge" in problem.what) == (2, True)


@pytest.mark.parametrize(
    ("text", "word", "line"),
    [
        ("", "empty", 1),
        ("# nothing\n", "empty", 1),
        ("a: [1, 2\nb: 3", "not YAML", 2),
        ("a: 1\n b: 2", "not YAML", 2),
        ("\ta: 1", "not YAML", 1),
        ("a: \x00", "not YAML", 1),
        ("a: 1\n---\nb: 2", "second document", 2),
        ("a: *b", "nothing is marked", 1),
        ("a: &a [*a]", "nothing is marked", 1),
        ("[1]: 2", "key", 1),
        ("? {a: 1}\n: 2", "key", 1),
    ],
)
def test_not_a_document(text, word, line):
    with pytest.raises(ModelError) as caught:
        read(text)
    (problem,) = caught.value.problems
    assert word in problem.what
    assert problem.line == line


def test_aliases_share_their_value():
    assert value_of("a: &a [1, 2]\nb: *a") == {"a": [1, 2], "b": [1, 2]}


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "a: " + "{b: " * 100_000,
        "\n".join(" " * depth + "a:" for depth in range(2000)),
        "- " * 100_000,
        "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
        + "\n".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 19)),
        "\n".join(
            ["a: &a [" + "1, " * 1000 + "1]", *(f"b{i}: {{c: *a}}" for i in range(100))],
        ),
    ],
    ids=["lists", "mappings", "indents", "dashes", "billion laughs", "a list a hundred times"],
)
def test_bombs(text):
    begin = time.process_time()
    with pytest.raises(ModelError) as caught:
        read(text)
    assert len(str(caught.value)) < 1000
    assert time.process_time() - begin < 5  # s of the processor: without limits it would not end

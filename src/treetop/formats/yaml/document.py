"""A YAML text as plain values that know their lines.

The text is read event by event, so that nothing in it can run code, grow without bound or nest
without end. Plain words follow YAML 1.2: ``1e5`` is a number and ``no`` is a word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from treetop.errors import ModelError, Problem

VERSION = 1  # of the model files

_DEEPEST = 20
_MAX_VALUES = 5_000_000  # after aliases are followed: a model of a hundred thousand bodies
_FREE = 50_000  # values that aliases may add in any case, else as many as are written

_INDEX = re.compile(r"\[(\d{1,9})\]")
_END = re.compile(r"[.\[]")
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".inf", "+.inf", ".Inf", "+.Inf"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN"), float("nan")),
}


@dataclass(slots=True)
class Node:
    """A value, the line it begins on, and its children if it is a mapping or a list."""

    line: int
    value: Any
    size: int = 1
    children: dict[int | str, Node] = field(default_factory=dict)
    key_lines: dict[str, int] = field(default_factory=dict)

    def line_of(self, where: str) -> int:
        """The line of a path such as ``bodies.bus.inertia[2]``, or of what is nearest to it."""
        node, line = self, self.line
        while where:
            key, rest = node._first(where)
            if key is None:
                break
            line = node.key_lines.get(str(key), node.children[key].line)
            node, where = node.children[key], rest
        return line

    def _first(self, where: str) -> tuple[int | str | None, str]:
        """The key that the path begins with, and the rest; a wrong name may hold dots itself."""
        index = _INDEX.match(where)
        if index and int(index[1]) in self.children:
            return int(index[1]), where[index.end() :].removeprefix(".")
        ends = [match.start() for match in _END.finditer(where)] + [len(where)]
        for end in reversed(ends):
            if where[:end] in self.children:
                return where[:end], where[end:].removeprefix(".")
        return None, ""


def resolved(text: str) -> Any:
    """What a plain word stands for: a number, true, false, nothing, or itself."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def read(text: str) -> tuple[Node, list[Problem]]:
    """The document in ``text``, with what is wrong with it but still lets it be understood."""
    try:
        composer = _Composer(text)
        return composer.document(), composer.problems
    except UnicodeEncodeError as error:
        line = text[: error.start].count("\n") + 1
        raise ModelError([Problem("this is not text", hint=error.reason, line=line)]) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
        line = mark.line + 1 if mark else 1
        hint = getattr(error, "context", None) or "see the line and the one before it"
        raise ModelError([Problem(f"this is not YAML: {what}", hint=hint, line=line)]) from None


class _Composer:
    """Nodes from the events of a parser."""

    def __init__(self, text: str) -> None:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.events = iter(yaml.parse(text, Loader=loader))
        self.anchors: dict[str, Node] = {}
        self.problems: list[Problem] = []
        self.written = 0

    def document(self) -> Node:
        event = self._after(yaml.StreamStartEvent, yaml.DocumentStartEvent)
        if isinstance(event, yaml.StreamEndEvent):
            raise ModelError([Problem("the file is empty", hint="begin with 'treetop: 1'", line=1)])
        root = self._node(event, 0)
        event = self._after(yaml.DocumentEndEvent)
        if not isinstance(event, yaml.StreamEndEvent):
            raise _fatal(event, "a second document begins here", "keep one model in a file")
        return root

    def _after(self, *passed: type) -> Any:
        return next(event for event in self.events if not isinstance(event, passed))

    def _node(self, event: Any, depth: int) -> Node:
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self.anchors:
                hint = f"mark a value before it with &{event.anchor}"
                raise _fatal(event, f"nothing is marked with &{event.anchor}", hint)
            return self.anchors[event.anchor]
        if depth > _DEEPEST:
            raise _fatal(event, "too many levels", f"a model has no more than {_DEEPEST}")
        if event.tag is not None:
            self._problem(event, f"the tag {event.tag[:40]!r} means nothing here", "remove it")
        self.written += 1
        node = self._untagged(event, depth)
        most = min(_MAX_VALUES, _FREE + 2 * self.written)
        if node.size > most:
            raise _fatal(event, f"more than {most} values", "use fewer aliases")
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        return node

    def _untagged(self, event: Any, depth: int) -> Node:
        if isinstance(event, yaml.ScalarEvent):
            plain = event.implicit[0]
            return Node(_line(event), resolved(event.value) if plain else event.value)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(event, depth)
        return self._mapping(event, depth)

    def _list(self, start: Any, depth: int) -> Node:
        result = Node(_line(start), [])
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            child = self._node(event, depth + 1)
            result.children[len(result.value)] = child
            result.value.append(child.value)
            result.size += child.size
        return result

    def _mapping(self, start: Any, depth: int) -> Node:
        result = Node(_line(start), {})
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self._key(event)
            child = self._node(next(self.events), depth + 1)
            if key in result.value:
                first = result.key_lines[key]
                self._problem(
                    event, f"the key '{key[:60]}' is there twice", f"also on line {first}"
                )
                continue
            result.key_lines[key] = _line(event)
            result.children[key] = child
            result.value[key] = child.value
            result.size += child.size
        return result

    def _key(self, event: Any) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            raise _fatal(event, "a key must be a word", "such as 'mass: 3 kg'")
        if event.value == "<<" and event.implicit[0]:
            self._problem(event, "the merge key '<<' is not used here", "write the values out")
        return str(event.value)

    def _problem(self, event: Any, what: str, hint: str) -> None:
        self.problems.append(Problem(what, hint=hint, line=_line(event)))


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _fatal(event: Any, what: str, hint: str) -> ModelError:
    return ModelError([Problem(what, hint=hint, line=_line(event))])

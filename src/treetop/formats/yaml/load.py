"""Models as YAML files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from treetop.errors import ModelError, Problem
from treetop.files import content_of, problems_in, refusal_of
from treetop.files.whole import write_whole
from treetop.formats.attachments import Beside, beside_files
from treetop.formats.yaml.document import read
from treetop.formats.yaml.reader import Functions, read_model
from treetop.formats.yaml.writer import dumps
from treetop.model import Model

__all__ = ["dumps", "load", "loads", "save", "text_of"]

LARGEST = 256 * 2**20  # bytes of a model: of some hundred thousand bodies


def load(path: str | os.PathLike[str], functions: Functions | None = None) -> Model:
    """Read a model from a YAML file, as `treetop.load` does from one of any format."""
    return loads(text_of(path), functions, str(path))


def text_of(path: str | os.PathLike[str]) -> str:
    """What is in a model file."""
    content = content_of(path, refusal_of(path, "give a model, a YAML file"), LARGEST)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        what = f"is not UTF-8 text: byte {content[error.start]:#04x}"
        raise ModelError([Problem(what, file=str(path), line=line)]) from None


def loads(
    text: str,
    functions: Functions | None = None,
    file: str = "",
    held: Mapping[str, bytes] | None = None,
) -> Model:
    """Read a model from YAML text; ``file`` is the name that problems give, ``held`` what is in
    the files that it names: no others are read then."""
    with problems_in(file):
        root, problems = read(text)
    beside = Beside(Path(file).parent, {}) if held is None else Beside(None, held)
    model, found = read_model(root.value, functions, beside)
    problems += (problem._replace(line=root.line_of(problem.where)) for problem in found)
    if problems:
        problems.sort(key=lambda problem: problem.line)
        raise ModelError(problem._replace(file=file) for problem in problems)
    return model


def save(model: Model, path: str | os.PathLike[str]) -> None:
    """Write a model as a YAML file, whole or not at all; flexible bodies that were described in
    Python, and meshes that are elsewhere, go into files beside it."""
    path = Path(path)
    model, files, contents = beside_files(model, path)
    for name, content in contents.items():
        write_whole(path.parent / name, content)
    write_whole(path, dumps(model, files).encode())

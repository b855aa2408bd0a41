"""Models as YAML files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from treetop.errors import ModelError, Problem
from treetop.files import write_whole
from treetop.formats.document import read
from treetop.formats.reader import Functions, read_model
from treetop.formats.writer import dumps
from treetop.model import Model
from treetop.model.flexible_body import FlexibleBody

__all__ = ["dumps", "load", "loads", "save"]


def load(path: str | os.PathLike[str], functions: Functions | None = None) -> Model:
    """Read a model from a YAML file.

    Parameters
    ----------
    path : path
    functions : mapping of str to function, optional
        What the names of functions in user forces stand for. The file itself runs nothing.

    Raises
    ------
    ModelError
        With all problems of the file, each with its line.
    """
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        what = f"cannot be read: {error.strerror or error}"
        raise ModelError([Problem(what, file=str(path))]) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        what = f"is not UTF-8 text: byte {error.object[error.start]:#04x}"
        raise ModelError([Problem(what, file=str(path), line=line)]) from None
    return loads(text, functions, str(path))


def loads(text: str, functions: Functions | None = None, file: str = "") -> Model:
    """Read a model from YAML text; ``file`` is the name that problems tell."""
    try:
        root, problems = read(text)
    except ModelError as error:
        raise ModelError(problem._replace(file=file) for problem in error.problems) from None
    model, found = read_model(root.value, functions, Path(file).parent)
    problems += (problem._replace(line=root.line_of(problem.where)) for problem in found)
    if problems:
        problems.sort(key=lambda problem: problem.line)
        raise ModelError(problem._replace(file=file) for problem in problems)
    return model


def save(model: Model, path: str | os.PathLike[str]) -> None:
    """Write a model as a YAML file, whole or not at all; flexible bodies that were described in
    Python go into files beside it."""
    path, files = Path(path), {}
    bodies: list[Any] = list(model.bodies.values())
    for body in bodies:
        if isinstance(body, FlexibleBody) and not body.source:
            from treetop.flexible.reduced_body import save_reduced

            files[body.name] = f"{path.stem}-{body.name.replace(' ', '-')}.npz"
            save_reduced(body.reduced, path.parent / files[body.name])
    write_whole(path, dumps(model, files).encode())

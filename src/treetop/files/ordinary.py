"""Ordinary files, and nothing else."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import BinaryIO

from treetop.errors import ModelError, Problem, TreetopError

# What a reader raises, made from what is wrong with the file.
Refusal = Callable[[str], TreetopError]

LARGEST = 2 * 2**30  # bytes of a file that is read as a whole
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def refusal_of(path: str | os.PathLike[str], hint: str) -> Callable[[str], ModelError]:
    """For readers of models: an error that names the file, and says what it should be."""
    return lambda what: ModelError([Problem(what, hint=hint, file=str(path))])


@contextmanager
def problems_in(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let the problems of a model that are found within the block name the file."""
    try:
        yield
    except ModelError as error:
        raise ModelError(each._replace(file=str(path)) for each in error.problems) from None


@contextmanager
def reading(refusal: Refusal) -> Iterator[None]:
    """Let whatever a library raises over a file within the block be one of our errors."""
    try:
        yield
    except TreetopError:
        raise
    except FileNotFoundError:
        raise refusal("there is no such file") from None
    except Exception as error:  # libraries raise anything over a damaged file
        raise refusal(f"cannot be read: {_cause(error)}") from None


def _cause(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "it asks for more memory than there is"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    text = str(error).strip().partition("\n")[0][:200]
    return text if text and not isinstance(error, KeyError) else f"{type(error).__name__} {text}"


@contextmanager
def opened(path: str | os.PathLike[str], refusal: Refusal) -> Iterator[BinaryIO]:
    """An ordinary file, open for reading; a pipe or a device might never end."""
    with reading(refusal):
        _require_ordinary(os.stat(path).st_mode, refusal)
        handle = os.open(path, _FLAGS)  # does not wait, should a pipe be there by now
        with os.fdopen(handle, "rb") as file:
            _require_ordinary(os.fstat(handle).st_mode, refusal)
            yield file


def _require_ordinary(mode: int, refusal: Refusal) -> None:
    if stat.S_ISDIR(mode):
        raise refusal("is a folder, not a file")
    if not stat.S_ISREG(mode):
        raise refusal("is not an ordinary file")


def content_of(path: str | os.PathLike[str], refusal: Refusal, largest: int = LARGEST) -> bytes:
    """All bytes of an ordinary file of at most so many."""
    with opened(path, refusal) as file:
        size = os.fstat(file.fileno()).st_size
        if size > largest:
            limit = f"{largest / 2**20:.0f} MiB"
            raise refusal(f"has {size / 2**20:.0f} MiB, and at most {limit} are read")
        return file.read(size)


def placed_below(folder: Path, name: str, refusal: Refusal) -> Path:
    """Where a file of this name is, in the folder or below once links are followed: what comes from
    elsewhere has no business outside."""
    with reading(refusal):
        root = folder.resolve()
        place = (root / name).resolve()
        if PurePath(name).is_absolute() or not place.is_relative_to(root):
            raise refusal("is outside the folder of the model")
    return place

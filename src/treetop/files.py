"""Files that are written: told early when they cannot be, and in one line."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from treetop.errors import TreetopError


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[None]:
    """Raise a `TreetopError` if a file cannot be written at `path`, before or within the block."""
    require_writable(path)
    try:
        yield
    except OSError as error:
        cause = error.strerror or error
        raise TreetopError(f"{path}: cannot be written: {cause}") from error


def write_whole(path: str | os.PathLike[str], content: bytes | memoryview) -> None:
    """Write a file, whole or not at all."""
    path = Path(path)
    with writing(path), tempfile.TemporaryDirectory(dir=path.parent, prefix=".part-") as folder:
        part = Path(folder) / "part"
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # before it takes the place of another one
        part.replace(path)
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Let the names in a folder outlast a failure of power, where the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # where folders cannot be opened, nothing can be done
        return
    try:
        os.fsync(handle)
    except OSError:  # some file systems have no such thing; the file itself is written
        pass
    finally:
        os.close(handle)


def require_writable(path: str | os.PathLike[str]) -> None:
    """Raise unless a file can be written at `path`: better before a long run than after."""
    path, folder = Path(path), Path(path).parent
    if path.is_dir():
        raise TreetopError(f"{path}: is a folder; name a file in it")
    if path.exists() and not path.is_file():  # a device or a pipe: saving would replace it
        raise TreetopError(f"{path}: is not an ordinary file; name one, or a new one")
    if not folder.is_dir():
        raise TreetopError(f"{path}: there is no folder {str(folder)!r}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise TreetopError(f"{path}: the folder {str(folder)!r} cannot be written to")

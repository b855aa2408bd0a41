"""Files that are written: reported early when they cannot be, and in one line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from treetop.errors import TreetopError

try:
    import fcntl
except ImportError:  # where the system has none, parts that were left are the user's to delete
    fcntl = None  # type: ignore[assignment]

PART = ".part-"  # begins the names of files that are being written


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
    with writing(path):
        _sweep(path.parent)
        with _part(path.parent) as (part, file):
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # before it takes the place of another one
            if fcntl is None:  # nobody sweeps there, and Windows moves no open file
                file.close()
            part.replace(path)
        sync_folder(path.parent)


@contextmanager
def _part(folder: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """A new file in a folder, held while it is written so that nobody takes it for a dead one."""
    while True:
        part = folder / f"{PART}{token_hex(8)}"
        with part.open("xb") as file:
            if not _locked(file, wait=True) or not _is(part, file):
                continue  # swept before it was held
            try:
                yield part, file
            finally:
                file.close()  # Windows deletes no open file
                part.unlink(missing_ok=True)
            return


def _sweep(folder: Path) -> None:
    """Delete parts of files whose process is gone: those that nobody holds."""
    if fcntl is None:
        return
    with suppress(OSError), os.scandir(folder) as entries:
        parts = [each for each in entries if each.name.startswith(PART)]
        for part in parts:
            with suppress(OSError):
                _sweep_part(Path(part.path))


def _sweep_part(part: Path) -> None:
    if not part.is_file():
        return
    with part.open("rb") as file:
        if _locked(file, wait=False) and _is(part, file):
            part.unlink()


def _locked(file: BinaryIO, wait: bool) -> bool:
    """Hold a file, where the system can; not if another process does."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: ours while it is written, nobody's to sweep
        return wait
    return True


def _is(path: Path, file: BinaryIO) -> bool:
    """Whether the open file is still the one of this name."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


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
    try:
        os.stat(path)  # reports names that cannot be, and links to themselves
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        cause = getattr(error, "strerror", None) or error
        raise TreetopError(f"{path}: cannot be written: {cause}") from None
    if path.is_dir():
        raise TreetopError(f"{path}: is a folder; name a file in it")
    if path.exists() and not path.is_file():  # a device or a pipe: saving would replace it
        raise TreetopError(f"{path}: is not an ordinary file; name one, or a new one")
    if not folder.is_dir():
        raise TreetopError(f"{path}: there is no folder {str(folder)!r}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise TreetopError(f"{path}: the folder {str(folder)!r} cannot be written to")


def is_same_file(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Whether two names lead to one file, be it there or not."""
    return os.path.realpath(one) == os.path.realpath(other)

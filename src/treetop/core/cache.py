"""The folder of compiled code: whose it is, and files in it that are whole.

To load machine code is to run it.  So the folder must be the user's own, closed to others, and a
file is looked into only if its first bytes are the digest of the rest.  Where no such folder can be
had nothing is kept, which is said once.
"""

from __future__ import annotations

import functools
import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from treetop.files.whole import sync_folder

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
ALONE = 0o700
DIGEST = hashlib.sha256().digest_size
READ = os.O_RDONLY | sum(getattr(os, each, 0) for each in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))


# --- the folder ---------------------------------------------------------------------------------


@functools.cache
def user_folder(*names: str) -> Path | None:
    """A folder of that name in the cache, made if need be; None if it is not safe, or cannot be
    written to."""
    try:
        place = _base()
        problem = _open_to_all(place) or _taken(place)
        for name in names:
            place = place / name
            problem = problem or _taken(place)
        if not problem:
            tempfile.TemporaryFile(dir=place).close()
    except (OSError, RuntimeError) as error:
        problem = f"{getattr(error, 'strerror', None) or error}"
    if not problem:
        return place
    hint = "name a private folder in TREETOP_CACHE"
    say_once(f"compiled code is not kept: {problem} ({hint})")
    return None


def _base() -> Path:
    named = os.environ.get("TREETOP_CACHE")
    return (Path(named) if named else _usual(sys.platform, os.environ)).resolve()


def _usual(system: str, known: Mapping[str, str]) -> Path:
    """Where programs keep what they can make again, by the customs of each system."""
    if known.get("XDG_CACHE_HOME"):
        return Path(known["XDG_CACHE_HOME"]) / "treetop"
    if system == "win32":
        local = known.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "treetop" / "Cache"
    caches = Path("Library", "Caches") if system == "darwin" else Path(".cache")
    return Path.home() / caches / "treetop"


def _open_to_all(place: Path) -> str:
    """Which folder above would let anybody put another in the place of ours."""
    if not hasattr(os, "geteuid"):  # where modes say nothing of who may write
        return ""
    for above in place.parents:
        mode = above.stat().st_mode if above.exists() else 0
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            return f"others can write to {above}"
    return ""


def _taken(place: Path) -> str:
    """What is wrong with a folder, made if need be with all that it lies in."""
    if not place.is_dir():
        for folder in (*reversed(place.parents), place):
            if not folder.exists():
                with suppress(FileExistsError):  # another process was quicker
                    folder.mkdir(mode=ALONE)
    return _unsafe(place.lstat(), place, stat.S_ISDIR)


def _unsafe(status: os.stat_result, place: Path, kind: object) -> str:
    """Why a folder or file cannot be trusted; empty if it can."""
    if not kind(status.st_mode):  # type: ignore[operator]
        return f"{place} is not what it should be"
    if not hasattr(os, "geteuid"):  # where a home folder is closed to others by the system
        return ""
    if status.st_uid != os.geteuid():
        return f"{place} belongs to another user"
    return f"others can write to {place}" if status.st_mode & OTHERS_WRITE else ""


# --- files in it --------------------------------------------------------------------------------


def read_cached(path: Path) -> bytes | None:
    """What `write_cached` wrote; None if there is nothing, or nothing that can be trusted, which is
    then removed."""
    try:
        handle = os.open(path, READ)
    except FileNotFoundError:
        return None
    except OSError as error:
        discard(path, error.strerror or str(error))
        return None
    problem, content = _unsafe(os.fstat(handle), path, stat.S_ISREG), b""
    if problem:
        os.close(handle)
    else:
        with open(handle, "rb") as file:
            content = file.read()
    rest = _whole(content)
    if problem or rest is None:
        discard(path, problem or "it is damaged")
        return None
    return rest


def read_packaged(path: Path) -> bytes | None:
    """What `write_cached` wrote and was installed since, with the package and as safe as that is;
    None if it is damaged."""
    rest = _whole(path.read_bytes())
    if rest is None:
        say_once(f"{path}: it is damaged; install the package anew")
    return rest


def _whole(content: bytes) -> bytes | None:
    """What follows the digest; None if that is not of this."""
    digest, rest = content[:DIGEST], memoryview(content)[DIGEST:]
    return bytes(rest) if hashlib.sha256(rest).digest() == digest else None


def write_cached(path: Path, content: bytes, lasting: bool = True) -> None:
    """Write a file, whole or not at all; a disk that is full ends no run.  What need not outlast a
    power cut is not waited for: a part of it would be found damaged."""
    try:
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=".part-")
        try:
            with open(handle, "wb") as file:
                file.write(hashlib.sha256(content).digest())
                file.write(content)
                if lasting:
                    file.flush()
                    os.fsync(handle)
            os.replace(part, path)
        except BaseException:
            os.unlink(part)
            raise
    except OSError as error:
        say_once(f"compiled code is not kept: {path.parent}: {error.strerror or error}")
        return
    if lasting:
        sync_folder(path.parent)


def discard(path: Path, why: str, remove: bool = True) -> None:
    """Remove what is of no use: it is then made again."""
    print(f"treetop: {path.name}: {why}; it is compiled again", file=sys.stderr, flush=True)
    with suppress(OSError):
        if remove:
            path.unlink()


@functools.cache
def say_once(what: str) -> None:
    print(f"treetop: {what}", file=sys.stderr, flush=True)

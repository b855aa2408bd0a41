"""What readers of files may not do: read elsewhere, start a program, or ask the network."""

import os
import site
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import treetop

FORBIDDEN = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "socket.connect",
)
# Modules are read when they are first wanted, and kernels when they first run.
USUAL = (sys.prefix, sys.base_prefix, sysconfig.get_paths()["stdlib"], *site.getsitepackages(),
         Path(treetop.__file__).parents[2], os.environ.get("TREETOP_CACHE", Path.home() / ".cache"),
         "/dev/null", "/usr/share/zoneinfo", "/proc", "/sys")  # fmt: skip

_watched: list[tuple[tuple[str, ...], list[str]]] = []
_hooked: list[bool] = []


@contextmanager
def nothing_else_touched(*folders: Path) -> Iterator[None]:
    """Fail if a file outside of these folders is opened, a program started or a host called."""
    if not _hooked:
        sys.addaudithook(_seen)
        _hooked.append(True)
    places = tuple(os.path.realpath(place) for place in (*USUAL, *folders))
    found: list[str] = []
    _watched.append((places, found))
    try:
        yield
    finally:
        _watched.pop()
    assert not found, found


def _seen(event: str, arguments: tuple) -> None:
    if not _watched:
        return
    places, found = _watched[-1]
    if event in FORBIDDEN:
        found.append(f"{event} {arguments[:2]}")
    elif event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
        file = os.path.realpath(os.fsdecode(arguments[0]))
        if not any(file == place or file.startswith(place + os.sep) for place in places):
            found.append(f"{event} {file}")

"""One process at a time; the system lets go of what a dead process held."""

from __future__ import annotations

from io import BufferedWriter
from pathlib import Path

from treetop.errors import TreetopError

try:
    import fcntl
except ImportError:  # where the system has none, the user must take care
    fcntl = None  # type: ignore[assignment]


class Lock:
    """A file that says, while it is held, that a folder is in use; `what` is in the folder."""

    def __init__(self, path: Path, what: str = "run") -> None:
        self.path, self.what = path, what
        self._file: BufferedWriter | None = None

    def take(self) -> None:
        """Hold it; refuse if another process does."""
        if self._file:
            return
        file = self.path.open("wb")
        try:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            what = f"{self.path.parent}: another process is at work on this {self.what}"
            raise TreetopError(f"{what} (wait for it, or end it)") from None
        self._file = file

    def release(self) -> None:
        if self._file:
            self._file.close()
        self._file = None

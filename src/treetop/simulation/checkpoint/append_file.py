"""Numbers in a file that only grows."""

from __future__ import annotations

import os
from pathlib import Path
from zlib import crc32

import numpy as np

from treetop.errors import TreetopError
from treetop.files import opened


class AppendFile:
    """A file of numbers, and how much of it counts.

    Attributes
    ----------
    size : int
        In bytes; what stands behind in the file was never finished.
    checksum : int
    """

    def __init__(self, path: Path, size: int = 0, checksum: int = 0) -> None:
        self.path, self.size, self.checksum = path, size, checksum

    def append(self, numbers: np.ndarray) -> None:
        """Write behind what counts, and then let it count."""
        content = np.ascontiguousarray(numbers, dtype="<f8").tobytes()
        if content:
            with self.path.open("r+b" if self.path.exists() else "xb") as file:
                file.seek(self.size)
                file.write(content)
                file.truncate()
                file.flush()
                os.fsync(file.fileno())  # before anything says that it counts
        self.size += len(content)
        self.checksum = crc32(content, self.checksum)

    def read(self) -> np.ndarray:
        """All numbers that count."""
        content = b""
        if self.size:
            with opened(self.path, self._refusal) as file:
                content = file.read(self.size)
        if len(content) < self.size or crc32(content) != self.checksum:
            raise TreetopError(f"{self.path}: is damaged: the run cannot be resumed from it")
        return np.frombuffer(content, dtype="<f8")

    def _refusal(self, what: str) -> TreetopError:
        hint = "put it back, or delete the folder and begin anew"
        return TreetopError(f"{self.path}: {what} ({hint})")

"""A seal: the last bytes of a file that Treetop wrote, a checksum of all bytes before them.

A bit that changed anywhere is seen before any library looks at the content.
"""

from __future__ import annotations

from hashlib import sha256
from typing import BinaryIO

from treetop.files.ordinary import Refusal

_MARK = b"treetop sha256 "
SEAL = len(_MARK) + 64 + 1  # bytes
_PIECE = 2**20
DAMAGED = "is damaged: its content does not fit its checksum"


def sealed(content: bytes | memoryview) -> bytes:
    """The content with its seal."""
    return b"".join((content, _MARK, sha256(content).hexdigest().encode(), b"\n"))


def is_sealed(file: BinaryIO, refusal: Refusal) -> bool:
    """Whether a file has a seal, which it must fit; the file is at its beginning then."""
    size = file.seek(0, 2)
    file.seek(max(0, size - SEAL))
    end = file.read(SEAL)
    file.seek(0)
    if not end.startswith(_MARK):
        return False
    digest = sha256()
    left = size - SEAL
    while left:
        piece = file.read(min(left, _PIECE))
        digest.update(piece)
        left -= len(piece)
    file.seek(0)
    if end != _MARK + digest.hexdigest().encode() + b"\n":
        raise refusal(DAMAGED)
    return True


def require_seal(file: BinaryIO, promised: bool, refusal: Refusal) -> None:
    """Refuse a file that does not fit its seal, or has none although it says so."""
    if not is_sealed(file, refusal) and promised:
        raise refusal(f"{DAMAGED}, or another program has edited it")

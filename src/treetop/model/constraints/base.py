"""What every constraint has."""

from __future__ import annotations

from typing import ClassVar


class Constraint:
    """What every constraint has.

    ``ends`` are the fields that name its two frames: the one it is described in, and the one whose
    body it acts on.
    """

    kind: ClassVar[str]
    ends: ClassVar[tuple[str, str] | None] = ("a", "b")

"""What all methods of constraint stabilization have: a word."""

from __future__ import annotations

from typing import ClassVar


class Stabilization:
    """A way to keep constraints during a run, with its options; see `STABILIZATIONS`."""

    kind: ClassVar[str]

"""What a file says and a model does not, gathered so that each matter is reported once."""

from __future__ import annotations

import warnings

_SHOWN = 6  # names that a note gives; the others are counted


class Notes:
    """Matters with the names of the parts that each concerns."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.names: dict[str, list[str]] = {}

    def add(self, matter: str, name: str = "") -> None:
        """Note a matter of the part of this name."""
        names = self.names.setdefault(matter, [])
        if name and name not in names[: _SHOWN + 1]:
            names.append(name)

    def lines(self) -> list[str]:
        """A sentence for each matter."""
        return [_sentence(matter, names) for matter, names in self.names.items()]

    def warn(self, stacklevel: int) -> None:
        """Say all of it as warnings."""
        for line in self.lines():
            warnings.warn(f"{self.file}: {line}", stacklevel=stacklevel + 1)


def _sentence(matter: str, names: list[str]) -> str:
    shown = ", ".join(name[:80] for name in names[:_SHOWN])
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{matter}: {shown}{more}" if names else matter

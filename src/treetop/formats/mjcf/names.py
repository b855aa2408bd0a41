"""Names that parts of a model can have, by those in a file."""

from __future__ import annotations

import re
from collections.abc import Container

_WRONG = re.compile(r"[^\w-]")


def good_name(name: str, prefix: str, taken: Container[str]) -> str:
    """A name that a part of a model can have and that no other has."""
    good = (f"{prefix}_" if prefix else "") + _WRONG.sub("_", name)
    good = good if re.match(r"[^\W\d]", good) else f"_{good}"
    while good in taken:
        good += "_"
    return good

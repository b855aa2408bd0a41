"""Names that can stand in equations, in C and in Python."""

from __future__ import annotations

import keyword
import re
import unicodedata

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

# Words of C, and those that the generated sources use themselves.
_C = """auto break case char const continue default do double else enum extern float for goto if
inline int long register restrict return short signed sizeof static struct switch typedef union
unsigned void volatile while main sin cos tan sqrt pow"""
_OURS = """t np math coordinates speeds parameters inputs mass_matrix forcing coordinate_rates
speed_rates tabulated equations kinematics rates"""
RESERVED = frozenset(f"{_C} {_OURS}".split())


def plain(name: str) -> str:
    """A name of the model in ASCII letters, digits and underscores."""
    ascii_ = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "_", ascii_).strip("_") or "x"


def can_be_named(name: object) -> bool:
    """Whether a symbol can have this name in every kind of source."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        return False
    return not (keyword.iskeyword(name) or name in RESERVED)

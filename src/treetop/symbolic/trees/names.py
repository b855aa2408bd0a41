"""Names that can stand in equations, in C and in Python."""

from __future__ import annotations

import keyword
import re
import unicodedata

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

# Words of C, macros of its <math.h> and compilers, and what the generated sources use themselves.
_C = """auto break case char const continue default do double else enum extern float for goto if
inline int long register restrict return short signed sizeof static struct switch typedef union
unsigned void volatile while main sin cos tan sqrt pow
alignas alignof bool constexpr false nullptr static_assert thread_local true typeof typeof_unqual"""
_MACROS = """INFINITY NAN HUGE_VAL HUGE_VALF HUGE_VALL M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2
M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2 FP_INFINITE FP_NAN FP_NORMAL FP_SUBNORMAL FP_ZERO
FP_FAST_FMA FP_FAST_FMAF FP_FAST_FMAL FP_ILOGB0 FP_ILOGBNAN MATH_ERRNO MATH_ERREXCEPT
math_errhandling errno signgam fpclassify isfinite isinf isnan isnormal signbit isgreater
isgreaterequal isless islessequal islessgreater isunordered linux unix"""
_OURS = """t np math coordinates speeds parameters inputs mass_matrix forcing coordinate_rates
speed_rates tabulated equations kinematics rates PARAMETERS"""
RESERVED = frozenset(f"{_C} {_MACROS} {_OURS}".split())


def plain(name: str) -> str:
    """A name of the model in ASCII letters, digits and underscores."""
    ascii_ = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "_", ascii_).strip("_") or "x"


def can_be_named(name: object) -> bool:
    """Whether a symbol can have this name in every kind of source."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        return False
    return not (keyword.iskeyword(name) or name in RESERVED)

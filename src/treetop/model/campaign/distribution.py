"""How a number is distributed: a distribution of SciPy by name, a tolerance, or given levels."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from reprlib import repr as short
from typing import Any

from treetop.model.quantity import Invalid, Measured, each, elements, number
from treetop.model.specification import spec, unknown

_TOLERANCE = re.compile(
    r"\s*(?P<nominal>.+?)\s*(?:±|\+/-)\s*(?P<half>.+?)\s*"
    r"(?:\((?P<sigmas>\d+(?:\.\d+)?) ?(?:σ|sigma)\))?\s*"
)
_PER_CENT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*%")
LONGEST = 200  # letters of a tolerance
_HINT = "give a text such as '25 N/m ± 5 %', levels such as [1, 2, 3], or {distribution: norm, ...}"


@spec
class Distribution:
    """A distribution of SciPy, or levels that are equally likely.

    Attributes
    ----------
    name : str
        As in ``scipy.stats``; empty for levels.
    parameters : mapping
        Of that distribution, SI: shapes, ``loc`` and ``scale``.
    levels : tuple of numbers
    text : str
        A value with its unit, if one was given: what is varied must take it.
    """

    name: str
    parameters: Any = field(default=(), hash=False)
    levels: Any = ()
    text: str = field(default="", compare=False)

    @property
    def data(self) -> Any:
        """Plain values, of which `distribution_of` makes it again."""
        if not self.name:
            return list(self.levels)
        return {"distribution": self.name, **dict(self.parameters)}

    @property
    def words(self) -> str:
        """In one line."""
        if not self.name:
            return "one of " + ", ".join(f"{value:g}" for value in self.levels)
        inner = ", ".join(f"{name} {value:g}" for name, value in dict(self.parameters).items())
        return f"{self.name}({inner})"


def distribution_of(value: Any) -> Distribution:
    """The distribution that a text, a list, a mapping or one of SciPy's stands for."""
    if isinstance(value, Distribution):
        return value
    if isinstance(value, str):
        return _tolerance(value)
    if isinstance(value, Mapping):
        return _named(value)
    if hasattr(value, "dist") and hasattr(value, "ppf"):
        return _of_scipy(value)
    if isinstance(value, (list, tuple)) or hasattr(value, "tolist"):
        levels = tuple(each(elements(value), number))
        if not levels:
            raise Invalid("no levels are given", _HINT)
        return Distribution("", (), tuple(map(float, levels)), _text(levels[0]))
    raise Invalid(f"{short(value)} does not say how a number is distributed", _HINT)


def _tolerance(text: str) -> Distribution:
    """``25 N/m ± 5 %``: equally likely within; ``25 N/m ± 5 % (3 sigma)``: normal."""
    parts = _TOLERANCE.fullmatch(text) if len(text) <= LONGEST else None
    if not parts:
        raise Invalid(f"{short(text)} has no tolerance", _HINT)
    nominal, half = _nominal_and_half(parts["nominal"], parts["half"])
    if not half > 0:
        raise Invalid(f"{short(text)} leaves no room to vary", "give a tolerance above 0")
    if parts["sigmas"]:
        sigma = half / float(parts["sigmas"])
        return Distribution("norm", {"loc": float(nominal), "scale": sigma}, (), _text(nominal))
    low = {"loc": float(nominal) - half, "scale": 2 * half}
    return Distribution("uniform", low, (), _text(nominal))


def _nominal_and_half(first: str, second: str) -> tuple[float, float]:
    """The value in the middle, and the tolerance to both sides, SI."""
    per_cent = _PER_CENT.fullmatch(second)
    if per_cent:
        nominal = number(first)
        return nominal, abs(float(nominal)) * float(per_cent[1]) / 100
    tolerance = number(second)
    unit = second.lstrip("+-.0123456789eE ") if isinstance(tolerance, Measured) else ""
    nominal = number(first)
    if unit and not isinstance(nominal, Measured):
        nominal = number(f"{first} {unit}")
    if isinstance(nominal, Measured) and not unit:
        hint = f"write '± {second} %', or give it a unit"
        raise Invalid(f"the tolerance {short(second)} has no unit", hint)
    if isinstance(nominal, Measured):
        tolerance = number(second, nominal.unit)
    return nominal, float(tolerance)


def _text(value: Any) -> str:
    return value.text if isinstance(value, Measured) else ""


def _named(value: Mapping[str, Any]) -> Distribution:
    values = dict(value)
    word = values.pop("distribution", None)
    if word is None:
        raise Invalid(f"{short(value)} names no distribution", _HINT)
    known = _parameters(word)
    parameters: dict[str, float] = {}
    text = ""
    for name, given in values.items():
        if name not in known:
            wrong = unknown(f"parameter of '{word}'", name, known, "")
            raise Invalid(wrong.what, wrong.hint, (name,))
        try:
            parameters[name] = number(given)
        except Invalid as error:
            raise error.inside(name) from None
        text = _text(parameters[name]) if name == "loc" else text
    loc, scale = parameters.get("loc"), parameters.get("scale")
    if isinstance(scale, Measured) and isinstance(loc, Measured) and scale.unit != loc.unit:
        hint = f"loc is in {loc.unit}"
        raise Invalid(f"{scale.text} does not fit here", hint, ("scale",))
    if isinstance(scale, Measured) and not text:
        text = f"0 {scale.text.lstrip('+-.0123456789eE ')}"
    return _sound(word, {name: float(given) for name, given in parameters.items()}, text)


def _of_scipy(frozen: Any) -> Distribution:
    """One of SciPy's, with its parameters by name."""
    word = frozen.dist.name
    names = _parameters(word)
    given = dict(zip(names, frozen.args, strict=False)) | frozen.kwds
    try:
        parameters = {name: float(value) for name, value in given.items()}
    except (TypeError, ValueError):
        raise Invalid(f"{word} has parameters that are not single numbers") from None
    return _sound(word, parameters, "")


def _parameters(word: Any) -> tuple[str, ...]:
    """Names of the parameters of a distribution, in the order that SciPy takes them."""
    from scipy import stats

    kinds = (stats.rv_continuous, stats.rv_discrete)
    found = getattr(stats, word, None) if isinstance(word, str) else None
    if not isinstance(found, kinds):
        known = [name for name in dir(stats) if isinstance(getattr(stats, name), kinds)]
        wrong = unknown("distribution", word, known, "")
        raise Invalid(wrong.what, wrong.hint, ("distribution",))
    shapes = tuple(name.strip() for name in (found.shapes or "").split(",") if name.strip())
    scale = ("scale",) if isinstance(found, stats.rv_continuous) else ()
    return (*shapes, "loc", *scale)


def _sound(word: str, parameters: dict[str, float], text: str) -> Distribution:
    """A distribution whose parameters make sense."""
    from scipy import stats

    try:
        middle = float(getattr(stats, word)(**parameters).ppf(0.5))
    except TypeError:
        missing = [name for name in _parameters(word)[:-1] if name not in (*parameters, "loc")]
        raise Invalid(f"'{word}' needs {', '.join(missing)}", "give them by name") from None
    if not abs(middle) < float("inf"):
        inner = ", ".join(f"{name} {value:g}" for name, value in parameters.items())
        raise Invalid(f"there is no distribution '{word}' with {inner}", "scale must be above 0")
    return Distribution(word, parameters, (), text)

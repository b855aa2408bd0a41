"""The plan of a campaign: what varies, how it is sampled, what is kept and what is required."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from reprlib import repr as short
from typing import Annotated, Any, Literal

from pydantic import PlainValidator

from treetop.errors import ModelError
from treetop.model.campaign.distribution import Distribution, distribution_of
from treetop.model.campaign.kept import Kept, kept_of
from treetop.model.campaign.requirement import Requirement, requirement_of
from treetop.model.events import names
from treetop.model.quantity import Invalid, each, elements, number
from treetop.model.specification import spec, unknown

SAMPLINGS = ("random", "latin-hypercube", "sobol", "factorial", "saltelli")
LARGEST = 2**40  # runs: the number of one is a whole number of a double
SEEDS = 2**63


@spec
class Variation:
    """Numbers of a model that vary together.

    Attributes
    ----------
    paths : tuple of str
        Where they are, such as ``bodies.tug.mass``.
    distribution : Distribution
        How the value is distributed, SI.
    factor : bool
        Whether the value multiplies every number at or below the paths, instead of replacing one.
    """

    paths: Annotated[Any, PlainValidator(names)]
    distribution: Annotated[Any, PlainValidator(distribution_of)]
    factor: bool = False

    def __post_init__(self) -> None:
        if not self.paths:
            raise Invalid("nothing is varied", "give paths such as [bodies.tug.mass]")
        if self.factor and self.distribution.text:
            what = f"{self.distribution.text} is not a factor"
            raise Invalid(what, "give a plain number such as '1 ± 5 %'")

    @property
    def data(self) -> dict[str, Any]:
        """Plain values, of which `variation_of` makes it again."""
        key = "factor" if self.factor else "value"
        return {"paths": list(self.paths), key: self.distribution.data}


def variation_of(name: str, value: Any) -> Variation:
    """A variation as it is, as files have it, or the distribution of the number whose path is its
    name."""
    if isinstance(value, Variation):
        return value
    if not isinstance(value, Mapping) or "distribution" in value:
        return Variation((name,), value)
    for key in value:
        if key not in ("paths", "value", "factor"):
            wrong = unknown("key", key, ("paths", "value", "factor", "distribution"), "")
            raise Invalid(wrong.what, wrong.hint, (key,))
    if ("value" in value) == ("factor" in value):
        raise Invalid("'value' or 'factor' is needed", "give one of the two")
    key = "factor" if "factor" in value else "value"
    return Variation(value.get("paths", (name,)), value[key], key == "factor")


def _mapping(read: Callable[[str, Any], Any], sort: str) -> PlainValidator:
    """A field of parts by name."""

    def parts(value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise Invalid(f"{short(value)} is not a mapping", f"give {sort} by name")
        return {name: _inside(name, read, part) for name, part in value.items()}

    return PlainValidator(parts)


def _inside(name: str, read: Callable[[str, Any], Any], part: Any) -> Any:
    try:
        return read(name, part)
    except Invalid as error:
        raise error.inside(name) from None
    except ModelError as error:
        problem = error.problems[0]
        raise Invalid(problem.what, problem.hint, (name,)) from None


def _cases(name: str, value: Any) -> tuple[float, ...]:
    return tuple(float(item) for item in each(elements(value), number))


def _correlations(value: Any) -> tuple[tuple[str, str, float], ...]:
    return tuple(each(elements(value), _correlation))


def _correlation(value: Any) -> tuple[str, str, float]:
    if isinstance(value, (list, tuple)) and len(value) == 3:
        a, b, coefficient = value
        if isinstance(a, str) and isinstance(b, str) and a != b:
            found = number(coefficient, "1")
            if -1 < found < 1:
                return a, b, found
            raise Invalid(f"a correlation of {found:g} is not within -1 and 1")
    hint = "give two names and a coefficient, such as [bodies.tug.mass, thrust, 0.6]"
    raise Invalid(f"{short(value)} is not a correlation", hint)


def _whole(least: int, most: int) -> PlainValidator:
    def read(value: Any) -> int | None:
        if value is None:
            return None
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise Invalid(f"{short(value)} is not a whole number", "give one such as 1000")
        if not least <= value < most:
            raise Invalid(f"{value} is not within {least} and {most - 1}")
        return int(value)

    return PlainValidator(read)


@spec
class CampaignPlan:
    """What a campaign varies, keeps and requires.

    Attributes
    ----------
    runs : int or None
        How many, unless said otherwise.
    seed : int
        Run number k depends on this and on k alone.
    sampling : str
        One of "random", "latin-hypercube", "sobol", "factorial" and "saltelli".
    vary : dict of Variation
        By the name of the parameter.
    correlate : tuple of (str, str, float)
        Names of two parameters, and the correlation of their normal scores.
    cases : dict of tuples of numbers
        Given values by path, SI: run k takes those with number k.
    keep : dict of Kept
    require : dict of Requirement
        By the name of what is kept.
    invalid : "refuse" or "record"
        What is done with values that no model can have: refuse the campaign before it runs, or
        record the run as failed.
    """

    runs: Annotated[Any, _whole(1, LARGEST)] = None
    seed: Annotated[Any, _whole(0, SEEDS)] = 1
    sampling: Literal["random", "latin-hypercube", "sobol", "factorial", "saltelli"] = "random"
    vary: Annotated[Any, _mapping(variation_of, "paths and distributions")] = field(
        default_factory=dict, hash=False
    )
    correlate: Annotated[Any, PlainValidator(_correlations)] = ()
    cases: Annotated[Any, _mapping(_cases, "paths and lists of numbers")] = field(
        default_factory=dict, hash=False
    )
    keep: Annotated[Any, _mapping(lambda _, part: kept_of(part), "what is kept")] = field(
        default_factory=dict, hash=False
    )
    require: Annotated[Any, _mapping(lambda _, part: requirement_of(part), "bounds")] = field(
        default_factory=dict, hash=False
    )
    invalid: Literal["refuse", "record"] = "refuse"

    @property
    def data(self) -> dict[str, Any]:
        """Plain values, for files; what is empty is left out."""
        found: dict[str, Any] = {
            "runs": self.runs,
            "seed": self.seed,
            "sampling": self.sampling,
            "vary": {name: part.data for name, part in self.vary.items()},
            "correlate": [list(each) for each in self.correlate],
            "cases": {name: list(part) for name, part in self.cases.items()},
            "keep": {name: part.data for name, part in self.keep.items()},
            "require": {name: part.data for name, part in self.require.items()},
            "invalid": self.invalid,
        }
        return {key: value for key, value in found.items() if value not in ({}, [], None)}


__all__ = ["CampaignPlan", "Distribution", "Kept", "Requirement", "Variation", "variation_of"]

"""Settings of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from reprlib import repr as short
from typing import Annotated, Any, TypeVar

from pydantic import PlainValidator

from treetop.model.quantity import Invalid, each, elements, number, optional, scalar
from treetop.model.run.methods import METHODS, Dop853, Method
from treetop.model.run.stabilization import STABILIZATIONS, Projection, Stabilization
from treetop.model.specification import spec

T = TypeVar("T")
SEEDS = 2**32  # how many there are


def _times(value: Any) -> tuple[float, ...]:
    return tuple(each(elements(value), lambda item: number(item, "s")))


def _paths(value: Any) -> tuple[str, ...]:
    """Paths of numbers, each once."""
    items = [value] if isinstance(value, str) else elements(value)
    wrong = next((item for item in items if not isinstance(item, str)), None)
    if wrong is not None:
        hint = "give paths such as bodies.tug.mass or start.boom.slide"
        raise Invalid(f"{short(wrong)} is not the path of a number", hint)
    return tuple(dict.fromkeys(items))


def _seed(value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise Invalid(f"{short(value)} is not a whole number", "give a seed such as 1")
    if not 0 <= value < SEEDS:
        raise Invalid(f"{value} is not within 0 and {SEEDS - 1}", "give a smaller seed")
    return int(value)


def _method(value: Any) -> Method:
    return _chosen(value, Method, METHODS)


def _stabilization(value: Any) -> Stabilization:
    return _chosen(value, Stabilization, STABILIZATIONS)


def _chosen(value: Any, base: type[T], kinds: Mapping[str, type[T]]) -> T:
    """The object that is meant by a word, by a mapping of its options with the word as ``kind``,
    or the object itself."""
    if isinstance(value, base):
        return value
    options = dict(value) if isinstance(value, Mapping) else {"kind": value}
    word = options.pop("kind", None)
    if not isinstance(word, str) or word not in kinds:
        *others, last = (f"'{each}'" for each in kinds)
        wrong = value if word is None else word
        raise Invalid(f"{short(wrong)} does not fit here", f"give {', '.join(others)} or {last}")
    return kinds[word](**options)


@spec
class RunSettings:
    """How a model is run when nothing else is said.

    Attributes
    ----------
    duration, every : number or None, s
        How long, and how often the motion is sampled.
    at : sequence of numbers or None, s
        Times of samples, instead of `every`.
    method : Method, or its word
        Such as ``tt.Radau(rtol=1e-6)`` or ``"radau"``.
    seed : int
        Of the noise of sensors.
    constraints : Stabilization, or its word
        Constraint stabilization, such as ``tt.Baumgarte(gains=[5, 5, 10])`` or ``"baumgarte"``.
    sensitivities : paths of numbers
        By which the result is differentiated, such as ``"bodies.tug.mass"``.
    """

    duration: Annotated[Any, optional(scalar("s", above=0))] = None
    every: Annotated[Any, optional(scalar("s", above=0))] = None
    at: Annotated[Any, optional(PlainValidator(_times))] = None
    method: Annotated[Any, PlainValidator(_method)] = Dop853()
    constraints: Annotated[Any, PlainValidator(_stabilization)] = Projection()
    seed: Annotated[Any, PlainValidator(_seed)] = 1
    sensitivities: Annotated[Any, PlainValidator(_paths)] = ()
    # Options in a file that its method and stabilization do not have; another method may.
    unused: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def arguments(self) -> dict[str, Any]:
        """What `treetop.simulate` takes after the start."""
        return {item.name: getattr(self, item.name) for item in fields(self) if item.compare}

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers and words, for files; `settings_from` reads them."""
        parts = {"method": _plain(self.method), "constraints": _plain(self.constraints)}
        return self.arguments | parts


def _plain(part: Any) -> dict[str, Any]:
    return {"kind": part.kind} | {item.name: getattr(part, item.name) for item in fields(part)}

"""Numbers of a model by which a run is differentiated, and the differences that do it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.model import Model
from treetop.model.paths import Keys, keys_of, numbers_at, unit_at, value_at, with_numbers
from treetop.model.specification import path

STEP = 3e-5  # part of the size of a number, by which copies differ
# Places, in steps, and weights: exact for polynomials of degree 4, to one side of degree 3.
CENTRAL = (-2.0, -1.0, 1.0, 2.0), (1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0)
AHEAD = (0.0, 1.0, 2.0, 3.0), (-11.0 / 6.0, 18.0 / 6.0, -9.0 / 6.0, 2.0 / 6.0)
BEHIND = (0.0, -1.0, -2.0, -3.0), (11.0 / 6.0, -18.0 / 6.0, 9.0 / 6.0, -2.0 / 6.0)


class Parameter(NamedTuple):
    """A number of a model.

    Attributes
    ----------
    name : str
        Its path.
    size : float
        Of the number, or of the vector that it belongs to, 1 where all is zero; or a part of that.
    offsets, weights : ndarray, (4,)
        Of the copies, in terms of the size: the weighted sum of what copies have is its derivative
        by the number times the size.
    """

    name: str
    keys: Keys
    value: float
    size: float
    unit: str
    offsets: np.ndarray
    weights: np.ndarray
    models: tuple[Model, ...]

    @property
    def of_start(self) -> bool:
        return self.keys[0] == "start"

    def error_of(self, values: Sequence[Any]) -> np.ndarray:
        """Thereabouts the error of the weighed sum of what copies have, by their third difference:
        where this is more than rounding, they are too far from one another."""
        apart = np.subtract.outer(self.offsets, self.offsets) + np.eye(len(self.offsets))
        third = 1.0 / apart.prod(axis=1)
        ratio = np.linalg.norm(self.weights) / np.linalg.norm(third)
        return ratio * np.abs(np.tensordot(third, np.asarray(values), axes=1))


def parameters_of(
    model: Model, names: Sequence[str], parts: Sequence[float] | None = None
) -> list[Parameter]:
    """The numbers of these names; all that is wrong with them is refused at once.

    With `parts`, their sizes are taken for that part of what they are.
    """
    found, problems = [], []
    shares = [1.0] * len(names) if parts is None else parts
    for k, (name, part) in enumerate(zip(names, shares, strict=True)):
        try:
            found.append(_parameter(model, name, path("run", "sensitivities", k), part))
        except ModelError as error:
            problems += error.problems
    if problems:
        raise ModelError(problems)
    return found


def _parameter(model: Model, name: str, where: str, part: float) -> Parameter:
    keys = keys_of(model, name)
    numbers = dict(numbers_at(model, keys))
    if list(numbers) != [keys]:
        what = f"'{name}' is not one number"
        near = [path(*each) for each in list(numbers)[:3]]
        hint = f"name one, such as {near[0]}" if near else "name one, such as bodies.bus.mass"
        raise ModelError([Problem(what, where, hint)])
    if keys[0] == "run" or isinstance(numbers[keys], int):
        what = f"nothing can be differentiated by '{name}': it is a setting, or a whole number"
        raise ModelError([Problem(what, where, "name a number of a part, a start or an event")])
    value, size = float(numbers[keys]), _size(model, keys) * part
    for nodes, weights in (CENTRAL, AHEAD, BEHIND):
        offsets = STEP * np.array(nodes)
        try:
            models = tuple(with_numbers(model, {keys: value + c * size}) for c in offsets)
        except ModelError as error:
            refused = error
            continue
        unit = unit_at(model, keys)
        return Parameter(name, keys, value, size, unit, offsets, np.array(weights) / STEP, models)
    raise refused


def _size(model: Model, keys: Keys) -> float:
    """The size of a number, or of the vector that it is a component of."""
    above = value_at(model, keys[:-1])
    others = above if isinstance(above, (tuple, list)) else (value_at(model, keys),)
    numbers = [abs(float(x)) for x in others if isinstance(x, float | int)]
    return max(numbers, default=0.0) or abs(float(value_at(model, keys))) or 1.0

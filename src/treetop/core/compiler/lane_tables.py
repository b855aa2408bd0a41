"""Tables of several runs in lanes, each run's in its own."""

from collections.abc import Container, Iterator
from typing import Any

import numpy as np

from treetop.core.compiler.bundles import Bundle, packed_in
from treetop.core.compiler.entries import Entry
from treetop.core.compiler.interpreted_lanes import with_lane
from treetop.core.compiler.kinds import LANES, Copy
from treetop.core.compiler.options import INTERPRETED

MOST_KNOWN = 32  # bundles whose arrays are remembered
HANDLES = np.dtype(object if INTERPRETED else np.uint64).char


class LaneTables:
    """What is packed in a bundle, in lanes.

    Parameters
    ----------
    handle
    called : container of Entry
        Those of its functions that are called.

    Attributes
    ----------
    handle
        For kernels.
    """

    def __init__(self, handle: Any, called: Container[Entry] = ()) -> None:
        copy = Copy(LANES, AllBut(called))
        self.handle, self._alive = copy.of_handle(handle)
        self._rows = [copy.arrays[id(real)][0] for real in _numbers_in(_values_in(handle))]
        self._known: dict[int, tuple[Any, list[np.ndarray]]] = {}

    def take(self, k: int, handle: Any) -> None:
        """Let lane k have the numbers in another bundle of the same structure."""
        for rows, real in zip(self._rows, self._numbers(handle), strict=True):
            write(rows, k, real)

    def _numbers(self, handle: Any) -> list[np.ndarray]:
        """Arrays of numbers in a bundle, found once for bundles that come again and again."""
        values = _values_in(handle)
        known = self._known.get(id(values))
        if known is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            known = self._known[id(values)] = values, list(_numbers_in(values))
        return known[1]


def packed_lanes(bundle: Bundle, *values: Any) -> tuple[tuple, Any, Any]:
    """Values in lanes, the handle of a bundle of them, and what must be kept alive with it."""
    copy = Copy(LANES, AllBut(()))
    made = tuple(copy.of(value) for value in values)
    handle, alive = bundle.pack(*made, kind=LANES)
    return made, handle, (alive, copy.alive)


def write(rows: np.ndarray, k: int, real: np.ndarray) -> None:
    """Let lane k have the numbers of an array."""
    if not INTERPRETED:
        rows[..., k] = real
        return
    for at, number in np.ndenumerate(real):
        rows[at] = with_lane(rows.item(at), k, float(number), LANES.width)


def structure_of(handle: Any, workspaces: Container[type] = ()) -> tuple:
    """What lanes have in common, by the first value in a bundle: sizes, whole numbers, and which
    numbers are zero, for by these kernels choose.  Tuples of the types of workspaces, which it may
    lead to, do not count."""
    arrays = _arrays_in(_values_in(handle)[:1], workspaces)
    return tuple((array.shape, _chosen_by(array)) for array in arrays)


def _chosen_by(array: np.ndarray) -> bytes:
    return (array == 0.0 if array.dtype.char == "d" else array).tobytes()


class AllBut:
    """Everything but what is in a container; interpreted functions, which take numbers of any kind,
    are none of it."""

    def __init__(self, left_out: Container[Entry]) -> None:
        self._left_out = left_out

    def __contains__(self, entry: object) -> bool:
        return not INTERPRETED and entry not in self._left_out


def _values_in(handle: Any) -> tuple:
    return handle if INTERPRETED else packed_in(handle)[1]


def _numbers_in(values: Any) -> Iterator[np.ndarray]:
    return (array for array in _arrays_in(values) if array.dtype.char == "d")


def _arrays_in(values: Any, left_out: Container[type] = ()) -> Iterator[np.ndarray]:
    """All arrays in values, each once, but for those of handles, what these lead to instead, and
    those in tuples of a type that is left out."""
    known, waiting = set(), [values]
    while waiting:
        value = waiting.pop()
        if isinstance(value, tuple):
            waiting += () if type(value) in left_out else reversed(value)
        elif isinstance(value, np.ndarray) and id(value) not in known:
            known.add(id(value))
            if value.dtype.char == HANDLES:
                waiting += (_values_in(handle) for handle in value[::-1] if handle)
            else:
                yield value

"""What tables, workspaces and functions become for numbers of another kind.

Tables are known to kernels by their types, so the rules are those of types: numbers and rows of
numbers become those of the kind; so does all in a named tuple that is declared `varying`, as
workspaces are, while the numbers of other tables remain real.  Functions take and return what their
arguments become, and handles lead to bundles of the kind.
"""

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterator
from typing import Any

import llvmlite.binding as llvm
import numba as nb
import numpy as np
from numba.core.typing import Signature

from treetop.core.compiler import dual_functions, lane_functions  # noqa: F401  what kernels call
from treetop.core.compiler.bundles import Handle, boxed, packed_in
from treetop.core.compiler.duals import Dual
from treetop.core.compiler.entries import Entry
from treetop.core.compiler.interpreted_duals import Dual as InterpretedDual
from treetop.core.compiler.interpreted_lanes import Lanes as InterpretedLanes
from treetop.core.compiler.lanes import Lanes as LanesType
from treetop.core.compiler.numbers import VARYING
from treetop.core.compiler.options import INTERPRETED

WIDTH = 4  # tangents of a dual: as many as the processor adds at once
ALIGNMENT = 8  # numbers: that of the longest vectors of any processor


class Kind(ABC):
    """A kind of numbers beside the real ones.

    Attributes
    ----------
    number : type
        As the compiler knows it.
    everywhere : bool
        Whether the numbers of all tables are of this kind.
    """

    def __init__(self, number: nb.types.Type, everywhere: bool) -> None:
        self.number, self.everywhere = number, everywhere
        self.name = f"{self.number}{' everywhere' if everywhere else ''}"
        self.handle = Handle(self)

    # --- types --------------------------------------------------------------------------------

    @functools.cache  # noqa: B019  # there are few kinds
    def type_of(self, real: nb.types.Type, within: bool | None = None) -> nb.types.Type:
        """What a type of real numbers becomes; `within` a tuple that varies or does not, if any."""
        if real == nb.types.float64:
            return self.number
        if real == nb.types.uint64:
            return self.handle
        if isinstance(real, nb.types.Array):
            return self._array(real, within is not False)
        if isinstance(real, nb.types.FunctionType):
            return nb.types.FunctionType(self.signature_of(real.signature))
        if isinstance(real, nb.types.BaseTuple):
            named = getattr(real, "instance_class", tuple)
            within = self.varies(named, within)
            parts = [self.type_of(part, within) for part in real]
            if isinstance(real, nb.types.UniTuple):
                return nb.types.UniTuple(parts[0], len(parts))
            return nb.types.BaseTuple.from_types(parts, named)
        return real

    def _array(self, real: nb.types.Array, varying: bool) -> nb.types.Array:
        if real.dtype == nb.types.uint64 or (real.dtype == nb.types.float64 and varying):
            return real.copy(dtype=self.type_of(real.dtype))
        return real

    def varies(self, named: type, within: bool | None) -> bool | None:
        """Whether rows in a tuple become those of the kind; None of one without a name."""
        return within if named is tuple else self.everywhere or named in VARYING or within is True

    def signature_of(self, real: Signature) -> Signature:
        returned = self.type_of(real.return_type)
        return returned(*(self.type_of(argument) for argument in real.args))

    # --- values -------------------------------------------------------------------------------

    @abstractmethod
    def rows(self, real: np.ndarray) -> np.ndarray:
        """An array of such numbers with the values of real ones."""

    def problem_of(self, handle: Any, unused: Container[Entry] = ()) -> tuple[Any, Any]:
        """The handle of a copy of a bundle, with all that lies in it, in numbers of this kind; and
        what must be kept alive with it.  Functions that nobody calls need not be compiled."""
        return Copy(self, unused).of_handle(handle)

    def kernels_of(self, handle: Any, unused: Container[Entry] = ()) -> list[Entry]:
        """Entries for this kind that such a copy needs."""
        if INTERPRETED:
            return []
        found = {getattr(function, "entry", None) for function in _functions_in(handle)}
        entries = (each for each in found if isinstance(each, Entry) and each not in unused)
        return [each.for_kind(self) for each in entries]


class Duals(Kind):
    """Numbers with so many tangents; of all tables, if `everywhere`."""

    def __init__(self, width: int, everywhere: bool) -> None:
        super().__init__(Dual(width), everywhere)
        self.width = width

    def __reduce__(self) -> tuple:
        return duals, (self.width, self.everywhere)

    def rows(self, real: np.ndarray) -> np.ndarray:
        """An array of duals with the values of real numbers, and no tangents."""
        if INTERPRETED:
            return _objects(real, lambda x: InterpretedDual(x, np.zeros(self.width)))
        made = np.zeros((*real.shape, 1 + self.width))
        made[..., 0] = real
        return made


class Lanes(Kind):
    """Numbers of so many runs side by side, in all tables: runs differ in their parameters."""

    def __init__(self, width: int) -> None:
        super().__init__(LanesType(width), everywhere=True)
        self.width = width

    def __reduce__(self) -> tuple:
        return lanes, (self.width,)

    def rows(self, real: np.ndarray) -> np.ndarray:
        """An array of lanes which all have the values of real numbers; it begins where the machine
        loads vectors from most quickly."""
        if INTERPRETED:
            return _objects(real, lambda x: InterpretedLanes(np.full(self.width, x)))
        made = np.zeros(real.size * self.width + ALIGNMENT)
        skipped = -made.ctypes.data % (8 * ALIGNMENT) // 8
        made = made[skipped : skipped + real.size * self.width].reshape((*real.shape, self.width))
        made[:] = real[..., np.newaxis]
        return made


def _objects(real: np.ndarray, number: Callable[[float], Any]) -> np.ndarray:
    """An array of numbers as interpreted code has them."""
    made = np.empty(real.shape, dtype=object)
    for at in np.ndindex(real.shape):
        made[at] = number(float(real[at]))
    return made


def _functions_in(handle: Any) -> Iterator[Callable]:
    """All functions that lie in a bundle, and in those that it leads to."""
    waiting = list(packed_in(handle)[1])
    while waiting:
        value = waiting.pop()
        if isinstance(value, tuple):
            waiting += value
        elif isinstance(value, np.ndarray):
            handles = value if value.dtype == np.uint64 else ()
            waiting += (packed_in(each)[1] for each in handles if each)
        elif callable(value):
            yield value


class Copy:
    """Copies what bundles hold; an array that is in several of them is one in their copies."""

    def __init__(self, kind: Kind, unused: Container[Entry]) -> None:
        self.kind, self.unused = kind, unused
        self.arrays: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self.handles: dict[int, tuple[Any, Any]] = {}
        self.alive: list[Any] = []

    def of_handle(self, handle: Any) -> tuple[Any, Any]:
        if INTERPRETED:
            return tuple(map(self.of, handle)), None
        bundle, values = packed_in(handle)
        copied = tuple(map(self.of, values))
        made, alive = bundle.pack(*copied, kind=self.kind)
        self.alive.append((alive, values))
        return made, self.alive

    def of(self, value: Any, within: bool | None = None) -> Any:
        if isinstance(value, np.ndarray):
            return self._array(value, within is not False)
        if isinstance(value, tuple):
            within = self.kind.varies(type(value), within)
            parts = [self.of(each, within) for each in value]
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        if not callable(value):
            return value
        unused = getattr(value, "entry", None) in self.unused
        return None if unused else function_in(value, self.kind)

    def _array(self, real: np.ndarray, varying: bool) -> np.ndarray:
        box = real.dtype == (object if INTERPRETED else np.uint64)
        if not box and not (varying and real.dtype == np.float64):
            return real
        if id(real) not in self.arrays:
            made = self._box(real) if box else self.kind.rows(real)
            self.arrays[id(real)] = made, real  # which must live, that no other has its number
        return self.arrays[id(real)][0]

    def _box(self, box: np.ndarray) -> np.ndarray:
        return boxed(*(self._within(handle) if handle else handle for handle in box))

    def _within(self, handle: Any) -> Any:
        """The handle of a copy, one of each bundle however many boxes lead to it."""
        key = id(handle) if INTERPRETED else int(handle)
        if key not in self.handles:
            self.handles[key] = self.of_handle(handle)[0], handle
        return self.handles[key][0]


def function_in(function: Callable, kind: Kind) -> Callable:
    """A compiled function that kernels call, compiled for another kind of numbers."""
    if INTERPRETED:
        return function
    entry = getattr(function, "entry", None)
    if isinstance(entry, Entry):
        return entry.for_kind(kind).function
    (real,) = function.nopython_signatures  # type: ignore[attr-defined]
    return _recompiled(function, kind.signature_of(real))


@functools.lru_cache(maxsize=256)
def _recompiled(function: Any, signature: Signature) -> Callable:
    options = {key: value for key, value in function.targetoptions.items() if key != "nopython"}
    options["no_cpython_wrapper"] = True  # Python does not call it
    return nb.njit(signature, **options)(function.py_func)


@functools.cache
def duals(width: int, everywhere: bool) -> Duals:
    """The one kind of its width."""
    return Duals(width, everywhere)


@functools.cache
def lanes(width: int) -> Lanes:
    """The one kind of its width."""
    return Lanes(width)


def _machine_width() -> int:
    """How many numbers a vector of this processor has."""
    known = llvm.get_host_cpu_features()
    return 8 if known.get("avx512f") else 4 if known.get("avx") else 2


DUALS, LANES = duals(WIDTH, False), lanes(_machine_width())

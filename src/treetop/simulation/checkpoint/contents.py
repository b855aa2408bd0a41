"""What a journey remembers, as arrays by name; and a journey that remembers it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from treetop.core.integrators.outcome import Outcome
from treetop.core.integrators.singular_steps import SAMPLED
from treetop.core.tables.tables import Tables
from treetop.errors import TreetopError

if TYPE_CHECKING:
    from treetop.simulation.hybrid import Journey
    from treetop.simulation.segment import Leg

HANDLES = {"geometry", "watcher", "problem"}  # addresses, which belong to one process


def certain_samples(leg: Leg, last: bool) -> int:
    """How many samples are there for good: the last step of a leg may yet be undone."""
    done = int(leg.loop.counts[3])
    return min(done, int(leg.loop.leap[SAMPLED])) if last else done


def remembered(journey: Journey) -> dict[str, np.ndarray]:
    """All but what is in the files that grow: of the present leg everything, of earlier ones how
    many samples and events they had, the counts of their loops, and a checksum of their start."""
    leg, legs = journey.legs[-1], []
    for each in journey.legs:
        samples = certain_samples(each, each is leg)
        legs.append([samples, len(each.passed), *each.loop.counts, _checksum(each)])
    done, certain = int(leg.loop.counts[3]), legs[-1][0]
    found = {"legs": np.array(legs), "latest": leg.plan.samples[certain:done]}
    found |= dict(_arrays("leg", _memory(leg)))
    return found | {"digest": _digest(found)}


def remember(
    journey: Journey, kept: Mapping[str, np.ndarray], samples: np.ndarray, events: np.ndarray
) -> Outcome:
    """Let a journey that is about to begin be where another one was; return how that stood.

    Kernels take what they remember for granted, places in arrays among it: what is not as it was
    written is refused.
    """
    if not np.array_equal(kept.get("digest", ()), _digest(kept)):
        raise _damaged("its numbers are not those that were written")
    outcome = Outcome.PAUSED
    for k, (rows, passed, *counts, checksum) in enumerate(kept["legs"].tolist()):
        if k >= len(journey.legs) or _checksum(journey.legs[k]) != checksum:
            what = "events do not lead to what they led to before"
            hint = "functions that they call must return the same again"
            raise TreetopError(f"the run cannot be resumed: {what} ({hint})")
        leg = journey.legs[k]
        if not 0 <= rows <= len(leg.plan.times) or not 0 <= counts[3] <= len(leg.plan.times):
            raise _damaged("it has more samples than its run")
        states, samples = _taken(samples, rows, leg.start.vector.size)
        leg.plan.samples[:rows] = states
        leg.loop.counts[:] = counts
        rows_of_events, events = _taken(events, passed, leg.event_size)
        for row in rows_of_events:
            outcome = journey.happen_again(row)
    latest = kept["latest"]
    leg.plan.samples[rows : rows + len(latest)] = latest
    for name, array in _arrays("leg", _memory(leg)):
        if name not in kept or (kept[name].shape, kept[name].dtype) != (array.shape, array.dtype):
            raise _damaged(f"{name} does not fit")
        array[...] = kept[name]
    return outcome


def _damaged(what: str) -> TreetopError:
    hint = "delete its folder, and begin anew"
    return TreetopError(f"the run cannot be resumed: the checkpoint is damaged: {what} ({hint})")


def _digest(arrays: Mapping[str, np.ndarray]) -> np.ndarray:
    """Of all arrays but itself and those that are kept beside them."""
    digest = sha256()
    for name in sorted(arrays):
        if name in ("legs", "latest") or name.startswith("leg."):
            array = arrays[name]
            digest.update(f"{name} {array.dtype.str} {array.shape} ".encode())
            digest.update(np.ascontiguousarray(array).tobytes())
    return np.frombuffer(digest.digest(), np.uint8)


def _taken(numbers: np.ndarray, rows: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    """So many rows, and the numbers that are left."""
    size = rows * width
    if not 0 <= size <= numbers.size:
        raise _damaged(f"{numbers.size} numbers are left of {size}")
    return numbers[:size].reshape(rows, width), numbers[size:]


def _checksum(leg: Leg) -> int:
    return crc32(np.append(leg.start.vector, leg.start.time).tobytes())


def _memory(leg: Leg) -> tuple[Any, ...]:
    """All that the compiled loop reads and writes."""
    bundles = (*leg.context.alive, leg.kept.alive)
    return leg.loop, *(bundle[1] for bundle in bundles if bundle)


def _arrays(name: str, value: Any) -> Iterator[tuple[str, np.ndarray]]:
    """The arrays within a value, by where they are; tables, which nothing changes, left out."""
    if isinstance(value, np.ndarray):
        yield name, value
    elif isinstance(value, tuple) and not isinstance(value, Tables):
        names = getattr(value, "_fields", range(len(value)))
        for part, each in zip(names, value, strict=True):
            if part not in HANDLES:
                yield from _arrays(f"{name}.{part}", each)

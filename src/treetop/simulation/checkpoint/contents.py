"""What a simulation remembers, as arrays by name; and one that remembers it again."""

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
from treetop.simulation.loop_memory import LoopCounts, counts_of

if TYPE_CHECKING:
    from treetop.simulation.hybrid import HybridSimulation
    from treetop.simulation.segment import Segment


def certain_samples(segment: Segment, last: bool) -> int:
    """How many samples are there for good: the last step of a segment may yet be undone."""
    done = counts_of(segment.loop).samples
    return min(done, int(segment.loop.singular[SAMPLED])) if last else done


def remembered(hybrid: HybridSimulation) -> dict[str, np.ndarray]:
    """All but what is in the files that grow: of the present segment everything, of earlier ones
    how many samples and events they had, the counts of their loops, and a checksum of their
    start."""
    segment, segments = hybrid.segments[-1], []
    for each in hybrid.segments:
        samples = certain_samples(each, each is segment)
        segments.append([samples, len(each.passed), *each.loop.counts, _checksum(each)])
    done, certain = counts_of(segment.loop).samples, segments[-1][0]
    found = {"segments": np.array(segments), "latest": segment.plan.samples[certain:done]}
    found |= dict(_arrays("segment", _memory(segment)))
    return found | {"digest": _digest(found)}


def remember(
    hybrid: HybridSimulation,
    saved: Mapping[str, np.ndarray],
    samples: np.ndarray,
    events: np.ndarray,
) -> Outcome:
    """Let a simulation that is about to begin be where another one was; return how that stood.

    Kernels take what they remember for granted, places in arrays among it: what is not as it was
    written is refused.
    """
    if not np.array_equal(saved.get("digest", ()), _digest(saved)):
        raise _damaged("its numbers are not those that were written")
    outcome = Outcome.PAUSED
    for k, (rows, passed, *counts, checksum) in enumerate(saved["segments"].tolist()):
        if k >= len(hybrid.segments) or _checksum(hybrid.segments[k]) != checksum:
            what = "events do not lead to what they led to before"
            hint = "functions that they call must return the same again"
            raise TreetopError(f"the run cannot be resumed: {what} ({hint})")
        segment = hybrid.segments[k]
        largest = len(segment.plan.times)
        if not 0 <= rows <= largest or not 0 <= LoopCounts(*counts).samples <= largest:
            raise _damaged("it has more samples than its run")
        states, samples = _taken(samples, rows, segment.start.vector.size)
        segment.plan.samples[:rows] = states
        segment.loop.counts[:] = counts
        rows_of_events, events = _taken(events, passed, segment.event_size)
        for row in rows_of_events:
            outcome = hybrid.happen_again(row)
    latest = saved["latest"]
    segment.plan.samples[rows : rows + len(latest)] = latest
    for name, array in _arrays("segment", _memory(segment)):
        if name not in saved or (saved[name].shape, saved[name].dtype) != (
            array.shape,
            array.dtype,
        ):
            raise _damaged(f"{name} does not fit")
        array[...] = saved[name]
    return outcome


def _damaged(what: str) -> TreetopError:
    hint = "delete its folder, and begin anew"
    return TreetopError(f"the run cannot be resumed: the checkpoint is damaged: {what} ({hint})")


def _digest(arrays: Mapping[str, np.ndarray]) -> np.ndarray:
    """Digest of all arrays but itself and those that are kept beside them."""
    digest = sha256()
    for name in sorted(arrays):
        if name in ("segments", "latest") or name.startswith("segment."):
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


def _checksum(segment: Segment) -> int:
    return crc32(np.append(segment.start.vector, segment.start.time).tobytes())


def _memory(segment: Segment) -> tuple[Any, ...]:
    """All that the compiled loop reads and writes."""
    bundles = (*segment.context.alive, segment.stabilized.alive)
    return segment.loop, *(bundle[1] for bundle in bundles if bundle)


def _arrays(name: str, value: Any) -> Iterator[tuple[str, np.ndarray]]:
    """The arrays within a value, by where they are; tables, which nothing changes, left out, and
    boxes of handles, which belong to one process."""
    if isinstance(value, np.ndarray):
        if value.flags.writeable and value.dtype not in (np.uint64, object):
            yield name, value
    elif isinstance(value, tuple) and not isinstance(value, Tables):
        names = getattr(value, "_fields", range(len(value)))
        for part, each in zip(names, value, strict=True):
            yield from _arrays(f"{name}.{part}", each)

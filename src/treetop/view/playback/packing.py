"""Tables of numbers, packed as `web/src/payload.ts` unpacks them.

A channel is rounded to steps of its quantum and differenced, up to four times, whatever leaves the
least: motion is smooth, so that little more than the rounding remains. Columns go byte by byte,
lowest bytes first, so that equal bytes stand together.
"""

from __future__ import annotations

import base64
import gzip
import json
import struct
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

MAX_DIFFERENCES = 4  # differences
LEVEL = 1  # of compression: more takes several times as long for a few hundredths
FINEST = 2.0**-46  # of the greatest number: differences must stay whole numbers in the browser


class Channel(NamedTuple):
    """Numbers along time, (n,) or (n, width), in steps of ``quantum``; as they are if they take too
    many steps."""

    values: np.ndarray
    quantum: float


class Block(NamedTuple):
    """Numbers as they are, of the type ``kind``: f8, f4, u4, u2, or i2 times ``scale``."""

    values: np.ndarray
    kind: str
    scale: float = 1.0


def fine(values: np.ndarray, part: float) -> Channel:
    """A channel whose steps are this part of what its widest column spans, or somewhat less."""
    table = values.reshape(len(values), -1)
    low, high = table.min(axis=0), table.max(axis=0)
    most = float(max(high.max(), -low.min()))
    span = float((part * high - part * low).max())
    return Channel(values, step(max(span, FINEST * most)))


def step(size: float) -> float:
    """The power of two at or below: multiples of it are exact."""
    return 2.0 ** np.floor(np.log2(size)) if size > 1e-290 else 1.0


def packed(scene: Any) -> str:
    """A tree of dicts and lists with tables in it, as text."""
    tables = list(_tables(scene))
    data = _Data()
    _lay_channels(data, [each for each in tables if isinstance(each, Channel) and _counts(each)])
    for each in tables:
        if id(each) not in data.places:
            block = each if isinstance(each, Block) else Block(each.values, "f8")
            data.places[id(each)] = _lay_block(data, block)
    entry = json.dumps(_filled(scene, data), allow_nan=False, separators=(",", ":")).encode()
    whole = b"".join([struct.pack("<Q", len(entry)), entry, *data.parts])
    return base64.b64encode(gzip.compress(whole, LEVEL, mtime=0)).decode("ascii")


class _Data:
    """Bytes so far, and where each table lies in them."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0
        self.places: dict[int, dict[str, Any]] = {}

    def add(self, part: bytes) -> int:
        at = self.size
        self.parts.append(part)
        self.size += len(part)
        return at


def _tables(value: Any) -> Iterator[Channel | Block]:
    """All tables of a tree."""
    if isinstance(value, Channel | Block):
        yield value
    elif isinstance(value, dict | list):
        for entry in value.values() if isinstance(value, dict) else value:
            yield from _tables(entry)


def _filled(value: Any, data: _Data) -> Any:
    """The tree with the place of each table in its stead."""
    if isinstance(value, Channel | Block):
        return data.places[id(value)]
    if isinstance(value, dict):
        return {key: _filled(entry, data) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(entry, data) for entry in value]
    return value


def _lay_block(data: _Data, block: Block) -> dict[str, Any]:
    values = np.ravel(block.values)
    if block.kind == "i2":
        values = np.rint(values / block.scale)
    content = values.astype("<" + block.kind).tobytes()
    place: dict[str, Any] = {"at": data.add(content), "type": block.kind, "count": values.size}
    return place | ({"scale": block.scale} if block.kind == "i2" else {})


def _counts(channel: Channel) -> bool:
    """Whether its steps are whole numbers in the browser."""
    return FINEST * float(np.abs(channel.values).max(initial=0.0)) <= 2 * channel.quantum


def _lay_channels(data: _Data, channels: list[Channel]) -> None:
    groups: dict[int, list[Channel]] = defaultdict(list)
    for channel in channels:
        groups[len(channel.values)].append(channel)
    for count, members in groups.items():
        _lay_group(data, count, members)


def _lay_group(data: _Data, count: int, channels: list[Channel]) -> None:
    """Channels of equal length, all at once."""
    columns = [np.reshape(each.values, (count, -1)).T / each.quantum for each in channels]
    widths = np.array([len(each) for each in columns])
    first = np.concatenate([[0], np.cumsum(widths)[:-1]])
    steps, orders = _differenced(np.rint(np.concatenate(columns)).astype("<i8"), first, widths)
    zigzag = (steps << 1 ^ steps >> 63).view("<u8")
    most = np.maximum.reduceat(zigzag.max(axis=1, initial=0), first)
    sizes = np.array([max(1, (int(value).bit_length() + 7) // 8) for value in most])
    octets = zigzag.view(np.uint8).reshape(len(steps), count, 8)
    for size in np.unique(sizes):
        chosen = np.flatnonzero(sizes == size)
        rows = np.repeat(sizes == size, widths)
        at = data.add(octets[rows, :, :size].transpose(0, 2, 1).tobytes())
        for k in chosen:
            data.places[id(channels[k])] = {
                "at": at,
                "count": count,
                "width": int(widths[k]),
                "quantum": float(channels[k].quantum),
                "order": int(orders[k]),
                "bytes": int(size),
            }
            at += int(widths[k]) * count * int(size)


def _differenced(
    steps: np.ndarray, first: np.ndarray, widths: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The differences of rows that are least, and their order, the same for rows of a channel."""
    best, orders = steps.copy(), np.zeros(len(first), int)
    least = np.add.reduceat(np.abs(steps).sum(axis=1, dtype=float), first)
    for order in range(1, 1 + min(MAX_DIFFERENCES, steps.shape[1] - 1)):
        steps[:, order:] = np.diff(steps[:, order - 1 :])
        size = np.add.reduceat(np.abs(steps).sum(axis=1, dtype=float), first)
        better = size < least
        least, orders = np.where(better, size, least), np.where(better, order, orders)
        rows = np.repeat(better, widths)
        best[rows] = steps[rows]
    return best, orders

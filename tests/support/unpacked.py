"""What a page reads, read again in Python, apart from what packs it."""

import base64
import gzip
import json
import re
import struct
from typing import Any

import numpy as np

DATA = re.compile(r'<script id="treetop-data" type="text/plain">([^<]*)</script>')


def scene_of(html: str) -> dict[str, Any]:
    """The scene in a page."""
    return unpacked(DATA.search(html)[1])


def unpacked(text: str) -> Any:
    whole = gzip.decompress(base64.b64decode(text, validate=True))
    (length,) = struct.unpack_from("<Q", whole)
    return _filled(json.loads(whole[8 : 8 + length]), whole[8 + length :])


def _filled(value: Any, data: bytes) -> Any:
    if isinstance(value, list):
        return [_filled(entry, data) for entry in value]
    if not isinstance(value, dict):
        return value
    if "quantum" in value:
        return _channel(data, **value)
    if "type" in value and "at" in value:
        array = np.frombuffer(data, "<" + value["type"], value["count"], value["at"])
        return array * value["scale"] if "scale" in value else array
    return {key: _filled(entry, data) for key, entry in value.items()}


def _channel(
    data: bytes, at: int, count: int, width: int, quantum: float, order: int, bytes: int
) -> np.ndarray:
    columns = []
    for k in range(width):
        column = []
        for i in range(count):
            place = at + k * count * bytes + i
            zigzag = sum(data[place + b * count] << 8 * b for b in range(bytes))
            column.append(-(zigzag + 1) // 2 if zigzag % 2 else zigzag // 2)
        for d in range(order, 0, -1):
            for i in range(d, count):
                column[i] += column[i - 1]
        assert max(map(abs, column), default=0) < 2**53  # a browser's numbers
        columns.append(column)
    return np.array(columns, float).T * quantum

"""WebM files: a film of one track, from frames that are compressed already.

After the Matroska specification, RFC 9559: elements of an identifier, a length and a content.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

Packet = tuple[float, bool, bytes]  # time in s, whether it stands by itself, content

CLUSTER = 30_000  # ms: blocks give their times from that of their cluster, in 16 bits


def webm(packets: Sequence[Packet], codec: str, size: tuple[int, int], seconds: float) -> bytes:
    """The file of a film of `seconds`."""
    head = element(
        "1A45DFA3",
        number("4286", 1) + number("42F7", 1) + number("42F2", 4) + number("42F3", 8),
        text("4282", "webm") + number("4287", 2) + number("4285", 2),
    )
    info = element(
        "1549A966",
        number("2AD7B1", 1_000_000) + element("4489", struct.pack(">d", 1000 * seconds)),
        text("4D80", "treetop") + text("5741", "treetop"),
    )
    pixels = element("E0", number("B0", size[0]) + number("BA", size[1]))
    track = element(
        "AE",
        number("D7", 1) + number("73C5", 1) + number("83", 1) + number("9C", 0),
        text("86", codec) + pixels,
    )
    segment = element("18538067", info, element("1654AE6B", track), *_clusters(packets))
    return head + segment


def _clusters(packets: Sequence[Packet]) -> list[bytes]:
    """Frames in parts, each beginning with one that stands by itself."""
    parts: list[tuple[int, list[bytes]]] = []
    for seconds, alone, content in packets:
        time = round(1000 * seconds)
        if not parts or (alone and time > parts[-1][0]) or time - parts[-1][0] >= CLUSTER:
            parts.append((time, []))
        begin, blocks = parts[-1]
        block = b"\x81" + struct.pack(">hB", time - begin, 0x80 if alone else 0) + content
        blocks.append(element("A3", block))
    return [element("1F43B675", number("E7", begin), *blocks) for begin, blocks in parts]


def element(identifier: str, *contents: bytes) -> bytes:
    content = b"".join(contents)
    return bytes.fromhex(identifier) + struct.pack(">Q", len(content) | 1 << 56) + content


def number(identifier: str, value: int) -> bytes:
    return element(identifier, value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big"))


def text(identifier: str, value: str) -> bytes:
    return element(identifier, value.encode())

"""Files of films, read back by their elements."""

import struct

from treetop.view.video.webm import CLUSTER, webm

MASTERS = {0x18538067, 0x1549A966, 0x1654AE6B, 0xAE, 0xE0, 0x1F43B675, 0x1A45DFA3}


def elements(data: bytes, depth: int = 0) -> list[tuple[int, bytes]]:
    """Identifiers and contents, those within others after them."""
    found, at = [], 0
    while at < len(data):
        width = 1 + (8 - data[at].bit_length())
        name = int.from_bytes(data[at : at + width], "big")
        at += width
        length = int.from_bytes(data[at + 1 : at + 8], "big")
        assert data[at] == 1  # lengths are written in eight bytes
        content = data[at + 8 : at + 8 + length]
        at += 8 + length
        found.append((name, content))
        if name in MASTERS:
            found += elements(content, depth + 1)
    assert at == len(data)
    return found


def test_frames_come_back_with_their_times():
    packets = [(0.04 * k, k % 50 == 0, bytes([k % 256]) * 10) for k in range(2000)]
    found = elements(webm(packets, "V_VP8", (640, 360), 80.0))
    told = dict(found)
    assert told[0x4282] == b"webm" and told[0x86] == b"V_VP8"
    assert struct.unpack(">d", told[0x4489])[0] == 80_000
    assert (int.from_bytes(told[0xB0], "big"), int.from_bytes(told[0xBA], "big")) == (640, 360)
    begin, times = 0, []
    for name, content in found:
        if name == 0xE7:
            begin = int.from_bytes(content, "big")
        if name == 0xA3:
            offset, flags = struct.unpack(">hB", content[1:4])
            assert 0 <= offset < CLUSTER
            times.append((begin + offset, flags == 0x80, content[4:]))
    assert times == [(round(1000 * t), key, data) for t, key, data in packets]

"""STL, binary and as text: 3D Systems, "StereoLithography Interface Specification" (1988)."""

from __future__ import annotations

import re

import numpy as np

from treetop.formats.meshes import Broken

_FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
_VERTEX = re.compile(rb"\bvertex\s+(\S+)\s+(\S+)\s+(\S+)")


def read(content: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Corners and triangles; corners at one place are one."""
    corners = _binary(content) if _is_binary(content) else _text(content)
    places, numbers = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    return places, numbers.reshape(-1, 3)


def stl_content(corners: np.ndarray) -> bytes:
    """A binary file of triangles (k, 3, 3)."""
    facets = np.zeros(len(corners), _FACET)
    facets["corners"] = corners
    return bytes(80) + len(facets).to_bytes(4, "little") + facets.tobytes()


def _is_binary(content: bytes) -> bool:
    """Files with "solid" in front may be binary all the same: their length decides."""
    if len(content) >= 84 and len(content) == _length(content):
        return True
    return not content.lstrip().startswith(b"solid")


def _length(content: bytes) -> int:
    return 84 + 50 * int.from_bytes(content[80:84], "little")


def _binary(content: bytes) -> np.ndarray:
    if len(content) < 84:
        raise Broken("it is too short for an STL file")
    if len(content) != _length(content):
        raise Broken(f"it ends at byte {len(content)} in place of {_length(content)}")
    count = int.from_bytes(content[80:84], "little")
    return np.frombuffer(content, _FACET, count, 84)["corners"].astype(np.float32)


def _text(content: bytes) -> np.ndarray:
    found = _VERTEX.findall(content)
    parts = [
        content.count(word) for word in (b"facet normal", b"outer loop", b"endloop", b"endfacet")
    ]
    if not found or len(found) != content.count(b"vertex") or parts != 4 * [len(found) // 3]:
        raise Broken("its facets have not three corners each")
    try:
        return np.array(found).astype(np.float32)
    except ValueError:
        raise Broken("a corner is not three numbers") from None

"""glTF 2.0, binary or as JSON with its buffers inside: Khronos Group, "glTF 2.0 Specification".

Triangles of all meshes of the scene, each where its nodes put it; skins, morphs, materials and
compressed meshes are left alone.
"""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any

import numpy as np

from treetop.formats.meshes import NOT_FINITE, Broken

_MAGIC, _JSON, _BINARY = b"glTF", 0x4E4F534A, 0x004E4942
_TYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC3": 3}
_TRIANGLES, _STRIP, _FAN = 4, 5, 6
_DEEPEST = 64
_MAX_TRIANGLES = 5_000_000  # triangles and corners: one mesh may be placed many times


def read(content: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Corners and triangles of the scene, y up as in glTF."""
    try:
        document, binary = _chunks(content) if content[:4] == _MAGIC else (content, None)
        return _Scene(json.loads(document), binary).surface()
    except (KeyError, IndexError, TypeError, AttributeError, OverflowError, RecursionError):
        raise Broken("what it says does not fit together") from None
    except Broken:
        raise
    except (ValueError, binascii.Error) as error:
        raise Broken(f"it cannot be understood: {error}") from None


def _chunks(content: bytes) -> tuple[bytes, bytes | None]:
    """The JSON and the binary part of a GLB file."""
    if int.from_bytes(content[8:12], "little") > len(content):
        raise Broken(f"it ends at byte {len(content)}, too early")
    found: dict[int, bytes] = {}
    place = 12
    while place + 8 <= len(content):
        size, kind = (int.from_bytes(content[place + k : place + k + 4], "little") for k in (0, 4))
        if place + 8 + size > len(content):
            raise Broken(f"it ends at byte {len(content)}, too early")
        found.setdefault(kind, content[place + 8 : place + 8 + size])
        place += 8 + size
    return found[_JSON], found.get(_BINARY)


class _Scene:
    def __init__(self, document: dict[str, Any], binary: bytes | None) -> None:
        self.document, self.binary = document, binary
        self.corners: list[np.ndarray] = []
        self.triangles: list[np.ndarray] = []
        self.count = self.total = 0
        self.visited: set[int] = set()

    def surface(self) -> tuple[np.ndarray, np.ndarray]:
        nodes = self.document.get("nodes", [])
        scenes = self.document.get("scenes")
        children = {child for node in nodes for child in node.get("children", [])}
        roots = [k for k in range(len(nodes)) if k not in children]
        if scenes:
            roots = scenes[self.document.get("scene", 0)].get("nodes", [])
        for root in roots:
            self._place(root, np.eye(4), 0)
        if not self.triangles:
            raise Broken("it has no triangles")
        return np.concatenate(self.corners), np.concatenate(self.triangles)

    def _place(self, index: int, above: np.ndarray, depth: int) -> None:
        if depth > _DEEPEST or index in self.visited:
            raise Broken("its nodes are no tree, or too deep a one")
        self.visited.add(index)
        node = self.document["nodes"][_index(index)]
        placed = above @ _transform(node)
        if "mesh" in node:
            for part in self.document["meshes"][_index(node["mesh"])]["primitives"]:
                self._primitive(part, placed)
        for child in node.get("children", []):
            self._place(child, placed, depth + 1)

    def _primitive(self, part: dict[str, Any], placed: np.ndarray) -> None:
        mode = part.get("mode", _TRIANGLES)
        if mode not in (_TRIANGLES, _STRIP, _FAN):  # points and lines
            return
        corners = self._values(part["attributes"]["POSITION"], 3)
        order = np.arange(len(corners))
        if "indices" in part:
            order = self._values(part["indices"], 1)[:, 0].astype(np.int64)
        if len(order) and order.max() >= len(corners):
            raise Broken(f"a triangle has a corner that is not one of the {len(corners)}")
        triangles = _triangles(order, mode)
        self.total += len(triangles) + len(corners)
        if self.total > _MAX_TRIANGLES:
            raise Broken(f"it has more than {_MAX_TRIANGLES} triangles and corners")
        self.corners.append(corners @ placed[:3, :3].T + placed[:3, 3])
        self.triangles.append(triangles + self.count)
        self.count += len(corners)

    def _values(self, index: int, width: int) -> np.ndarray:
        accessor = self.document["accessors"][_index(index)]
        if "sparse" in accessor or "bufferView" not in accessor:
            raise Broken("it has sparse or compressed values: save it without")
        if _WIDTHS.get(accessor["type"]) != width:
            raise Broken("corners are not three numbers, or indices not one")
        kind = np.dtype(_TYPES[accessor["componentType"]])
        view = self.document["bufferViews"][_index(accessor["bufferView"])]
        step = view.get("byteStride", kind.itemsize * width)
        first = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        count = _index(accessor["count"])
        buffer = self._buffer(_index(view["buffer"]))
        end = _index(first) + step * (count - 1) + kind.itemsize * width
        if count and (end > len(buffer) or step < kind.itemsize * width):
            raise Broken("its values run out of its buffer")
        shape, strides = (count, width), (step, kind.itemsize)
        values = np.ndarray(shape, kind, buffer, first, strides).astype(float)
        if not np.isfinite(values).all():
            raise Broken(NOT_FINITE)
        _require_bounds(accessor, values)
        return values

    def _buffer(self, index: int) -> bytes:
        uri = self.document["buffers"][index].get("uri")
        if uri is None:
            if index or self.binary is None:
                raise Broken("its buffer is missing")
            return self.binary
        head, comma, text = uri.partition(",")
        if not head.startswith("data:") or not head.endswith(";base64") or not comma:
            raise Broken("it refers to another file: save it as one, such as .glb")
        return base64.b64decode(text, validate=True)


def _require_bounds(accessor: dict[str, Any], values: np.ndarray) -> None:
    """Corners declare their least and greatest values; those that do not fit are damaged."""
    for name, found in (("min", np.min), ("max", np.max)):
        if name in accessor and len(values):
            reported, size = np.array(accessor[name], dtype=float), np.abs(values).max()
            if not np.allclose(found(values, axis=0), reported, rtol=1e-5, atol=1e-5 * size):
                raise Broken("its values are not within the bounds that it gives")


def _index(value: Any) -> int:
    if not isinstance(value, int) or value < 0:
        raise Broken(f"{str(value)[:20]!r} is not an index")
    return value


def _transform(node: dict[str, Any]) -> np.ndarray:
    """The place of a node in the one above: a matrix by columns, or scale, turn and shift."""
    if "matrix" in node:
        return np.array(node["matrix"], dtype=float).reshape(4, 4).T
    x, y, z, w = np.array(node.get("rotation", (0, 0, 0, 1)), dtype=float)
    turned = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    result = np.eye(4)
    result[:3, :3] = turned * np.array(node.get("scale", (1, 1, 1)), dtype=float)
    result[:3, 3] = node.get("translation", (0, 0, 0))
    return result


def _triangles(order: np.ndarray, mode: int) -> np.ndarray:
    if mode == _TRIANGLES:
        return order[: len(order) // 3 * 3].reshape(-1, 3)
    if mode == _FAN:
        return np.stack([np.full(max(len(order) - 2, 0), order[0]), order[1:-1], order[2:]], axis=1)
    strip = np.stack([order[:-2], order[1:-1], order[2:]], axis=1)
    strip[1::2] = strip[1::2, ::-1]  # every other triangle is wound the other way
    return strip

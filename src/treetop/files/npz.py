"""Arrays in NumPy's archives (``.npz``): numbers and texts, no larger than what is there."""

from __future__ import annotations

import math
import zipfile
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np

from treetop.files.ordinary import Refusal, reading
from treetop.files.seal import DAMAGED, SEAL, is_sealed, sealed

# Bytes of arrays: so many in any case, and so many for each byte of the file.
FREE, RATIO = 64 * 2**20, 200


def npz_content(arrays: Mapping[str, Any], compressed: bool = True) -> bytes:
    """An archive of arrays, with its seal as its comment."""
    content = BytesIO()
    (np.savez_compressed if compressed else np.savez)(content, allow_pickle=False, **arrays)
    with zipfile.ZipFile(content, "a") as archive:
        archive.comment = b"-" * SEAL
    return sealed(content.getbuffer()[:-SEAL])


def npz_arrays(content: bytes, refusal: Refusal) -> dict[str, np.ndarray]:
    """The arrays of an archive by name; objects, which would run code, are refused."""
    with reading(refusal):
        whole = is_sealed(BytesIO(content), refusal)
        with zipfile.ZipFile(BytesIO(content)) as archive:
            if archive.comment and not whole:
                raise refusal(DAMAGED)
            members = archive.infolist()
            _require_sizes(members, len(content), refusal)
            return {
                each.filename.removesuffix(".npy"): _array(archive.read(each)) for each in members
            }


def _require_sizes(members: list[zipfile.ZipInfo], size: int, refusal: Refusal) -> None:
    if len({each.filename for each in members}) < len(members):
        raise refusal("cannot be read: it has two arrays of one name")
    if sum(each.file_size for each in members) > FREE + RATIO * size:
        raise refusal("cannot be read: it says to be far larger than it is")


def _array(content: bytes) -> np.ndarray:
    """The array in a ``.npy`` file, whose header must fit its length."""
    file = BytesIO(content)
    version = np.lib.format.read_magic(file)
    headers = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }
    if version not in headers:
        raise ValueError(f"an array of version {version}")
    shape, by_columns, kind = headers[version](file)
    if kind.hasobject or kind.names:
        raise ValueError("it holds more than numbers and texts")
    if math.prod(shape) * kind.itemsize != len(content) - file.tell():
        raise ValueError("an array is not as long as it says")
    values = (
        np.frombuffer(content, kind, offset=file.tell()) if kind.itemsize else np.zeros(0, kind)
    )
    return values.reshape(shape, order="F" if by_columns else "C").copy()

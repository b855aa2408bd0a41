"""HDF5 files, NetCDF among them, looked over before anything in them is followed.

Refused are links to other places and files, values that are kept in other files, filters that
would load a library, and sizes beyond what the file can hold.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import h5py

from treetop.files.npz import FREE, RATIO
from treetop.files.ordinary import Refusal, reading

_MAX_OBJECTS = 10_000
_DEFLATE = h5py.h5z.FILTER_DEFLATE
_FILTERS = {_DEFLATE, h5py.h5z.FILTER_SHUFFLE, h5py.h5z.FILTER_FLETCHER32}
_LAYOUTS = {h5py.h5d.COMPACT, h5py.h5d.CONTIGUOUS, h5py.h5d.CHUNKED}


def require_plain(file: h5py.File, size: int, refusal: Refusal) -> None:
    """Refuse a file of `size` bytes that is more than groups of arrays of its own."""
    with reading(refusal):
        total = 0
        for name, dataset in _datasets(file, refusal):
            wrong = _foreign(dataset)
            if wrong:
                raise refusal(f"cannot be read: {name} {wrong}")
            deflated = _DEFLATE in _filters(dataset)
            allowed = FREE + (RATIO if deflated else 1) * size
            width = dataset.dtype.itemsize
            total += math.prod(dataset.shape or ()) * width
            chunk = math.prod(dataset.chunks or ()) * width
            if max(total, chunk) > allowed:
                raise refusal(f"cannot be read: {name} says to be far larger than the file is")


def _datasets(file: h5py.File, refusal: Refusal) -> Iterator[tuple[str, h5py.Dataset]]:
    """All datasets, none of them by a link that leads elsewhere."""
    waiting, known = [("", file["/"])], set()
    while waiting:
        above, group = waiting.pop()
        for name in group:
            place = f"{above}/{name}"
            if not isinstance(group.get(name, getlink=True), h5py.HardLink):
                raise refusal(f"cannot be read: {place} is a link to another place")
            found: Any = group[name]
            address = h5py.h5o.get_info(found.id).addr
            if address in known:
                raise refusal(f"cannot be read: {place} is there twice")
            known.add(address)
            if len(known) > _MAX_OBJECTS:
                raise refusal(f"cannot be read: it has more than {_MAX_OBJECTS} parts")
            if isinstance(found, h5py.Group):
                waiting.append((place, found))
            elif isinstance(found, h5py.Dataset):
                yield place, found
            else:
                raise refusal(f"cannot be read: {place} is not an array")


def _foreign(dataset: h5py.Dataset) -> str:
    """What makes it more than an array of its own, or nothing."""
    made = dataset.id.get_create_plist()
    if made.get_layout() not in _LAYOUTS:
        return "is put together from other arrays"
    if made.get_layout() == h5py.h5d.CONTIGUOUS and made.get_external_count():
        return "keeps its values in another file"
    if not set(_filters(dataset)) <= _FILTERS:
        return "is packed in a way that is not read here"
    kind = dataset.dtype
    if kind.kind not in "iufbSO" or (kind.kind == "O" and not h5py.check_string_dtype(kind)):
        return "does not hold numbers or texts"
    return ""


def _filters(dataset: h5py.Dataset) -> list[int]:
    made = dataset.id.get_create_plist()
    return [made.get_filter(k)[0] for k in range(made.get_nfilters())]

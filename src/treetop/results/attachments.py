"""Files that a result holds beside its data: flexible bodies and meshes that its model names."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

import h5py
import numpy as np

GROUP = "files"


def put_files(content: BytesIO, files: Mapping[str, bytes]) -> None:
    """Add files to a result."""
    if not files:
        return
    with h5py.File(content, "r+") as file:
        group = file.create_group(GROUP)
        for number, (name, what) in enumerate(files.items()):
            # By number: a name may hold what HDF5 takes for the name of a group.
            dataset = group.create_dataset(str(number), data=np.frombuffer(what, np.uint8))
            dataset.attrs["name"] = name


def files_in(file: h5py.File) -> dict[str, bytes]:
    """The files in a result, by name."""
    found = {}
    for dataset in file.get(GROUP, {}).values():
        if dataset.dtype != np.uint8 or dataset.ndim != 1:
            raise ValueError("its files are damaged")
        found[str(dataset.attrs["name"])] = dataset[()].tobytes()
    return found

"""The store of a campaign: a folder in the format of Zarr, with a row for each run.

    outcome        (runs,)             a place in `OUTCOMES`; 0: not computed yet
    time           (runs,)             s, how far the run came
    parameters     (runs, parameters)
    numbers        (runs, numbers)
    message        (runs, letters)     bytes of UTF-8
    history/NAME   (runs, times)

Rows are written by chunks of runs, each file of a chunk under another name first and then renamed,
outcomes last: what has an outcome is whole, whatever dies at whatever moment. Each chunk carries a
checksum.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any

import numpy as np

from treetop.campaigns.one_run import Row
from treetop.errors import TreetopError
from treetop.files.whole import PART, require_writable
from treetop.simulation.checkpoint.lock import Lock

FORMAT = "treetop campaign 2"
LETTERS = 400  # bytes of a message
HISTORY = "history"
LOCK = ".lock"


class Store:
    """A store that is there.

    Parameters
    ----------
    folder : path

    Raises
    ------
    TreetopError
        If it is not a store, or is damaged.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.lock = Lock(self.folder / LOCK, "campaign")
        if not (self.folder / "zarr.json").is_file():
            hint = "give the store that a campaign has written"
            raise TreetopError(f"{folder}: is not the store of a campaign ({hint})")
        import zarr

        try:
            self.group = zarr.open_group(str(self.folder), mode="r+")
            found = dict(self.group.attrs)
        except Exception as error:  # libraries raise anything over a damaged file
            raise TreetopError(f"{folder}: cannot be read: {error}") from None
        if found.get("format") != FORMAT:
            what = f"{folder}: is not a store of this version of Treetop"
            raise TreetopError(f"{what} (its format is {found.get('format')!r}, not {FORMAT!r})")
        self.about: dict[str, Any] = found

    @property
    def runs(self) -> int:
        """How many runs it has room for."""
        return int(self.group["outcome"].shape[0])

    @property
    def chunk(self) -> int:
        """How many runs are written together."""
        return int(self.group["outcome"].chunks[0])

    @property
    def times(self) -> dict[str, np.ndarray]:
        """Times of each history, s."""
        return {name: np.array(found) for name, found in self.about["histories"].items()}

    @property
    def arrays(self) -> list[str]:
        """Names of its arrays, outcomes last."""
        names = ["time", "message"]
        names += ["parameters"] * bool(self.about["parameters"])
        names += ["numbers"] * bool(self.about["numbers"])
        return [*names, *(f"{HISTORY}/{name}" for name in self.about["histories"]), "outcome"]

    def outcomes(self) -> np.ndarray:
        """Outcomes of all runs."""
        return self.read("outcome")

    def read(self, name: str, rows: slice = slice(None), columns: Any = slice(None)) -> np.ndarray:
        """Rows of an array; of one with columns, some of these."""
        array = self.group[name]
        try:
            return np.asarray(array[rows] if array.ndim == 1 else array[rows, columns])
        except Exception as error:  # as above
            raise TreetopError(f"{self.folder}: {name} cannot be read: {error}") from None

    def pieces(self, pieces: int = 64) -> Iterator[slice]:
        """Rows by a few chunks at a time."""
        step = self.chunk * max(1, pieces)
        for first in range(0, self.runs, step):
            yield slice(first, min(first + step, self.runs))

    # --- writing ----------------------------------------------------------------------------

    def __enter__(self) -> Store:
        self.lock.take()
        for left in self.folder.rglob("*.partial"):  # of a process that died
            left.unlink(missing_ok=True)
        return self

    def __exit__(self, *_: object) -> None:
        self.lock.release()

    def grow(self, runs: int) -> None:
        """Have room for so many runs; those that are there stay."""
        for name in self.arrays:
            array = self.group[name]
            if array.shape[0] < runs:
                array.resize((runs, *array.shape[1:]))

    def require_same(self, identity: dict[str, Any]) -> None:
        """Refuse to go on with a campaign that is another one."""
        there = json.loads(self.about["identity"])
        for key, what in (
            ("plan", "what is varied, sampled or kept"),
            ("model", "the model"),
            ("files", "a file that the model names"),
            ("functions", "a function of the user"),
            ("formulation", "the formulation"),
            ("versions", "the versions of the software"),
            ("runs", "the number of runs of a Latin hypercube"),
        ):
            was, now = there.get(key), identity.get(key)
            if was != now:
                hint = "give another store, or go on with what it was"
                if key in ("files", "functions"):
                    what += f" ({', '.join(_different(was or {}, now or {}))})"
                raise TreetopError(
                    f"{self.folder}: is of another campaign: {what} differs ({hint})"
                )

    def write(self, first: int, rows: Sequence[Row]) -> None:
        """Write the rows of runs from `first` on."""
        where = slice(first, first + len(rows))
        contents: dict[str, Any] = {
            "time": np.array([row.time for row in rows]),
            "message": np.array([_bytes(row.message) for row in rows]),
            "parameters": np.array([row.parameters for row in rows]),
            "numbers": np.array([row.numbers for row in rows]),
            "outcome": np.array([row.outcome for row in rows], dtype="i1"),
        }
        for name in self.about["histories"]:
            nothing = np.full(self.group[f"{HISTORY}/{name}"].shape[1], np.nan)
            contents[f"{HISTORY}/{name}"] = np.array([r.histories.get(name, nothing) for r in rows])
        try:
            for name in self.arrays:
                self.group[name][where] = contents[name]
        except OSError as error:
            cause = error.strerror or error
            raise TreetopError(f"{self.folder}: cannot be written: {cause}") from error


def create(
    folder: str | os.PathLike[str],
    runs: int,
    chunk: int,
    about: dict[str, Any],
    times: dict[str, np.ndarray],
) -> Store:
    """A new store, whole or not at all.

    Parameters
    ----------
    folder : path
        In a folder that exists; nothing of this name may be there.
    runs, chunk : int
    about : dict
        What describes the campaign, in JSON.
    times : dict
        Times of each history, s.
    """
    import zarr

    folder = Path(folder)
    if folder.exists():
        what = f"{folder}: is there, and is not the store of a campaign"
        raise TreetopError(f"{what} (name a new folder)")
    require_writable(folder)
    part = folder.parent / f"{PART}{token_hex(8)}"
    try:
        group = zarr.create_group(str(part), attributes={"format": FORMAT, **about})
        shapes = {
            "time": ((), "f8", np.nan),
            "message": ((LETTERS,), "u1", 0),
            "parameters": ((len(about["parameters"]),), "f8", np.nan),
            "numbers": ((len(about["numbers"]),), "f8", np.nan),
            "outcome": ((), "i1", 0),
        }
        shapes |= {f"{HISTORY}/{name}": ((len(t),), "f8", np.nan) for name, t in times.items()}
        for name, (shape, kind, fill) in shapes.items():
            if 0 in shape:
                continue
            group.create_array(
                name,
                shape=(runs, *shape),
                chunks=(chunk, *shape),
                dtype=kind,
                fill_value=fill,
                compressors=[zarr.codecs.ZstdCodec(), zarr.codecs.Crc32cCodec()],
            )
        part.rename(folder)
    except OSError as error:
        raise TreetopError(f"{folder}: cannot be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return Store(folder)


def _different(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """What is not alike, by name."""
    return sorted(key for key in one | other if one.get(key) != other.get(key))


def _bytes(message: str) -> np.ndarray:
    """A message, as many bytes as there is room for."""
    content = message.encode()[:LETTERS].decode(errors="ignore").encode()
    return np.frombuffer(content.ljust(LETTERS, b"\0"), dtype="u1")


def text(letters: np.ndarray) -> str:
    """A message that was written."""
    return letters.tobytes().rstrip(b"\0").decode(errors="replace")

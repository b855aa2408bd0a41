"""The folder of a checkpoint: written while a run is under way, found again after."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.core.compilation import run_clock
from treetop.core.compiler import INTERPRETED, sources
from treetop.errors import TreetopError
from treetop.files import content_of, reading
from treetop.files.npz import npz_arrays, npz_content
from treetop.files.whole import PART, require_writable, write_whole, writing
from treetop.formats.yaml.load import loads
from treetop.results.read import SYMBOLIC
from treetop.results.record import as_json, versions
from treetop.simulation.checkpoint.append_file import AppendFile
from treetop.simulation.checkpoint.contents import certain_samples, remember, remembered
from treetop.simulation.checkpoint.lock import Lock

if TYPE_CHECKING:
    from treetop.core.integrators.outcome import Outcome
    from treetop.model.run import RunSettings
    from treetop.simulation.hybrid import HybridSimulation
    from treetop.system.protocol import DynamicalSystem

FORMAT = "treetop checkpoint 2"
EVERY = 10.0  # s of wall time
STATE, SAMPLES, EVENTS, LOCK = "state.npz", "samples", "events", "lock"


class CheckpointError(TreetopError):
    """A checkpoint that could not be written."""


@dataclass
class Place:
    """How far the files that grow have come: segment, and how many of its samples and events."""

    segment: int = 0
    samples: int = 0
    events: int = 0


class Checkpoint:
    """Where a run keeps what it takes to go on with it.

    Parameters
    ----------
    folder : path
        Made when it is first written to, in a folder that exists.
    every : number, s
        Wall time between two checkpoints.
    keep : bool
        Whether to leave it there when the run has ended; else it is removed then.

    Examples
    --------
    >>> kept = tt.Checkpoint("orbit.part", every=60)     # doctest: +SKIP
    >>> run = tt.simulate(system, start, "30 d", checkpoint=kept)     # doctest: +SKIP
    """

    def __init__(
        self, folder: str | os.PathLike[str], every: float = EVERY, keep: bool = False
    ) -> None:
        if not every >= 0:
            raise TreetopError(f"checkpoints every {every} s of wall time (give 0 or more)")
        self.folder, self.every, self.keep = Path(folder), every, keep
        self.lock = Lock(self.folder / LOCK)
        self._begin(AppendFile(self.folder / SAMPLES), AppendFile(self.folder / EVENTS), Place())

    def _begin(
        self, samples: AppendFile, events: AppendFile, place: Place, spent: float = 0.0
    ) -> None:
        self.samples, self.events, self.place = samples, events, place
        self.spent = spent  # s of wall time, by processes before this one
        self.written, self.began = time.perf_counter(), run_clock()

    @property
    def exists(self) -> bool:
        """Whether there is a run to go on with."""
        return (self.folder / STATE).is_file()

    @property
    def wall_time(self) -> float:
        """That the run has taken in all its processes, s."""
        return self.spent + run_clock() - self.began

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, *_: object) -> None:
        """Let others go on with the run."""
        self.lock.release()

    # --- writing ----------------------------------------------------------------------------

    def begin(self) -> None:
        """Be ready for a new run; refuse a folder that cannot be written to, or that holds
        something already."""
        self._require_new()
        self._begin(AppendFile(self.folder / SAMPLES), AppendFile(self.folder / EVENTS), Place())

    def _require_new(self) -> None:
        if self.exists:
            what = f"{self.folder}: holds a run that has not come to its end"
            raise TreetopError(f"{what} (resume it, or delete the folder)")
        if not self.folder.is_dir():
            require_writable(self.folder)
            if self.folder.exists():
                raise TreetopError(f"{self.folder}: is not a folder (name a new one)")
            return
        require_writable(self.folder / STATE)
        others = [each.name for each in self.folder.iterdir() if not _of_checkpoint(each.name)]
        if others:
            what = f"{self.folder}: is a folder with other files in it, such as {others[0]!r}"
            raise TreetopError(f"{what} (name a new one)")

    def look(self, hybrid: HybridSimulation, at_once: bool = False) -> None:
        """Write, if it is time to."""
        if at_once or time.perf_counter() - self.written >= self.every:
            self.write(hybrid)

    def look_back(self, hybrid: HybridSimulation) -> None:
        """Write where a run has ended that was long enough to be written before: its result is not
        yet in a file."""
        if self.exists:
            self.write(hybrid)

    def write(self, hybrid: HybridSimulation) -> None:
        """Write what a simulation remembers, all of it or nothing.

        Raises
        ------
        CheckpointError
            If it cannot be written; the last one that could is then still there.
        """
        try:
            self._write(hybrid)
        except TreetopError as error:
            raise CheckpointError(str(error)) from error
        self.written = time.perf_counter()

    def _write(self, hybrid: HybridSimulation) -> None:
        if not self.folder.is_dir():
            with writing(self.folder):
                self.folder.mkdir()
        with writing(self.folder / SAMPLES):
            self.lock.take()
            self._append(hybrid)
        start = hybrid.start
        head = _identity(start.system, hybrid.settings) | {
            "start_time": start.time,
            "trails": [[trail.size, trail.checksum] for trail in (self.samples, self.events)],
            "wall_time": self.wall_time,
        }
        arrays: dict[str, Any] = remembered(hybrid) | {"start": start.vector}
        arrays["head"] = np.frombuffer(json.dumps(head).encode(), np.uint8)
        write_whole(self.folder / STATE, npz_content(arrays, compressed=False))

    def _append(self, hybrid: HybridSimulation) -> None:
        """Add samples and events that are not yet in their files."""
        place, last = self.place, hybrid.segments[-1]
        for segment in hybrid.segments[place.segment :]:
            rows = certain_samples(segment, segment is last)
            self.samples.append(segment.plan.samples[place.samples : rows])
            place.samples = rows
            self.events.append(np.array(segment.passed[place.events :]))
            place.events = len(segment.passed)
            if segment is not last:
                self.place = place = Place(place.segment + 1)

    def remove(self) -> None:
        """Delete it; files of others stay."""
        if not self.folder.is_dir():
            return
        (self.folder / STATE).unlink(missing_ok=True)  # first: the others mean nothing without
        for each in self.folder.iterdir():
            if _of_checkpoint(each.name):
                each.unlink()
        if not any(self.folder.iterdir()):
            self.folder.rmdir()

    # --- reading ----------------------------------------------------------------------------

    def found(self) -> dict[str, Any]:
        """What it says of its run: model, formulation, start and settings.

        Raises
        ------
        TreetopError
            If it cannot be read, or was written by another version.
        """
        head, arrays = self._read()
        return head | {"start": arrays["start"]}

    def system(self, functions: Mapping[str, Callable] | None = None) -> DynamicalSystem:
        """What was run, built anew from its description."""
        head, _ = self._read()
        if head["formulation"] == SYMBOLIC:
            what = "is of equations given in symbols, which no file holds"
            raise TreetopError(f"{self.folder}: {what} (give the system)")
        if head["calls"]:
            what = f"the event '{head['calls'][0]}' calls a function, which no file holds"
            raise TreetopError(f"{self.folder}: {what} (give the system)")
        model = loads(head["model"], functions=functions)
        return model.build(formulation=head["formulation"])

    def require_same(self, system: DynamicalSystem, settings: RunSettings) -> None:
        """Refuse a system or settings that are not those of its run."""
        _require_same(self.folder, self._read()[0], _identity(system, settings))

    def restore(self, hybrid: HybridSimulation) -> Outcome:
        """Let a simulation of the same system be where the run was; return how that stood."""
        with writing(self.folder / STATE):
            self.lock.take()
        head, arrays = self._read()
        trails = zip((SAMPLES, EVENTS), head["trails"], strict=True)
        samples, events = (AppendFile(self.folder / name, *trail) for name, trail in trails)
        outcome = remember(hybrid, arrays, samples.read(), events.read())
        place = Place(len(arrays["segments"]) - 1, *arrays["segments"][-1, :2].tolist())
        self._begin(samples, events, place, head["wall_time"])
        return outcome

    def _read(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        path = self.folder / STATE
        if not self.exists:
            raise TreetopError(f"{self.folder}: there is no checkpoint")

        def refusal(what: str) -> TreetopError:
            why = what.removeprefix("cannot be read: ")
            return TreetopError(f"{path}: cannot be read as a checkpoint: {why}")

        arrays = npz_arrays(content_of(path, refusal), refusal)
        with reading(refusal):
            head = json.loads(arrays.pop("head").tobytes())
            known = {name: head[name] for name in ("format", "versions")}
        _require_same(self.folder, known, {"format": FORMAT, "versions": _versions()})
        return head, arrays


def _of_checkpoint(name: str) -> bool:
    return name in (STATE, SAMPLES, EVENTS, LOCK) or name.startswith(PART)


def _versions() -> dict[str, Any]:
    """All that rounding, and the meaning of the arrays, may depend on; but for the processor."""
    return json.loads(versions()) | {"kernels": sources(), "compiled": not INTERPRETED}


def _identity(system: DynamicalSystem, settings: RunSettings) -> dict[str, Any]:
    """What must be the same for a run to go on."""
    events = system.model.events if system.model else {}
    return {
        "format": FORMAT,
        "versions": _versions(),
        "formulation": system.formulation,
        "model": system.description,
        "calls": [name for name, event in events.items() if event.call],
        "settings": json.loads(as_json(settings.as_dict())),
    }


def _require_same(folder: Path, there: dict[str, Any], here: dict[str, Any]) -> None:
    """Refuse to go on with another run."""
    for name, value in here.items():
        if there[name] != value:
            what = (
                f"{folder}: its run cannot be resumed here: {_difference(name, there[name], value)}"
            )
            raise TreetopError(f"{what} (make it as it was, or delete the folder and begin anew)")


def _difference(name: str, there: Any, here: Any) -> str:
    """In words, the first one."""
    if isinstance(here, dict):
        keys = [key for key in here if here[key] != there.get(key)]
        return _difference(f"{name}.{keys[0]}", there.get(keys[0]), here[keys[0]])
    if name == "model":
        pairs = zip_longest(there.splitlines(), here.splitlines(), fillvalue="")
        there, here = next((a.strip(), b.strip()) for a, b in pairs if a != b)
    return f"{name} was {there!r}, and is {here!r}"

"""FMUs of others in a model, as controllers and devices that are run at their sample times.

An FMU is code, and to run it is to trust who made it.  So it is named in Python alone: in a model
file such a controller is a function that whoever loads the file has to give.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from treetop.errors import ModelError, Problem, TreetopError
from treetop.interop.fmi.archive import Archive
from treetop.interop.fmi.contents import NUMBERS, FMUVariable, contents_of
from treetop.interop.fmi.instance import ROUNDING, FMUInstance, fmpy_package
from treetop.interop.fmi.link import binary_place
from treetop.model.controllers.controller import Controller
from treetop.model.quantity import Invalid, number
from treetop.model.specification import unknown

MAX_INSTANCES = 16  # of runs that may go on; those that were used longest ago end
NUMBER, SAMPLED = range(2)  # what a run remembers: which instance is its own, when it was last run


def FMUController(
    path: str | os.PathLike[str],
    every: float | str,
    inputs: Sequence[str] | Mapping[str, str] = (),
    to: Sequence[str] | Mapping[str, str] = (),
    outputs: Mapping[str, str] | None = None,
    start: Mapping[str, Any] | None = None,
    offset: float | str = 0.0,
    delay: float | str = 0.0,
    computes_in_step: bool = False,
) -> Controller:
    """An FMU for co-simulation, FMI 2.0 or 3.0, as a controller or a device of a model.

    At each sample it goes on to that time with the inputs of the sample before, is given its inputs
    anew, and its outputs are read. Units that the FMU gives are converted. It runs with all rights
    of this process: use it only if you trust who made it.

    Parameters
    ----------
    path : path
        Of the FMU.
    every : number, s
        Its sample period.
    inputs : sequence or mapping
        Quantities that it reads, in the order of its inputs, or by their names:
        ``{"omega": "gyro.rate.x"}``.
    to : sequence or mapping
        Commands that it gives, in the order of its outputs, or by their names:
        ``{"u": "wheel.torque"}``.
    outputs : mapping, optional
        Further outputs that results show and others can read, with their SI units:
        ``{"temperature": "K"}``.
    start : mapping, optional
        Values of parameters and start values, by name, SI or with a unit.
    offset, delay : number, s
        As of a `treetop.Controller`.
    computes_in_step : bool
        Read the outputs after the step over the coming period: for FMUs that compute nothing but in
        their steps. Others would see what is ahead of time.

    Examples
    --------
    >>> m.add_controller("fsw", tt.FMUController(     # doctest: +SKIP
    ...     "ctrl.fmu", every="10 ms", inputs=["hinge.angle"], to=["motor.torque"]))
    """
    function = FMUFunction(path, every, inputs, to, dict(outputs or {}), start, computes_in_step)
    return Controller(
        function,
        every=every,
        inputs=function.read,
        to=function.commands,
        memory=2,
        offset=offset,
        delay=delay,
        python=True,
        output_units={_output_name(name): unit for name, unit in (outputs or {}).items()},
    )


def _output_name(name: str) -> str:
    """A variable of an FMU as an output of a controller."""
    return "".join(c if c.isalnum() or c == "_" else "_" for c in name)


class FMUFunction:
    """The law of a controller that is an FMU; each run has an instance of its own."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        every: float | str,
        inputs: Sequence[str] | Mapping[str, str],
        to: Sequence[str] | Mapping[str, str],
        outputs: dict[str, str],
        start: Mapping[str, Any] | None,
        computes_in_step: bool,
    ) -> None:
        self._given = str(path), every, inputs, to, outputs, start, computes_in_step
        fmpy_package()
        self._archive = Archive(path)
        self._contents = contents_of(self._archive)
        self.__name__ = Path(path).stem
        self._period = number(every, "s") if computes_in_step else 0.0
        self._require_runnable()
        inputs_known = self._of("input")
        self._inputs, self.read = self._paired(inputs, inputs_known, "inputs")
        known = self._of("output")
        rest = {name: each for name, each in known.items() if name not in outputs}
        given, self.commands = self._paired(to, rest, "to")
        self._outputs = given + [self._named(name, known, "outputs") for name in outputs]
        self._start = self._start_values(start or {})
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._instances: dict[int, FMUInstance] = {}
        self._count = 0

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._given

    def __call__(self, t: float, z: Any, x: Any, p: Any, u: Any) -> None:
        if z.size != len(self._inputs):
            what = f"reads {z.size} numbers, and the FMU has the inputs"
            named = ", ".join(each.name for each in self._inputs) or "none"
            raise self._archive.refusal(f"{what} {named}")
        values = dict(zip(self._inputs, z.tolist(), strict=True))
        fmu = self._instance(t, x, values)
        fmu.advance(t)
        fmu.set(self._inputs, z.tolist())
        if self._period:
            fmu.advance(t + self._period)
        found = fmu.get(self._outputs)
        if not np.isfinite(found).all():
            name = self._outputs[int(np.argmin(np.isfinite(found)))].name
            raise self._archive.refusal(f"the output {name!r} is not finite at {t:g} s")
        u[:] = found
        x[SAMPLED] = t

    def _instance(self, t: float, x: Any, values: dict[FMUVariable, float]) -> FMUInstance:
        """That of the run that remembers x; a new one, if it remembers none."""
        k = int(x[NUMBER])
        if not k:
            self._count += 1
            x[NUMBER] = k = self._count
            fmu = FMUInstance(self._archive.path, self._contents, self._unpacked(), t)
            fmu.begin(self._start, values)
            self._instances[k] = fmu
            if len(self._instances) > MAX_INSTANCES:
                self._instances.pop(next(iter(self._instances))).close()
            return fmu
        found = self._instances.pop(k, None)
        if found is None:
            what = "the FMU of this run is gone: an FMU cannot be taken up again from a file, nor"
            raise self._archive.refusal(f"{what} after {MAX_INSTANCES} other runs")
        self._instances[k] = found  # as the last one used
        if abs(found.time - x[SAMPLED] - self._period) > ROUNDING * max(1.0, abs(t)):
            raise self._archive.refusal("another run has taken this FMU further; begin anew")
        return found

    def _unpacked(self) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory()
            self._archive.unpack(Path(self._folder.name))
        return Path(self._folder.name)

    def _require_runnable(self) -> None:
        """Refuse an FMU that cannot be run here, before a run begins."""
        refusal, contents = self._archive.refusal, self._contents
        if "CoSimulation" not in contents.identifiers:
            raise refusal("is for model exchange; controllers are FMUs for co-simulation")
        identifier = contents.identifiers["CoSimulation"]
        place = binary_place(contents.version, identifier)
        if place not in self._archive.names:
            places = [each for each in self._archive.names if each.startswith("binaries/")]
            has = ", ".join(sorted({each.split("/")[1] for each in places})) or "none"
            raise refusal(f"has no library for this system, {place}; it has {has}")

    def _of(self, causality: str) -> dict[str, FMUVariable]:
        """Variables of one causality that are numbers."""
        listed = self._contents.of(causality)
        return {each.name: each for each in listed if each.scalar and each.type in NUMBERS}

    def _paired(
        self, given: Sequence[str] | Mapping[str, str], known: dict[str, FMUVariable], field: str
    ) -> tuple[list[FMUVariable], tuple[str, ...]]:
        """Variables of the FMU, and what of the model each stands for."""
        if isinstance(given, Mapping):
            chosen = [self._named(name, known, field) for name in given]
            return chosen, tuple(given.values())
        labels = (given,) if isinstance(given, str) else tuple(given)
        variables = list(known.values())
        if field == "to" and len(labels) > len(variables):
            has = ", ".join(known) or "none"
            raise self._archive.refusal(f"{len(labels)} commands are named, and outputs are {has}")
        return variables[: len(labels)] if field == "to" else variables, labels

    def _named(self, name: str, known: dict[str, FMUVariable], field: str) -> FMUVariable:
        if name not in known:
            problem = unknown("variable", name, known, field)
            raise ModelError([problem._replace(file=self._archive.path)])
        return known[name]

    def _start_values(self, start: Mapping[str, Any]) -> dict[FMUVariable, float]:
        found = {}
        for name, value in start.items():
            variable = self._named(name, self._contents.variables, "start")
            if variable.type not in NUMBERS or not variable.scalar:
                raise TreetopError(f"{self._archive.path}: start.{name}: is not a number")
            try:
                found[variable] = float(number(value))
            except Invalid as error:
                where = f"start.{name}"
                raise ModelError([Problem(error.what, where, error.hint)]) from None
        return found

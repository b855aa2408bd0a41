"""One run of an FMU of others, by fmpy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from treetop.errors import TreetopError
from treetop.interop.fmi.contents import FMUContents, FMUVariable

ROUNDING = 1e-9  # of times, s or part of them


def fmpy_package() -> Any:
    """The package that calls FMUs."""
    try:
        import fmpy.fmi2
        import fmpy.fmi3
    except ImportError:
        hint = "pip install 'treetop[fmi]'"
        raise TreetopError(f"FMUs are run by the package fmpy, which is missing ({hint})") from None
    return fmpy


class FMUInstance:
    """An FMU in co-simulation, from a time on.

    Attributes
    ----------
    time : float, s
        To which it has come.
    """

    def __init__(self, path: str, contents: FMUContents, folder: Path, time: float) -> None:
        fmpy = fmpy_package()
        make = fmpy.fmi2.FMU2Slave if contents.version == 2 else fmpy.fmi3.FMU3Slave
        self._path, self._contents, self.time = path, contents, time
        self._fmu: Any = self._call(
            make,
            guid=contents.token,
            modelIdentifier=contents.identifiers["CoSimulation"],
            unzipDirectory=str(folder),
            instanceName=contents.name or "fmu",
        )
        self._call(self._fmu.instantiate)

    def begin(self, parameters: dict[FMUVariable, float], inputs: dict[FMUVariable, float]) -> None:
        """Set parameters, then inputs, and let the motion begin."""
        self.set(list(parameters), list(parameters.values()))
        if self._contents.version == 2:
            self._call(self._fmu.setupExperiment, startTime=self.time)
            self._call(self._fmu.enterInitializationMode)
        else:
            self._call(self._fmu.enterInitializationMode, startTime=self.time)
        self.set(list(inputs), list(inputs.values()))
        self._call(self._fmu.exitInitializationMode)

    def advance(self, time: float) -> None:
        """Go on to a time."""
        step = time - self.time
        if step > ROUNDING * max(1.0, abs(time)):
            self._call(self._fmu.doStep, self.time, step)
            self.time = time

    def set(self, variables: Sequence[FMUVariable], values: Sequence[float]) -> None:
        for variable, value in zip(variables, values, strict=True):
            whole = variable.type not in ("Real", "Float64", "Float32")
            inside = (float(value) - variable.shift) / variable.factor
            number = round(inside) if whole and np.isfinite(inside) else inside
            set_ = getattr(self._fmu, f"set{_method(variable)}")
            self._call(set_, [variable.reference], [number])

    def get(self, variables: Sequence[FMUVariable]) -> np.ndarray:
        found = np.zeros(len(variables))
        for k, variable in enumerate(variables):
            get = getattr(self._fmu, f"get{_method(variable)}")
            inside = float(self._call(get, [variable.reference])[0])
            found[k] = variable.factor * inside + variable.shift
        return found

    def close(self) -> None:
        """Free what it holds."""
        self._call(self._fmu.freeInstance)

    def _call(self, function: Any, *arguments: Any, **named: Any) -> Any:
        """Errors of FMUs, and of fmpy, are of whatever kind."""
        try:
            return function(*arguments, **named)
        except Exception as error:
            raise TreetopError(f"{self._path}: the FMU fails: {error}") from error


def _method(variable: FMUVariable) -> str:
    """The type by which a variable is set and read."""
    return {"Enumeration": "Integer"}.get(variable.type, variable.type)

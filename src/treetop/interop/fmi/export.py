"""Models as FMUs: shared libraries with a description, which other tools run."""

from __future__ import annotations

import io
import os
import re
import tempfile
import uuid
import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

from treetop.core.compiler.native import data_object, native_code
from treetop.errors import ModelError, Problem, TreetopError
from treetop.files.whole import require_writable, write_whole
from treetop.interop.fmi.description import description
from treetop.interop.fmi.exported import Exported, exported
from treetop.interop.fmi.features import require_exportable
from treetop.interop.fmi.link import LIBRARY, binary_place, compiler, shared_library
from treetop.interop.fmi.source import (
    COSIMULATION,
    MODELEXCHANGE,
    function_name,
    model_header,
)
from treetop.model import Model
from treetop.simulation.simulate import checked_settings
from treetop.simulation.start_checks import require_runnable
from treetop.system.state import State
from treetop.system.system import System

KINDS = {
    "cosimulation": COSIMULATION,
    "modelexchange": MODELEXCHANGE,
    "both": COSIMULATION | MODELEXCHANGE,
}
HORIZON = "1 day"


def export_fmu(
    system: System | Model,
    start: State | None,
    path: str | os.PathLike[str],
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    kind: str = "both",
    version: int = 2,
    duration: float | str | None = None,
    **options: Any,
) -> None:
    """Write a model as an FMU: a file that other tools run, without Treetop or Python.

    Parameters
    ----------
    system : System or Model
        Without events, stages, and controllers in Python.
    start : State, optional
        That which the model describes if None.
    path : path
        Such as ``"craft.fmu"``.
    inputs : sequence of str, optional
        Commands of devices; all that no controller of the model gives, unless named.
    outputs : sequence of str, optional
        Quantities by the names of results, such as ``"hinge.angle"`` or ``"bus.position"``;
        coordinates and speeds of all joints and outputs of all devices, unless named.
    kind : {"both", "cosimulation", "modelexchange"}
        Whether the FMU brings the integrator of the model along, or leaves this to the host.
    version : {2, 3}
        Of FMI: 2.0 or 3.0.
    duration : number, s, optional
        How far the FMU can go from the start; that of the model's run, else a day.
    **options
        Method, tolerances and so on, as `treetop.simulate` takes them.

    Examples
    --------
    >>> tt.export_fmu(system, start, "craft.fmu", outputs=["bus.attitude"])     # doctest: +SKIP
    """
    require_writable(path)
    _require_choice(kind, version)
    model = system if isinstance(system, Model) else getattr(system, "model", None)
    run = {"duration": duration} | options
    if duration is None and (model is None or model.run.duration is None):
        run["duration"] = HORIZON
    settings = checked_settings(run, model)
    system = system.build() if isinstance(system, Model) else system
    require_exportable(system, settings, bool(KINDS[kind] & MODELEXCHANGE))
    start = system.convert_state(system.start() if start is None else start)
    system.require_start(start)
    require_runnable(system, start, settings)
    compiler()  # better before than after all else is made
    write_whole(path, fmu_content(exported(start, settings, inputs, outputs), kind, version))


def fmu_content(model: Exported, kind: str, version: int) -> bytes:
    """The bytes of an FMU."""
    token = "{" + str(uuid.uuid4()) + "}"
    identifier = re.sub(r"\W", "_", model.name, flags=re.ASCII) or "model"
    identifier = identifier if identifier[0].isalpha() else f"model_{identifier}"
    facts = {
        "token": token,
        "tool": f"Treetop {installed('treetop')}",
        "time": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "kinds": " ".join(each for each in KINDS if KINDS[each] & KINDS[kind] == KINDS[each]),
    }
    text = description(model, version, identifier, facts)
    content = io.BytesIO()
    with tempfile.TemporaryDirectory() as name, zipfile.ZipFile(content, "w") as archive:
        folder = Path(name)
        (folder / "model.h").write_text(model_header(model, token, KINDS[kind]), "utf-8")
        library = folder / "library"
        shared_library(folder, version, _objects(model, folder), library)
        compressed = zipfile.ZIP_DEFLATED
        archive.writestr("modelDescription.xml", text, compressed)
        archive.writestr(binary_place(version, identifier), library.read_bytes(), compressed)
    return content.getvalue()


def _objects(model: Exported, folder: Path) -> list[Path]:
    """Object files of the functions and of the memory of a model."""
    paths = []
    for k, function in enumerate(model.image.functions):
        code = native_code(function, function_name(k))
        unknown = sorted(code.calls - LIBRARY)
        if unknown:
            what = f"the compiled function '{function.__name__}' needs {', '.join(unknown)}"
            hint = "write it in sums, products and functions of math"
            raise TreetopError(f"{what}, which an FMU does not have ({hint})")
        paths.append(folder / f"{k}.o")
        paths[-1].write_bytes(code.content)
    paths.append(folder / "content.o")
    paths[-1].write_bytes(data_object("treetop_content", bytes(model.image.content)))
    return paths


def _require_choice(kind: str, version: int) -> None:
    problems = []
    if kind not in KINDS:
        hint = "give 'cosimulation', 'modelexchange' or 'both'"
        problems.append(Problem(f"{kind!r} is no kind of FMU", "kind", hint))
    if version not in (2, 3):
        problems.append(Problem(f"{version!r} is no version of FMI", "version", "give 2 or 3"))
    if problems:
        raise ModelError(problems)

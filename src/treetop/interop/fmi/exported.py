"""A model as an FMU has it: memory, functions, variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from treetop.core.compilation import prepare
from treetop.core.compiler import boxed
from treetop.core.compiler.native import argument_words
from treetop.core.integrators.instants import give_command, run_blocks
from treetop.core.outputs import event_functions as w
from treetop.errors import ModelError, Problem
from treetop.interop.fmi.image import Image
from treetop.interop.fmi.variables import Variable, variables_of
from treetop.model.quantity import Invalid
from treetop.model.run import RunSettings
from treetop.model.signals import quantity
from treetop.model.specification import path
from treetop.simulation.event_functions import evaluation_by, functions_of, signal_table
from treetop.simulation.integrators import INTEGRATORS, needed_kernels
from treetop.simulation.output_index import OutputRef, output_index
from treetop.simulation.segment import Segment
from treetop.simulation.supervisor.path_ends import path_ends
from treetop.system.state import State
from treetop.system.system import System


@dataclass(frozen=True)
class Exported:
    """What is written into an FMU.

    Attributes
    ----------
    variables : list of Variable
    image : Image
    offsets : dict of int
        Where in the image the C code finds what it reads and writes.
    calls : dict of int
        The functions that it calls, by number.
    span : (float, float), s
        From the earliest start to the latest end.
    """

    name: str
    variables: list[Variable]
    image: Image
    offsets: dict[str, int]
    calls: dict[str, int]
    sizes: dict[str, int]
    size: int
    span: tuple[float, float]
    pulsed: bool


def exported(
    start: State,
    settings: RunSettings,
    inputs: Sequence[str] | None,
    outputs: Sequence[str] | None,
) -> Exported:
    """A system at its start, with all that a run with these settings needs."""
    system = start.system
    prepare(*needed_kernels(settings.method.kind, system.model), w.evaluate_signals)
    prepare(run_blocks, give_command)
    span = start.time, start.time + settings.duration
    ends = path_ends(system)
    segment = Segment(start, settings, np.zeros(0), span, ends, by_differences=True)
    signals = output_signals(system, outputs)
    units = {name: signal.unit for name, signal in signals.items()}
    control = segment.plan.control
    variables = variables_of(start, inputs, units, control[:2])
    loop, plan, motion = segment.loop, segment.plan, segment.stabilized
    y, functions = loop.y, (motion.derivative, motion.project, motion.problem)
    context = system.context()
    handle, out, alive = _signal_evaluator(system, list(signals.values()), context.problem)
    trial = np.zeros((2, y.size))
    arguments = {
        "advance": argument_words(*functions, plan, loop, 10**9),
        "derivative": argument_words(0.0, y, loop.rate, motion.problem),
        "project": argument_words(0.0, trial[0], trial[1], motion.problem),
        "signals": argument_words(0.0, y, handle, out),
        "blocks": argument_words(*functions, plan, loop._replace(memory=())),
        "command": argument_words(plan.pulses, y, 0, 0.0),
    }
    called = {
        "advance": INTEGRATORS[segment.method].advance.function,
        "derivative": motion.derivative,
        "project": motion.project,
        "signals": w.evaluate_signals.function,
        "blocks": run_blocks.function,
        "command": give_command.function,
    }
    roots = tuple(arguments.values()), tuple(called.values())
    image = Image(roots, alive, context, segment.context, motion, *segment.memory)
    arrays = {name: words for name, (words, _) in arguments.items()}
    arrays |= {"y": y, "rate": loop.rate, "clock": loop.clock, "counts": loop.counts}
    arrays |= {"singular": loop.singular, "pause": plan.pause, "control": control, "out": out[0]}
    arrays |= {"trial": trial[0], "signal_rank": context.work.rank}
    offsets = {name: image.offset(array) for name, array in arrays.items()}
    calls = {name: image.number(function) for name, function in called.items()}
    pulses = argument_words(plan.pulses, y)[0].size  # before the place and the time of a command
    sizes = {"SINGULAR": loop.singular.nbytes, "COMMAND_PLACE": pulses, "COMMAND_TIME": pulses + 1}
    pulsed = plan.pulses.command.size > 0
    return Exported(system.title, variables, image, offsets, calls, sizes, y.size, span, pulsed)


def output_signals(system: System, outputs: Sequence[str] | None) -> dict[str, OutputRef]:
    """Quantities by name; coordinates and speeds of all joints, and outputs of devices, unless some
    are named.  The name of a vector stands for its components."""
    index = output_index(system)
    known = index.names()
    if outputs is None:
        labels = system.all_labels
        outputs = [*labels.coordinates, *labels.speeds, *system.assembly.device_outputs]
    found: dict[str, OutputRef] = {}
    problems = []
    for k, output in enumerate(outputs):
        name = str(output)
        members = [each for each in known if each.startswith(f"{name}.")]
        try:
            wanted = members if members and name not in known else [name]
            found |= {each: _signal(index, each) for each in wanted}
        except Invalid as error:
            problems.append(Problem(error.what, path("outputs", k), error.hint))
    if problems:
        raise ModelError(problems)
    return found


def _signal(index: Any, name: str) -> OutputRef:
    return OutputRef(w.TIME, unit="s") if name == "time" else index.output(name)


def _signal_evaluator(system: System, signals: list[OutputRef], problem: Any) -> Any:
    """A handle of all signals, room for their values, and what must be kept alive; in a problem of
    its own, so that looking on does not change the motion."""
    table, _ = signal_table(system, [quantity("time").rises(0)] * len(signals), signals)
    table = table._replace(user=w.user_signals(()))
    parts, recorded = evaluation_by(system, functions_of(system, signals))
    box = boxed(problem)
    arguments = box, w.evaluate_signals.function, *parts[:-1], table, parts[-1]
    handle, alive = w.pack(*arguments)
    return handle, np.zeros((2, len(signals) + 1)), (alive, recorded)

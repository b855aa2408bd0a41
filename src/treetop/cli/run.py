"""treetop run: simulate a model file, or a result again."""

from __future__ import annotations

import json
import sys
import time
import warnings
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treetop.cli.options import TIME, as_json, located, result_of
from treetop.errors import ModelError, Problem, RunError, TreetopError

if TYPE_CHECKING:
    from collections.abc import Callable

    from treetop.model.run import RunSettings
    from treetop.results import Audit, Run
    from treetop.simulation.checkpoint import Checkpoint
    from treetop.system.state import State
    from treetop.system.system import System


def _former_limit(context: click.Context, _option: click.Parameter, value: float | None) -> None:
    """Let the former name of --drift stand for it: elsewhere a limit is one of wall time."""
    if value is not None:
        warnings.warn("--limit is now called --drift", FutureWarning, stacklevel=2)
        context.default_map = {**(context.default_map or {}), "drift": value}


@click.command()
@click.argument("source", metavar="MODEL", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Result file; MODEL.nc here.")
@click.option("--duration", type=TIME, metavar="TIME", help='How long, such as 100 or "3 h".')
@click.option("--every", type=TIME, metavar="TIME", help="Time between samples.")
@click.option("--formulation", help="Equations: recursive, kane, newton-euler, udwadia, ...")
@click.option(
    "--method", help="Integrator: dop853, dopri5, auto, radau, bdf, rk4, generalized-alpha, ..."
)
@click.option("--rtol", type=float, help="Relative tolerance.")
@click.option("--atol", type=float, help="Absolute tolerance.")
@click.option(
    "--step", type=TIME, metavar="TIME", help="Fixed step, or largest step of adaptive methods."
)
@click.option("--rho-inf", type=float, help="Numerical damping of generalized-alpha: 0 to 1, none.")
@click.option("--index", type=int, help="Index of the constraints in generalized-alpha: 2 or 3.")
@click.option("--constraints", help="Stabilization: project, baumgarte, partition, nullspace.")
@click.option("--gains", type=float, nargs=3, help="Of baumgarte: alpha, beta and sigma, 1/s.")
@click.option(
    "--drift",
    type=float,
    default=1e-6,
    show_default=True,
    help="Greatest relative drift with which the audit passes.",
)
@click.option(
    "--limit", type=float, hidden=True, is_eager=True, expose_value=False, callback=_former_limit
)
@click.option("--verify", is_flag=True, help="Repeat the run by a second formulation and compare.")
@click.option("--resume", is_flag=True, help="Continue an interrupted run.")
@click.option(
    "--checkpoint-every",
    type=TIME,
    metavar="TIME",
    default=10.0,
    show_default=True,
    help="Wall time between checkpoints.",
)
@as_json
def run(
    source: Path,
    out: Path | None,
    formulation: str | None,
    drift: float,
    verify: bool,
    resume: bool,
    checkpoint_every: float,
    as_json: bool,
    **options: Any,
) -> None:
    """Simulate MODEL, audit and save the result.

    MODEL is a YAML or URDF file or an earlier result (.nc). Options take precedence over its run
    settings. A long run writes checkpoints into a folder beside its result, which ends in .part and
    is removed at the end; --resume continues an interrupted run from there.
    """
    import treetop as tt
    from treetop.files.whole import is_same_file, require_writable

    again = source.suffix == ".nc"
    out = out or Path(f"{source.stem}-again.nc" if again else f"{source.stem}.nc")
    if is_same_file(out, source):
        raise TreetopError(f"{out}: the result would replace what is to be run")
    require_writable(out)
    checkpoint = tt.Checkpoint(f"{out}.part", checkpoint_every, keep=True)
    read = _result if again else _model
    began = time.perf_counter()
    try:
        with located(source):
            if resume and checkpoint.exists:
                result, failure = _resumed(checkpoint, source, read, formulation, options), ""
            else:
                if resume:
                    what = "no checkpoint there, so from the beginning"
                    click.echo(f"{checkpoint.folder}: {what}", err=True)
                system, start, settings = read(source, formulation, options["method"])
                chosen = _overridden(settings, options).arguments
                result, failure = tt.simulate(system, start, **chosen, checkpoint=checkpoint), ""
    except RunError as error:
        result, failure = error.run, str(error)
    wall = time.perf_counter() - began

    if result is not None and len(result.time):
        _save(result, out, checkpoint)
        second = tt.verify(result) if verify and not failure else None
        _report(result, second, out, wall, as_json)
        failure = failure or _failure(result, drift, second)
    if failure:
        click.echo(failure, err=True)
        sys.exit(1)


def _report(result: Run, second: Any, out: Path, wall: float, as_json: bool) -> None:
    """Say what came of a run, and of its verification if there was one."""
    from treetop.cli.summary import drifts, summary, text

    if as_json:
        answer = summary(result) | {"wall_time": wall, "result": str(out)}
        answer |= {"verification": drifts(second)} if second else {}
        click.echo(json.dumps(answer))
        return
    click.echo(f"{text(result)}, wall time {wall:.2f} s in all")
    click.echo(f"result in {out} ({len(result.time)} samples)")
    if second:
        click.echo(f"\n{second}")


def _save(result: Run, out: Path, checkpoint: Checkpoint) -> None:
    """Write the result; only then a checkpoint is of no more use, unless the run can go on."""
    try:
        result.save(out)
    except TreetopError as error:
        if not checkpoint.exists:
            raise
        hint = f"the run is kept in {checkpoint.folder}: put it right, and go on with --resume"
        raise TreetopError(f"{error}\n{hint}") from error
    if result.outcome not in ("interrupted", "stopped"):
        checkpoint.remove()


def _resumed(
    checkpoint: Checkpoint,
    source: Path,
    read: Callable,
    formulation: str | None,
    options: dict[str, Any],
) -> Run:
    """The run in a checkpoint, once it has come to its end; nothing may differ from what it was."""
    import treetop as tt
    from treetop.model.run.options import settings_from

    found = checkpoint.found()
    system, _, _ = read(source, formulation or found["formulation"], options["method"])
    checkpoint.require_same(system, _overridden(settings_from(found["settings"]), options))
    return tt.resume(checkpoint, system)


def _model(
    path: Path, formulation: str | None, method: str | None
) -> tuple[System, State, RunSettings]:
    """The system, start and settings that a model file describes; the time loop of the method is
    compiled together with the system."""
    from treetop.core.compilation import request
    from treetop.formats.load import load
    from treetop.simulation.integrators import INTEGRATORS, needed_kernels

    model = load(path)
    method = method or model.run.method.kind
    if method in INTEGRATORS:  # else the run refuses it
        request(*needed_kernels(method, model))
    system = model.build(formulation or "recursive")
    return system, system.start(), model.run


def _result(
    path: Path, formulation: str | None, _: str | None
) -> tuple[System, State, RunSettings]:
    """The system, start and settings that a result was made with."""
    earlier = result_of(path)
    if formulation is None:
        return earlier.system, earlier.start, earlier.settings
    system = earlier.model.build(formulation)
    return system, system.state_of(earlier.start), earlier.settings


def _overridden(settings: RunSettings, options: dict[str, Any]) -> RunSettings:
    """Settings with the options that were given in their place."""
    from treetop.model.run.options import changed_settings

    chosen = {name: value for name, value in options.items() if value is not None}
    settings = changed_settings(settings, chosen)
    if settings.duration is None:
        hint = "add 'run: {duration: ...}' to the model, or give --duration"
        raise ModelError([Problem("the duration is missing", "run.duration", hint)])
    # Samples at chosen times belong to the duration that they were chosen for.
    return replace(settings, at=None) if chosen.keys() & {"duration", "every"} else settings


def _failure(result: Run, drift: float, second: Audit | None) -> str:
    """Why a result that was computed is not good, or nothing."""
    if result.outcome not in ("finished", "event"):
        return f"{result.outcome} at {result.time[-1]:g} s; what was computed is kept"
    for what, audit in (("the audit", result.audit()), ("the verification", second)):
        failed = [d.name for d in audit.drifts if not d.relative <= drift] if audit else []
        if failed:
            return f"{what} fails in {', '.join(failed)}: more than {drift:g} relative"
    return ""

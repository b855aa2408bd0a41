"""treetop linearise: the linear model of a system at its start."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treetop.cli.options import as_json, figure, located, model_of

if TYPE_CHECKING:
    import numpy as np

    from treetop.analysis.linear_models import LinearModel, Loop, Margins

KINDS = ["bode", "nyquist", "nichols", "root-locus"]
SHOWN = 40  # poles


@click.command()
@click.argument("path", metavar="MODEL", type=click.Path(path_type=Path))
@click.option("--inputs", metavar="A,B,...", help="Commands, efforts, forces; all commands.")
@click.option("--outputs", metavar="A,B,...", help="Quantities of the motion; all states.")
@click.option("--loop", metavar="CONTROLLER", help="Open the loop of this controller.")
@click.option("--kind", type=click.Choice(KINDS), default="bode", help="Of the figure; bode.")
@figure
@as_json
def linearise(
    path: Path,
    inputs: str | None,
    outputs: str | None,
    loop: str | None,
    kind: str,
    figure: Path | None,
    as_json: bool,
) -> None:
    """Linearise MODEL about its start; print poles, zeros and margins.

    MODEL is a YAML file or a result (.nc). Inputs are commands of devices such as wheel.torque,
    efforts along joints such as hinge.effort, and forces and torques at frames such as
    bus.torque.z. Outputs are quantities that events can watch, such as hinge.angle or
    bus.angular_velocity.x.

    With --loop the figure shows the open loop of that controller.
    """
    from treetop.analysis.linear_models import linearise as linear_model

    if figure is not None:
        from treetop.view.figures import require_figure_file

        require_figure_file(figure)
    model = model_of(path)
    with located(path):
        system = model.build()
        linear = linear_model(system, None, _names(inputs), _names(outputs))
        sampled = [name for name, each in model.controllers.items() if each.every is not None]
        loops = {name: linear.loop(name) for name in ([loop] if loop else sampled)}
    click.echo(json.dumps(_as_dict(linear, loops)) if as_json else _text(linear, loops))
    if figure is not None:
        from treetop.view.frequency_response import linear_figure

        linear_figure(loops[loop] if loop else linear, kind, out=figure)
        if not as_json:
            click.echo(f"figure in {figure}")


def _names(text: str | None) -> list[str] | None:
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


def _margins(loop: Loop) -> dict[str, Margins]:
    return {command: loop.margins(command) for command in loop.commands}


def _text(linear: LinearModel, loops: dict[str, Loop]) -> str:
    lines = [repr(linear).strip("<>")]
    for title, names in (("inputs", linear.inputs), ("outputs", linear.outputs)):
        reported = [f"{name} [{linear.units.get(name) or '1'}]" for name in names]
        lines.append(f"{title}: {', '.join(reported) or 'none'}")
    lines += ["", "     rad/s          Hz   damping"]
    poles = [pole for pole in linear.poles if pole.imag >= 0.0]
    lines += [_row(pole) for pole in poles[:SHOWN]]
    lines += [f"... and {len(poles) - SHOWN} more"] * (len(poles) > SHOWN)
    if len(linear.inputs) == len(linear.outputs) == 1:
        zeros = [_row(zero) for zero in linear.zeros if zero.imag >= 0.0]
        lines += ["", "zeros", *(zeros or ["none"])]
    for name, loop in loops.items():
        lines += ["", f"loop of {name}, every {loop.period:g} s: {_verdict(loop)}"]
        lines += [
            f"  {command}: {_margins_text(margins)}" for command, margins in _margins(loop).items()
        ]
    return "\n".join(lines)


def _row(pole: complex) -> str:
    size = abs(pole)
    damping = round(-pole.real / size, 9) + 0.0 if size else 0.0
    return f"{size:10.5g}  {size / (2 * math.pi):10.5g}  {damping:8.4f}"


def _verdict(loop: Loop) -> str:
    return "stable" if loop.stable else "unstable"


def _margins_text(margins: Margins) -> str:
    gain = f"gain {margins.gain:.4g} ({margins.gain_db:.3g} dB)"
    return f"{gain}, phase {margins.phase_degrees:.3g} deg, delay {margins.delay:.4g} s"


def _as_dict(linear: LinearModel, loops: dict[str, Loop]) -> dict[str, Any]:
    matrices = {name: getattr(linear, name).tolist() for name in "ABCD"}
    names = {name: list(getattr(linear, name)) for name in ("states", "inputs", "outputs")}
    return {
        **names,
        "units": linear.units,
        **matrices,
        "poles": _pairs(linear.poles),
        "loops": {
            name: {
                "period": loop.period,
                "stable": loop.stable,
                "poles": _pairs(loop.poles),
                "margins": {
                    command: {
                        key: value if isinstance(value, bool) or math.isfinite(value) else None
                        for key, value in vars(margins).items()
                    }
                    for command, margins in _margins(loop).items()
                },
            }
            for name, loop in loops.items()
        },
    }


def _pairs(values: np.ndarray) -> list[list[float]]:
    return [[float(x.real), float(x.imag)] for x in values]

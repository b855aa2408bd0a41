"""Figures of linear models and loops: Bode, Nyquist and Nichols diagrams, root loci."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.analysis.linear_models import LinearModel, Loop
from treetop.errors import ModelError, TreetopError
from treetop.model.specification import unknown
from treetop.view.figures import FAINT, INK, LINES, new_figure, require_figure_file, save, style
from treetop.view.plots.ticks import power_of_ten_ticks
from treetop.view.text import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 8.0, 5.6  # in
BESIDE = 10.0  # times beyond the lowest and the highest pole or zero
RIGID = 1e-6  # part of the highest frequency, below which a pole is rigid motion
POINTS = 1500
NEAR = np.concatenate([-np.logspace(-0.7, -7, 60), np.logspace(-7, -0.7, 60)])
MAX_POINTS = len(LINES)  # curves that can be told apart
GAINS = np.concatenate([[0.0], np.logspace(-4, 4, 1200)])
FARTHEST = 20.0  # of a Nyquist diagram from the origin


class Curve(NamedTuple):
    label: str
    response: np.ndarray


def linear_figure(
    what: LinearModel | Loop,
    kind: str = "bode",
    frequencies: Iterable[float] | None = None,
    out: str | os.PathLike[str] | None = None,
    title: str = "",
) -> Figure:
    """Draw a linear model, or the open loop of a controller.

    Parameters
    ----------
    what : LinearModel or Loop
    kind : str
        "bode", "nyquist", "nichols" or "root-locus".
    frequencies : rad/s, optional
        By default from below the lowest pole or zero to above the highest.
    out : path, optional
        Save the figure there: .png, .pdf or .svg.
    """
    if kind not in KINDS:
        raise ModelError([unknown("kind of figure", kind, KINDS, "kind")])
    if out is not None:
        require_figure_file(out)
    model = what.open if isinstance(what, Loop) else what
    w = shown_frequencies(model) if frequencies is None else np.asarray(list(frequencies), float)
    with style():
        figure = new_figure(WIDTH, HEIGHT)
        KINDS[kind](figure, what, w)
        name = title or _title(what)
        figure.suptitle(short(name, 90), x=0.01, ha="left", color=INK, fontsize=11, weight="bold")
    if out is not None:
        save(figure, out)
    return figure


def shown_frequencies(model: LinearModel) -> np.ndarray:
    """Frequencies from below the lowest pole to above the highest, close together near poles."""
    poles = model.poles[np.abs(model.poles) > 0.0].astype(complex)
    corners = np.abs(np.log(poles)) / model.period if model.period else np.abs(poles)
    last = np.pi / model.period if model.period else np.inf
    corners = corners[(corners > RIGID * corners.max(initial=0.0)) & (corners < last)]
    low, high = (corners.min(), corners.max()) if corners.size else (1.0, 1.0)
    every = np.geomspace(low / BESIDE, min(high * BESIDE, last), POINTS)
    near = np.outer(corners, 1.0 + NEAR).ravel()
    return np.unique(np.concatenate([every, near[(near > every[0]) & (near < every[-1])]]))


def _title(what: LinearModel | Loop) -> str:
    if isinstance(what, Loop):
        return f"open loop of {what.controller}"
    if len(what.inputs) == len(what.outputs) == 1:
        return f"{what.outputs[0]} by {what.inputs[0]}"
    return "frequency response"


def _curves(what: LinearModel | Loop, w: np.ndarray) -> list[Curve]:
    model = what.open if isinstance(what, Loop) else what
    pairs = [(i, j) for i in range(len(model.outputs)) for j in range(len(model.inputs))]
    if isinstance(what, Loop):
        pairs = [(i, i) for i in range(len(what.commands))]
    if not pairs:
        raise TreetopError("a response needs an input and an output: name both")
    if len(pairs) > MAX_POINTS:
        raise TreetopError(
            f"{len(pairs)} responses are too many to draw: name fewer, {MAX_POINTS} at most"
        )
    found = np.asarray(what.response(w))
    return [
        Curve(
            model.outputs[i]
            if isinstance(what, Loop)
            else f"{model.outputs[i]} / {model.inputs[j]}",
            found[i, j],
        )
        for i, j in pairs
    ]


def _decibels(response: np.ndarray) -> np.ndarray:
    return 20.0 * np.log10(np.maximum(np.abs(response), np.finfo(float).tiny))


def _degrees(response: np.ndarray) -> np.ndarray:
    """Phase without jumps, from between -360 and 0 degrees on."""
    phase = np.degrees(np.unwrap(np.angle(response)))
    return np.asarray(phase - 360.0 * np.ceil(phase[0] / 360.0 - 1e-9))


def _legend(axes: Axes, curves: list[Curve]) -> None:
    if len(curves) > 1:
        axes.legend(loc="best")


def _bode(figure: Figure, what: LinearModel | Loop, w: np.ndarray) -> None:
    curves = _curves(what, w)
    above = figure.add_subplot(2, 1, 1)
    below = figure.add_subplot(2, 1, 2, sharex=above)
    for curve, colour in zip(curves, LINES, strict=False):
        above.semilogx(w, _decibels(curve.response), color=colour, label=curve.label)
        below.semilogx(w, _degrees(curve.response), color=colour)
    above.set_ylabel("magnitude [dB]")
    above.tick_params(labelbottom=False)
    below.set_ylabel("phase [deg]")
    below.set_xlabel("frequency [rad/s]")
    power_of_ten_ticks(below.xaxis)
    if isinstance(what, Loop):
        above.axhline(0.0, color=FAINT, linewidth=0.8)
        below.axhline(-180.0, color=FAINT, linewidth=0.8)
    _legend(above, curves)


def _nyquist(figure: Figure, what: LinearModel | Loop, w: np.ndarray) -> None:
    curves, axes = _curves(what, w), figure.add_subplot()
    for curve, colour in zip(curves, LINES, strict=False):
        L = curve.response
        axes.plot(L.real, L.imag, color=colour, label=curve.label)
        axes.plot(L.real, -L.imag, color=colour, linestyle=(0, (4, 1.6)), linewidth=1.0)
    if isinstance(what, Loop):
        axes.plot([-1.0], [0.0], "+", color=INK, markersize=9)
        far = min(FARTHEST, max(2.0, max(np.abs(curve.response).max() for curve in curves)))
        axes.set_xlim(-min(far, 4.0), min(far, 2.0))
        axes.set_ylim(-min(far, 3.0), min(far, 3.0))
    axes.set_xlabel("real part")
    axes.set_ylabel("imaginary part")
    axes.set_aspect("equal", adjustable="box")
    _legend(axes, curves)


def _nichols(figure: Figure, what: LinearModel | Loop, w: np.ndarray) -> None:
    curves, axes = _curves(what, w), figure.add_subplot()
    for curve, colour in zip(curves, LINES, strict=False):
        L = curve.response
        axes.plot(_degrees(L), _decibels(L), color=colour, label=curve.label)
    if isinstance(what, Loop):
        axes.plot([-180.0], [0.0], "+", color=INK, markersize=9)
    axes.set_xlabel("phase [deg]")
    axes.set_ylabel("magnitude [dB]")
    _legend(axes, curves)


def _root_locus(figure: Figure, what: LinearModel | Loop, w: np.ndarray) -> None:
    """Poles of the loop closed with gains from 0 on; the gain of a model's own loop is 1."""
    if isinstance(what, Loop):
        model, sign = what.at_command().minimal(), 1.0
    else:
        model, sign = what.minimal(), -1.0
    if model.B.shape[1] != 1 or len(model.C) != 1:
        raise TreetopError("a root locus needs one input and one output: name them")
    axes, D = figure.add_subplot(), model.D[0, 0]
    feedback = model.B @ model.C
    loci = [np.linalg.eigvals(model.A + sign * k / (1.0 + k * D) * feedback) for k in GAINS]
    points = np.concatenate(loci)
    reach = 3.0 * np.abs(loci[0]).max(initial=0.1)
    points = points[np.abs(points) < (1.6 if model.period else reach)]
    axes.plot(points.real, points.imag, ".", color=LINES[0], markersize=1.8)
    axes.plot(loci[0].real, loci[0].imag, "x", color=INK, label="poles")
    zeros = model.zeros
    zeros = zeros[np.abs(zeros) < (1.6 if model.period else reach)]
    axes.plot(zeros.real, zeros.imag, "o", color=INK, fillstyle="none", label="zeros")
    if isinstance(what, Loop):
        closed = what.poles
        axes.plot(closed.real, closed.imag, "s", color=LINES[1], markersize=4, label="closed loop")
    if model.period:
        turn = np.linspace(0.0, 2.0 * np.pi, 200)
        axes.plot(np.cos(turn), np.sin(turn), color=FAINT, linewidth=0.8)
        axes.set_aspect("equal", adjustable="box")
    axes.axhline(0.0, color=FAINT, linewidth=0.8)
    axes.axvline(0.0, color=FAINT, linewidth=0.8)
    plane = ("", "") if model.period else (" [1/s]", " [rad/s]")
    axes.set_xlabel(f"real part{plane[0]}")
    axes.set_ylabel(f"imaginary part{plane[1]}")
    axes.legend(loc="best")


KINDS: dict[str, Callable[[Figure, LinearModel | Loop, np.ndarray], None]] = {
    "bode": _bode,
    "nyquist": _nyquist,
    "nichols": _nichols,
    "root-locus": _root_locus,
}

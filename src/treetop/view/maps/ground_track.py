"""A map of a planet with the ground track of a spacecraft."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treetop.view.figures import FAINT, INK, LINES, SHADES, new_figure, style
from treetop.view.maps.land import coast_lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 8.0, 4.35  # in
LIT, DARK = LINES[1], LINES[0]
HALF_LIT = 0.5  # of sunlight


def ground_track_figure(
    longitude: np.ndarray, latitude: np.ndarray, sunlight: np.ndarray | None, land: bool
) -> Figure:
    """The track on a map of equal degrees; parts of it that lie in shadow in another colour.

    Parameters
    ----------
    longitude, latitude : array (n,)
        deg; longitudes may jump by 360°.
    sunlight : array (n,), optional
        From 0 in the umbra to 1.
    land : bool
        Whether the planet has the coast lines of the Earth.
    """
    with style():
        figure = new_figure(WIDTH, HEIGHT)
        axes = figure.add_subplot()
        if land:
            _draw_land(axes)
        lit = np.ones(len(longitude), bool) if sunlight is None else sunlight >= HALF_LIT
        label = "ground track" if sunlight is None else "in sunlight"
        _draw_track(axes, longitude, latitude, lit, LIT, label)
        _draw_track(axes, longitude, latitude, ~lit, DARK, "in shadow")
        for k, marker, name in ((0, "o", "start"), (-1, "s", "end")):
            at = (_wrapped(longitude[k]), latitude[k])
            axes.plot(*at, marker, color=INK, ms=5, label=name, ls="none", zorder=4)
        axes.set(xlim=(-180, 180), ylim=(-90, 90), aspect="equal")
        axes.set(xlabel="longitude [deg]", ylabel="latitude [deg]")
        axes.set_xticks(range(-180, 181, 30))
        axes.set_yticks(range(-90, 91, 30))
        figure.legend(loc="outside upper right", ncols=4)
    return figure


def _draw_land(axes: Axes) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    parts = []
    for ring in coast_lines():
        closed = ring
        if abs(ring[-1, 0] - ring[0, 0]) > 180:  # about the pole
            pole = np.copysign(90.0, ring[0, 1])
            closed = np.vstack([ring, [ring[-1, 0], pole], [ring[0, 0], pole]])
        for shift in (-360, 0, 360):
            moved = closed + [shift, 0]
            if moved[:, 0].max() > -180 and moved[:, 0].min() < 180:
                parts.append(Path(np.vstack([moved, moved[:1]]), closed=True))
    whole = Path.make_compound_path(*parts)
    axes.add_patch(PathPatch(whole, facecolor=SHADES[1], edgecolor=FAINT, lw=0.5, zorder=1))


def _draw_track(
    axes: Axes,
    longitude: np.ndarray,
    latitude: np.ndarray,
    there: np.ndarray,
    colour: str,
    name: str,
) -> None:
    """The parts where it is so, up to the samples beside them."""
    beside = there | np.append(there[1:], False)
    if not there.any():
        return
    x, y = track_lines(longitude, np.where(beside, latitude, np.nan))
    axes.plot(x, y, color=colour, lw=1.1, label=name, zorder=3)


def track_lines(longitude: np.ndarray, latitude: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A track within ±180°, deg: it ends at one edge of the map and goes on at the other, after a
    gap (not a number)."""
    whole = np.unwrap(longitude, period=360)
    turn = np.floor((whole + 180) / 360)
    x, y = whole - 360 * turn, latitude.astype(float)
    crossed = np.flatnonzero(np.diff(turn) != 0)
    edges = []
    for k in crossed:
        edge = 360 * max(turn[k], turn[k + 1]) - 180
        part = (edge - whole[k]) / (whole[k + 1] - whole[k])
        level = y[k] + part * (y[k + 1] - y[k])
        side = np.copysign(180.0, turn[k + 1] - turn[k])
        edges.append(([side, np.nan, -side], [level, np.nan, level]))
    at = np.repeat(crossed + 1, 3)
    return (
        np.insert(x, at, [v for xs, _ in edges for v in xs]),
        np.insert(y, at, [v for _, ys in edges for v in ys]),
    )


def _wrapped(longitude: float) -> float:
    return (float(longitude) + 180) % 360 - 180

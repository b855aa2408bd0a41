"""Several runs laid over each other in one playback: the first as it is, the bodies of the others
translucent, in one colour for each run."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from treetop.errors import ModelError, TreetopError
from treetop.files.whole import write_whole
from treetop.model.specification import unknown
from treetop.results import Run
from treetop.topology.mechanism import mechanism_of
from treetop.view.pages import require_page_file
from treetop.view.playback.bodies import bodies
from treetop.view.playback.motion import Motion, motion
from treetop.view.playback.packing import Channel, packed
from treetop.view.playback.page import filled, template
from treetop.view.playback.scene import scene
from treetop.view.playback.thinning import MOTION

COLOURS = ("#c9637c", "#3fa392", "#8f78c4", "#d99a3d", "#46a3c2", "#74a24f")
OPACITY = 0.4
MAX_RUNS = 12  # runs: more are not told apart


def overlay(
    runs: Mapping[str, Run], out: str | os.PathLike[str] | None = None, on: str = ""
) -> str:
    """A page in which runs of one model move at the same time, laid over each other.

    Parameters
    ----------
    runs : mapping of Run
        By the names that bodies are given: the first is drawn as usual, with its plots, events and
        arrows, the others translucent.
    out : path, optional
        Write the page there, in a folder that exists.
    on : str
        A body on which they are laid: its origin is at one place in all of them. Without it all are
        where they are in space, seen from the first.

    Returns
    -------
    str
        The page, HTML.

    Examples
    --------
    >>> tt.overlay({"as planned": run, "worst": c.rerun(k)}, "worst.html")     # doctest: +SKIP
    """
    if out is not None:
        require_page_file(out)
    shown = overlaid_scene(runs, on)
    html = filled(template(), packed(shown), shown["title"])
    if out is not None:
        write_whole(out, html.encode())
    return html


def overlaid_scene(runs: Mapping[str, Run], on: str = "") -> dict[str, Any]:
    """The scene of the first run, with the bodies of the others in it."""
    if not 1 <= len(runs) <= MAX_RUNS:
        raise TreetopError(
            f"{len(runs)} runs cannot be laid over each other (give 1 to {MAX_RUNS})"
        )
    for name, run in runs.items():
        if run.symbolic or not len(run.time):
            raise TreetopError(f"'{name}' has no motion that could be shown")
    (first, run), *others = runs.items()
    made = scene(run)
    times, below = made["times"].values, _Laid(run, on)
    made["bodies"] = list(made["bodies"])
    for k, (name, other) in enumerate(others):
        above, colour = _Laid(other, on), COLOURS[k % len(COLOURS)]
        shift = below.place(times) - above.place(times)
        made["bodies"] += above.ghosts(times, shift, name, colour)
    names = ", ".join(name for name, _ in others)
    said = f"'{on}' at one place" if on else "in space"
    made["notes"].append(f"{first} as it is, over it translucent {names}: {said}")
    made["subtitle"] = f"{made['subtitle']}; with {names}" if names else made["subtitle"]
    return made


class _Laid:
    """A run that is laid on others by one of its bodies, or where it is in space."""

    def __init__(self, run: Run, on: str) -> None:
        self.run, self.on = run, on
        self.motion: Motion = motion(mechanism_of(run.model), run.data)
        if on and on not in self.motion.names:
            raise ModelError([unknown("body", on, self.motion.names, "on")])

    def place(self, times: np.ndarray) -> np.ndarray:
        """Minus where its root is, so that differences of two runs are what one must be moved by:
        from the body on which runs are laid, or from the inertial origin."""
        moving = self.motion
        if self.on:
            return _at(times, moving.time, moving.positions[:, moving.numbers[self.on]])
        root = moving.names[moving.root]
        velocity = moving.data.velocity.sel(body=root).values
        return -_between(times, moving.time, moving.root_position, velocity)

    def ghosts(
        self, times: np.ndarray, shift: np.ndarray, name: str, colour: str
    ) -> list[dict[str, Any]]:
        """Its bodies at the times of another run, moved."""
        moving = self.motion
        made, _, quantum = bodies(self.run.model, moving, MOTION.fine)
        found = []
        for body in made:
            if body["name"] not in moving.names:
                continue  # the ground is that of the first
            k = moving.numbers[body["name"]]
            seen = _at(times, moving.time, moving.positions[:, k]) + shift
            turned = _turned(times, moving.time, moving.attitudes[:, k])
            kept = {key: body[key] for key in ("mass", "massless", "flexible") if key in body}
            if "flexible" in kept:
                kept["flexible"] = _resampled(kept["flexible"], times, moving.time)
            found.append(
                kept
                | {
                    "name": f"{body['name']}, {name}",
                    "parent": -1,
                    "positions": Channel(seen, quantum),
                    "attitudes": Channel(turned, MOTION.fine),
                    "looks": [_ghost(look, colour) for look in body["looks"]],
                    "frames": [],
                }
            )
        return found


def _ghost(look: dict[str, Any], colour: str) -> dict[str, Any]:
    return look | {"colour": colour, "opacity": OPACITY * look.get("opacity", 1.0)}


def _resampled(bending: dict[str, Any], times: np.ndarray, known: np.ndarray) -> dict[str, Any]:
    """A flexible body at other times."""
    along: Channel = bending["coordinates"]
    return bending | {"coordinates": along._replace(values=_at(times, known, along.values))}


def _at(times: np.ndarray, known: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values at other times, straight between samples; as at the end beyond it."""
    flat = values.reshape(len(known), -1)
    columns = [np.interp(times, known, column) for column in flat.T]
    return np.stack(columns, axis=1).reshape(len(times), *values.shape[1:])


def _between(
    times: np.ndarray, known: np.ndarray, values: np.ndarray, rates: np.ndarray
) -> np.ndarray:
    """Positions at other times by cubics through positions and velocities: in orbit a straight line
    between samples is metres off."""
    k = np.clip(np.searchsorted(known, times, side="right") - 1, 0, max(len(known) - 2, 0))
    h = np.diff(known)[k] if len(known) > 1 else np.ones(len(times))
    after = np.minimum(k + 1, len(known) - 1)
    s = np.clip((times - known[k]) / np.where(h > 0.0, h, 1.0), 0.0, 1.0)[:, None]
    h = h[:, None]
    step, slope = values[after] - values[k], (1.0 - s) * h * rates[k] - s * h * rates[after]
    return values[k] + s**2 * (3.0 - 2.0 * s) * step + s * (1.0 - s) * slope


def _turned(times: np.ndarray, known: np.ndarray, attitudes: np.ndarray) -> np.ndarray:
    """Attitudes at other times, by the shorter way between samples."""
    signs = np.sign(np.sum(attitudes[1:] * attitudes[:-1], axis=1))
    along = np.cumprod(np.append(1.0, np.where(signs == 0.0, 1.0, signs)))
    found = _at(times, known, attitudes * along[:, None])
    return found / np.linalg.norm(found, axis=1, keepdims=True)

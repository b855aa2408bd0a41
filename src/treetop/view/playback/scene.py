"""What a page is given of a run, as `web/src/payload.ts` states it."""

from __future__ import annotations

from typing import Any

import numpy as np
import xarray as xr

from treetop.errors import TreetopError
from treetop.model import Model, UniformGravity
from treetop.results import Run
from treetop.topology.mechanism import mechanism_of
from treetop.topology.nodes import Role
from treetop.view.flight import flight
from treetop.view.flight.eclipses import eclipses
from treetop.view.playback.arrows import arrows
from treetop.view.playback.bodies import bodies, drawn_links, joints
from treetop.view.playback.devices import devices
from treetop.view.playback.flights import flight_entries, orbit_quantities
from treetop.view.playback.motion import motion
from treetop.view.playback.packing import Block, Channel
from treetop.view.playback.pointing import pointing
from treetop.view.playback.quantities import Quantity, quantities, tables, width
from treetop.view.playback.telemetry import first_plots, telemetry
from treetop.view.playback.thinning import MOTION, PLOTS, thinned_samples
from treetop.view.text import number
from treetop.view.timeline import event_words, stage_spans

POSE = 7  # numbers for position and attitude
MAX_ECLIPSES = 300  # on the time line: more would be narrower than a line


def scene(run: Run) -> dict[str, Any]:
    """The scene of a run; one of equations, without a model, has plots alone."""
    if not len(run.time):
        raise TreetopError(f"{run!r} cannot be shown: nothing was computed")
    chosen = quantities(run.data)
    coarse = thinned_samples(run.time, width(chosen), PLOTS)
    part = PLOTS.part(len(coarse) * width(chosen))
    shape = _still if run.symbolic else _moving
    made = shape(run, chosen, _thinned(run.data, coarse), part)
    if len(coarse) < len(run.time):
        made["notes"].append(f"plots show {len(coarse)} of {len(run.time)} samples")
    if part > PLOTS.fine:
        made["notes"].append(f"plots are rounded to {100 * part:.2g} % of what they span")
    return made | {
        "title": str(run.data.attrs["title"]),
        "subtitle": _subtitle(run),
        "coarseTimes": Block(run.time[coarse], "f8"),
        "stages": [{"name": s.name, "from": s.begin, "to": s.end} for s in stage_spans(run)],
        "events": [{"name": e.event, "time": e.time, "what": event_words(e)} for e in run.events],
    }


def _moving(run: Run, chosen: list[Quantity], plotted: xr.Dataset, part: float) -> dict[str, Any]:
    model = mechanism_of(run.model)
    numbers = POSE * run.data.sizes.get("body", 0) + sum(
        len(joint.kind.coordinates) for joint in model.joints.values() if joint.role is Role.MODAL
    )
    fine = thinned_samples(run.time, numbers, MOTION)
    moving = motion(model, _thinned(run.data, fine))
    shown, size, quantum = bodies(run.model, moving, MOTION.part(len(fine) * numbers))
    notes = []
    if len(fine) < len(run.time):
        notes.append(f"the motion shows {len(fine)} of {len(run.time)} samples")
    entry: dict[str, Any] = {}
    flown, orbit = flight(moving), []
    if flown:
        notes += [flown.planet.note] if flown.planet.note else []
        shadows = eclipses(run)
        if len(shadows) > MAX_ECLIPSES:
            notes.append(f"the time line shows none of {len(shadows)} eclipses: they are too many")
            shadows = []
        entry |= flight_entries(flown, moving.data, shadows)
        orbit = orbit_quantities(flight(motion(model, plotted)), part)
    up = _up(run.model)
    if up is not None:
        entry["up"] = up
    names = [*(q.name for q in chosen), *(q["name"] for q in orbit)]
    parts = telemetry(model, names)
    return entry | {
        "times": Block(moving.time, "f8"),
        "notes": notes,
        "root": moving.root,
        "rootPosition": Channel(moving.root_position, quantum),
        "bodies": shown,
        "joints": joints(moving),
        "links": drawn_links(moving),
        "quantities": [*tables(chosen, plotted, moving.names, part), *orbit],
        "arrows": list(arrows(moving, size, names)),
        "devices": devices(moving, size, names),
        "pointing": pointing(moving, names),
        "telemetry": parts,
        "plotted": first_plots(model, names, parts),
        "size": size,
    }


def _still(run: Run, chosen: list[Quantity], plotted: xr.Dataset, part: float) -> dict[str, Any]:
    times = plotted.time.values
    return {
        "times": Block(times, "f8"),
        "notes": ["equations given in symbols have no bodies to be shown"],
        "root": 0,
        "rootPosition": Channel(np.zeros((len(times), 3)), 1.0),
        "bodies": [],
        "joints": [],
        "links": [],
        "quantities": list(tables(chosen, plotted, [], part)),
        "arrows": [],
        "devices": [],
        "pointing": [],
        "telemetry": [],
        "plotted": list(range(min(2, len(chosen)))),
        "size": 1.0,
    }


def _thinned(data: xr.Dataset, samples: np.ndarray) -> xr.Dataset:
    return data if len(samples) == data.sizes["time"] else data.isel(time=samples)


def _up(model: Model) -> list[float] | None:
    """Against uniform gravity."""
    fields = [f.acceleration for f in model.forces.values() if isinstance(f, UniformGravity)]
    total = -np.sum(fields, axis=0) if fields else np.zeros(3)
    size = np.linalg.norm(total)
    return (total / size).tolist() if size > 0 else None


def _subtitle(run: Run) -> str:
    bodies = "" if run.symbolic else f"{len(run.model.bodies)} bodies, "
    bodies = "1 body, " if bodies.startswith("1 ") else bodies
    span = f"{number(run.time[0])} to {number(run.time[-1])} s"
    end = "" if run.outcome == "finished" else f", {run.outcome.replace('_', ' ')}"
    return f"{bodies}{len(run.time)} samples from {span}{end}"

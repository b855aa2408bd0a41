"""The orbit of a spacecraft and what surrounds it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.environment.orbits import period
from treetop.model.environment.planet import ENVIRONMENT
from treetop.topology.mechanism import mechanism_of
from treetop.view.figures import SHADES
from treetop.view.flight import Flight, flight
from treetop.view.flight.eclipses import Eclipse, eclipses
from treetop.view.maps.ground_track import ground_track_figure
from treetop.view.playback.motion import motion
from treetop.view.plots.drawing import drawn
from treetop.view.plots.panels import Line, Panel, in_rows, vector_panel
from treetop.view.report.html import Number, facts, figure, heading, paragraph, section, table
from treetop.view.report.inline import inline
from treetop.view.report.over_time import known

if TYPE_CHECKING:
    from treetop.results import Run

KM = 1e-3
LEAST = 1e-14  # of an eccentricity or angle: what is less is rounding
ROUNDING = 1e-11  # relative, of elements: changes below are none
MAX_ROWS = 60  # of a table
CURVES = ("sunlight", "air_density", "magnetic_field")  # of the environment, as they are


def flight_of(run: Run) -> Flight | None:
    """The flight of a run about a planet, if there is one."""
    if run.symbolic or not len(run.time) or "body" not in run.data.coords:
        return None
    return flight(motion(mechanism_of(run.model), run.data))


def orbit_section(run: Run) -> str:
    """Elements, ground track, eclipses and histories of the environment; nothing where there is no
    planet."""
    flown = flight_of(run)
    if flown is None:
        return ""
    shadows = eclipses(run)
    return section(
        "orbit",
        "Orbit",
        facts("flight", _facts(run, flown, shadows)),
        heading("Osculating elements"),
        table("elements", ("element", "unit", "start", "end", "change"), _elements(flown)),
        _track(run, flown),
        _eclipses(run, shadows),
        _histories(run, flown, shadows),
    )


def _facts(run: Run, flown: Flight, shadows: list[Eclipse]) -> Iterator[tuple[str, Any]]:
    yield "about", flown.planet.name or "a planet that is not known"
    yield "orbit of", flown.body
    if run.model.epoch is not None:
        yield "epoch", str(run.model.epoch)
    turn = float(period(flown.elements.semi_major_axis[0], flown.planet.mu))
    span = float(run.time[-1] - run.time[0])
    if np.isfinite(turn):
        yield "period at the start [min]", Number(turn / 60)
        yield "revolutions", Number(span / turn, 4)
    dark = sum(end - begin for begin, end in (each.umbra for each in shadows if each.umbra))
    if f"{ENVIRONMENT}.umbra_angle" in run.quantities and span > 0:
        yield "eclipses", Number(len(shadows))
        yield "time in umbra [%]", Number(100 * dark / span, 4)
    if flown.beta is not None:
        yield "beta, least [deg]", Number(np.degrees(flown.beta.min()), 4)
        yield "beta, greatest [deg]", Number(np.degrees(flown.beta.max()), 4)


def _elements(flown: Flight) -> list[tuple[Any, ...]]:
    found, radius = flown.elements, flown.planet.radius
    a, e = found.semi_major_axis, found.eccentricity
    rows: list[tuple[str, str, np.ndarray]] = [
        ("semi-major axis", "km", KM * a),
        ("eccentricity", "", e),
        ("inclination", "deg", np.degrees(found.inclination)),
        ("right ascension of the ascending node", "deg", np.degrees(found.node)),
        ("argument of periapsis", "deg", np.degrees(found.periapsis)),
        ("true anomaly", "deg", np.degrees(found.true_anomaly)),
        ("argument of latitude", "deg", np.degrees(found.argument_of_latitude)),
        ("period", "s", period(a, flown.planet.mu)),
    ]
    if not flown.planet.note:
        rows += [
            ("height of periapsis", "km", KM * (a * (1 - e) - radius)),
            ("height of apoapsis", "km", KM * (a * (1 + e) - radius)),
        ]
    return [
        (name, unit, *(Number(values[k], 9, least=LEAST) for k in (0, -1)), _change(unit, values))
        for name, unit, values in rows
        if np.isfinite(values[[0, -1]]).all()
    ]


def _change(unit: str, values: np.ndarray) -> Number:
    """From start to end; of an angle, the shorter way round."""
    change = float(values[-1] - values[0])
    if unit == "deg":
        change = (change + 180) % 360 - 180
    return Number(change, 4, least=ROUNDING * max(1.0, abs(float(values[0]))))


def _track(run: Run, flown: Flight) -> str:
    if flown.ground is None:
        return ""
    latitude, longitude, _ = flown.ground
    sunlight = known(run, f"{ENVIRONMENT}.sunlight")
    earth = flown.planet.name == "Earth"
    drawing = ground_track_figure(np.degrees(longitude), np.degrees(latitude), sunlight, earth)
    caption = "Ground track: geodetic latitude and longitude of the point below"
    coasts = " Coast lines are those of Natural Earth." if earth else ""
    return heading("Ground track") + figure(
        inline(drawing, "track", caption), f"{caption}.{coasts}"
    )


def _eclipses(run: Run, shadows: list[Eclipse]) -> str:
    if not shadows:
        return ""
    rows = []
    for k, (penumbra, umbra, by) in enumerate(shadows[:MAX_ROWS]):
        dark = [Number(t, 9) for t in umbra] if umbra else ["", ""]
        lasts = Number(umbra[1] - umbra[0], 6) if umbra else ""
        begin, end = (Number(t, 9) for t in penumbra)
        whole = Number(penumbra[1] - penumbra[0], 6)
        rows.append((Number(k + 1), by, begin, *dark, end, lasts, whole))
    heads = (
        "eclipse", "by", "penumbra from [s]", "umbra from [s]", "umbra to [s]", "penumbra to [s]",
        "umbra lasts [s]", "whole lasts [s]",
    )  # fmt: skip
    note = "Contacts by cubic splines through the samples; the ends of the run cut eclipses off."
    more = len(shadows) - MAX_ROWS
    note += f" There are {more} more." if more > 0 else ""
    return heading("Eclipses") + table("eclipses", heads, rows) + paragraph(note, "note")


def _histories(run: Run, flown: Flight, shadows: list[Eclipse]) -> str:
    panels = list(_panels(run, flown))
    if not panels:
        return ""
    drawing = drawn(in_rows(panels), "", run)
    for axes in drawing.axes:
        for each in shadows:
            if each.umbra:
                axes.axvspan(*each.umbra, color=SHADES[1], lw=0, zorder=-3)
    caption = "Height, Sun, air and magnetic field along time"
    shaded = "; the umbra is shaded." if any(each.umbra for each in shadows) else "."
    return heading("Surroundings") + figure(inline(drawing, "around", caption), caption + shaded)


def _panels(run: Run, flown: Flight) -> Iterator[Panel]:
    def curve(name: str, unit: str, values: np.ndarray) -> Panel:
        return Panel(name, unit, (Line(name, run.time, values, 0),))

    if flown.ground is not None:
        yield curve("height", "km", KM * flown.ground.height)
    if flown.beta is not None:
        yield curve("beta angle", "deg", np.degrees(flown.beta))
    for name in CURVES:
        label = f"{ENVIRONMENT}.{name}"
        if label in run.quantities:
            found, words = run[label], name.replace("_", " ")
            if found.ndim == 2:
                yield vector_panel(words, found)
            else:
                yield curve(words, str(found.attrs.get("units", "")), found.values)

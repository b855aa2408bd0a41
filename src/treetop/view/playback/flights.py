"""What a page shows of a flight about a planet, as `web/src/payload.ts` states it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import xarray as xr

from treetop.environment.orbits import period
from treetop.model.environment.planet import ENVIRONMENT
from treetop.results.lookup import history, places_in
from treetop.view.flight import Flight
from treetop.view.flight.eclipses import Eclipse
from treetop.view.maps.land import coast_lines
from treetop.view.playback.packing import Block, Channel, fine, step
from treetop.view.text import pretty_unit

TURNED = 2.0**-26  # of attitudes of the planet: 0.2 m at the equator of the Earth
PART = 2.0**-20  # of what curves span
TRACK = 2.0**-10  # deg
LAND = 0.1  # deg
KM = 1e-3
ORBIT = "orbit"  # the quantities of an orbit are called after it


def flight_entries(flight: Flight, data: xr.Dataset, shadows: list[Eclipse]) -> dict[str, Any]:
    """Planet, sky, shadow and vectors along the samples that are shown."""
    known = places_in(data)
    entry: dict[str, Any] = {
        "planet": _planet(flight),
        "velocities": fine(flight.velocity, PART),
        "nodes": [round(time, 3) for time in flight.nodes],
        "sky": [_far(name, radius, places) for name, radius, places in flight.sky],
        "eclipses": list(_spans(shadows)),
    }
    for key, name in (("sunlight", "sunlight"), ("field", "magnetic_field")):
        place = known.get(f"{ENVIRONMENT}.{name}")
        if place:
            entry[key] = fine(history(data, place).values, PART)
    return entry


def orbit_quantities(flight: Flight | None, part: float) -> list[dict[str, Any]]:
    """Elements of the orbit and where the spacecraft is above the planet, as curves."""
    curves = [] if flight is None else list(_curves(flight))
    return [
        {
            "name": f"{ORBIT}.{name}",
            "unit": pretty_unit(unit),
            "columns": [name],
            "values": fine(values, part),
            "coarse": True,
        }
        for name, unit, values in curves
        if np.isfinite(values).all()
    ]


def _curves(flight: Flight) -> Iterator[tuple[str, str, np.ndarray]]:
    elements, radius = flight.elements, flight.planet.radius
    a, e = elements.semi_major_axis, elements.eccentricity
    yield "semi_major_axis", "km", KM * a
    yield "eccentricity", "1", e
    for name in ("inclination", "node", "periapsis", "true_anomaly"):
        yield name, "deg", np.degrees(getattr(elements, name))
    yield "period", "min", period(a, flight.planet.mu) / 60
    if not flight.planet.note and flight.planet.solid is None:
        yield "periapsis_height", "km", KM * (a * (1 - e) - radius)
        yield "apoapsis_height", "km", KM * (a * (1 + e) - radius)
    if flight.ground:
        yield "height", "km", KM * flight.ground.height
        yield "latitude", "deg", np.degrees(flight.ground.latitude)
        yield "longitude", "deg", np.degrees(flight.ground.longitude)
    yield "speed", "km/s", KM * np.linalg.norm(flight.velocity, axis=1)
    if flight.beta is not None:
        yield "beta", "deg", np.degrees(flight.beta)


def _planet(flight: Flight) -> dict[str, Any]:
    entry: dict[str, Any] = {"radius": flight.planet.radius, "name": flight.planet.name}
    if flight.attitude is not None:
        entry["attitudes"] = Channel(_continued(flight.attitude), TURNED)
    if flight.planet.solid is not None:
        vertices, faces, _, centre = flight.planet.solid
        kind = "u2" if len(vertices) < 2**16 else "u4"
        entry["vertices"] = Block((vertices - centre) / flight.planet.radius, "f4")
        entry["faces"] = Block(faces, kind)
    if flight.ground is None:
        return entry
    longitude = np.degrees(np.unwrap(flight.ground.longitude))
    track = np.stack([longitude, np.degrees(flight.ground.latitude)], axis=1)
    entry["flattening"] = flight.planet.flattening
    entry["track"] = Channel(track, TRACK)
    if flight.planet.name == "Earth":
        rings = coast_lines()
        points = Channel(np.concatenate(rings), LAND)
        entry["land"] = {"points": points, "rings": [len(ring) for ring in rings]}
    return entry


def _continued(attitudes: np.ndarray) -> np.ndarray:
    """Quaternions without jumps to their negatives: differences from sample to sample are small."""
    turned = np.einsum("ni,ni->n", attitudes[1:], attitudes[:-1]) < 0
    signs = np.cumprod(np.where(turned, -1.0, 1.0))
    return attitudes * np.concatenate([[1.0], signs])[:, None]


def _far(name: str, radius: float, positions: np.ndarray) -> dict[str, Any]:
    quantum = step(PART * float(np.linalg.norm(positions, axis=1).max()))
    return {"name": name, "radius": radius, "positions": Channel(positions, quantum)}


def _spans(shadows: list[Eclipse]) -> Iterator[dict[str, Any]]:
    """Penumbras first: umbras are drawn over them."""
    for penumbra, _, _ in shadows:
        yield {"from": penumbra[0], "to": penumbra[1], "umbra": False}
    for _, umbra, _ in shadows:
        if umbra:
            yield {"from": umbra[0], "to": umbra[1], "umbra": True}

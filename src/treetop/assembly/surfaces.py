"""The table of surfaces that air and light press on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from treetop.assembly.frames import FrameBook
from treetop.core.environment.blocking import NO_BLOCKERS, Blockers
from treetop.core.environment.surfaces import (
    NO_AIR,
    NO_SURFACES,
    SCHAAF_CHAMBRE,
    SENTMAN,
    SIMPLE_DRAG,
    Surfaces,
)
from treetop.environment import facets as f
from treetop.environment.facets import Facets, Outline
from treetop.environment.shading import LEVEL, BodySurfaces, shading_of
from treetop.model.surfaces import Box, Cannonball, Cylinder, Mesh, Plate, Sphere, Surface

GASES = {"sentman": SENTMAN, "schaaf-chambre": SCHAAF_CHAMBRE}


class Placed(NamedTuple):
    """A surface of the table."""

    number: int
    surface: Any  # Surface
    facets: Facets
    frame: int
    owner: int  # which body of the model it is on
    rows: np.ndarray  # in the table

    @property
    def hides(self) -> bool:
        """Whether it hides others, and can be hidden."""
        return not isinstance(self.surface, Cannonball)


def surface_table(
    surfaces: Mapping[str, Surface], frames: FrameBook, level: int = LEVEL
) -> Surfaces:
    """The surfaces of a model, in order; what hides what is computed for directions all around,
    10 · 4^level + 2 of them."""
    if not surfaces:
        return NO_SURFACES
    placed = list(_placed(surfaces, frames))
    rows, listed = f.joined(each.facets for each in placed), [each.surface for each in placed]
    return Surfaces(
        frame=np.array([each.frame for each in placed]),
        body=np.array([each.owner for each in placed]),
        row_at=np.cumsum([0, *(len(each.rows) for each in placed)]),
        air_law=np.array([_air_law(each) for each in listed]),
        air=np.array([_air(each) for each in listed], dtype=float),
        light=np.array([_light(each) for each in listed], dtype=float),
        kind=rows.kind.astype(np.int64),
        place=rows.place,
        normal=rows.normal,
        area=rows.area,
        arm=rows.arm,
        radius=np.concatenate([each.facets.disc * each.hides for each in placed]),
        shading=shading_of(_by_body(placed, frames), _blockers(placed), level),
    )


def facets_of(surface: Surface) -> Facets:
    """The rows that stand for a surface, in the axes of its frame."""
    match surface:
        case Cannonball():
            one, none = np.zeros((1, 3)), np.zeros((0, 3))
            empty = (np.zeros((0, 3, 3)), np.zeros(0, int), none, none, np.zeros(0))
            sphere = (np.array([f.SPHERE]), one, one, np.array([float(surface.area)]), np.zeros(1))
            return Facets(*sphere, *empty, np.zeros(0, int))
        case Plate():
            a, b = map(np.array, surface.edges)
            return f.rectangle(np.array(surface.centre), a, b, surface.divisions, surface.both)
        case Box():
            return f.box(np.array(surface.centre), np.array(surface.size), surface.divisions)
        case Sphere():
            return f.sphere(np.array(surface.centre), float(surface.radius), surface.facets)
        case Cylinder():
            size = float(surface.radius), float(surface.length)
            shape = (np.array(surface.axis), *size, surface.capped, surface.facets)
            return f.cylinder(np.array(surface.centre), *shape)
        case Mesh():
            corners = surface.surface.vertices.astype(float) * float(surface.scale)
            corners = corners + np.array(surface.centre)
            return f.mesh(corners, surface.surface.triangles, surface.both)
    raise TypeError(surface)


def outline_of(surface: Surface, facets: Facets) -> Outline:
    """What stands for a surface where it hides those of other bodies: it covers at least as
    much."""
    match surface:
        case Plate():
            return f.rectangle_outline(np.array(surface.centre), *map(np.array, surface.edges))
        case Sphere():
            return f.ball_outline(np.array(surface.centre), float(surface.radius))
        case Cylinder():
            return f.bounding_outline(facets.corners, np.array(surface.axis))
    return f.bounding_outline(facets.corners, np.array([0.0, 0.0, 1.0]))


def _placed(surfaces: Mapping[str, Surface], frames: FrameBook) -> Iterator[Placed]:
    owners: dict[str, int] = {}
    first = 0
    for number, surface in enumerate(surfaces.values()):
        facets, body = facets_of(surface), surface.at.partition(".")[0]
        rows = first + np.arange(len(facets.kind))
        owner = owners.setdefault(body, len(owners))
        yield Placed(number, surface, facets, frames.add(surface.at), owner, rows)
        first += len(rows)


def _by_body(placed: list[Placed], frames: FrameBook) -> Iterator[BodySurfaces]:
    """Surfaces that hide each other: several of one body, or one that is not convex."""
    groups: dict[int, list[Placed]] = {}
    for each in placed:
        if each.hides:
            groups.setdefault(frames.bodies[each.frame], []).append(each)
    for body, group in groups.items():
        if len(group) > 1 or isinstance(group[0].surface, Mesh):
            poses = [frames.poses[each.frame] for each in group]
            turned = (f.placed(each.facets, *pose) for each, pose in zip(group, poses, strict=True))
            yield BodySurfaces(
                body, np.concatenate([each.rows for each in group]), f.joined(turned)
            )


def _blockers(placed: list[Placed]) -> Blockers:
    """What hides surfaces of other bodies, if there are several bodies."""
    hiding = [each for each in placed if each.hides]
    if len({each.owner for each in hiding}) < 2:
        return NO_BLOCKERS
    outlines = [outline_of(each.surface, each.facets) for each in hiding]
    spheres = [(np.zeros(3), 0.0)] * len(placed)
    for each, outline in zip(hiding, outlines, strict=True):
        spheres[each.number] = _sphere_about(each.facets.corners.reshape(-1, 3), outline)
    kind, centre, a, b = map(np.concatenate, zip(*outlines, strict=True))
    return Blockers(
        np.array([each.number for each in hiding]),
        np.cumsum([0, *(len(outline.kind) for outline in outlines)]),
        *(kind, centre, a, b),
        np.array([middle for middle, _ in spheres]),
        np.array([radius for _, radius in spheres]),
    )


def _sphere_about(corners: np.ndarray, outline: Outline) -> tuple[np.ndarray, float]:
    """Middle and radius of a sphere about a surface and what stands for it."""
    middle = 0.5 * (corners.min(axis=0) + corners.max(axis=0))
    around = [outline.centre + i * outline.a + j * outline.b for i in (-1, 1) for j in (-1, 1)]
    points = np.concatenate([corners, *around])
    return middle, float(np.linalg.norm(points - middle, axis=1).max())


def _air_law(surface: Any) -> int:
    if surface.drag is not None:
        return SIMPLE_DRAG
    return GASES[surface.gas] if surface.gas is not None else NO_AIR


def _air(surface: Any) -> tuple[float, float, float]:
    """See `Surfaces.air`."""
    if surface.drag is not None:
        return float(surface.drag), 0.0, 0.0
    accommodation = surface.accommodation
    normal, tangential = (
        accommodation if isinstance(accommodation, tuple) else (accommodation, accommodation)
    )
    return float(normal), float(tangential), float(surface.wall)


def _light(surface: Any) -> tuple[float, float, float]:
    """See `treetop.core.environment.light_pressure.Reflection`."""
    if isinstance(surface, Cannonball):
        return float(surface.light or 0.0), 0.0, 0.0
    finish = surface.finish
    if finish is None:
        return 0.0, 0.0, 0.0
    diffuse = finish.diffuse + (finish.absorption if surface.reemission else 0.0)
    return 1.0 - finish.specular, 2.0 * finish.specular, 2.0 / 3.0 * diffuse

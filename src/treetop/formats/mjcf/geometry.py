"""Geometry of an MJCF file: as looks, and as shapes that touch each other."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.formats.meshes.stl import stl_content
from treetop.formats.mjcf.compiled import pose
from treetop.formats.urdf.pose import Pose
from treetop.model import shapes
from treetop.model.appearance import Box, Cylinder, Look, Mesh, Plate, Sphere
from treetop.model.forces.contact import Contact

if TYPE_CHECKING:
    from treetop.formats.mjcf.reader import Builder

_MOST_PAIRS = 2000
_WIDE = 10.0  # m: half of a plane that has no end


def add_looks(builder: Builder) -> None:
    """Add all geometry that can be seen."""
    m = builder.m
    for number in range(m.ngeom):
        place = builder.places[m.geom_bodyid[number]]
        if m.geom_rgba[number][3] <= 0:
            continue
        at = place.pose @ pose(m.geom_pos[number], m.geom_quat[number])
        common = {"at": at.at, "attitude": at.attitude, **_colour(m, number)}
        for look in _looks(builder, number, common, at):
            place.body.add_look(look)


def _word(builder: Builder, number: int) -> str:
    return builder.table.kind("mjtGeom", "mjGEOM_", builder.m.geom_type[number])


def _looks(builder: Builder, number: int, common: dict[str, Any], at: Pose) -> list[Look]:
    word, size = _word(builder, number), builder.m.geom_size[number].tolist()
    if word == "box":
        return [Box([2 * each for each in size], **common)]
    if word == "sphere":
        return [Sphere(size[0], **common)]
    if word == "cylinder":
        return [Cylinder(size[0], 2 * size[1], **common)]
    if word == "capsule":
        more = {key: value for key, value in common.items() if key != "at"}
        ends = [at.p + sign * size[1] * at.R[:, 2] for sign in (-1, 1)]
        balls = [Sphere(size[0], at=end.tolist(), **more) for end in ends]
        return [Cylinder(size[0], 2 * size[1], **common), *balls]
    if word == "plane":
        return [Plate([2 * (each or _WIDE) for each in size[:2]], **common)]
    if word == "mesh":
        return _mesh(builder, number, common)
    builder.notes.add(f"geometry of the sort {word} is not drawn", _name(builder, number))
    return []


def _mesh(builder: Builder, number: int, common: dict[str, Any]) -> list[Look]:
    """A mesh with the vertices that MuJoCo has centred."""
    m, which = builder.m, builder.m.geom_dataid[number]
    vertices = m.mesh_vert[m.mesh_vertadr[which] :][: m.mesh_vertnum[which]]
    faces = m.mesh_face[m.mesh_faceadr[which] :][: m.mesh_facenum[which]]
    name = f"{builder.table.name('mesh', which)}.stl"
    return [Mesh(name, content=stl_content(vertices[faces]), **common)]


def _colour(m: Any, number: int) -> dict[str, Any]:
    rgba = m.geom_rgba[number]
    if m.geom_matid[number] >= 0:
        rgba = m.mat_rgba[m.geom_matid[number]]
    *rgb, alpha = np.clip(rgba, 0, 1).tolist()
    text = "#" + "".join(f"{round(255 * value):02x}" for value in rgb)
    return {"colour": text, "opacity": max(alpha, 0.01)}


def _name(builder: Builder, number: int) -> str:
    return builder.table.name("body", builder.m.geom_bodyid[number])


def add_contacts(builder: Builder) -> None:
    """Add contacts of spheres, capsules and planes that MuJoCo would let collide."""
    m, options = builder.m, builder.options
    pairs = list(_pairs(builder))
    if not pairs:
        return
    if options.contact_stiffness is None:
        builder.notes.add("nothing touches unless contact_stiffness is given")
        return
    if len(pairs) > _MOST_PAIRS:
        what = f"{len(pairs)} pairs of shapes may touch, and at most {_MOST_PAIRS} are taken"
        raise ModelError([Problem(what, hint="read it without contact_stiffness")])
    made: dict[int, Any] = {}
    for pair in pairs:
        a, b = (made.setdefault(k, _shape(builder, k)) for k in pair)
        if a is None or b is None:
            continue
        names = "_".join(builder.table.name("geom", k) for k in pair)
        friction = float(max(m.geom_friction[k][0] for k in pair))
        contact = Contact(
            a, b, options.contact_stiffness, damping=options.contact_damping, friction=friction
        )
        builder.model.add_force(builder.unused(f"contact_{names}"), contact)


def _pairs(builder: Builder) -> Any:
    """Pairs of geometry whose bits allow it, not of one body, of a parent or excluded."""
    m = builder.m
    excluded = set(m.exclude_signature.tolist())
    solid = np.flatnonzero((m.geom_contype != 0) | (m.geom_conaffinity != 0)).tolist()
    if len(solid) > 1000:
        what = f"{len(solid)} shapes may touch, and at most 1000 are taken"
        raise ModelError([Problem(what, hint="let fewer collide, by contype and conaffinity")])
    for i, j in combinations(solid, 2):
        a, b = sorted((int(m.geom_bodyid[i]), int(m.geom_bodyid[j])))
        weld = m.body_weldid[a], m.body_weldid[b]
        bits = m.geom_contype[i] & m.geom_conaffinity[j] | m.geom_contype[j] & m.geom_conaffinity[i]
        parents = [m.body_weldid[m.body_parentid[w]] for w in weld]
        kin = (parents[1] == weld[0] and weld[0] != 0) or (parents[0] == weld[1] and weld[1] != 0)
        planes = [_word(builder, k) == "plane" for k in (i, j)]
        apart = weld[0] != weld[1] and not kin and (a << 16) + b not in excluded
        if bits and apart and not all(planes):
            yield i, j


def _shape(builder: Builder, number: int) -> Any:
    """The shape of geometry that can touch, or none."""
    m, word = builder.m, _word(builder, number)
    body, at = m.geom_bodyid[number], pose(m.geom_pos[number], m.geom_quat[number])
    name = f"touch_{builder.table.name('geom', number)}"
    radius, half = m.geom_size[number][:2].tolist()
    if word == "sphere":
        return shapes.Sphere(builder.frame(body, at, name), radius)
    if word == "plane":
        return shapes.Plane(builder.frame(body, at, name))
    if word == "capsule":
        ends = [Pose(at.p + sign * half * at.R[:, 2], at.R) for sign in (-1, 1)]
        a, b = (builder.frame(body, e, f"{name}_{k}") for k, e in zip("ab", ends, strict=True))
        return shapes.Capsule(a, b, radius)
    builder.notes.add(f"geometry of the sort {word} touches nothing", _name(builder, number))
    return None

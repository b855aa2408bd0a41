"""Visual geometry of URDF links as looks of bodies."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from treetop.errors import ModelError, TreetopError
from treetop.files import content_of, placed_below
from treetop.formats import meshes
from treetop.formats.urdf.description import Link, Robot
from treetop.formats.urdf.notes import Notes
from treetop.formats.urdf.pose import Pose
from treetop.formats.urdf.values import numbers, origin, scalar, text
from treetop.formats.xml import Element
from treetop.model.appearance import Box, Cylinder, Look, Mesh, Sphere
from treetop.model.quantity import Invalid

_PACKAGE = "package://"


class Folders(NamedTuple):
    """Where meshes may be: the folder of the file, and one with packages."""

    file: Path
    packages: Path | None


class _Left(TreetopError):
    """Why visual geometry is left out."""


def looks(robot: Robot, link: Link, pose: Pose, folders: Folders, notes: Notes) -> list[Look]:
    """What a link looks like, `pose` being that of the link on its body."""
    made = []
    for visual in link.visual:
        try:
            made.append(_look(robot, visual, pose, folders))
        except _Left as left:
            notes.add(str(left), link.name)
        except Invalid as error:
            notes.add(f"visual geometry is left out: {error.what}", link.name)
        except ModelError as error:
            notes.add(f"visual geometry is left out: {error.problems[0].what}", link.name)
    return made


def _look(robot: Robot, visual: Element, pose: Pose, folders: Folders) -> Look:
    geometry = visual.first("geometry")
    shape = geometry.children[0] if geometry and geometry.children else None
    if shape is None or shape.tag not in ("box", "cylinder", "sphere", "mesh"):
        found = f"<{shape.tag}>" if shape else "nothing"
        raise _Left(f"visual geometry is left out: a shape is needed, not {found}")
    place = pose @ origin(visual)
    common = {"at": place.at, "attitude": place.attitude, **_colour(robot, visual)}
    if shape.tag == "box":
        return Box(numbers(shape, "size", 3), **common)
    if shape.tag == "sphere":
        return Sphere(scalar(shape, "radius"), **common)
    if shape.tag == "cylinder":
        return Cylinder(scalar(shape, "radius"), scalar(shape, "length"), **common)
    return _mesh(shape, folders, common)


def _mesh(shape: Element, folders: Folders, common: dict[str, Any]) -> Mesh:
    scale = numbers(shape, "scale", 3, "1 1 1")
    name = text(shape, "filename")
    if len(set(scale)) > 1:
        raise _Left("a mesh is left out: its scale differs along its axes")
    if Path(name).suffix.lower() not in meshes.KINDS:
        raise _Left(f"a mesh is left out: it is none of {', '.join(meshes.KINDS)}")
    file, content = _content(name, folders)
    return Mesh(file, scale[0], content=content, **common)


def _content(name: str, folders: Folders) -> tuple[str, bytes]:
    """The name that the model gives to a mesh, and what is in its file."""
    if not name.startswith(_PACKAGE):
        if "://" in name:
            raise _Left("a mesh is left out: its address is neither package:// nor a path")
        return name, content_of(placed_below(folders.file, name, _left), _left, meshes.LARGEST)
    if folders.packages is None:
        raise _Left("a mesh is left out: it is in a package, and no folder of packages is given")
    package, _, rest = name.removeprefix(_PACKAGE).lstrip("/").partition("/")
    inside = rest if folders.packages.resolve().name == package else f"{package}/{rest}"
    place = placed_below(folders.packages, inside, _left)
    return str(place), content_of(place, _left, meshes.LARGEST)


def _left(what: str) -> _Left:
    return _Left(f"a mesh is left out ({what})")


def _colour(robot: Robot, visual: Element) -> dict[str, Any]:
    """Colour and opacity of a material, defined here or for the whole robot."""
    material = visual.first("material")
    if material is None:
        return {}
    colour = material.first("color")
    if colour is None:
        named = robot.materials.get(material.attributes.get("name", ""))
        colour = named.first("color") if named else None
    if colour is None:
        return {}
    *rgb, alpha = (min(max(value, 0.0), 1.0) for value in numbers(colour, "rgba", 4))
    if not alpha:
        raise _Left("visual geometry is left out: it is transparent")
    return {"colour": "#" + "".join(f"{round(255 * value):02x}" for value in rgb), "opacity": alpha}

"""An MJCF file as one text that MuJoCo may compile without reading any other file.

Included files and meshes come from the folder of the file and below, and are read here; sections
and elements that no model is made of are left out, and noted.
"""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

from treetop.errors import ModelError
from treetop.files import Refusal, content_of, placed_below
from treetop.formats.urdf.notes import Notes
from treetop.formats.xml import Element, read_xml

# What is handed on of each element; a section that says nothing of a model is not noted.
_SECTIONS = (
    "compiler",
    "option",
    "default",
    "asset",
    "worldbody",
    "contact",
    "equality",
    "actuator",
)
_SILENT = ("visual", "statistic", "size", "keyframe", "custom")
_TREE = ("body", "frame", "joint", "freejoint", "inertial", "geom", "site")
_COMPILER = (
    "angle", "autolimits", "boundmass", "boundinertia", "balanceinertia", "coordinate", "eulerseq",
    "inertiafromgeom", "inertiagrouprange", "alignfree", "settotalmass", "inertia",
)  # fmt: skip
_UNSAFE = ("plugin", "extension")
_MESHES = (".stl", ".obj", ".msh")
_LARGEST_MESH = 64 * 2**20
_MOST_INCLUDES = 100
_MOST_ELEMENTS = 100_000


class Source(NamedTuple):
    """The text, and the content of meshes by the names that it gives them."""

    text: str
    assets: dict[str, bytes]


def _refusal(element: Element, name: str) -> Refusal:
    return lambda what: ModelError([element.problem(f"{name[:100]!r} {what}")])


class _Folder:
    """What is read beside the file."""

    def __init__(self, path: str | os.PathLike[str], notes: Notes) -> None:
        self.path, self.folder, self.notes = Path(path), Path(path).parent, notes
        self.assets: dict[str, bytes] = {}
        self.meshes: PurePosixPath | None = None
        self.lost: set[str] = set()
        self.includes = 0

    def place(self, element: Element, name: str) -> Path:
        return placed_below(self.folder, name, _refusal(element, name))

    def included(self, element: Element) -> list[Element]:
        """The elements of an included file."""
        self.includes += 1
        if self.includes > _MOST_INCLUDES:
            raise ModelError([element.problem(f"more than {_MOST_INCLUDES} files are included")])
        found = read_xml(self.place(element, element.attributes.get("file", "")))
        return found.children

    def mesh(self, element: Element) -> dict[str, str] | None:
        """Attributes of a mesh whose content is read; none where it is left out."""
        given = dict(element.attributes)
        name = given.get("file", "")
        if not name:
            return given  # of vertices in the file itself
        place = PurePosixPath(name)
        if self.meshes is not None:
            place = self.meshes / name
        given.setdefault("name", PurePosixPath(name).stem)
        if place.suffix.lower() not in _MESHES:
            self.notes.add(f"a mesh is left out: it is none of {', '.join(_MESHES)}", given["name"])
            self.lost.add(given["name"])
            return None
        refusal = _refusal(element, name)
        content = content_of(self.place(element, str(place)), refusal, _LARGEST_MESH)
        own = f"mesh{len(self.assets)}{place.suffix.lower()}"
        self.assets[own] = content
        return given | {"file": own}


def source_of(path: str | os.PathLike[str], root: Element, notes: Notes) -> Source:
    """What MuJoCo is to compile of a file whose root element was read."""
    folder = _Folder(path, notes)
    root = _spliced(root, folder)
    for element in root.walk():
        for key, value in element.attributes.items():
            if "nan" in value.lower().split():  # of which MuJoCo writes a log
                raise ModelError([element.problem(f"{key}: {value[:60]!r} is not a number")])
    for compiler in root.all("compiler"):
        directory = compiler.attributes.get("meshdir", compiler.attributes.get("assetdir"))
        folder.meshes = PurePosixPath(directory) if directory else folder.meshes
    parts = ["<mujoco>"]
    for section in root.children:
        if section.tag in _SECTIONS:
            parts += _section(section, folder)
        elif section.tag not in _SILENT:
            notes.add(f"<{section.tag}> is not read")
    return Source("\n".join([*parts, "</mujoco>"]), folder.assets)


def _spliced(root: Element, folder: _Folder) -> Element:
    """The element, in which files that are included stand where they are asked for."""
    counted = [0]

    def walk(element: Element, depth: int) -> Element:
        counted[0] += 1
        if depth > 100 or counted[0] > _MOST_ELEMENTS:
            raise ModelError([element.problem("too many levels or elements")])
        children: list[Element] = []
        for child in element.children:
            if child.tag == "include":
                children += [walk(each, depth + 1) for each in _inner(child, folder)]
            else:
                children.append(walk(child, depth + 1))
        return Element(element.tag, element.line, element.attributes, children)

    return walk(root, 0)


def _inner(include: Element, folder: _Folder) -> list[Element]:
    """Included elements, those that other included files have among them."""
    found: list[Element] = []
    for child in folder.included(include):
        found += _inner(child, folder) if child.tag == "include" else [child]
    return found


def _section(section: Element, folder: _Folder) -> list[str]:
    if section.tag == "compiler":
        given = {k: v for k, v in section.attributes.items() if k in _COMPILER}
        return [_written("compiler", given)]
    if section.tag == "option":
        given = {k: v for k, v in section.attributes.items() if k == "gravity"}
        return [_written("option", given)]
    if section.tag == "asset":
        return ["<asset>", *(line for child in section.children for line in _asset(child, folder)),
                "</asset>"]  # fmt: skip
    return _tree(section, folder, "")


def _asset(element: Element, folder: _Folder) -> list[str]:
    if element.tag == "mesh":
        given = folder.mesh(element)
        return [] if given is None else [_written("mesh", given)]
    if element.tag == "material":
        kept = ("name", "class", "rgba")
        return [_written("material", {k: v for k, v in element.attributes.items() if k in kept})]
    if element.tag not in ("texture", "skin"):
        folder.notes.add(f"<{element.tag}> is not read", element.attributes.get("name", ""))
    return []


def _tree(element: Element, folder: _Folder, owner: str) -> list[str]:
    """An element and those below it, as text."""
    name = element.attributes.get("name", owner)
    in_tree = element.tag in ("worldbody", "body", "frame")
    lines = []
    for child in element.children:
        if child.tag in _UNSAFE or (in_tree and child.tag not in _TREE):
            if child.tag not in ("camera", "light"):
                folder.notes.add(f"<{child.tag}> is not read", name)
        elif child.tag == "geom" and _is_lost(child, folder):
            folder.notes.add("geometry is left out: its mesh or height field is", name)
        else:
            lines += _tree(child, folder, name)
    given = {k: v for k, v in element.attributes.items() if k not in ("hfield", "fluidshape")}
    if not lines:
        return [_written(element.tag, given)]
    return [_written(element.tag, given)[:-2] + ">", *lines, f"</{element.tag}>"]


def _is_lost(geom: Element, folder: _Folder) -> bool:
    given: dict[str, Any] = geom.attributes
    return given.get("mesh") in folder.lost or "hfield" in given or given.get("type") == "hfield"


def _written(tag: str, attributes: dict[str, str]) -> str:
    given = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{tag}{given}/>"

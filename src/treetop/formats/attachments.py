"""Files that a model names: those beside it, or what a result holds in their place."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path, PurePath
from typing import Any

from treetop.errors import ModelError, Problem, TreetopError
from treetop.files import content_of, placed_below
from treetop.files.ordinary import LARGEST
from treetop.formats import meshes
from treetop.model import Model
from treetop.model.appearance import Mesh
from treetop.model.environment.gravity import HINT, GravityField, as_mapping
from treetop.model.environment.small_body import Polyhedron
from treetop.model.flexible_body import FlexibleBody
from treetop.model.specification import path, unknown


@dataclass(frozen=True)
class Beside:
    """The folder of a model, none if it comes in a result, and what is in files held beside it."""

    folder: Path | None
    contents: Mapping[str, bytes]

    def content(self, name: str, where: str, hint: str, largest: int = LARGEST) -> bytes:
        """What is in a file of this name, in the folder or below; `where` the model names it, and
        what would be right."""
        if name in self.contents:
            return self.contents[name]

        if self.folder is None:  # the folder of whoever reads a result is not the model's
            raise ModelError([Problem(f"the result does not hold the file '{name}'", where)])

        def refusal(what: str) -> ModelError:
            reported = f"{hint}, beside the model or in a folder below"
            return ModelError([Problem(f"'{name}': {what}", where, reported)])

        return content_of(placed_below(self.folder, name, refusal), refusal, largest)

    def with_mesh(self, look: Any, where: str) -> Any:
        """What describes a look, with the content of its file if it is a mesh."""
        if not isinstance(look, dict) or look.get("kind") != "mesh":
            return look
        return self._with_content(look, where, meshes.HINT, meshes.LARGEST)

    def with_gravity(self, environment: Any) -> Any:
        """What describes an environment, with the content of the file of its gravity field."""
        gravity = as_mapping(environment.get("gravity")) if isinstance(environment, dict) else None
        if not isinstance(gravity, dict) or not {"file", "content"} & set(gravity):
            return environment
        solid = gravity.get("kind") == Polyhedron.kind
        hint, largest = (meshes.HINT, meshes.LARGEST) if solid else (HINT, LARGEST)
        complete = self._with_content(gravity, "environment.gravity", hint, largest)
        return environment | {"gravity": complete}

    def orientation(self, epoch: Any) -> bytes | None:
        """What is in the file of the Earth's orientation, if an epoch names one."""
        name = epoch.get("orientation") if isinstance(epoch, dict) else None
        if not isinstance(name, str) or not name or "\0" in name:
            return None
        hint = "give a file of the IERS in the format of finals2000A.all"
        return self.content(name, "epoch.orientation", hint)

    def _with_content(
        self, part: dict[str, Any], where: str, hint: str, largest: int
    ) -> dict[str, Any]:
        """What describes a part, with the content of its file."""
        if "content" in part:
            known = [key for key in part if key != "content"]
            raise ModelError([unknown("key", "content", known, path(where, "content"))])
        name = part.get("file")
        if not isinstance(name, str) or not name or "\0" in name:  # such a file cannot be opened
            return part | {"content": b""}
        return part | {"content": self.content(name, path(where, "file"), hint, largest)}


def attached_names(model: Model) -> dict[str, str]:
    """The files of flexible bodies, by body, that go with the text of a model."""
    return {body.name: f"{body.name}.npz" for body in _flexible(model) if _refers(body)}


def attachments(model: Model) -> dict[str, bytes]:
    """What is in the files that go with the text of a model: flexible bodies and meshes."""
    names = attached_names(model)
    bodies = {names[body.name]: _reduced(body) for body in _flexible(model) if body.name in names}
    meshes = {mesh.file: mesh.content for _, mesh in (*_meshes(model), *_pressed_on(model))}
    return bodies | meshes | _gravity(model) | _orientation(model)


def beside_files(model: Model, place: Path) -> tuple[Model, dict[str, str], dict[str, bytes]]:
    """The model with the names that its meshes have beside `place`, the names of files of flexible
    bodies, and what is to be written into each."""
    files = {
        body.name: f"{place.stem}-{body.name.replace(' ', '-')}.npz"
        for body in _flexible(model)
        if not body.source
    }
    contents = {files[body.name]: _reduced(body) for body in _flexible(model) if not body.source}
    model = model.copy()
    for body, mesh in list(_meshes(model)):
        body.looks[body.looks.index(mesh)] = _beside(mesh, place, contents)
    for surface, mesh in _pressed_on(model):
        model.surfaces[surface] = _beside(mesh, place, contents)
    epoch, planet = model.epoch, model.environment
    if epoch is not None and epoch.orientation.file:
        model.epoch = type(epoch)(epoch, _beside(epoch.orientation, place, contents))
    if planet is not None and _file_of(planet.gravity):
        model.environment = replace(planet, gravity=_beside(planet.gravity, place, contents))
    return model, files, contents


def _beside(part: Any, place: Path, contents: dict[str, bytes]) -> Any:
    """The part with the name that its file has beside `place`, and that file among the contents if
    it is not there."""
    name = _name(part, place, contents)
    if not _holds(place.parent / name, part.content):
        contents[name] = part.content
    return part if name == part.file else replace(part, file=name)


def _file_of(part: Any) -> str | None:
    """The name of the file of a part, if it has one."""
    return getattr(part, "file", None)


def _name(mesh: Any, place: Path, taken: Mapping[str, bytes]) -> str:
    """Its own if that is where it is; else one in the folder that is not of another file."""
    folder = place.parent.resolve()
    named = PurePath(mesh.file)
    inside = not named.is_absolute() and (folder / named).resolve().is_relative_to(folder)
    if inside and _holds(folder / named, mesh.content):
        return str(mesh.file)
    for name in (named.name, f"{place.stem}-{named.name}"):
        free = not (folder / name).exists() or _holds(folder / name, mesh.content)
        if free and taken.get(name, mesh.content) == mesh.content:
            return name
    numbered = (f"{named.stem}-{k}{named.suffix}" for k in count(2))
    return next(name for name in numbered if name not in taken and not (folder / name).exists())


def _holds(file: Path, content: bytes) -> bool:
    try:
        return content_of(file, TreetopError, len(content)) == content
    except TreetopError:  # another one, or none
        return False


def _reduced(body: FlexibleBody) -> bytes:
    from treetop.structures.body.reduced_body import reduced_content

    return reduced_content(body.reduced)


def _refers(body: FlexibleBody) -> bool:
    """Whether its modes or its structure are not in the text of the model."""
    source = body.source
    return not source or any(isinstance(source.get(key), str) for key in ("modes", "structure"))


def _flexible(model: Model) -> list[FlexibleBody]:
    bodies: list[Any] = list(model.bodies.values())
    return [body for body in bodies if isinstance(body, FlexibleBody)]


def _pressed_on(model: Model) -> list[tuple[str, Any]]:
    """Surfaces that are meshes from files."""
    surfaces = model.surfaces.items()
    return [(name, each) for name, each in surfaces if _file_of(each)]


def _gravity(model: Model) -> dict[str, bytes]:
    """The file of the gravity field, without coefficients that the model does not use."""
    gravity: Any = model.environment.gravity if model.environment else None
    if not _file_of(gravity):
        return {}
    file, content = gravity.file, gravity.content
    if not isinstance(gravity, GravityField):
        return {file: content}
    from treetop.environment.icgem import to_degree

    return {file: to_degree(content, gravity.degree)}


def _orientation(model: Model) -> dict[str, bytes]:
    """The file of the Earth's orientation, as far as a run can go from the epoch."""
    epoch, planet = model.epoch, model.environment
    orientation: Any = epoch.orientation if epoch else None
    if epoch is None or not _file_of(orientation):
        return {}
    from treetop.environment.earth_orientation import DAY, MJD, part_of

    first = sum(epoch.jd("TT")) - MJD
    last = first + (planet.span / DAY if planet else math.inf)
    return {orientation.file: part_of(orientation.content, first, last)}


def _meshes(model: Model) -> Iterator[tuple[Any, Any]]:
    for body in (model.ground, *model.bodies.values()):
        yield from ((body, look) for look in body.looks if isinstance(look, Mesh))

"""Model files of all formats that are read."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from treetop.formats.yaml.load import load as load_yaml
from treetop.formats.yaml.reader import Functions
from treetop.model import Model

__all__ = ["load"]

# Endings of files that are XML; the root element says which sort of model it is.
_XML = (".urdf", ".xml", ".mjcf", ".sdf", ".xacro")


def load(path: str | os.PathLike[str], functions: Functions | None = None) -> Model:
    """Read a model from a file: YAML, URDF (.urdf), MJCF (.xml, .mjcf) or SDF (.sdf).

    Parameters
    ----------
    path : path
        What a file of another format says and a model does not is given as warnings;
        `Model.add_urdf` and `Model.add_mjcf` have options, and put a robot on a body.
    functions : mapping of str to function, optional
        What the names of functions in user forces stand for. The file itself runs nothing.

    Raises
    ------
    ModelError
        With all problems of the file, each with its line.
    """
    if not is_xml(path):
        return load_yaml(path, functions)
    from treetop.formats.xml import read_xml

    root = read_xml(path)
    model, notes = robot_format(root.tag).load(path, root)
    notes.warn(stacklevel=2)
    return model


class RobotFormat(NamedTuple):
    """How files of a format are read."""

    name: str
    load: Callable[..., Any]  # a model, and what was not taken over
    options: type[Any]


def robot_format(tag: str) -> RobotFormat:
    """The format of a file in XML, by its root element; URDF where that is of none."""
    from treetop.formats.mjcf import reader as mjcf
    from treetop.formats.sdf.reader import load_sdf
    from treetop.formats.urdf import reader as urdf

    formats = {
        "mujoco": RobotFormat(
            "MJCF", _made_by(mjcf.add_mjcf, "model", "mjcf", mjcf.Options()), mjcf.Options
        ),
        "sdf": RobotFormat("SDF", load_sdf, urdf.Options),
    }
    load_urdf = _made_by(urdf.add_urdf, "name", "robot", urdf.Options())
    return formats.get(tag, RobotFormat("URDF", load_urdf, urdf.Options))


def _made_by(add: Callable[..., Any], title: str, otherwise: str, usual: Any) -> Callable[..., Any]:
    """What makes a model of a file, by what adds the file to a model; its name is an attribute of
    the root."""

    def load(path: str | os.PathLike[str], root: Any, options: Any = usual) -> tuple[Model, Any]:
        model = Model(root.title(title, otherwise))
        return model, add(model, path, root, options)[1]

    return load


def is_xml(path: str | os.PathLike[str]) -> bool:
    """Whether a model file is XML by its name, else it is YAML."""
    return Path(path).suffix.lower() in _XML

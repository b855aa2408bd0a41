"""Model files of all formats that are read."""

from __future__ import annotations

import os
from pathlib import Path

from treetop.errors import ModelError, Problem
from treetop.formats.yaml.load import load as load_yaml
from treetop.formats.yaml.reader import Functions
from treetop.model import Model

__all__ = ["load"]

# Endings of files that are XML; the root element says which sort of model it is.
_XML = (".urdf", ".xml", ".mjcf", ".sdf", ".xacro")
_REFUSED = {
    "mujoco": ("MJCF files are not read", "give the robot as URDF, or describe it in Python"),
    "sdf": ("SDF files are not read", "give the robot as URDF"),
}


def load(path: str | os.PathLike[str], functions: Functions | None = None) -> Model:
    """Read a model from a file: YAML, or URDF if its name ends in .urdf.

    Parameters
    ----------
    path : path
        What a URDF file says and a model does not is given as warnings; `Model.add_urdf` has
        options, and puts a robot on a body.
    functions : mapping of str to function, optional
        What the names of functions in user forces stand for. The file itself runs nothing.

    Raises
    ------
    ModelError
        With all problems of the file, each with its line.
    """
    if not is_xml(path):
        return load_yaml(path, functions)
    from treetop.formats.urdf.reader import load_urdf
    from treetop.formats.xml import read_xml

    root = read_xml(path)
    if root.tag in _REFUSED:
        what, hint = _REFUSED[root.tag]
        raise ModelError([Problem(what, hint=hint, file=str(path), line=root.line)])
    model, notes = load_urdf(path, root)
    notes.warn(stacklevel=2)
    return model


def is_xml(path: str | os.PathLike[str]) -> bool:
    """Whether a model file is XML by its name, else it is YAML."""
    return Path(path).suffix.lower() in _XML

"""Numbers, poses and inertias in the attributes of URDF elements."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.errors import ModelError
from treetop.formats.urdf.pose import HERE, Pose, fixed_angles
from treetop.formats.xml import Element
from treetop.model.inertia import inertia as checked_inertia
from treetop.model.quantity import Invalid, number

_TENSOR = (("ixx", "ixy", "ixz"), ("ixy", "iyy", "iyz"), ("ixz", "iyz", "izz"))


class Inertial(NamedTuple):
    """Mass in kg, inertia about the mass centre in kg m² and centre in m, in the link's frame."""

    mass: float
    inertia: np.ndarray
    centre: np.ndarray


def required(element: Element, tag: str) -> Element:
    """The child of this tag."""
    found = element.first(tag)
    if found is None:
        raise ModelError([element.problem(f"<{tag}> is missing", f"add <{tag} .../>")])
    return found


def text(element: Element, key: str) -> str:
    """An attribute that must be there."""
    value = element.attributes.get(key, "").strip()
    if not value:
        raise ModelError([element.problem(f"'{key}' is missing", f'add {key}="..."')])
    return value


def numbers(element: Element, key: str, count: int, default: str = "") -> list[float]:
    """So many finite numbers of an attribute; one without a default must be there."""
    words = (element.attributes.get(key, default) if default else text(element, key)).split()
    if len(words) != count:
        what = f"{key}: {count} numbers are needed, not {len(words)}"
        raise ModelError([element.problem(what)])
    return [_number(element, key, word) for word in words]


def scalar(element: Element, key: str, default: str = "") -> float:
    """A finite number of an attribute."""
    return numbers(element, key, 1, default)[0]


def _number(element: Element, key: str, word: str) -> float:
    try:
        if "_" in word:  # which Python would take
            raise ValueError
        return number(float(word))
    except Invalid as error:
        raise ModelError([element.problem(f"{key}: {error.what}", error.hint)]) from None
    except ValueError:
        raise ModelError([element.problem(f"{key}: {word[:60]!r} is not a number")]) from None


def origin(element: Element) -> Pose:
    """The pose that <origin> says, with fixed angles ``rpy`` about x, y and z."""
    found = element.first("origin")
    if found is None:
        return HERE
    place = np.array(numbers(found, "xyz", 3, "0 0 0"))
    return Pose(place, fixed_angles(*numbers(found, "rpy", 3, "0 0 0")))


def inertial(link: Element) -> Inertial | None:
    """What <inertial> of a link says, in the axes of the link."""
    found = link.first("inertial")
    if found is None:
        return None
    mass = scalar(required(found, "mass"), "value")
    if mass < 0:
        raise ModelError([link.problem(f"a mass of {mass:g} kg is less than 0")])
    tensor = required(found, "inertia")
    pose = origin(found)
    moments = np.array([[scalar(tensor, key) for key in row] for row in _TENSOR])
    return Inertial(mass, pose.R @ moments @ pose.R.T, pose.p)


def impossible(inertia: np.ndarray) -> str:
    """Why no body has this inertia, or nothing."""
    try:
        checked_inertia(inertia.tolist())
    except Invalid as error:
        return error.what
    return ""


def nearest_possible(inertia: np.ndarray) -> np.ndarray:
    """The inertia that a body can have and that differs least, in the sum of squares.

    The principal moments of a body are the sums of pairs of its second moments along the principal
    axes, and these are not negative.
    """
    from scipy.optimize import nnls

    moments, axes = np.linalg.eigh((inertia + inertia.T) / 2)
    pairs = np.ones((3, 3)) - np.eye(3)
    largest = np.abs(moments).max() or 1.0
    second = nnls(pairs, moments / largest)[0] * largest
    return np.asarray(axes @ np.diag(pairs @ second) @ axes.T)

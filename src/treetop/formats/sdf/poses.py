"""Poses of SDF elements, resolved from what they are relative to."""

from __future__ import annotations

import numpy as np

from treetop.errors import ModelError
from treetop.formats.urdf.pose import HERE, Pose, fixed_angles
from treetop.formats.xml import Element
from treetop.model.quantity import Invalid, number

MODEL = "__model__"


def plain(tag: str, line: int, **attributes: str) -> Element:
    """An element without others in it."""
    return Element(tag, line, attributes)


def inverse(pose: Pose) -> Pose:
    """The pose of the other frame in this one."""
    return Pose(-pose.R.T @ pose.p, pose.R.T)


class Poses:
    """Where links, joints and frames of a model are in it.

    Attributes
    ----------
    model : Pose
        Of the model in its world.
    """

    def __init__(self, model: Element) -> None:
        self.model = self.own(model)
        parts = [*model.all("link"), *model.all("joint"), *model.all("frame")]
        self.parts: dict[str, Element] = {}
        for part in parts:
            name = part.attributes.get("name", "")
            if not name or name in self.parts:
                raise ModelError([part.problem("its name is missing, or taken by another part")])
            self.parts[name] = part

    def of(self, name: str, waiting: tuple[str, ...] = ()) -> Pose:
        """The pose of a part in the model."""
        if name == MODEL:
            return HERE
        if name not in self.parts or name in waiting or len(waiting) > 200:
            part = self.parts.get(waiting[-1]) if waiting else None
            what = f"its pose is relative to '{name[:80]}', which is not there or leads back to it"
            raise ModelError([(part or Element("pose", 0, {})).problem(what)])
        part = self.parts[name]
        usual = MODEL
        if part.tag == "joint":
            found = part.first("child")
            usual = found.text.strip() if found is not None else MODEL
        elif part.tag == "frame":
            usual = part.attributes.get("attached_to") or MODEL
        pose = part.first("pose")
        relative = (pose.attributes.get("relative_to") if pose is not None else "") or usual
        return self.of(relative, (*waiting, name)) @ self.own(part)

    def of_joint(self, joint: Element) -> Pose:
        """The pose of a joint in its child link."""
        child = joint.first("child")
        name = child.text.strip() if child is not None else ""
        if name not in self.parts:
            raise ModelError([joint.problem(f"there is no link '{name[:80]}'")])
        return inverse(self.of(name)) @ self.of(joint.attributes.get("name", ""))

    @staticmethod
    def own(element: Element) -> Pose:
        """What <pose> of an element says: a position, and fixed angles about x, y and z."""
        found = element.first("pose")
        if found is None or not found.text.strip():
            return HERE
        words = found.text.split()
        try:
            values = [number(float(word)) for word in words if "_" not in word]
        except (ValueError, Invalid):
            values = []
        if len(values) != 6 or len(words) != 6:
            raise ModelError([found.problem("a pose is six finite numbers")])
        if found.attributes.get("degrees") in ("1", "true"):
            values[3:] = np.radians(values[3:]).tolist()
        return Pose(np.array(values[:3]), fixed_angles(*values[3:]))

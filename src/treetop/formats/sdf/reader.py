"""From an SDF file to the elements of a URDF file, which one reader then turns into a model.

Poses in SDF are those of links in the model and of joints in their child links. In URDF a link's
frame is that of its joint: links stand where their joints are, and what they hold moves along.
"""

from __future__ import annotations

import os
from typing import Any

from treetop.errors import ModelError
from treetop.files import problems_in
from treetop.formats.sdf.poses import Poses, inverse, plain
from treetop.formats.urdf.notes import Notes
from treetop.formats.urdf.pose import HERE, Pose
from treetop.formats.urdf.reader import Options, add_urdf
from treetop.formats.xml import Element
from treetop.model.joints import Free
from treetop.model.model import Model

WORLD = "world"
_KINDS = ("revolute", "continuous", "prismatic", "fixed")
_READ = {
    "model": ("link", "joint", "pose", "static", "frame"),
    "link": ("inertial", "visual", "pose", "collision"),
    "joint": ("parent", "child", "axis", "pose"),
}


def load_sdf(
    path: str | os.PathLike[str], root: Element, options: Options | None = None
) -> tuple[Model, Notes]:
    """The only model of a file, whose root element was read, and what was not taken over."""
    notes = Notes(str(path))
    with problems_in(path):
        robot = _Translated(_only_model(root), notes)
    given = options or Options()
    flying = robot.is_free and given.joint is None
    model = Model(robot.element.title("name", "robot"))
    chosen = given._replace(joint=Free()) if flying else given
    _, more = add_urdf(model, path, robot.element, chosen)
    if flying and not robot.start.trivial:
        first = next(iter(model.joints))
        model.set_start(first, position=robot.start.at, attitude=robot.start.attitude)
    for matter, names in more.names.items():
        for name in names or [""]:
            notes.add(matter, name)
    return model, notes


def _only_model(root: Element) -> Element:
    root.require_tag("sdf", "SDF")
    found = [*root.all("model"), *(m for w in root.all("world") for m in w.all("model"))]
    if len(found) != 1:
        hint = "give a file for each, and put them together in Python"
        raise ModelError([root.problem(f"there are {len(found)} models", hint)])
    return found[0]


class _Translated:
    """A model as the element of a robot.

    Attributes
    ----------
    element : Element
    is_free : bool
        Whether nothing holds it to the world.
    start : Pose
        Of its root link, where it is free.
    """

    def __init__(self, model: Element, notes: Notes) -> None:
        self.notes, self.poses = notes, Poses(model)
        self.links = {link.attributes.get("name", ""): link for link in model.all("link")}
        self.joints = model.all("joint")
        self._note_rest(model)
        self.shift = dict.fromkeys(self.links, HERE)  # from the link to its joint
        for joint in self.joints:
            child = _text(joint, "child")
            self.shift[child] = self.poses.of_joint(joint)
            if not self.shift[child].trivial:
                notes.add("the frame of a link is that of its joint", child)
        static = _text(model, "static", "false").lower() in ("1", "true")
        held = any(_text(joint, "parent") == WORLD for joint in self.joints)
        children = {_text(joint, "child") for joint in self.joints}
        roots = [name for name in self.links if name not in children]
        self.is_free = not (static or held)
        placed = self.poses.model
        self.start = placed @ self._frame(roots[0]) if roots else placed
        parts = [self._link(name, link) for name, link in self.links.items()]
        parts += [self._joint(joint) for joint in self.joints]
        if not self.is_free:
            parts.insert(0, plain("link", model.line, name=WORLD))
        if static and not held and roots:
            parts.append(self._fixed(model, roots[0]))
        name = model.attributes.get("name", "robot")
        self.element = Element("robot", model.line, {"name": name}, parts)

    def _note_rest(self, model: Element) -> None:
        for element in (model, *self.links.values(), *self.joints):
            for child in element.children:
                if child.tag not in _READ[element.tag]:
                    name = element.attributes.get("name", "")
                    self.notes.add(f"<{child.tag}> is not read", name)

    def _frame(self, link: str) -> Pose:
        """Where the frame of a link is, in the model, when it stands at its joint."""
        if link == WORLD:
            return inverse(self.poses.model)
        return self.poses.of(link) @ self.shift.get(link, HERE)

    def _fixed(self, model: Element, root: str) -> Element:
        origin = self.poses.model @ self._frame(root)
        children = [
            plain("parent", model.line, link=WORLD), plain("child", model.line, link=root),
            _origin(origin, model.line),
        ]  # fmt: skip
        return Element("joint", model.line, {"name": "base", "type": "fixed"}, children)

    def _link(self, name: str, link: Element) -> Element:
        back = inverse(self.shift[name])
        parts = [_inertial(each, back) for each in link.all("inertial")]
        parts += [_visual(each, back) for each in link.all("visual")]
        parts += [plain("collision", each.line) for each in link.all("collision")]
        return Element("link", link.line, {"name": name}, parts)

    def _joint(self, joint: Element) -> Element:
        kind = joint.attributes.get("type", "")
        if kind not in _KINDS:
            hint = f"{', '.join(_KINDS)} are read"
            raise ModelError(
                [joint.problem(f"a joint of the type '{kind[:40]}' is not read", hint)]
            )
        parent, child = _text(joint, "parent"), _text(joint, "child")
        for end in (parent, child):
            if end not in self.links and end != WORLD:
                raise ModelError([joint.problem(f"there is no link '{end[:80]}'")])
        at = inverse(self._frame(parent)) @ self._frame(child)
        parts = [
            plain("parent", joint.line, link=parent), plain("child", joint.line, link=child),
            _origin(at, joint.line),
        ]  # fmt: skip
        axis = joint.first("axis")
        if axis is not None and kind != "fixed":
            parts += _axis(axis, self.notes, joint.attributes.get("name", ""))
        given = {"name": joint.attributes.get("name", ""), "type": kind}
        return Element("joint", joint.line, given, parts)


def _axis(axis: Element, notes: Notes, name: str) -> list[Element]:
    """Direction, limits and damping of an axis, in the axes of the joint."""
    direction = axis.first("xyz")
    if direction is not None and direction.attributes.get("expressed_in"):
        raise ModelError([direction.problem("'expressed_in' is not read", "axes of the joint")])
    if _text(axis, "use_parent_model_frame", "0") in ("1", "true"):
        what = "'use_parent_model_frame' is not read"
        raise ModelError([axis.problem(what, "axes of the joint")])
    parts = [plain("axis", axis.line, xyz=_text(axis, "xyz", "0 0 1"))]
    limit, dynamics = axis.first("limit"), axis.first("dynamics")
    if limit is not None:
        lower, upper = (_text(limit, key, default) for key, default in _LIMITS.items())
        if float_or_nan(lower) > -1e16 and float_or_nan(upper) < 1e16:
            parts.append(plain("limit", limit.line, lower=lower, upper=upper))
    if dynamics is not None:
        values = {key: _text(dynamics, key, "0") for key in ("damping", "friction")}
        parts.append(plain("dynamics", dynamics.line, **values))
        if float_or_nan(_text(dynamics, "spring_stiffness", "0")) != 0:
            notes.add("springs of joints are left out", name)
    return parts


_LIMITS = {"lower": "-1e16", "upper": "1e16"}


def float_or_nan(text: str) -> float:
    """A number, or one that compares with nothing, for the reader of URDF to refuse."""
    try:
        return float(text)
    except ValueError:
        return float("nan")


def _text(element: Element, tag: str, default: str | None = None) -> str:
    """What a child element says."""
    found = element.first(tag)
    text = "" if found is None else found.text.strip()
    if text:
        return text
    if default is None:
        raise ModelError([element.problem(f"<{tag}> is missing", f"add <{tag}>...</{tag}>")])
    return default


def _origin(pose: Pose, line: int) -> Element:
    from scipy.spatial.transform import Rotation

    angles = Rotation.from_matrix(pose.R).as_euler("xyz")
    numbers = {"xyz": pose.p, "rpy": angles}
    return plain("origin", line, **{k: " ".join(map(repr, v.tolist())) for k, v in numbers.items()})


def _inertial(element: Element, back: Pose) -> Element:
    moments = element.first("inertia")
    keys = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    usual = {"ixx": "1", "iyy": "1", "izz": "1"}
    values = {
        key: usual.get(key, "0") if moments is None else _text(moments, key, usual.get(key, "0"))
        for key in keys
    }
    parts = [
        _origin(back @ Poses.own(element), element.line),
        plain("mass", element.line, value=_text(element, "mass", "1")),
        plain("inertia", element.line, **values),
    ]
    return Element("inertial", element.line, {}, parts)


def _visual(element: Element, back: Pose) -> Element:
    geometry = element.first("geometry")
    shapes = [] if geometry is None else [_shape(each) for each in geometry.children]
    parts = [
        _origin(back @ Poses.own(element), element.line),
        Element("geometry", element.line, {}, shapes),
    ]
    material = element.first("material")
    colour = "" if material is None else _text(material, "diffuse", "")
    if colour:
        words = (colour.split() + ["1"])[:4]
        shown = plain("color", element.line, rgba=" ".join(words))
        parts.append(Element("material", element.line, {"name": ""}, [shown]))
    return Element("visual", element.line, {}, parts)


def _shape(element: Element) -> Element:
    given: dict[str, Any] = {child.tag: child.text.strip() for child in element.children}
    if element.tag == "mesh":
        given = {"filename": given.get("uri", ""), "scale": given.get("scale", "1 1 1")}
        given["filename"] = given["filename"].replace("model://", "package://")
    return plain(element.tag, element.line, **given)

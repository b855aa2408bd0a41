"""What is refused of stages and events before a run begins."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from treetop.assembly.joint_axes import suited_axes
from treetop.errors import Problem
from treetop.model import Model
from treetop.model.specification import path
from treetop.simulation.mode_switching import Element

PARALLEL = 1e-9  # sine of the angle between axes that are the same


def taken_names(
    model: Model, elements: list[Element], noted: Collection[str] = ()
) -> Iterator[Problem]:
    """Events of the user's, or of an element, that are called like those of another element; and
    like those of devices and paths, which are noted."""
    for name in sorted(set(noted) & set(model.events)):
        what = f"a device or a path reports events of the name '{name}' itself"
        yield Problem(what, path("events", name), "choose another name")
    owners: dict[str, str] = {}
    for element in elements:
        for name in sorted(element.event_names & set(owners)):
            what = f"the force '{owners[name]}' reports events of the name '{name}' as well"
            yield Problem(what, path("forces", element.name), "choose another name")
        owners |= dict.fromkeys(element.event_names, element.name)
        for name in sorted(element.event_names & set(model.events)):
            what = f"the force '{element.name}' reports events of the name '{name}' itself"
            yield Problem(what, path("events", name), "choose another name")


def unheld(model: Model) -> Iterator[Problem]:
    """Directions that stages release although their joints do not hold them."""
    for stage in model.stages.values():
        for name in stage.release:
            joint, direction = name.partition(".")[::2]
            if not direction or name in model.constraints:
                continue
            kind = model.joints[joint].kind
            normals, pairs = kind.holds
            into = suited_axes(kind)[0]
            constrained = [into[:, e] for e in normals]
            if direction.startswith("torque"):
                constrained = [np.cross(into[:, e], into[:, f]) for e, f in pairs]
            axis = np.eye(3)["xyz".index(direction[-1])]
            if not any(np.linalg.norm(np.cross(axis, e)) < PARALLEL for e in constrained):
                what = f"'{name}' is not held: a {kind.kind} joint exerts nothing in that direction"
                hint = "release one that it holds, or the whole joint"
                yield Problem(what, path("stages", stage.name, "release"), hint)

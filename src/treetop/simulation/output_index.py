"""Where everything that can be observed of a system stands among its outputs, by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import NamedTuple
from weakref import WeakKeyDictionary, proxy

from treetop.assembly.force_outputs import attracted, exerting, generalised_forces
from treetop.assembly.internal_states import derived_states
from treetop.assembly.poses import lock_arm
from treetop.assembly.turning import Turning, of_all, of_body, of_point
from treetop.core.forces.exerted import ForceHistories, force_shapes
from treetop.core.interface import EXTRA
from treetop.core.outputs import event_functions as w
from treetop.core.outputs.outputs import shapes_of
from treetop.core.tables.kinds import ATTITUDE
from treetop.model.part import frames_of
from treetop.model.quantity import Invalid
from treetop.model.specification import unknown
from treetop.system.fields import AXES, COMPONENTS, FIELDS
from treetop.system.system import System
from treetop.topology.lines import deployers

ORIGIN = {"position": -EXTRA, "velocity": -EXTRA + 3}  # where a state has that of the origin
GRAVITY = ("gravity_force", "gravity_torque")  # fields of all bodies where gravity acts


class OutputRef(NamedTuple):
    """A signal as a weighted sum of outputs, or as the norm of a vector of such sums."""

    kind: int
    places: tuple[int, ...] = ()
    weight: tuple[float, ...] = ()
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    unit: str = ""
    axes: tuple[int, ...] = ()  # the components that places add to; the first, if not given
    frame: tuple[int, int] = (0, 0)  # a frame, and which number of its motion


_INDICES: WeakKeyDictionary[System, OutputIndex] = WeakKeyDictionary()


def output_index(system: System) -> OutputIndex:
    """The index of a system, made once: segments of the same structure come again and again."""
    if system not in _INDICES:
        _INDICES[system] = OutputIndex(proxy(system))
    return _INDICES[system]


class OutputIndex:
    """Where each output of a system stands in the row of all its outputs."""

    def __init__(self, system: System) -> None:
        self.system = system
        forces = system.assembly.outputs
        shapes = shapes_of(1, system.sizes) | force_shapes(1, forces.sizes)
        ends = accumulate((prod(shape) for shape in shapes.values()), initial=0)
        *starts, self.size = ends
        self.first = dict(zip(shapes, starts, strict=True))
        self.first_of_forces = self.first[ForceHistories._fields[0]]
        self.owners = {
            "body": system.body_names,
            "joint": system.joint_names,
            "constraint": system.constraint_names,
            "force": forces.forces,
        }
        self._turning: dict[int, Turning] = {}
        labels = system.labels
        self.units = {
            label: unit
            for kind in ("coordinate", "speed")
            for label, unit in zip(labels[kind], labels[f"{kind}_unit"][1], strict=True)
        }

    def output(self, name: str) -> OutputRef:
        """The signal that is the quantity of that name."""
        vector, _, part = name.rpartition(".")
        if part == "norm":
            each = [found for axis in AXES if (found := self._number(f"{vector}.{axis}"))]
            if len(each) == len(AXES):
                return _norm(each)
        found = self._number(name)
        if found is None:
            wrong = unknown("quantity", name, self.names(), "")
            raise Invalid(wrong.what, wrong.hint)
        return found

    def rate(self, place: int) -> int:
        """Where the rate of an output stands: among the outputs, or behind them among the rates of
        the state."""
        system = self.system
        q, u, n = len(system.coordinate_labels), len(system.speed_labels), system.joint_size
        k, first = place - self.first["joints"], self.first
        if 0 <= k < q:
            speed = self._speeds.get(k)
            return w.UNKNOWN_RATE if speed is None else place - k + q + speed
        if k - (n + ORIGIN["position"]) in range(3):
            return place + 3
        if 0 <= k < q + u or k - (n + ORIGIN["velocity"]) in range(3):
            return self.size + k
        for of, then in (("position", "velocity"), ("velocity", "acceleration")):
            if 0 <= place - first[of] < 3 * len(self.system.body_names):
                return place - first[of] + first[then]
        return place + 1 if place in self._line_lengths else w.UNKNOWN_RATE

    def turning(self, place: int) -> Turning:
        """Which turning an output depends on."""
        if place not in self._turning:
            self._turning[place] = self._turning_of(place)
        return self._turning[place]

    def _turning_of(self, place: int) -> Turning:
        tables, first = self.system.tables, self.first
        if place < first["speed_rates"] or place in self._line_lengths:
            return Turning()  # of the state itself
        for name in ("position", "position_from_origin"):
            k = place - first[name]
            if 0 <= k < 3 * len(self.system.body_names):
                return of_point(tables, k // 3 + 1, tables.frames.p[k // 3 + 1])
        fields = {"velocity": 3, "attitude": 4, "angular_velocity": 3}
        for name, width in fields.items():
            k = place - first[name]
            if 0 <= k < width * len(self.system.body_names):
                return of_body(tables, k // width + 1)._replace(length=0.0)
        return self._of_all | self._turning_of_force(place)

    def _turning_of_force(self, place: int) -> Turning:
        """What a force exerts may turn with the bodies that it acts at, rotors among them."""
        forces, bodies = self.owners["force"], self.system.body_names
        for name in ("applied_force", "applied_torque", "power"):
            k, width = place - self.first[name], len(self._fields[name][1])
            if 0 <= k < width * len(forces):
                mechanism = self.system.mechanism
                ends = frames_of(mechanism.forces[forces[k // width]])
                acted_on = [mechanism.frame(each).body for each in ends]
                return Turning(
                    frozenset(bodies.index(each) + 1 for each in acted_on if each in bodies)
                )
        return Turning()

    @cached_property
    def _of_all(self) -> Turning:
        return of_all(self.system.tables)

    @cached_property
    def _line_lengths(self) -> set[int]:
        """Places of the lengths of lines that are paid out, each followed by that of its rate."""
        lines = deployers(self.system.model) if self.system.model else {}
        outputs, first = list(self.system.assembly.device_outputs), self.first["outputs"]
        return {first + outputs.index(f"{name}.length") for name in lines}

    @cached_property
    def _speeds(self) -> dict[int, int]:
        """The speeds that are rates of coordinates; quaternions have none."""
        tree = self.system.tables.tree
        found: dict[int, int] = {}
        for i in range(1, tree.parent.size):
            turned = tree.joint[i] in ATTITUDE
            k, j = tree.q_at[i] + 4 * turned, tree.u_at[i] + 3 * turned
            found |= {int(k + m): int(j + m) for m in range(tree.u_at[i + 1] - j)}
        return found

    def names(self) -> list[str]:
        """The names of all quantities that are one number."""
        labels = self.system.all_labels
        fields = [
            ".".join(each for each in (owner, name, part) if each)
            for name, (owners, parts) in self._fields.items()
            for owner in owners
            for part in parts
        ]
        of_parts = [*self.system.assembly.device_outputs, *self.system.assembly.states]
        of_parts += self.system.assembly.outputs.generalised
        return ["time", *labels.coordinates, *labels.speeds, *of_parts, *fields]

    @cached_property
    def _fields(self) -> dict[str, tuple[list[str], Sequence[str]]]:
        """Owners and components of all fields but those of coordinates, speeds and joints' forces;
        gravity has none where it does not act."""
        parts = {"axis": AXES, "component": COMPONENTS}
        labelled = {"coordinate", "speed", "generalised_force"}
        found: dict[str, tuple[list[str], Sequence[str]]] = {
            name: (
                self.owners.get(field.dims[0], [""]) if field.dims else [""],
                parts.get(field.dims[-1], ("",)) if field.dims else ("",),
            )
            for name, field in FIELDS.items()
            if name in self.first and not set(field.dims) & labelled
        }
        if not self.system.assembly.outputs.attracted:
            found |= dict.fromkeys(GRAVITY, ([], AXES))
        return found

    def _number(self, name: str) -> OutputRef | None:
        """A quantity that is one number; of equal names the coordinates of joints win."""
        known = self._of_joint(name) or self._of_device(name) or self._of_lock(name)
        return known or self._along_joint(name) or self._of_field(name)

    @cached_property
    def _derived(self) -> set[str]:
        return derived_states(self.system.mechanism)

    def _of_device(self, name: str) -> OutputRef | None:
        """Outputs of devices, and internal states."""
        outputs, states = self.system.assembly.device_outputs, self.system.assembly.states
        if name in outputs:
            return _one(self.first["outputs"] + list(outputs).index(name), outputs[name])
        if name not in states:
            return None
        if name in self._derived:
            place = self.first["outputs"] + len(outputs) + list(states).index(name)
            return _one(place, states[name].unit)
        inner = len(self.system.coordinate_labels) + len(self.system.speed_labels)
        place = self.first["joints"] + inner + list(states).index(name)
        return _one(place, states[name].unit)

    def _of_field(self, name: str) -> OutputRef | None:
        words, fields = name.split("."), self._fields
        k = next((k for k, word in enumerate(words[:2]) if word in fields), None)
        if k is None:
            return None
        owners, parts = fields[words[k]]
        owner, part = ".".join(words[:k]), ".".join(words[k + 1 :])
        if part not in parts:
            return None
        if owner not in owners:
            return (
                OutputRef(w.SUM, unit=FIELDS[words[k]].unit)
                if self._idle(owner, words[k])
                else None
            )
        place = self.first[words[k]] + owners.index(owner) * len(parts) + parts.index(part)
        return _one(place, FIELDS[words[k]].unit)

    def _idle(self, owner: str, field: str) -> bool:
        """Whether a part of the model could exert something, but does not act in this structure."""
        base = self.system.mechanism.base
        if field in GRAVITY:
            return owner in self.owners["body"] and attracted(base) > 0
        could = {"constraint": self.system.model.constraints, "force": exerting(base)}
        return owner in could.get(FIELDS[field].dims[0], ()) if FIELDS[field].dims else False

    def _along_joint(self, name: str) -> OutputRef | None:
        """Generalised forces; those of forces that do not act are zero."""
        outputs = self.system.assembly.outputs
        if name in outputs.generalised:
            k = outputs.generalised.index(name)
            return _one(self.first["generalised_forces"] + k, outputs.units[k])
        idle = generalised_forces(self.system.mechanism.base)
        unit = next((each.unit for each in idle if each.label == name), None)
        return None if unit is None else OutputRef(w.SUM, unit=unit)

    def _of_joint(self, name: str) -> OutputRef | None:
        """Coordinates and speeds, those of free bodies seen from the ground; rates of speeds."""
        system, labels = self.system, self.system.all_labels
        q, u = len(system.coordinate_labels), len(system.speed_labels)
        unit = self.units.get(name, "")
        if name in labels.coordinates:
            k = labels.coordinates.index(name)
            if k >= q:
                return _one(self.first["closing_coordinates"] + k - q, unit)
            return self._from_ground(name, self.first["joints"] + k)
        if name in labels.speeds:
            k = labels.speeds.index(name)
            if k >= u:
                return _one(self.first["closing_speeds"] + k - u, unit)
            return self._from_ground(name, self.first["joints"] + q + k)
        speed = name.removeprefix("speed_rates.")
        if speed != name and speed in labels.speeds:
            k = labels.speeds.index(speed)
            place = self.first["speed_rates"] + k
            return _one(place if k < u else self.first["closing_rates"] + k - u)
        return None

    def _from_ground(self, name: str, place: int) -> OutputRef:
        """Positions and velocities of free bodies on the ground are measured from the origin."""
        system, words, unit = self.system, name.split("."), self.units[name]
        if not (system.tables.falling[0] and words[1] in ORIGIN):
            return _one(place, unit)
        for i, X_NF in system.assembly.roots.items():
            if system.assembly.links[i - 1].joint.name == words[0]:
                e = X_NF.R[:, AXES.index(words[2])]
                at = self.first["joints"] + system.joint_size + ORIGIN[words[1]]
                offset = -float(e @ X_NF.p) if words[1] == "position" else 0.0
                places, weights = (place, at, at + 1, at + 2), (1.0, *map(float, e))
                return OutputRef(w.SUM, places, weights, (offset, 0.0, 0.0), unit)
        return _one(place, unit)

    def _of_lock(self, name: str) -> OutputRef | None:
        """What holds a joint that is locked counts as its reaction: about its own outboard frame,
        which is at d from where the lock gives it, ``T = T_lock - d × F``."""
        joint, _, rest = name.partition(".")
        lock, word = self.system.mechanism.locks.get(joint), rest.partition(".")[0]
        if lock is None or word not in ("reaction_force", "reaction_torque"):
            return None
        reaction = self._of_field(f"{lock}.{rest}")
        if reaction is None or word == "reaction_force":
            return reaction
        k = AXES.index(rest[-1])
        a, b = (k + 1) % 3, (k + 2) % 3
        d, force = lock_arm(self.system.mechanism, joint), self.first["reaction_force"]
        force += 3 * self.system.joint_names.index(lock)
        return OutputRef(
            w.SUM, (*reaction.places, force + b, force + a), (1.0, -d[a], d[b]), unit=reaction.unit
        )


def _norm(each: Sequence[OutputRef]) -> OutputRef:
    """The norm of a vector, of its components."""
    x, y, z = (found.offset[0] for found in each)
    return OutputRef(
        w.SIZE,
        tuple(place for found in each for place in found.places),
        tuple(weight for found in each for weight in found.weight),
        (x, y, z),
        each[0].unit,
        tuple(axis for axis, found in enumerate(each) for _ in found.places),
    )


def _one(place: int, unit: str = "") -> OutputRef:
    return OutputRef(w.SUM, (place,), (1.0,), unit=unit)

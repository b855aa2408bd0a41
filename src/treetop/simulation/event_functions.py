"""From the names of quantities to signals that the time loop watches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, proxy

import numpy as np

from treetop.assembly.contacts import Pairs, pair_table
from treetop.assembly.poses import lock_arm
from treetop.assembly.switches import switches
from treetop.assembly.turning import Turning, of_all, of_body, of_pair, of_point
from treetop.core.compiler import boxed
from treetop.core.integrators.event_monitor import Sight, sight_of
from treetop.core.interface import EXTRA
from treetop.core.outputs import event_functions as w
from treetop.core.outputs.outputs import Histories, shapes_of
from treetop.core.tables.kinds import FREE, SPHERICAL
from treetop.errors import ModelError, Problem
from treetop.model.events import Event
from treetop.model.quantity import Invalid, Measured, number
from treetop.model.signals import (
    Clearance,
    FrameDistance,
    Grip,
    Push,
    Quantity,
    Slip,
    UserSignal,
)
from treetop.model.specification import path, unknown
from treetop.results.fields import AXES, COMPONENTS, FIELDS
from treetop.system.system import System
from treetop.system.user_functions import signal_functions
from treetop.topology.structure import lock_name

ORIGIN = {"position": -EXTRA, "velocity": -EXTRA + 3}  # where a state tells that of the origin


class OutputRef(NamedTuple):
    """A signal as a sum of what can be seen, or as the size of several."""

    kind: int
    places: tuple[int, ...] = ()
    weight: tuple[float, ...] = ()
    offset: float = 0.0
    unit: str = ""


def event_monitor_for(system: System, events: Mapping[str, Event]) -> tuple[Sight | None, Any]:
    """What the time loop needs to watch for events, and for forces that begin or cease to act; and
    what must be kept alive with it."""
    own = switches(system.assembly, system.model) if isinstance(system, System) else {}
    if not events and not own:
        return None, None
    n = system.equations.length(system.tables)
    watched = dict(events) | own
    signals = signals_of(system, watched)
    table, lengths = _table(system, list(watched.values()), _numbered(signals))
    table = table._replace(own=signal_functions(events))
    functions = system.derivative, system.equations.at_joints.function
    room = w.room_for(system.sizes, n)
    handle, alive = w.pack(boxed(system.problem), w.watch.function, *functions, table, room)
    wanted = [event.direction for event in events.values()]
    coordinates = system.equations.chart.speeds(system.tables).start
    return sight_of(n, wanted, boxed(handle), np.abs(table.less), lengths, coordinates), alive


def signals_of(system: System, events: Mapping[str, Event]) -> list[OutputRef]:
    """What is looked at; refuses names and units that do not fit, all at once."""
    signals, problems, index = [], [], output_index(system)
    for name, event in events.items():
        try:
            signals.append(_terms(system, index, event))
        except Invalid as error:
            problems.append(Problem(error.what, path("events", name, "signal"), error.hint))
    if problems:
        raise ModelError(problems)
    return signals


def _numbered(signals: list[OutputRef]) -> list[OutputRef]:
    """The functions of the user's in order."""
    own = iter(range(len(signals)))
    return [
        signal._replace(places=(next(own),)) if signal.kind == w.OWN else signal
        for signal in signals
    ]


def _table(
    system: System, events: Sequence[Event], signals: Sequence[OutputRef]
) -> tuple[w.Signals, np.ndarray]:
    """Of all signals, and the lengths that turn with bodies in each."""
    near = [event.signal for event in events if isinstance(event.signal, (Clearance, Push))]
    given = [getattr(event.signal, "parameters", ()) for event in events]
    parameters = np.zeros((len(events), max([1, *map(len, given)])))
    for row, numbers in zip(parameters, given, strict=True):
        row[: len(numbers)] = numbers
    pairs = pair_table([(signal.a, signal.b) for signal in near], system.assembly.frames)
    frames = np.array([_frames(system, event.signal, near) for event in events], dtype=np.int64)
    index = output_index(system)
    turned = [
        _turned(index, signal, own, pairs)
        for signal, own in zip(signals, frames.reshape(-1, 2), strict=True)
    ]
    marked = frozenset().union(*(turning.bodies for turning, _ in turned))
    lengths = np.array([(turning.length, ends) for turning, ends in turned])
    table = w.Signals(
        kind=np.array([signal.kind for signal in signals], dtype=np.int64),
        at=np.array([0, *accumulate(len(signal.places) for signal in signals)], dtype=np.int64),
        place=np.array([k for signal in signals for k in signal.places], dtype=np.int64),
        weight=np.array([x for signal in signals for x in signal.weight], dtype=float),
        rate=np.array([index.rate(k) for signal in signals for k in signal.places], dtype=np.int64),
        less=np.array(
            [event.value - signal.offset for event, signal in zip(events, signals, strict=True)]
        ),
        frames=frames,
        parameters=parameters,
        pairs=pairs,
        own=None,
        reads=_reads(system, signals),
        turning=np.array([i in marked for i in range(system.tables.tree.parent.size)], np.int64),
    )
    return table, lengths


def _turned(
    index: OutputIndex, signal: OutputRef, frames: np.ndarray, pairs: Pairs
) -> tuple[Turning, float]:
    """The bodies whose turning a signal depends on, with lengths; and how long shapes are whose
    ends may take turns to be the nearest."""
    tables, found = index.system.tables, Turning()
    if signal.kind == w.GAP:
        return of_pair(tables, pairs, int(frames[0]))
    if signal.kind in (w.DISTANCE, w.OWN):
        for row in frames:
            body = int(tables.frames.body[row])
            found |= of_point(tables, body, tables.frames.p[row])
            if signal.kind == w.OWN:
                found |= Turning(frozenset({body} - {0}))
        return found, 0.0
    for place in signal.places if signal.kind != w.TIME else ():
        found |= index.turning(place)
    return found, 0.0


def _reads(system: System, signals: Sequence[OutputRef]) -> np.ndarray:
    """Whether any signal reads the motion of a body; energies and momenta of the whole."""
    first = output_index(system).first
    spans = ("position", "reaction_force"), ("kinetic_energy", "constraint_error")
    places = [k for signal in signals for k in signal.places]
    return np.array([any(first[a] <= k < first[b] for k in places) for a, b in spans], np.int64)


def _frames(system: System, signal: Any, near: list[Any]) -> tuple[int, int]:
    """Rows of its frames, or the number of its pair of shapes."""
    if signal in near:
        return near.index(signal), 0
    ends = {FrameDistance: ("a", "b"), UserSignal: ("on", "reference")}.get(type(signal))
    if ends is None:
        return 0, 0
    rows = system.assembly.frames.rows
    return rows[getattr(signal, ends[0])], rows[getattr(signal, ends[1])]


def _terms(system: System, index: OutputIndex, event: Event) -> OutputRef:
    match event.signal:
        case FrameDistance():
            found = OutputRef(w.DISTANCE, unit="m")
        case Clearance():
            found = OutputRef(w.GAP, unit="m")
        case Push():
            parts = [index.terms(f"{event.signal.constraint}.holding_force.{x}") for x in AXES]
            found = OutputRef(w.PUSH, tuple(p.places[0] for p in parts), (1.0,) * 3, unit="N")
        case Slip():
            along = index.terms(event.signal.speed)
            found = along._replace(weight=tuple(event.signal.direction * x for x in along.weight))
        case Grip():
            names = [f"{event.signal.joint}.reaction_force.{x}" for x in AXES]
            names.append(f"{event.signal.constraint}.holding_effort")
            places = tuple(index.terms(name).places[0] for name in names)
            found = OutputRef(w.GRIP, places, (1.0,) * len(places))
        case UserSignal():
            found = OutputRef(w.OWN, (0,), (0.0,))
        case Quantity("time"):
            found = OutputRef(w.TIME, unit="s")
        case _:
            found = index.terms(event.signal.name)
    if found.unit and isinstance(event.value, Measured):
        number(event.value.text, found.unit)
    return found


_INDICES: WeakKeyDictionary[System, OutputIndex] = WeakKeyDictionary()


def output_index(system: System) -> OutputIndex:
    """The one of a system: segments of the same structure come again and again."""
    if system not in _INDICES:
        _INDICES[system] = OutputIndex(proxy(system))
    return _INDICES[system]


class OutputIndex:
    """Where everything that can be seen of a system is told."""

    def __init__(self, system: System) -> None:
        self.system = system
        shapes = shapes_of(1, system.sizes)
        ends = accumulate((prod(shape) for shape in shapes.values()), initial=0)
        *starts, self.size = ends
        self.first = dict(zip(Histories._fields, starts, strict=True))
        self.owners = {
            "body": system.body_names,
            "joint": system.joint_names,
            "constraint": system.constraint_names,
        }
        self._turning: dict[int, Turning] = {}
        labels = system.labels
        self.units = {
            label: unit
            for kind in ("coordinate", "speed")
            for label, unit in zip(labels[kind], labels[f"{kind}_unit"][1], strict=True)
        }

    def terms(self, name: str) -> OutputRef:
        """The signal that is the quantity of that name."""
        vector, _, part = name.rpartition(".")
        if part == "norm":
            each = [self._number(f"{vector}.{axis}") for axis in AXES]
            if all(each):
                index = tuple(found.places[0] for found in each if found and found.places)
                unit = each[0].unit if each[0] else ""
                return OutputRef(w.SIZE, index, (1.0,) * len(index), unit=unit)
        found = self._number(name)
        if found is None:
            wrong = unknown("quantity", name, self.names(), "")
            raise Invalid(wrong.what, wrong.hint)
        return found

    def rate(self, place: int) -> int:
        """Where the rate of a number is told: among all that can be seen, or behind it among the
        rates of the state."""
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
        return w.UNKNOWN_RATE

    def turning(self, place: int) -> Turning:
        """Which turning a number that can be seen depends on."""
        if place not in self._turning:
            self._turning[place] = self._turning_of(place)
        return self._turning[place]

    def _turning_of(self, place: int) -> Turning:
        tables, first = self.system.tables, self.first
        if place < first["speed_rates"]:
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
        return self._of_all

    @cached_property
    def _of_all(self) -> Turning:
        return of_all(self.system.tables)

    @cached_property
    def _speeds(self) -> dict[int, int]:
        """The speeds that are rates of coordinates; quaternions have none."""
        tree = self.system.tables.tree
        found: dict[int, int] = {}
        for i in range(1, tree.parent.size):
            turned = tree.joint[i] in (SPHERICAL, FREE)
            k, j = tree.q_at[i] + 4 * turned, tree.u_at[i] + 3 * turned
            found |= {int(k + m): int(j + m) for m in range(tree.u_at[i + 1] - j)}
        return found

    def names(self) -> list[str]:
        """Of all quantities that are one number."""
        labels = self.system.all_labels
        fields = [
            ".".join(each for each in (owner, name, part) if each)
            for name, (owners, parts) in self._fields.items()
            for owner in owners
            for part in parts
        ]
        return ["time", *labels.coordinates, *labels.speeds, *fields]

    @cached_property
    def _fields(self) -> dict[str, tuple[list[str], Sequence[str]]]:
        """Owners and components of all fields but those of coordinates and speeds."""
        parts = {"axis": AXES, "component": COMPONENTS}
        return {
            name: (
                self.owners.get(field.dims[0], [""]) if field.dims else [""],
                parts.get(field.dims[-1], ("",)) if field.dims else ("",),
            )
            for name, field in FIELDS.items()
            if name in self.first and not set(field.dims) & {"coordinate", "speed"}
        }

    def _number(self, name: str) -> OutputRef | None:
        """A quantity that is one number; of equal names the coordinates of joints win."""
        return self._of_joint(name) or self._of_lock(name) or self._of_field(name)

    def _of_field(self, name: str) -> OutputRef | None:
        words, fields = name.split("."), self._fields
        k = next((k for k, word in enumerate(words[:2]) if word in fields), None)
        if k is None:
            return None
        owners, parts = fields[words[k]]
        owner, part = ".".join(words[:k]), ".".join(words[k + 1 :])
        if owner in self.system.described.constraints and owner not in owners:
            return OutputRef(w.SUM)  # a constraint that does not act exerts nothing
        if owner not in owners or part not in parts:
            return None
        place = self.first[words[k]] + owners.index(owner) * len(parts) + parts.index(part)
        return _one(place, FIELDS[words[k]].unit)

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
        """Positions and velocities of free bodies on the ground are told from the origin."""
        system, words, unit = self.system, name.split("."), self.units[name]
        if not (system.tables.falling[0] and words[1] in ORIGIN):
            return _one(place, unit)
        for i, X_NF in system.assembly.roots.items():
            if system.assembly.links[i - 1].joint.name == words[0]:
                e = X_NF.R[:, AXES.index(words[2])]
                at = self.first["joints"] + system.joint_size + ORIGIN[words[1]]
                offset = -float(e @ X_NF.p) if words[1] == "position" else 0.0
                places, weights = (place, at, at + 1, at + 2), (1.0, *map(float, e))
                return OutputRef(w.SUM, places, weights, offset, unit)
        return _one(place, unit)

    def _of_lock(self, name: str) -> OutputRef | None:
        """What holds a joint that is locked counts as its reaction: about its own outboard frame,
        which is at d from where the lock tells it, ``T = T_lock - d × F``."""
        joint, _, rest = name.partition(".")
        lock, word = lock_name(joint), rest.partition(".")[0]
        if lock not in self.system.joint_names or word not in ("reaction_force", "reaction_torque"):
            return None
        own = self._of_field(f"{lock}.{rest}")
        if own is None or word == "reaction_force":
            return own
        k = AXES.index(rest[-1])
        a, b = (k + 1) % 3, (k + 2) % 3
        d, force = lock_arm(self.system.model, joint), self.first["reaction_force"]
        force += 3 * self.system.joint_names.index(lock)
        return OutputRef(
            w.SUM, (*own.places, force + b, force + a), (1.0, -d[a], d[b]), unit=own.unit
        )


def _one(place: int, unit: str = "") -> OutputRef:
    return OutputRef(w.SUM, (place,), (1.0,), unit=unit)


def is_clock(event: Event) -> bool:
    """Whether it is time that passes a value."""
    return getattr(event.signal, "name", "") == "time"

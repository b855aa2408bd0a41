"""From plain values to a model: every section is read to its end, and problems are gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from itertools import islice
from reprlib import repr as short
from typing import Any

from treetop.checks import checks
from treetop.checks.constraints import constraint_problems
from treetop.errors import ModelError, Problem
from treetop.formats.attachments import Beside
from treetop.formats.yaml.document import VERSION
from treetop.formats.yaml.structures import modes_of, require_moments
from treetop.model.beam import LINES, Beam
from treetop.model.beam_body import BeamBody, BeamFrame
from treetop.model.body import GROUND, Body, Frame, require_name
from treetop.model.campaign.plan import CampaignPlan
from treetop.model.constraints.kinds import CONSTRAINTS
from treetop.model.controllers.kinds import CONTROLLERS
from treetop.model.devices.kinds import DEVICES, Slosh
from treetop.model.environment.epoch import epoch_of
from treetop.model.environment.kinds import ENVIRONMENTS
from treetop.model.events import Event
from treetop.model.flexible_body import FlexibleBody
from treetop.model.forces.kinds import FORCES
from treetop.model.initial_state import equilibrium_of, hold_of, start_values
from treetop.model.joints import JOINT_KINDS, Fixed, Joint, JointKind
from treetop.model.model import Model
from treetop.model.references import reference_problems
from treetop.model.run.options import KEYS, OPTIONS, settings_from
from treetop.model.sensors.kinds import SENSORS
from treetop.model.specification import as_spelled, made_from, path, unknown
from treetop.model.stages import Stage
from treetop.model.surfaces.kinds import SURFACES
from treetop.topology.spanning_tree import spanning_tree, tree_problems

SECTIONS = (
    "treetop", "name", "epoch", "environment", "ground", "bodies", "beams", "joints", "forces",
    "constraints", "devices", "sensors", "controllers", "surfaces", "events", "stages", "start",
    "hold", "equilibrium", "run", "campaign",
)  # fmt: skip

_GROUND = {"name": GROUND, "mass": 0.0}
_OF_JOINTS = (*Joint.ends, "cut", "stiffness")  # keys that joints of all kinds have

Functions = Mapping[str, Callable[..., Any]]


def read_model(
    data: Any, functions: Functions | None, beside: Beside
) -> tuple[Model, list[Problem]]:
    """The model that ``data`` describes, as far as it can be read, and all its problems; files
    that it names are beside it."""
    reader = _Reader(functions, beside)
    reader.read(data)
    return reader.model, [*reader.problems, *reader.rules()]


class _Reader:
    def __init__(self, functions: Functions | None, beside: Beside) -> None:
        self.model = Model()
        self.beside = beside
        self.functions = functions
        self.problems: list[Problem] = []
        self.references: list[tuple[str, str]] = []
        self.kinds: dict[str, type[JointKind]] = {}  # known even of joints that cannot be made
        self.broken: set[str] = set()  # sections where something is missing from the model

    def read(self, data: Any) -> None:
        top = self._mapping(data, "", SECTIONS)
        self._version(top)
        with self._collecting("name"):
            self.model = Model(top.get("name", self.model.name))
        with self._collecting("epoch"):
            epoch = top.get("epoch")
            self.model.epoch = epoch_of(epoch, self.beside.orientation(epoch))
        with self._collecting("environment"):
            if top.get("environment") is not None:
                cls, values = self._kind(top["environment"], "environment", ENVIRONMENTS, ())
                complete = self.beside.with_gravity(values)
                self.model.set_environment(made_from(cls, complete, "environment"))
        ground = self._mapping(top.get(GROUND), GROUND, ("frames", "looks"))
        with self._collecting("looks"):
            looks = self._looks(ground, GROUND).get("looks", [])
            self.model.ground = made_from(Body, {**_GROUND, "looks": looks}, GROUND)
        self._frames(self.model.ground, ground.get("frames"), path(GROUND, "frames"))
        for section, read in (
            ("bodies", self._body),
            ("beams", self._beam),
            ("joints", self._joint),
            ("forces", self._force),
            ("constraints", self._constraint),
            ("devices", self._device),
            ("sensors", self._sensor),
            ("controllers", self._controller),
            ("surfaces", self._surface),
            ("events", self._event),
            ("stages", self._stage),
            ("start", self._start),
        ):
            for name, part in self._mapping(top.get(section), section).items():
                if (
                    len(self.problems) > checks.MAX_PROBLEMS
                ):  # enough to report; later ones may be known
                    self.broken.update(("", section))
                    return
                with self._collecting(section):
                    read(name, part, path(section, name))
        with self._collecting("hold"):
            if top.get("hold") is not None:
                self.model.hold = hold_of(top["hold"])
        with self._collecting("equilibrium"):
            if top.get("equilibrium") is not None:
                self.model.equilibrium = equilibrium_of(top["equilibrium"])
        with self._collecting("run"):
            run = self._mapping(top.get("run"), "run", (*KEYS, *OPTIONS))
            self.model.run = settings_from(run, "run", lenient=True)
        with self._collecting("campaign"):
            if top.get("campaign") is not None:
                plan = self._mapping(top["campaign"], "campaign", _keys(CampaignPlan))
                self.model.campaign = made_from(CampaignPlan, plan, "campaign")

    def rules(self) -> list[Problem]:
        """The rules between the parts, as far as they apply to what was read."""
        if not self.problems:
            return checks.problems(self.model)
        if self.broken & {"", GROUND, "bodies", "beams"}:
            return []
        found = list(islice(reference_problems(self.model, self.references), checks.MAX_PROBLEMS))
        if "joints" not in self.broken:
            found += checks.force_problems(self.model)
            found += constraint_problems(self.model)
            found += [] if found else tree_problems(self.model, spanning_tree(self.model))
        return found

    @contextmanager
    def _collecting(self, section: str) -> Iterator[None]:
        try:
            yield
        except ModelError as error:
            self.problems += error.problems
            self.broken.add(section)

    def _mapping(
        self, value: Any, where: str, known: tuple[str, ...] | None = None
    ) -> dict[str, Any]:
        """The known keys of a mapping; what is left out is empty, what is unknown a problem."""
        if value is None:
            return {}
        section = where.partition(".")[0]
        if not isinstance(value, dict):
            hint = "write 'key: value' lines" + (f" with {', '.join(known)}" if known else "")
            self.problems.append(Problem(f"{short(value)} is not a mapping", where, hint))
            self.broken.add(section)
            return {}
        if known is not None:
            value = as_spelled(value, known)
        strange = [] if known is None else [key for key in value if key not in known]
        if strange:
            reported = islice(strange, checks.MAX_PROBLEMS + 1)
            self.problems += (
                unknown("key", key, known or (), path(where, key)) for key in reported
            )
            self.broken.add(section)
        return {key: item for key, item in value.items() if known is None or key in known}

    def _version(self, top: dict[str, Any]) -> None:
        version = top.get("treetop", VERSION)
        if version != VERSION or isinstance(version, bool):
            what = f"format {short(version)} of a model file is not known"
            self.problems.append(Problem(what, "treetop", f"write 'treetop: {VERSION}'"))

    def _body(self, name: str, part: Any, where: str) -> None:
        if isinstance(part, dict) and {"modes", "structure"} & set(part):
            self._flexible_body(name, part, where)
            return
        values = self._mapping(part, where, _keys(Body, "name"))
        frames = values.pop("frames", None)
        body = Body("stand-in", 1.0)  # so that references to the name are not problems too
        with self._collecting("masses"):
            body = self.model.add_body(name, **{"mass": None, **self._looks(values, where)})
        self.model.bodies.setdefault(name, body)
        self._frames(body, frames, path(where, "frames"))

    def _flexible_body(self, name: str, part: dict[str, Any], where: str) -> None:
        names = "damping", "frequency_factor", "stiffening"
        known = ("modes", "structure", *names, "frames", "looks")
        values = self._mapping(part, where, known)
        frames, looks = values.pop("frames", None), values.pop("looks", None)
        body: Any = Body("stand-in", 1.0)
        with self._collecting("masses"):
            modes = modes_of(values, where, self.beside)
            rest = {key: value for key, value in values.items() if key in names}
            made: dict[str, Any] = {"name": name, "modes": modes, "source": values, **rest}
            made |= self._looks({"looks": looks}, where)
            bends = made_from(FlexibleBody, made, where)
            require_moments(bends, where)
            body = bends
        self.model.bodies[name] = body
        for each, described in self._mapping(frames, path(where, "frames")).items():
            at = path(where, "frames", each)
            frame = self._mapping(described, at, ("node", "at", "attitude"))
            if isinstance(body, FlexibleBody):
                with self._collecting("places"):
                    body.frame(each, **frame)
            body.frames.setdefault(each, Frame("stand-in"))

    def _beam(self, name: str, part: Any, where: str) -> None:
        values = {"kind": Beam.kind, **part} if isinstance(part, dict) else part
        cls, values = self._kind(values, where, LINES, (), ("frames", "looks"))
        frames, looks = values.pop("frames", None), values.pop("looks", [])
        body: Any = Body("stand-in", 1.0)
        with self._collecting("masses"):
            line, shown = made_from(cls, values, where), self._looks({"looks": looks}, where)
            body = self.model.add_beam(name, line, **shown)
        self.model.bodies.setdefault(name, body)
        for each, described in self._mapping(frames, path(where, "frames")).items():
            at = path(where, "frames", each)
            frame = self._mapping(described, at, _keys(BeamFrame, "body", "name"))
            if isinstance(body, BeamBody):
                with self._collecting("places"):
                    body.frame(each, **{"s": None, **frame})
            body.frames.setdefault(each, Frame("stand-in"))

    def _looks(self, values: dict[str, Any], where: str) -> dict[str, Any]:
        """The values, meshes with what is in their files."""
        looks = values.get("looks")
        if not isinstance(looks, list):
            return values
        place = path(where, "looks")
        complete = [self.beside.with_mesh(look, path(place, k)) for k, look in enumerate(looks)]
        return values | {"looks": complete}

    def _frames(self, body: Body, value: Any, where: str) -> None:
        for name, part in self._mapping(value, where).items():
            values = self._mapping(part, path(where, name), _keys(Frame, "body", "name"))
            values |= {"body": body.name, "name": name}
            body.frames[name] = Frame("stand-in")
            with self._collecting("places"):
                require_name(name, path(where, name, "name"))
                body.frames[name] = made_from(Frame, values, path(where, name))

    def _joint(self, name: str, part: Any, where: str) -> None:
        cls, values = self._kind(part, where, JOINT_KINDS, Joint.ends, _OF_JOINTS)
        ends = {"inboard": values.pop("inboard", GROUND), "outboard": values.pop("outboard", None)}
        ends |= {"cut": values.pop("cut", False), "stiffness": values.pop("stiffness", None)}
        self.kinds[name] = cls
        kind: JointKind = Fixed()
        with self._collecting("joints"):
            kind = made_from(cls, values, where)
        self.model.add_joint(name, kind, **ends)

    def _force(self, name: str, part: Any, where: str) -> None:
        cls, values = self._kind(part, where, FORCES, _ends(part, FORCES))
        self.model.add_force(name, made_from(cls, self._with_function(values, where), where))

    def _constraint(self, name: str, part: Any, where: str) -> None:
        cls, values = self._kind(part, where, CONSTRAINTS, _ends(part, CONSTRAINTS))
        values = self._with_function(values, where)
        self.model.add_constraint(name, made_from(cls, values, where))

    def _device(self, name: str, part: Any, where: str) -> None:
        cls, values = self._kind(part, where, DEVICES, _ends(part, DEVICES))
        self.model.add_device(name, made_from(cls, self._with_function(values, where), where))

    def _sensor(self, name: str, part: Any, where: str) -> None:
        cls, values = self._kind(part, where, SENSORS, _ends(part, SENSORS))
        self.model.add_sensor(name, made_from(cls, values, where))

    def _controller(self, name: str, part: Any, where: str) -> None:
        cls, values = self._kind(part, where, CONTROLLERS, ())
        self.model.add_controller(name, made_from(cls, self._with_function(values, where), where))

    def _surface(self, name: str, part: Any, where: str) -> None:
        complete = self.beside.with_mesh(part, where)
        cls, values = self._kind(complete, where, SURFACES, _ends(part, SURFACES))
        self.model.add_surface(name, made_from(cls, values, where))

    def _event(self, name: str, part: Any, where: str) -> None:
        values = self._mapping(part, where, (*_keys(Event, "call"), "most"))
        if "most" in values:  # as older files name it
            values["max_count"] = values.pop("most")
        signal = values.get("signal")
        if isinstance(signal, dict):
            values["signal"] = self._with_function(dict(signal), path(where, "signal"))
        self.model.add_event(name, made_from(Event, {"signal": None, **values}, where))

    def _stage(self, name: str, part: Any, where: str) -> None:
        self.model.add_stage(name, **self._mapping(part, where, _keys(Stage, "name")))

    def _with_function(self, values: dict[str, Any], where: str) -> dict[str, Any]:
        """The values, a function in place of its name, if functions were given."""
        function = values.get("function")
        if self.functions is None or not isinstance(function, str):
            return values
        if function not in self.functions:
            place = path(where, "function")
            raise ModelError([unknown("function", function, self.functions, place)])
        return values | {"function": self.functions[function], "function_name": function}

    def _kind(
        self,
        part: Any,
        where: str,
        kinds: Mapping[str, type],
        ends: Iterable[str],
        more: tuple[str, ...] = (),
    ) -> tuple[Any, dict[str, Any]]:
        """The class that the word ``kind`` stands for, and the other keys; what ``ends`` name is
        looked up when all frames are known."""
        values = self._mapping(part, where)
        for key in ends:
            self._note_references(values.get(key), path(where, key))
        word = values.pop("kind", None)
        if word is None:
            hint = "add 'kind: ...', one of " + ", ".join(kinds)
            raise ModelError([Problem("'kind' is missing", where, hint)])
        if not isinstance(word, str) or word not in kinds:
            raise ModelError([unknown("kind", word, kinds, path(where, "kind"))])
        return kinds[word], self._mapping(
            values, where, (*_keys(kinds[word], "function_name"), *more)
        )

    def _note_references(self, ends: Any, where: str) -> None:
        if isinstance(ends, str):
            self.references.append((ends, where))
        for k, each in enumerate(ends if isinstance(ends, list) else ()):
            if isinstance(each, str):
                self.references.append((each, path(where, k)))

    def _start(self, name: str, part: Any, where: str) -> None:
        values = self._mapping(part, where)
        bends: Any = self.model.bodies.get(name)
        sloshes = isinstance(self.model.devices.get(name.rpartition(" ")[0]), Slosh)
        if isinstance(bends, FlexibleBody) or sloshes:
            self.model.set_start(name, **values)
        elif name in checks.with_states(self.model):
            self.model.start[name] = values
        elif name in self.kinds:
            self.model.start[name] = start_values(self.kinds[name], values, where)
        elif "joints" not in self.broken and not (bends and "masses" in self.broken):
            raise ModelError([unknown("joint", name, self.model.joints, where)])


def _ends(part: Any, kinds: Mapping[str, Any]) -> Iterable[str]:
    """The keys of a part that name frames; of a kind that is not known, those of all kinds."""
    word = part.get("kind") if isinstance(part, dict) else None
    chosen = [kinds[word]] if isinstance(word, str) and word in kinds else kinds.values()
    return dict.fromkeys(key for kind in chosen for key in kind.ends)


def _keys(cls: type, *without: str) -> tuple[str, ...]:
    """The names of the fields that a file may give."""
    return tuple(f.name for f in fields(cls) if f.init and f.name not in without)  # type: ignore[arg-type]

"""A model: the bodies, joints, forces and constraints that a person describes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from reprlib import repr as short
from typing import TYPE_CHECKING, Any

from treetop.errors import ModelError, Problem
from treetop.model.body import GROUND, Body, Frame, frame_among, on_its_own
from treetop.model.campaign.plan import CampaignPlan
from treetop.model.constraints.kinds import Constraint
from treetop.model.controllers.base import ControllerKind
from treetop.model.devices.base import Device
from treetop.model.environment.epoch import epoch_of
from treetop.model.environment.planet import Planet
from treetop.model.events import Event, event_with
from treetop.model.forces.base import Force
from treetop.model.initial_state import Values, equilibrium_of, hold_of, start_values
from treetop.model.joints import Joint, JointKind
from treetop.model.naming import names_beside, new_place
from treetop.model.references import reference_problem
from treetop.model.run.settings import RunSettings
from treetop.model.sensors.base import SampledSensor
from treetop.model.specification import made_from, path, unknown
from treetop.model.stages import Stage
from treetop.model.surfaces.base import Surface
from treetop.model.with_bodies import WithBodies
from treetop.model.with_robots import WithRobots
from treetop.notebook import table

if TYPE_CHECKING:
    from treetop.system.system import System

__all__ = ["Model"]


class Model(WithBodies, WithRobots):
    """Bodies, joints, forces and constraints, described by name.

    Parameters
    ----------
    name : str
    epoch : str, datetime, astropy.time.Time or Epoch, optional
        When time is zero, such as ``"2026-07-01T06:30:00 UTC"``.

    Attributes
    ----------
    ground : Body
        The inertial frame; it may carry frames as any body.
    bodies : dict of Body
        Without the ground.
    joints : dict of Joint
    forces : dict of Force
    constraints : dict of Constraint
    devices : dict of Device
    sensors : dict of SampledSensor
    controllers : dict of ControllerKind
    surfaces : dict of Surface
    events : dict of Event
    stages : dict of Stage, in order
    environment : Planet or None
        What surrounds the spacecraft; `set_environment` sets it.
    epoch : Epoch or None
    start : dict of dict
        Coordinates and speeds to start from, SI, by joint and name; `set_start` adds to it.
    hold : tuple of str or None
        If given, all but these coordinates and speeds change until the start meets the constraints.
    equilibrium : tuple of str or None
        If given, these joints start where nothing moves them.
    run : RunSettings
    campaign : CampaignPlan or None
        What many runs of the model vary and keep; see `treetop.Campaign`.

    Examples
    --------
    >>> import treetop as tt
    >>> m = tt.Model("pendulum")
    >>> rod = m.add_body("rod", mass=2, inertia=[0.1, 0.1, 0], centre=[0, 0, "-50 cm"])
    >>> hinge = m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, rod)
    >>> weight = m.add_force("weight", tt.UniformGravity())
    >>> m.validate()
    """

    def __init__(self, name: str = "model", epoch: Any = None) -> None:
        if not isinstance(name, str) or not name.isprintable():
            hint = "give one line of text"
            raise ModelError(
                [Problem(f"{short(name)} cannot be the name of a model", "name", hint)]
            )
        self.name = name
        self.epoch = epoch_of(epoch)
        self.environment: Planet | None = None
        self.ground = Body(GROUND, 0.0)
        self.bodies: dict[str, Body] = {}
        self.joints: dict[str, Joint] = {}
        self.forces: dict[str, Force] = {}
        self.constraints: dict[str, Constraint] = {}
        self.devices: dict[str, Device] = {}
        self.sensors: dict[str, SampledSensor] = {}
        self.controllers: dict[str, ControllerKind] = {}
        self.surfaces: dict[str, Surface] = {}
        self.events: dict[str, Event] = {}
        self.stages: dict[str, Stage] = {}
        self.start: dict[str, Values] = {}
        self.hold: tuple[str, ...] | None = None
        self.equilibrium: tuple[str, ...] | None = None
        self.run = RunSettings()
        self.campaign: CampaignPlan | None = None

    def add_joint(
        self,
        name: str,
        kind: JointKind,
        inboard: Any,
        outboard: Any,
        *,
        cut: bool = False,
        stiffness: Any = None,
    ) -> Joint:
        """Let the frame ``outboard`` move in the frame ``inboard`` as the joint ``kind`` allows.

        Parameters
        ----------
        name : str
        kind : JointKind
            Such as ``Revolute([0, 0, 1])``.
        inboard, outboard : Frame, Body or str
            The inboard one is on the side of the ground.
        cut : bool
            Whether this joint closes a loop.  Else, of joints that lead to the same body, those
            that were added later do.
        stiffness : JointStiffness, optional
            How much the joint gives: decides, of reactions that constraints leave undetermined, who
            carries what.
        """
        others = names_beside(self, "joints") | {"a constraint": self.constraints}
        del others["a force"]  # which may be called as a joint is
        where = new_place(name, self.joints, "joints", others)
        ends = {"inboard": inboard, "outboard": outboard, "cut": cut, "stiffness": stiffness}
        joint = made_from(Joint, {"name": name, "kind": kind, **ends}, where)
        self.joints[name] = joint
        return joint

    def add_force(self, name: str, force: Force) -> Force:
        """Add a force, such as ``UniformGravity()``."""
        where = new_place(name, self.forces, "forces", names_beside(self, "forces"))
        if not isinstance(force, Force) or isinstance(force, (Device, Surface)):
            what = f"{short(force)} is not a force"
            raise ModelError([Problem(what, where, "give one such as UniformGravity()")])
        self.forces[name] = force
        return force

    def add_constraint(self, name: str, constraint: Constraint) -> Constraint:
        """Add a constraint, such as ``Distance("one", "two", length=1)``.

        Joints are constraints already: this is for what must hold besides.
        """
        where = new_place(name, self.constraints, "constraints", {"a joint": self.joints})
        if not isinstance(constraint, Constraint):
            hint = "give one such as Distance('one', 'two', length=1)"
            raise ModelError([Problem(f"{short(constraint)} is not a constraint", where, hint)])
        self.constraints[name] = constraint
        return constraint

    def add_device(self, name: str, device: Device) -> Device:
        """Add a device, such as ``Wheel(bus, axis=[0, 0, 1], inertia=0.1)``."""
        self._add("devices", name, device, Device, "Wheel(bus, axis=[0, 0, 1], inertia=0.1)")
        return device

    def add_sensor(self, name: str, sensor: SampledSensor) -> SampledSensor:
        """Add a sensor, such as ``Gyro(bus, every=0.5)``."""
        self._add("sensors", name, sensor, SampledSensor, "Gyro(bus, every=0.5)")
        return sensor

    def add_controller(self, name: str, controller: ControllerKind) -> ControllerKind:
        """Add a controller, such as ``Controller(law, every=0.5, to=["wheel.torque"])``."""
        example = "Controller(law, every=0.5, to=['wheel.torque'])"
        self._add("controllers", name, controller, ControllerKind, example)
        return controller

    def set_environment(self, environment: Planet | None) -> None:
        """Let the spacecraft fly near a planet, such as
        ``m.set_environment(tt.Earth(gravity=("EGM2008", 8)))``; None takes it away."""
        if environment is not None and not isinstance(environment, Planet):
            what = f"{short(environment)} is not an environment"
            raise ModelError([Problem(what, "environment", "give one such as Earth()")])
        self.environment = environment

    def add_surface(self, name: str, surface: Surface) -> Surface:
        """Add a surface that air and light press on, such as ``Plate(wing, size=[8, 2])``."""
        self._add("surfaces", name, surface, Surface, "Plate(wing, size=[8, 2])")
        return surface

    def _add(self, section: str, name: str, part: Any, kind: type, example: str) -> None:
        """Add a part of that kind under a new name."""
        where = new_place(name, getattr(self, section), section, names_beside(self, section))
        if not isinstance(part, kind):
            what = f"{short(part)} is not a {section[:-1]}"
            raise ModelError([Problem(what, where, f"give one such as {example}")])
        getattr(self, section)[name] = part

    def add_event(self, name: str, event: Event, **more: Any) -> Event:
        """Add an event, such as ``tt.reaction("nose").force.x.falls(0)``.

        Parameters
        ----------
        name : str
        event : Event
        **more
            Other fields of `Event`, such as ``do="stop"`` or ``off=["motor"]``.
        """
        self.events[name] = event_with(event, more, new_place(name, self.events, "events"))
        return self.events[name]

    def add_stage(self, name: str, **changes: Any) -> Stage:
        """Add a stage, given by what changes when it begins; see `Stage`.

        The first one changes what the model describes otherwise; the run begins in it.

        Examples
        --------
        >>> import treetop as tt
        >>> m = tt.Model("ball on a string")
        >>> ball = m.add_body("ball", mass=1)
        >>> peg = m.add_joint("peg", tt.Spherical(), m.ground, ball.frame("end", at=[0, 0, 1]))
        >>> cut = m.add_event("cut", tt.time.rises(2))
        >>> swing, fly = m.add_stage("swing", until="cut"), m.add_stage("fly", release="peg")
        """
        values = {"name": name, **changes}
        self.stages[name] = made_from(Stage, values, new_place(name, self.stages, "stages"))
        return self.stages[name]

    @property
    def staged(self) -> bool:
        """Whether its structure changes."""
        return bool(self.stages)

    def set_start(self, joint: str, **values: Any) -> None:
        """Say where a joint or a device starts: ``m.set_start("boom", slide="2 m", slide_rate=0)``,
        ``m.set_start("wheel", speed="3000 rpm")``."""
        where = path("start", str(joint))
        parts = (self.devices, self.sensors, self.controllers)
        if isinstance(joint, str) and any(joint in each for each in parts):
            self.start[joint] = dict(values)
            return
        joints: Mapping[str, Any] = self.joints
        if isinstance(joint, str) and joint not in joints:  # but perhaps a flexible body's
            from treetop.checks import checks

            joints = checks.joints_of(self)
        if not isinstance(joint, str) or joint not in joints:
            raise ModelError([unknown("joint", joint, joints, where)])
        self.start[joint] = start_values(joints[joint].kind, values, where)

    def set_hold(self, *labels: str) -> None:
        """Let the start be assembled: ``m.set_hold("crank.angle", "crank.rate")``.

        Coordinates and speeds that are named stay as `set_start` says, or those of whole joints;
        the others change until the start meets the constraints.
        """
        self.hold = hold_of(labels)

    def set_equilibrium(self, *joints: str) -> None:
        """Let flexible bodies start as loads bend them: ``m.set_equilibrium("boom", "hinge")``.

        The coordinates of joints and flexible bodies that are named, or without names the modes of
        all flexible bodies, change until their rates vanish under the loads of the start.
        """
        self.equilibrium = equilibrium_of(joints)

    def frame(self, reference: str) -> Frame:
        """The frame that ``"bus.port"``, ``"bus"`` or ``"ground"`` stands for."""
        try:
            return frame_among(self.body, reference)
        except KeyError:
            problem = reference_problem(self, str(reference), "")
            assert problem is not None
            raise ModelError([problem]) from None

    def body(self, name: str) -> Body:
        """The body of that name, the ground among them."""
        return self.ground if name == GROUND else self.bodies[str(name)]

    def validate(self) -> None:
        """Raise a `ModelError` with everything that is wrong, or do nothing."""
        from treetop.checks import checks

        checks.checked(self)

    def build(self, formulation: str = "recursive") -> System:
        """Turn the model into equations of motion."""
        from treetop.checks import checks
        from treetop.system.system import System

        model = self.copy()  # it can grow; what was built must go on telling what it is
        mechanism = checks.checked(model)
        missing = list(checks.missing_functions(model))
        if missing:
            raise ModelError(missing)
        checks.warn_of_names(model)
        system = System(mechanism, formulation)
        system.require_inertia()
        return system

    def copy(self) -> Model:
        """An independent copy: what is added to one model does not show in the other."""
        twin = Model(self.name, self.epoch)
        twin.environment = self.environment
        twin.ground = on_its_own(self.ground)
        twin.bodies = {name: on_its_own(body) for name, body in self.bodies.items()}
        twin.joints, twin.forces = dict(self.joints), dict(self.forces)
        twin.devices, twin.sensors = dict(self.devices), dict(self.sensors)
        twin.controllers, twin.surfaces = dict(self.controllers), dict(self.surfaces)
        twin.constraints, twin.events = dict(self.constraints), dict(self.events)
        twin.stages = dict(self.stages)
        twin.start = {joint: dict(values) for joint, values in self.start.items()}
        twin.hold, twin.equilibrium, twin.run = self.hold, self.equilibrium, self.run
        twin.campaign = self.campaign
        return twin

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model as a YAML file that `treetop.load` reads."""
        from treetop.formats.yaml.load import save

        save(self, path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # a model grows

    def _repr_html_(self) -> str:
        rows = [("body", name, f"{body.mass:g} kg") for name, body in self.bodies.items()]
        for joint in self.joints.values():
            rows.append(
                ("joint", joint.name, f"{joint.kind.kind}, {joint.inboard} to {joint.outboard}")
            )
        for sort in ("forces", "constraints", "devices", "sensors", "controllers", "surfaces"):
            rows += [(sort[:-1], name, part.kind) for name, part in getattr(self, sort).items()]
        return table(repr(self), rows)

    def __repr__(self) -> str:
        counts = f"{len(self.bodies)} bodies, {len(self.joints)} joints"
        return f"<Model '{self.name}': {counts}, {len(self.forces)} forces>"

"""The pages of the API reference: every public name, in groups, by Sphinx from the docstrings."""

import inspect
from pkgutil import resolve_name
from typing import NamedTuple

from staging import PAGES, write


class Group(NamedTuple):
    """A page: its title, what it says first, and the names of a module that it describes."""

    title: str
    lead: str
    module: str
    names: tuple[str, ...]


GROUPS = {
    "models": Group(
        "Models",
        "What is described, before anything is computed. `Model.add_body` gives a `Body`, whose "
        "`frame` gives a `Frame`.",
        "treetop",
        ("Model", "model.Body", "model.Frame", "RunSettings", "load"),
    ),
    "beams": Group(
        "Beams and cables",
        "For `Model.add_beam`, which gives a `BeamBody` with frames along it.",
        "treetop",
        (
            "Beam", "Cable", "model.BeamBody", "Along", "sections.Circle", "sections.Tube",
            "sections.Rectangle", "sections.Section",
        ),
    ),
    "joints": Group(
        "Joints",
        "Kinds of joints, for `Model.add_joint`.",
        "treetop",
        (
            "Fixed", "Revolute", "Prismatic", "Screw", "Cylindrical", "Universal", "Spherical",
            "Planar", "Free", "Curvilinear",
        ),
    ),
    "forces": Group(
        "Forces",
        "Kinds of forces, for `Model.add_force`.",
        "treetop",
        (
            "UniformGravity", "CentralGravity", "SpringDamper", "ElasticCord", "FrameForce",
            "JointEffort", "JointSpring", "JointStiffness", "FluidLoad", "UserForce", "Table",
        ),
    ),
    "sensors": Group(
        "Sensors",
        "Kinds of sensors, for `Model.add_sensor`.",
        "treetop",
        (
            "Sensor", "Gyro", "Accelerometer", "StarTracker", "SunSensor", "Magnetometer",
            "Encoder", "Gps",
        ),
    ),
    "controllers": Group(
        "Controllers",
        "Kinds of controllers, for `Model.add_controller`.",
        "treetop",
        (
            "Controller", "Pid", "QuaternionFeedback", "MrpFeedback", "OnOff", "PhasePlane",
            "Pwpf", "PulseWidth", "Bdot", "MomentumUnloading", "SetPoint", "Allocation",
            "LinearController",
        ),
    ),
    "devices": Group(
        "Devices",
        "Kinds of devices, for `Model.add_device`.",
        "treetop",
        (
            "Wheel", "ControlMomentGyro", "Motor", "Magnetorquer", "StoredMomentum",
            "NutationDamper", "Actuator", "MagneticDipole", "EddyCurrents", "Conductor",
            "Deployer", "Reel", "Tether",
        ),
    ),
    "propulsion": Group(
        "Thrusters and tanks",
        "Thrusters, tanks, fuel that sloshes and dampers, for `Model.add_device`; shapes of tanks.",
        "treetop",
        (
            "Thruster", "Tank", "Slosh", "UniformFuel", "SphericalTank", "CylindricalTank",
            "FuelAlongBeam", "FuelTable",
        ),
    ),
    "surfaces": Group(
        "Surfaces",
        "Where air and light press, for `Model.add_surface`.",
        "treetop",
        ("Plate", "Box", "Cylinder", "surfaces.Sphere", "Mesh", "Cannonball"),
    ),
    "environment": Group(
        "Environment",
        "What surrounds a craft, for `Model.set_environment`, and the parts of it.",
        "treetop",
        (
            "Earth", "Moon", "Mars", "Planet", "GravityField", "ZonalField", "Polyhedron",
            "Mascons", "UniformRotation",
            "Sun", "ThirdBody", "ExponentialAtmosphere", "HarrisPriester", "TabulatedAtmosphere",
            "MSIS", "MagneticDipoleField",
        ),
    ),
    "heat": Group(
        "Heat",
        "Parts with temperatures, and flexible bodies that light warms, for `Model.add_device`.",
        "treetop",
        ("ThermalNode", "ThermalDeformation", "TubeHeating", "PanelHeating", "LaggedHeating"),
    ),
    "joint-physics": Group(
        "What joints do",
        "Stops, latches, backlash, hysteresis and friction, for `Model.add_force`.",
        "treetop",
        (
            "HardStop", "RigidStop", "Latch", "Backlash", "HysteresisSpring", "LuGre",
            "DryFriction",
        ),
    ),
    "contact": Group(
        "Contact",
        "Shapes that touch, and the laws by which they do.",
        "treetop",
        ("Contact", "RigidContact", "Point", "Sphere", "Capsule", "Plane", "SolidCylinder", "Ring"),
    ),
    "constraints": Group(
        "Constraints",
        "Kinds of constraints, for `Model.add_constraint`, and functions of time for them.",
        "treetop",
        (
            "Coincident", "PointOnPlane", "Distance", "Parallel", "Perpendicular", "NoRotation",
            "Coupling", "RollingBall", "RollingBalls", "RollingDisc", "Prescribed",
            "PrescribedPose", "PrescribedOrbit", "UserConstraint", "Spline", "Ephemeris",
            "Attitudes", "PointOnPath", "Curve", "Cord",
        ),
    ),
    "stages": Group(
        "Events, stages and signals",
        "What happens when a signal passes a value. The functions make signals.",
        "treetop",
        (
            "Event", "Stage", "coordinate", "speed", "time", "reaction", "holding", "distance",
            "clearance", "quantity", "Quantity", "FrameDistance", "Clearance", "UserSignal",
        ),
    ),
    "orbits": Group(
        "Orbits, attitudes and epochs",
        "Where free bodies start, and when.",
        "treetop",
        ("Orbit", "LocalAttitude", "local", "Epoch", "EarthOrientation"),
    ),
    "looks": Group(
        "Looks",
        "What bodies look like when a run is watched.",
        "treetop.looks",
        ("Box", "Plate", "Cylinder", "Sphere", "Rod", "Mesh"),
    ),
    "systems": Group(
        "Systems and runs",
        "A model that has been built, and the way to its motion.",
        "treetop",
        (
            "System", "State", "Snapshot", "simulate", "resume", "step", "Stepper", "verify",
            "Checkpoint",
        ),
    ),
    "methods": Group(
        "Methods and stabilization",
        "Methods of integration and of constraint stabilization, with their options, for "
        "`simulate` and `RunSettings`.",
        "treetop",
        (
            "Dop853", "Dopri5", "Auto", "Radau", "Bdf", "Rk4", "GeneralizedAlpha", "Hht", "Newmark",
            "Projection", "Baumgarte", "CoordinatePartitioning", "NullSpace",
        ),
    ),
    "results": Group(
        "Results",
        "What a run gives.",
        "treetop",
        ("Run", "load_run", "results.Audit", "results.Drift", "plot", "overlay"),
    ),
    "fmi": Group(
        "FMI",
        "Models as FMUs, and FMUs of others in a model.",
        "treetop",
        ("export_fmu", "FMUController"),
    ),
    "fitting": Group(
        "Fits and optima",
        "Numbers of a model from measurements, or for a purpose.",
        "treetop",
        ("fit", "Fit", "optimise", "Optimum"),
    ),
    "campaigns": Group(
        "Campaigns",
        "Many runs of one model, and what is kept of each.",
        "treetop",
        (
            "simulate_many", "Campaign", "CampaignResults", "last", "most", "least", "at_event",
            "event_time", "history",
        ),
    ),
    "linear": Group(
        "Linear models",
        "A system about a state, with inputs and outputs.",
        "treetop",
        ("linearise", "LinearModel", "inverse_kinematics"),
    ),
    "analysis": Group(
        "Analysis",
        "`treetop.analysis`: formulations compared, what constraints determine, equilibrium and "
        "vibration.",
        "treetop.analysis",
        (
            "compare", "Comparison", "Solution", "Difference", "diagnosis", "Diagnosis",
            "Dependence", "discretisation", "Discretisation", "Estimate", "element_error",
            "refined", "equilibrium", "Loop", "Margins", "linearised",
            "Linear", "vibration", "Vibration",
        ),
    ),
    "symbolic": Group(
        "Symbols",
        "`treetop.symbolic`: the equations of a model in symbols, and systems in equations of "
        "your own.",
        "treetop.symbolic",
        (
            "equations", "Equations", "LagrangianSystem", "from_sympy", "SymbolicSystem",
            "SymbolicSnapshot",
        ),
    ),
    "flexible-structures": Group(
        "Structures",
        "`treetop.flexible`, first part: structures of finite elements, put together or read.",
        "treetop.flexible",
        (
            "Structure", "BeamFrame", "Section", "Shell", "PanelSection", "Material", "box",
            "solid_structure", "MassPoints", "Tie", "joined", "placed", "load_structure",
            "save_structure", "nastran_structure", "nastran_shapes", "read_eigenvectors",
            "nastran_superelement", "Superelement", "matrix_structure", "read_op2",
            "read_op4", "ThermalLoads", "thermal_load",
        ),
    ),
    "flexible-modes": Group(
        "Modes",
        "`treetop.flexible`, second part: shapes of structures, which to keep, and damping.",
        "treetop.flexible",
        (
            "Modes", "normal_modes", "given_modes", "craig_bampton", "guyan", "attachment_modes",
            "inertia_relief_modes", "modal_truncation_vectors", "united", "EffectiveMasses",
            "effective_masses", "ModalCosts", "modal_costs", "accelerated", "displaced",
            "Selection", "mode_selection", "ModalDamping", "RayleighDamping", "MatrixDamping",
            "StructuralDamping", "Viscoelastic", "GHMTerm",
        ),
    ),
    "flexible-bodies": Group(
        "From modes to bodies",
        "`treetop.flexible`, third part: what dynamics needs of modes, and modes of what is put "
        "together.",
        "treetop.flexible",
        (
            "ReducedBody", "reduced", "load_reduced", "save_reduced", "Moments", "NodeMotion",
            "node_motion", "Component", "Connection", "system_modes", "SystemModes",
            "projected_modes", "component_damping",
        ),
    ),
    "values": Group(
        "Values and errors",
        "Small values, and what is raised.",
        "treetop",
        ("Vec3", "Mat3", "Wrench", "TreetopError", "ModelError", "RunError", "AuditWarning"),
    ),
}  # fmt: skip


def stage_reference() -> None:
    """Write the pages of the reference beside the others."""
    for name, group in GROUPS.items():
        write(PAGES / "api" / f"{name}.rst", page(group))
    write(PAGES / "api" / "index.rst", front())


def front() -> str:
    """All groups, with their names."""
    lead = "``import treetop as tt`` finds each name on first use."
    tree = [".. toctree::", "   :hidden:", "   :titlesonly:", "", *(f"   {n}" for n in GROUPS)]
    parts = [heading("API reference", "="), lead, "\n".join(tree)]
    for name, group in GROUPS.items():
        names = " · ".join(f":py:obj:`~{group.module}.{each}`" for each in group.names)
        parts += [heading(f":doc:`{group.title} <{name}>`", "-"), group.lead, names]
    return "\n\n".join(parts) + "\n"


def page(group: Group) -> str:
    parts = [heading(group.title, "="), group.lead, table(group)]
    parts += [entry(group.module, name) for name in group.names]
    return "\n\n".join(parts) + "\n"


def table(group: Group) -> str:
    lines = [f".. currentmodule:: {group.module}", "", ".. autosummary::", "   :nosignatures:", ""]
    return "\n".join([*lines, *(f"   {name}" for name in group.names)])


def entry(module: str, name: str) -> str:
    """What Sphinx is to do about one name."""
    thing = resolve_name(f"{module}.{name}")
    if inspect.isclass(thing):
        kind = "exception" if issubclass(thing, Exception) else "class"
        return f".. auto{kind}:: {module}.{name}\n   :members:"
    return f".. auto{'function' if callable(thing) else 'data'}:: {module}.{name}"


def heading(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}"

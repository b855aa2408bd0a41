"""The table of everything that a result holds: dimensions after time, unit, meaning."""

from typing import NamedTuple


class Field(NamedTuple):
    """One variable of a result. The dimension `time` comes before those listed."""

    dims: tuple[str, ...]
    unit: str
    meaning: str


AXES = ("x", "y", "z")
COMPONENTS = ("w", "x", "y", "z")

# The unit of a coordinate, speed or generalised force depends on its joint: see the coordinates
# `coordinate_unit`, `speed_unit` and `generalised_force_unit` of the data.
FIELDS = {
    "coordinates": Field(("coordinate",), "", "joint coordinates"),
    "speeds": Field(("speed",), "", "generalised speeds"),
    "speed_rates": Field(("speed",), "", "time derivatives of the generalised speeds"),
    "position": Field(("body", "axis"), "m", "position of the body origin, inertial axes"),
    "velocity": Field(("body", "axis"), "m/s", "velocity of the body origin, inertial axes"),
    "acceleration": Field(
        ("body", "axis"), "m/s^2", "acceleration of the body origin, inertial axes"
    ),
    "attitude": Field(("body", "component"), "1", "attitude quaternion, body to inertial"),
    "angular_velocity": Field(("body", "axis"), "rad/s", "angular velocity, body axes"),
    "angular_acceleration": Field(("body", "axis"), "rad/s^2", "angular acceleration, body axes"),
    "reaction_force": Field(
        ("joint", "axis"), "N", "force of the joint on its outboard body, inboard axes"
    ),
    "reaction_torque": Field(
        ("joint", "axis"),
        "N m",
        "torque of the joint on its outboard body about the outboard frame, inboard axes",
    ),
    "holding_force": Field(
        ("constraint", "axis"), "N", "force of the constraint on its body, inertial axes"
    ),
    "holding_torque": Field(
        ("constraint", "axis"),
        "N m",
        "torque of the constraint on its body about the frame it holds, inertial axes",
    ),
    "holding_effort": Field(
        ("constraint",), "", "effort of the constraint, times its weight, along each coordinate"
    ),
    "applied_force": Field(
        ("force", "axis"), "N", "force on the second end, or outboard body, inertial axes"
    ),
    "applied_torque": Field(
        ("force", "axis"),
        "N m",
        "torque on the second end, or outboard body, about the point of action, inertial axes",
    ),
    "point_of_action": Field(
        ("force", "axis"), "m", "where the force acts on its second end, inertial axes"
    ),
    "point_of_reaction": Field(
        ("force", "axis"), "m", "where its opposite acts on the first end, inertial axes"
    ),
    "power": Field(("force",), "W", "power of the force on all that it acts on"),
    "generalised_forces": Field(("generalised_force",), "", "forces along the speeds of joints"),
    "gravity_force": Field(("body", "axis"), "N", "force of gravity, inertial axes"),
    "gravity_torque": Field(
        ("body", "axis"), "N m", "torque of gravity about the mass centre, inertial axes"
    ),
    "energy": Field(("body",), "J", "energy of the body: kinetic, in gravity, of springs at it"),
    "kinetic_energy": Field((), "J", "kinetic energy"),
    "potential_energy": Field((), "J", "potential energy of the conservative forces"),
    "work": Field((), "J", "work done by the other forces since the start"),
    "energy_about_centre": Field(
        (), "J", "kinetic energy about the mass centre, and elastic energy"
    ),
    "work_about_centre": Field(
        (), "J", "work done since the start by all but the springs, about the mass centre"
    ),
    "linear_momentum": Field(("axis",), "N s", "linear momentum, inertial axes"),
    "angular_momentum": Field(
        ("axis",), "N m s", "angular momentum about the inertial origin, inertial axes"
    ),
    "angular_momentum_about_centre": Field(
        ("axis",), "N m s", "angular momentum about the mass centre, inertial axes"
    ),
    "mass_centre": Field(("axis",), "m", "position of the mass centre, inertial axes"),
    "constraint_force": Field(("speed",), "", "force of the constraints along each speed"),
    "multipliers": Field(("constraint",), "", "multipliers of the constraints, the smallest"),
    "outputs": Field(("output",), "", "expressions of the user's"),
    "constraint_error": Field((), "m", "greatest violation of a constraint"),
    "origin": Field(("axis",), "m", "moving origin of the free translations, inertial axes"),
    "position_from_origin": Field(
        ("body", "axis"), "m", "position of the body origin from the moving origin, inertial axes"
    ),
}

# Those that only results of equations given in symbols hold.
OF_EQUATIONS = {"constraint_force", "multipliers", "outputs"}

# Those that results of earlier versions may lack.
LATER = {"energy"}

# Those that only results of models with forces, or with gravity, hold.
OF_FORCES = {
    "applied_force", "applied_torque", "point_of_action", "point_of_reaction", "power",
    "generalised_forces", "gravity_force", "gravity_torque",
}  # fmt: skip

# Those that only results of models with constraints beside their joints hold.
OF_CONSTRAINTS = {"holding_force", "holding_torque", "holding_effort"}

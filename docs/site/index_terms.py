"""What people look for, by the page that answers it: main entries of the index, which the search of
the site puts first. Names of things that the API has lead to guides, too."""

import re

TERMS: dict[str, str] = {
    "conventions": (
        "quaternion, quaternions, Euler angles, direction cosine matrix, sign conventions, attitude"
    ),
    "install": "installation, pip, wheels, Windows, macOS, compile time",
    "guide/audit": (
        "conserved quantities, energy drift, energy conservation, momentum conservation, accuracy"
    ),
    "guide/beams": "cables, beams, large deformation, ropes, absolute nodal coordinates",
    "guide/campaigns": "Monte Carlo, dispersion analysis, parameter study, sampling, batch runs",
    "guide/capabilities": "limitations, features, what is not modelled",
    "guide/checkpoints": "checkpoint, restart, interrupted runs, resume",
    "guide/compare": "formulations, verification",
    "guide/constraints": (
        "loop closure, closed loops, kinematic loops, Lagrange multipliers, rolling, gears"
    ),
    "guide/contact": "contact, collision, bouncing, clearance, impact",
    "guide/control": (
        "PID, attitude control, sensors, star tracker, gyro, feedback, sampling period"
    ),
    "guide/deployment": "deployment, deployable booms, latches, reel",
    "guide/devices": (
        "reaction wheel, reaction wheels, control moment gyro, magnetorquer, nutation damper, "
        "motors"
    ),
    "guide/environment": (
        "harmonics, gravity gradient, eclipse, atmosphere, magnetic field, spherical "
        "harmonics, third body"
    ),
    "guide/equations": "equations of motion, C code, code generation",
    "guide/fits": "parameter identification, optimization, sensitivities, gradients",
    "guide/flexible": (
        "flexible bodies, flexible body, modal coordinates, stress recovery, floating frame "
        "of reference"
    ),
    "guide/fmi": "FMU, FMI, co-simulation, model exchange, Simulink",
    "guide/heat": "temperature, thermal, thermal flutter",
    "guide/joints": (
        "hinge spring, backlash, friction, joint limits, stops, hysteresis, Stribeck, free play"
    ),
    "guide/linear-models": (
        "Jacobian, inverse kinematics, "
        "linearization, linearisation, eigenvalues, state space, transfer function, gain "
        "margin, Bode"
    ),
    "guide/methods": "integrators, stiff, step size, tolerance, implicit methods, Baumgarte",
    "guide/model-files": (
        "spherical joint, joint types, mass properties, units, YAML, file format, inertia, "
        "centre of mass, center of mass"
    ),
    "guide/modes": "Craig-Bampton, mode shapes, natural frequencies, damping ratio, effective mass",
    "guide/orbits": "ephemerides, orbital elements, TLE, LVLH, UTC, ephemeris, ground track",
    "guide/propulsion": (
        "thruster, thrusters, slosh, sloshing, fuel, tank, specific impulse, rocket"
    ),
    "guide/report": "report",
    "guide/results": "NetCDF, CSV, pandas, export, SPICE, Parquet",
    "guide/sliding": "sliding joint, moving mass",
    "guide/stages": "event log, events, separation, docking, staging, zero crossing",
    "guide/structures": (
        "Nastran, finite elements, plates, shells, superelement, Abaqus, Ansys, OP2"
    ),
    "guide/surfaces": "solar radiation pressure, drag, aerodynamics, solar sail, albedo",
    "guide/symbolic": "SymPy, symbolic equations, Lagrange, Kane",
    "guide/tethers": "tether, tethers, slack, electrodynamic tether",
    "guide/urdf": "URDF, MJCF, SDF, robot models, MuJoCo models",
    "guide/user-forces": "user-defined force, custom force, tables in time",
    "guide/view": "playback, animation, video, visualization, glTF, Blender",
    "theory/moving-origin": "free-falling frame, free-falling reference frame, moving origin",
    "theory/recursive": "articulated body algorithm, recursive formulation",
}
HEADING = re.compile(r"^# .*$", flags=re.MULTILINE)


def indexed(name: str, text: str) -> str:
    """The text of a page, with its entries below its title."""
    if name not in TERMS:
        return text
    entries = ", ".join(f"! {term}" for term in TERMS[name].split(", "))
    title = HEADING.search(text)
    assert title, name
    return f"{text[: title.end()]}\n\n```{{index}} {entries}\n```\n{text[title.end() :]}"

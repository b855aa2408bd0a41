"""Numbers and figures of the page on rolling and other constraints.

Each system is given by its energies and constraints, and compared with a closed form or against its
textbook equations, integrated by SciPy.
"""

from typing import Any

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp
from sympy.physics.mechanics import dynamicsymbols

import treetop as tt
from shared.figures import pyplot, save
from treetop.symbolic import LagrangianSystem, SymbolicSystem

TIGHT = {"rtol": 1e-12, "atol": 1e-15}
GRAVITY = 9.81  # m/s²

t = dynamicsymbols._t
x, y, z, turn, lean, roll = dynamicsymbols("x y z turn lean roll")
m, g, R, J, b, c, v, w, a = sp.symbols("m g R J b c v w a")
units = dict.fromkeys((x, y, z), "m") | dict.fromkeys((turn, lean, roll), "rad")


def speed_squared(*coordinates: Any) -> Any:
    return sum(q.diff() ** 2 for q in coordinates)


# --- a rolling disc -----------------------------------------------------------------------

DISC = {"m": 2.0, "R": 0.3}
# Slowest upright roll that is stable, rad/s.
SLOWEST = np.sqrt(GRAVITY / (3 * DISC["R"]))


def disc() -> SymbolicSystem:
    """Axes turned by heading, then lean: x ahead, y the axle, z from the contact to the centre."""
    H = sp.rot_ccw_axis3(turn) * sp.rot_ccw_axis1(lean)
    spin = turn.diff() * sp.sin(lean) + roll.diff()
    w_H = sp.Matrix([lean.diff(), spin, turn.diff() * sp.cos(lean)])
    centre, down = sp.Matrix([x, y, z]), sp.Matrix([0, 0, -R])
    contact = centre + H * down
    rolling = LagrangianSystem(
        [x, y, z, turn, lean, roll],
        potential=m * g * z,
        parameters={m: DISC["m"], g: GRAVITY, R: DISC["R"]},
        outputs={"contact_x": contact[0], "contact_y": contact[1], "spin": spin},
        units=units | {"contact_x": "m", "contact_y": "m", "spin": "rad/s"},
        name="rolling disc",
    )
    rolling.add_body(
        "disc",
        mass=m,
        inertia=[m * R**2 / 4, m * R**2 / 2, m * R**2 / 4],
        position=centre,
        rotation=H * sp.rot_ccw_axis2(roll),
    )
    rolling.add_constraint("touching", contact[2])
    rolling.add_constraint("not slipping", centre.diff(t) + H * w_H.cross(down))
    return rolling.build()


def disc_state(
    system: SymbolicSystem,
    tilt: float = 0.0,
    tilt_rate: float = 0.0,
    turn_rate: float = 0.0,
    spin: float = 0.0,
) -> tt.State:
    """Heading along x; the contact is at the origin."""
    r, sin, cos = DISC["R"], np.sin(tilt), np.cos(tilt)
    return system.state(
        y=-r * sin,
        z=r * cos,
        lean=tilt,
        lean_rate=tilt_rate,
        turn_rate=turn_rate,
        roll_rate=spin - turn_rate * sin,
        x_rate=r * spin,
        y_rate=-r * tilt_rate * cos,
        z_rate=-r * tilt_rate * sin,
    )


def steady_speed(tilt: float, radius: float) -> float:
    """The speed of the centre, m/s, on a circle of a radius at a steady lean."""
    return np.sqrt(4 * GRAVITY * radius**2 * np.tan(tilt) / (6 * radius + DISC["R"] * np.sin(tilt)))


def steady_state(system: SymbolicSystem, tilt: float, radius: float) -> tt.State:
    speed = steady_speed(tilt, radius)
    return disc_state(system, tilt, turn_rate=-speed / radius, spin=speed / DISC["R"])


def disc_of_bodies(tilt: float, turn_rate: float, spin: float) -> tt.Model:
    """The same disc as a body that rolls on the ground, heading along x."""
    mass, r = DISC["m"], DISC["R"]
    found = tt.Model("rolling disc")
    inertia = [mass * r**2 / 4, mass * r**2 / 2, mass * r**2 / 4]
    disc = found.add_body("disc", mass, inertia, looks=disc_looks())
    found.add_joint("flight", tt.Free(), found.ground, disc)
    found.add_constraint("rolling", tt.RollingDisc(disc, found.ground, r, axis="y"))
    found.add_force("weight", tt.UniformGravity([0, 0, -GRAVITY]))
    found.set_start(
        "flight",
        position=[0, -r * np.sin(tilt), r * np.cos(tilt)],
        attitude=[np.cos(tilt / 2), np.sin(tilt / 2), 0, 0],
        velocity=[r * spin, 0, 0],
        angular_velocity=[0, spin, turn_rate * np.cos(tilt)],
    )
    return found


def disc_looks() -> list[Any]:
    """Thin, with a stripe across by which its turning is seen."""
    r = DISC["R"]
    along_y = [np.sqrt(0.5), np.sqrt(0.5), 0, 0]
    plain = tt.looks.Cylinder(radius=r, length=0.04 * r, attitude=along_y, colour="silver")
    return [plain, tt.looks.Box([2 * r, 0.06 * r, 0.1 * r], colour="navy")]


def reduced_disc(times: np.ndarray, tilt: float, turn_rate: float, spin: float) -> np.ndarray:
    """Lean, heading, contact x and y at given times, by Euler's equations about the contact."""
    k = GRAVITY / DISC["R"]

    def rates(_: float, s: np.ndarray) -> list[float]:
        lean, heading, _, _, p, q, r = s
        return [
            p,
            r / np.cos(lean),
            DISC["R"] * (q - r * np.tan(lean)) * np.cos(heading),
            DISC["R"] * (q - r * np.tan(lean)) * np.sin(heading),
            (6 * q * r - r**2 * np.tan(lean) + 4 * k * np.sin(lean)) / 5,
            -2 / 3 * p * r,
            p * (r * np.tan(lean) - 2 * q),
        ]

    start = [tilt, 0.0, 0.0, 0.0, 0.0, spin, turn_rate * np.cos(tilt)]
    return integrated(rates, times, start)[:4]


def integrated(rates: Any, times: np.ndarray, start: list[float]) -> np.ndarray:
    span = times[0], times[-1]
    return solve_ivp(rates, span, start, "DOP853", times, rtol=1e-13, atol=1e-14).y


WANDERING = {"tilt": 0.5, "turn_rate": 1.2, "spin": 5.0}


def wandering_disc(system: SymbolicSystem) -> tt.Run:
    return tt.simulate(system, disc_state(system, **WANDERING), 6.0, every=0.005, **TIGHT)


def disc_differences(run: tt.Run) -> dict[str, float]:
    """From the reduced equations: rad, rad, m, m."""
    names = ("lean", "turn", "contact_x", "contact_y")
    expected = reduced_disc(np.asarray(run.time), **WANDERING)
    return {n: off(run[n], e) for n, e in zip(names, expected, strict=True)}


def off(found: Any, expected: np.ndarray) -> float:
    return float(np.abs(np.asarray(found) - expected).max())


def steady_differences(system: SymbolicSystem) -> dict[str, float]:
    """Differences of lean (rad) and radius (m) from those at the start, over ten circles."""
    tilt, radius = np.radians(20.0), 1.0
    around = 2 * np.pi * radius / steady_speed(tilt, radius)
    run = tt.simulate(system, steady_state(system, tilt, radius), 10 * around, **TIGHT)
    middle = -radius - DISC["R"] * np.sin(tilt)
    return {
        "lean": off(run["lean"], tilt),
        "radius of the centre": off(np.hypot(run["x"], run["y"] - middle), radius),
        "radius of the contact": off(
            np.hypot(run["contact_x"], run["contact_y"] - middle), -middle
        ),
    }


def pushed_disc(system: SymbolicSystem, squared: float, push: float) -> tuple[tt.Run, np.ndarray]:
    """An upright disc at a part of the critical spin squared, pushed sideways; the lean, and what
    linear equations say of it."""
    spin = SLOWEST * np.sqrt(squared)
    run = tt.simulate(system, disc_state(system, tilt_rate=push, spin=spin), 3.0, **TIGHT)
    grows = 4 * GRAVITY / (5 * DISC["R"]) * (1 - squared)  # the square of a rate
    rate = np.emath.sqrt(grows)
    return run, np.real(push / rate * np.sinh(rate * np.asarray(run.time)))


# --- a knife edge on a slope --------------------------------------------------------------

KNIFE = {"m": 2.0, "J": 0.3, "b": np.radians(30.0)}
TURN = 2.0  # rad/s


def knife() -> SymbolicSystem:
    """x leads down the slope."""
    return LagrangianSystem(
        [x, y, turn],
        kinetic_energy=m * speed_squared(x, y) / 2 + J * turn.diff() ** 2 / 2,
        potential=-m * g * sp.sin(b) * x,
        constraints={"edge": sp.sin(turn) * x.diff() - sp.cos(turn) * y.diff()},
        parameters=KNIFE | {g: GRAVITY},
        units=units,
        name="knife edge",
    ).build()


def knife_run(system: SymbolicSystem, speed: float) -> tt.Run:
    start = system.state(x_rate=speed, turn_rate=TURN)
    return tt.simulate(system, start, 10.0, every=0.02, **TIGHT)


def knife_path(times: np.ndarray, speed: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """x, y and the multiplier, in closed form."""
    pull, s = GRAVITY * np.sin(KNIFE["b"]), TURN * times
    along = speed / TURN * np.sin(s) + pull / (2 * TURN**2) * np.sin(s) ** 2
    across = speed / TURN * (1 - np.cos(s)) + pull / (4 * TURN**2) * (2 * s - np.sin(2 * s))
    return along, across, -KNIFE["m"] * (speed * TURN + 2 * pull * np.sin(s))


def knife_differences(run: tt.Run, speed: float) -> dict[str, float]:
    names = ("x", "y", "edge.multipliers")
    expected = knife_path(np.asarray(run.time), speed)
    return {n: off(run[n], e) for n, e in zip(names, expected, strict=True)}


# --- a bead on a hoop that spins up -------------------------------------------------------

HOOP = {"m": 0.1, "R": 0.2, "c": 0.1}
SPIN_UP = 1.0  # rad/s²
BEAD = 0.1  # rad, at the start


def hoop() -> SymbolicSystem:
    """A bead in Cartesian coordinates, on a circle that a motor turns by w t² / 2."""
    angle = w * t**2 / 2
    rate = angle.diff(t)
    sliding = (x.diff() + rate * y) ** 2 + (y.diff() - rate * x) ** 2 + z.diff() ** 2
    return LagrangianSystem(
        [x, y, z],
        kinetic_energy=m * speed_squared(x, y, z) / 2,
        potential=m * g * z,
        dissipation=c * sliding / 2,
        constraints={
            "sphere": x**2 + y**2 + z**2 - R**2,
            "plane": sp.cos(angle) * y - sp.sin(angle) * x,
        },
        parameters=HOOP | {g: GRAVITY, w: SPIN_UP},
        outputs={"angle": sp.atan2(x * sp.cos(angle) + y * sp.sin(angle), -z)},
        units=units | {"angle": "rad"},
        name="bead on a hoop",
    ).build()


def hoop_run(system: SymbolicSystem) -> tt.Run:
    start = system.state(x=HOOP["R"] * np.sin(BEAD), z=-HOOP["R"] * np.cos(BEAD))
    return tt.simulate(system, start, 14.0, every=0.02, **TIGHT)


def reduced_hoop(times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The bead's angle from the bottom, and the work of motor and friction, by one coordinate."""
    mass, radius, friction = HOOP["m"], HOOP["R"], HOOP["c"]

    def rates(time: float, s: np.ndarray) -> list[float]:
        angle, rate, _ = s
        sin, cos, spin = np.sin(angle), np.cos(angle), SPIN_UP * time
        torque = mass * radius**2 * (2 * sin * cos * rate * spin + sin**2 * SPIN_UP)
        pull = spin**2 * cos - GRAVITY / radius
        power = torque * spin - friction * (radius * rate) ** 2
        return [rate, pull * sin - friction / mass * rate, power]

    angle, _, work = integrated(rates, times, [BEAD, 0.0, 0.0])
    return angle, work


def hoop_differences(run: tt.Run) -> dict[str, float]:
    angle, work = reduced_hoop(np.asarray(run.time))
    return {"angle": off(run["angle"], angle), "work": off(run["work"], work)}


def resting_angle(spin: np.ndarray) -> np.ndarray:
    """Where the bead can rest, rad: at the bottom, or above it once spin² > g/R."""
    return np.arccos(np.minimum(1.0, GRAVITY / HOOP["R"] / np.maximum(spin, 1e-9) ** 2))


# --- constraints quadratic in the velocities ------------------------------------------------

SPEED = 3.0  # m/s
HEADING = np.radians(60.0)


def steady_particle() -> SymbolicSystem:
    """A particle that keeps its speed under gravity."""
    return LagrangianSystem(
        [x, y],
        kinetic_energy=m * speed_squared(x, y) / 2,
        potential=m * g * y,
        constraints={"speed": speed_squared(x, y) - v**2},
        parameters={m: 2, g: GRAVITY, v: SPEED},
        units=units,
        name="particle at constant speed",
    ).build()


def steady_particle_run(system: SymbolicSystem, heading: float = HEADING) -> tt.Run:
    start = system.state(x_rate=SPEED * np.cos(heading), y_rate=SPEED * np.sin(heading))
    return tt.simulate(system, start, 2.0, every=0.01, **TIGHT)


def steady_particle_path(times: np.ndarray, heading: float = HEADING) -> tuple[np.ndarray, ...]:
    """x, y, and the constraint's power (W), in closed form."""
    size = SPEED**2 / GRAVITY
    later = np.arctan(np.sinh(np.arcsinh(np.tan(heading)) - GRAVITY / SPEED * times))
    height = size * np.log(np.cos(later) / np.cos(heading))
    return size * (heading - later), height, 2 * GRAVITY * SPEED * np.sin(later)


def steady_particle_differences(run: tt.Run) -> dict[str, float]:
    along, height, _ = steady_particle_path(np.asarray(run.time))
    work = 2 * GRAVITY * height
    expected = {"x": along, "y": height, "work": work}
    return {name: off(run[name], values) for name, values in expected.items()}


def sliding_particle() -> SymbolicSystem:
    """The constraint of Appell and Hamel: the slope of the path is given, its heading is not."""
    return LagrangianSystem(
        [x, y, z],
        kinetic_energy=m * speed_squared(x, y, z) / 2,
        potential=m * g * z,
        constraints={"slope": speed_squared(x, y) - a**2 * z.diff() ** 2},
        parameters={m: 2, g: GRAVITY, a: 1.5},
        units=units,
        name="Appell and Hamel",
    ).build()


def sliding_particle_run(system: SymbolicSystem) -> tt.Run:
    start = system.state(x_rate=0.9, y_rate=1.2, z_rate=-1.0)
    return tt.simulate(system, start, 2.0, every=0.01, **TIGHT)


def sliding_particle_differences(run: tt.Run) -> dict[str, float]:
    fall = np.asarray(run.time) + GRAVITY / (1 + 1.5**2) * np.asarray(run.time) ** 2 / 2
    expected = {"x": 0.9 * fall, "y": 1.2 * fall, "z": -fall}
    return {name: off(run[name], values) for name, values in expected.items()}


# --- figures ------------------------------------------------------------------------------


def draw_disc(plt: Any, system: SymbolicSystem, run: tt.Run) -> None:
    """The path of a disc on the plane, and upright discs that are pushed."""
    figure, (plane, time) = plt.subplots(1, 2, figsize=(8.6, 3.8), layout="constrained")
    plane.plot(run["contact_x"], run["contact_y"], label="contact")
    plane.plot(run["x"], run["y"], "C1", linewidth=0.9, label="centre")
    plane.plot(0, 0, "C0o", markersize=4)
    plane.set(xlabel="x (m)", ylabel="y (m)", title="A disc that wanders")
    plane.set_aspect("equal", adjustable="datalim")
    plane.legend(loc="center", fontsize=8, title="seen from above", title_fontsize=8)
    for squared, colour in ((0.9, "C3"), (1.1, "C0")):
        pushed, expected = pushed_disc(system, squared, 0.01)
        label = f"{squared:g} of the critical speed squared"
        time.plot(pushed.time, np.degrees(pushed["lean"]), colour, label=label)
        time.plot(pushed.time, np.degrees(expected), "k:", linewidth=1)
    time.plot([], [], "k:", linewidth=1, label="linear equations")
    time.set(xlabel="time (s)", ylabel="lean (deg)", title="Upright discs after a push")
    time.legend()
    save(figure, "rolling-and-other-constraints-disc")


def draw_knife(plt: Any, runs: dict[float, tt.Run]) -> None:
    figure, axes = plt.subplots(figsize=(8.2, 2.4), layout="constrained")
    for speed, run in runs.items():
        axes.plot(run["y"], -run["x"], label=f"{speed:g} m/s")
        times = np.asarray(run.time)[::25]
        along, across, _ = knife_path(times, speed)
        axes.plot(across, -along, "k.", markersize=3)
    axes.plot([], [], "k.", markersize=3, label="closed form")
    axes.set(xlabel="y, across the slope (m)", ylabel="up the slope (m)", ylim=(-1.9, 0.7))
    axes.set_aspect("equal")
    axes.legend(title="at the start", loc="center left", bbox_to_anchor=(1.0, 0.5))
    save(figure, "rolling-and-other-constraints-knife")


def draw_hoop(plt: Any, run: tt.Run) -> None:
    figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    spin = SPIN_UP * np.asarray(run.time)
    ratio = spin * np.sqrt(HOOP["R"] / GRAVITY)
    axes.plot(ratio, np.degrees(resting_angle(spin)), "k--", linewidth=1, label="rest, stable")
    axes.plot([1, ratio[-1]], [0, 0], "k:", linewidth=1, label="rest, unstable")
    axes.plot(ratio, np.degrees(run["angle"]), "C0", label="bead")
    axes.set(xlabel=r"$\omega\, /\, \sqrt{g / R}$", ylabel="angle from the bottom (deg)")
    axes.legend(loc="upper left")
    save(figure, "rolling-and-other-constraints-hoop")


def draw_speed(plt: Any, runs: dict[float, tt.Run]) -> None:
    figure, axes = plt.subplots(figsize=(5.2, 4.0), layout="constrained")
    for heading, run in runs.items():
        axes.plot(run["x"], run["y"], label=f"{np.degrees(heading):.0f}°")
        along, height, _ = steady_particle_path(np.asarray(run.time)[::10], heading)
        axes.plot(along, height, "k.", markersize=3)
        reach = SPEED**2 / GRAVITY * (heading + np.pi / 2)
        axes.axvline(reach, color="0.8", linewidth=0.8, zorder=0)
    axes.plot([], [], "k.", markersize=3, label="closed form")
    axes.set(xlabel="x (m)", ylabel="y (m)", ylim=(-3.2, 0.8))
    axes.set_aspect("equal")
    axes.legend(title="upward at the start", loc="center left", bbox_to_anchor=(1.0, 0.5))
    save(figure, "rolling-and-other-constraints-speed")


def report(title: str, run: tt.Run | None, differences: dict[str, float]) -> None:
    print(title)
    for name, value in differences.items():
        print(f"  {name:24s} {value:.1e}")
    if run is not None:
        print(f"  {'constraints':24s} {float(run.data.constraint_error.max()):.1e}")
        print(f"  {'energy, relative':24s} {run.audit()['energy'].relative:.1e}")


def main() -> None:
    plt = pyplot()
    rolling = disc()
    run = wandering_disc(rolling)
    report("disc, from the reduced equations", run, disc_differences(run))
    report("disc on a circle", None, steady_differences(rolling))
    for squared in (0.9, 1.1):
        pushed, expected = pushed_disc(rolling, squared, 1e-6)
        relative = off(pushed["lean"], expected) / np.abs(expected).max()
        report(f"upright disc, {squared}", pushed, {"lean, relative": relative})
    draw_disc(plt, rolling, run)
    edge = knife()
    runs = {speed: knife_run(edge, speed) for speed in (0.0, 0.5, 2.0)}
    for speed, one in runs.items():
        report(f"knife edge, {speed} m/s", one, knife_differences(one, speed))
    draw_knife(plt, runs)
    run = hoop_run(hoop())
    report("hoop", run, hoop_differences(run))
    end = np.degrees(resting_angle(SPIN_UP * run.time[-1:]))[0]
    print(f"  at the end {np.degrees(float(run['angle'][-1])):.3f}, resting angle {end:.3f} deg")
    print(f"  work {float(run['work'][-1]):.6f} J")
    draw_hoop(plt, run)
    particle = steady_particle()
    paths = {h: steady_particle_run(particle, h) for h in (0.0, np.radians(30), HEADING)}
    run = paths[HEADING]
    report("constant speed", run, steady_particle_differences(run))
    print(f"  drop {-float(run['y'][-1]):.6f} m, work {float(run['work'][-1]):.6f} J")
    draw_speed(plt, paths)
    run = sliding_particle_run(sliding_particle())
    report("Appell and Hamel", run, sliding_particle_differences(run))


if __name__ == "__main__":
    main()

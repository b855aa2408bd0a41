"""Numbers and figures of the page on an apogee burn with sloshing fuel."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import brentq
from scipy.special import jnp_zeros

import treetop as tt
from shared.figures import pyplot, save
from shared.linear_checks import fitted_rates
from shared.small_motion import distance

HERE = Path(__file__).parent
MODEL = tt.load(HERE.parents[1] / "examples" / "apogee-burn.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
ENGINE, SPHERE, MAIN = (MODEL.devices[name] for name in ("engine", "sphere", "main tank"))
THRUST, JET = float(ENGINE.thrust), ENGINE.exhaust_velocity
FLOW, WET = THRUST / JET, 342.0 + SPHERE.fuel + MAIN.fuel  # kg/s, kg
PERIOD = 0.5
COMMANDS = ["pitch.torque", "yaw.torque"]
SEEN = ["flight.rotation.y", "flight.rotation.z", "slosh.angle1", "slosh.angle2"]


def burn(model: tt.Model = MODEL, formulation: str = "recursive", **settings: Any) -> tt.Run:
    system = model.build(formulation)
    return tt.simulate(system, system.start(), **(RUN | settings))


def straight() -> tt.Model:
    """The model with its mass on the axis of the engine, sensors without errors, and a start on
    course: the burn is a straight line."""
    model = MODEL.copy()
    model.bodies["bus"] = replace(model.bodies["bus"], centre=[0, 0, 0])
    model.sensors["tracker"] = replace(model.sensors["tracker"], noise=0)
    model.sensors["gyro"] = replace(model.sensors["gyro"], walk=0)
    model.start.clear()
    return model


def frozen() -> tt.Model:
    """The straight burn with an engine that takes no fuel to speak of: its linear model is about an
    even acceleration, with constant masses."""
    model = straight()
    model.devices["engine"] = replace(ENGINE, isp="1e12 s", rise=0, fall=0)
    model.events.clear()
    return model


def filled(system: tt.System, sphere: float, main: float, **start: Any) -> tt.State:
    """The state of a system with so much fuel, kg."""
    return system.state(**{"sphere": {"mass": sphere}, "main tank": {"mass": main}}, **start)


def levels(count: int) -> list[tuple[float, float]]:
    """Fuel in the sphere and in the main tank along the burn, kg."""
    used = np.linspace(0.0, 242.0, count)
    sphere = np.maximum(SPHERE.fuel - used, SPHERE.residual)
    main = MAIN.fuel - (used - (SPHERE.fuel - sphere))
    return list(zip(sphere.tolist(), main.tolist(), strict=True))


# --- the rocket equation ------------------------------------------------------------------


def gained(run: tt.Run) -> np.ndarray:
    """What the rocket equation gives, m/s, by what has left."""
    return JET * np.log(WET / (WET - run["exhaust.mass"].values))


def pointing(run: tt.Run) -> np.ndarray:
    """Angle of the jet from the x axis, rad."""
    w, x, y, z = run["bell.attitude"].values.T
    ahead = np.array([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)])
    return np.arctan2(np.hypot(ahead[1], ahead[2]), ahead[0])


def along(run: tt.Run) -> float:
    """Speed along x by a quadrature over what the rocket equation gives, m/s."""
    return float(np.trapezoid(np.cos(pointing(run)), gained(run)))


# --- slosh by hand ------------------------------------------------------------------------


class Part(NamedTuple):
    """Mass, kg, its centre on the axis, m, and its inertia across it about the origin, kg m²."""

    mass: float
    centre: float
    inertia: float


def sliced(radius: Any, low: float, high: float, at: float, fuel: float, density: float) -> Part:
    """Fuel that has settled in a tank of revolution, by Gauss's rule over discs."""
    x, weight = np.polynomial.legendre.leggauss(60)

    def total(top: float, power: int = 0, across: bool = False) -> float:
        found = 0.0
        for a, b in pairwise(edges):
            if top > a:
                s = a + (min(b, top) - a) * (x + 1) / 2
                r = radius(s)
                y = np.pi * r**2 * (r**2 / 4 + (s + at) ** 2 if across else (s + at) ** power)
                found += float(density * (min(b, top) - a) / 2 * weight @ y)
        return found

    edges = [low, *(e for e in (-0.2, 0.2) if low < e < high), high]
    top = brentq(lambda s: total(s) - fuel, low, high, xtol=1e-14)
    return Part(fuel, total(top, 1) / fuel, total(top, across=True))


def sphere(fuel: float) -> Part:
    r = float(SPHERE.shape.radius)
    return sliced(lambda s: np.sqrt(np.maximum(r * r - s * s, 0)), -r, r, 0.55, fuel, 1000.0)


def cylinder(fuel: float) -> Part:
    r, half = float(MAIN.shape.radius), float(MAIN.shape.length) / 2

    def radius(s: np.ndarray) -> np.ndarray:
        return np.sqrt(r * r - np.maximum(np.abs(s) - half, 0.0) ** 2)

    return sliced(radius, -half - r, half + r, -0.2, fuel, 1000.0)


class Pendulum(NamedTuple):
    mass: float
    length: float
    hinge: float  # on the axis


def pendulum(fuel: float) -> Pendulum:
    """Abramson's first mode."""
    xi, r, half = float(jnp_zeros(1, 1)[0]), 0.3, 0.2
    bottom = -0.2 - half - 2 * r / 3  # of a flat one
    h = fuel / (1000.0 * np.pi * r * r)
    t = np.tanh(xi * h / r)
    length = r / (xi * t)
    height = h - 2 * r / xi * np.tanh(xi * h / (2 * r))
    return Pendulum(2 * fuel * r * t / (h * xi * (xi * xi - 1)), length, bottom + height + length)


def by_hand(in_sphere: float, in_main: float) -> complex:
    """The eigenvalue of slosh about z, of constant mass, by equation (1) of the page."""
    p = pendulum(in_main)
    rest = p.hinge - p.length
    liquid = [sphere(in_sphere), cylinder(in_main), Part(-p.mass, rest, -p.mass * rest**2)]
    parts = [Part(330.0, 0.0, 210.0), *liquid]
    m_b = sum(part.mass for part in parts)
    s_b = sum(part.mass * part.centre for part in parts)
    J_b = sum(part.inertia for part in parts)
    m_g, d, J_g, x_g = 12.0, 0.2, 0.35, -0.9
    a = THRUST / (m_b + p.mass + m_g)
    # Lateral place of each mass by y, θ, δ, ψ.
    swung, bell = np.array([1, rest, 0, -p.length]), np.array([1, x_g - d, -d, 0])
    M = p.mass * np.outer(swung, swung) + m_g * np.outer(bell, bell)
    M[:2, :2] += [[m_b, s_b], [s_b, J_b]]
    M += J_g * np.outer([0, 1, 1, 0], [0, 1, 1, 0])
    up, tilt = np.array([0, 1, 0, 1]), np.array([0, 1, 1, 0])
    V = a * (p.mass * p.length * np.outer(up, up) + m_g * d * np.outer(tilt, tilt))
    V[1, 1] -= a * (s_b + p.mass * p.hinge + m_g * x_g)
    V[2, 2] += 120.0
    F = np.zeros((4, 4))
    F[0, 1] = F[0, 2] = THRUST
    F[1, 2] = THRUST * x_g
    omega = np.sqrt(0.8 / p.length)
    C = np.diag([0, 0, 14.0, 2 * 0.005 * omega * p.mass * p.length**2])
    rates = np.linalg.solve(M, np.hstack([F - V, -C]))
    A = np.vstack([np.hstack([np.zeros((4, 4)), np.eye(4)]), rates])
    return nearest(np.linalg.eigvals(A), np.sqrt(a / p.length))


def nearest(poles: np.ndarray, frequency: float) -> complex:
    """The pole of least damping within a third of a frequency."""
    near = poles[np.abs(poles.imag / frequency - 1) < 1 / 3]
    return complex(near[np.argmax(near.real)])


# --- linear models ------------------------------------------------------------------------


def linear_at(model: tt.Model, fuel: tuple[float, float]) -> Any:
    system = model.build()
    return tt.linearise(system, filled(system, *fuel), inputs=COMMANDS)


def slosh_pole(linear: Any, fuel: tuple[float, float]) -> complex:
    """That of motion in the plane of x and y, which nothing else takes part in."""
    a = THRUST / (342.0 + sum(fuel))
    keep = [linear.states.index(name) for name in IN_PLANE]
    poles = np.linalg.eigvals(linear.A[np.ix_(keep, keep)])
    return nearest(poles, np.sqrt(a / pendulum(fuel[1]).length))


IN_PLANE = [
    "flight.rotation.z", "flight.position.y", "gimbal.angle2", "slosh.angle1",
    "flight.angular_velocity.z", "flight.velocity.y", "gimbal.rate2", "slosh.rate1",
]  # fmt: skip


def small_motion(size: float, duration: float = 30.0) -> float:
    """How far a run is from the linear model, in parts of its motion of that size in radian."""
    system, fuel = frozen().build(), (50.0, 120.0)
    loop = linear_at(frozen(), fuel).loop("steering")
    turn = [0.0, np.sin(size / 2), 0.0]
    flight = {
        "attitude": [np.cos(size / 2), *turn],
        "angular_velocity": [0.2 * size, 0.0, 0.1 * size],
    }
    state = filled(system, *fuel, flight=flight, slosh={"angle1": 2 * size, "angle2": -size})
    run = tt.simulate(system, state, duration, every=PERIOD, rtol=1e-11, atol=1e-13)
    start = {
        "flight.rotation.y": size,
        "flight.angular_velocity.x": 0.2 * size,
        "flight.angular_velocity.z": 0.1 * size,
        "slosh.angle1": 2 * size,
        "slosh.angle2": -size,
    }
    return distance(loop, run, start, SEEN)


def measured_and_predicted(size: float = 1e-5) -> tuple[complex, complex]:
    """The rate at which slosh about z dies away under control in a run, 1/s, and the pole of the
    closed loop at samples that it belongs to."""
    system, fuel = frozen().build(), (50.0, 120.0)
    state = filled(system, *fuel, slosh={"angle1": size})
    run = tt.simulate(system, state, 60.0, every=PERIOD, rtol=1e-12, atol=1e-16)
    found = nearest(fitted_rates(run["slosh.angle1"].values, PERIOD, 8), by_hand(*fuel).imag)
    poles = linear_at(frozen(), fuel).loop("steering").decay
    return found, complex(poles[np.argmin(np.abs(poles - found))])


# --- figures ------------------------------------------------------------------------------


def draw_burn(plt: Any, run: tt.Run, first: tt.Run) -> None:
    """Fuel, speed, pointing, gimbal and slosh over the burn."""
    figure, axes = plt.subplots(4, 1, figsize=(6.4, 8.0), layout="constrained")
    for name in ("sphere", "main tank"):
        axes[0].plot(run.time, run[f"{name}.mass"], label=name)
    axes[0].set_ylabel("fuel (kg)")
    axes[0].legend()
    axes[1].plot(run.time, run["bus.velocity"].values[:, 0], color="k")
    axes[1].set_ylabel("speed ahead (m/s)")
    for k, name in enumerate(("pitch", "yaw")):
        axes[2].plot(run.time, np.degrees(run[f"gimbal.angle{k + 1}"]), label=name)
    axes[2].set_ylabel("engine (deg)")
    axes[2].legend(loc="lower right")
    for k in (1, 2):
        axes[3].plot(first.time, np.degrees(first[f"slosh.angle{k}"]), label=f"angle {k}")
    axes[3].set(xlabel="time (s)", ylabel="slosh at first (deg)", xlim=(0, 60))
    axes[3].legend(loc="upper right")
    for ax in axes[:3]:
        ax.axvline(run.events[0].time, color="0.8", linewidth=0.8)
        ax.set_xlim(0, run.time[-1])
    save(figure, "apogee-burn-run")


def draw_slosh(plt: Any, fuels: list, found: list, loops: list) -> None:
    """Slosh along the burn: its frequency, and how it dies away."""
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 5.4), layout="constrained", sharex=True)
    used, fine = [280.0 - sum(fuel) for fuel in fuels], levels(81)
    many, exact = [280.0 - sum(fuel) for fuel in fine], [by_hand(*fuel) for fuel in fine]
    tank = [np.sqrt(THRUST / (342 + sum(f)) / pendulum(f[1]).length) for f in fine]
    axes[0].plot(many, tank, "--", color="0.6", label="in a tank that is held")
    axes[0].plot(many, [pole.imag for pole in exact], color="C0", label="free, by hand")
    axes[0].plot(used, [pole.imag for pole in found], "o", color="C0", label="linear model")
    axes[0].set_ylabel("slosh (rad/s)")
    axes[0].legend()
    axes[1].plot(many, [-p.real / abs(p) for p in exact], color="C0", label="no control, by hand")
    axes[1].plot(used, [-p.real / abs(p) for p in found], "o", color="C0", label="linear model")
    axes[1].plot(used, [-p.real / abs(p) for p in loops], "s", color="C1", label="under control")
    axes[1].set(xlabel="fuel used (kg)", ylabel="damping ratio of slosh", ylim=(0, 0.008))
    axes[1].legend()
    save(figure, "apogee-burn-slosh")


def main() -> None:
    plt = pyplot()
    print("slosh under control, measured and predicted:", *measured_and_predicted())
    run = burn()
    print(*run.events, sep="\n")
    print(run.audit(), run.statistics)
    print("empties:", (SPHERE.fuel - SPHERE.residual) / FLOW - run.events[0].time)
    line = burn(straight())
    v = line["bus.velocity"].values
    print("straight:", v[-1], gained(line)[-1], v[-1, 0] / gained(line)[-1] - 1)
    v = run["bus.velocity"].values[-1]
    print("speed:", v, np.linalg.norm(v), "rocket equation:", gained(run)[-1], along(run))
    print("fuel used:", run["exhaust.mass"].values[-1], "left:", run["main tank.mass"].values[-1])
    print("gimbal:", np.degrees([run[f"gimbal.angle{k}"].values[-1] for k in (1, 2)]))
    print("pointing:", np.degrees(pointing(run)[[0, 200, 1600, -1]]))
    low = pendulum(run["main tank.mass"].values[-1])
    print("hinge:", pendulum(MAIN.fuel), low)
    fuels = levels(9)
    model, exact, found, loops = frozen(), [], [], []
    for fuel in fuels:
        linear = linear_at(model, fuel)
        exact.append(by_hand(*fuel))
        found.append(slosh_pole(linear, fuel))
        loop = linear.loop("steering")
        loops.append(nearest(loop.decay, exact[-1].imag))
        margins = [loop.margins(c) for c in COMMANDS]
        print(fuel, exact[-1], abs(found[-1] - exact[-1]) / abs(exact[-1]), loops[-1], loop.stable)
        print("   ", [(m.gain, m.phase_degrees) for m in margins])
    sizes = [0.02, 0.01, 0.005]
    print("small motion:", [small_motion(size) for size in sizes])
    draw_burn(plt, run, burn(duration=60.0, every=0.05))
    draw_slosh(plt, fuels, found, loops)
    print(tt.analysis.compare(MODEL, duration=60.0))


if __name__ == "__main__":
    main()

"""Numbers and figures of the page on a ball that bounces and on Painlevé's rod."""

from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from treetop.errors import RunError
from treetop.simulation.impact.impulse import Impulse, Touch, collision, motions

G = 9.81

# --- a ball -------------------------------------------------------------------------------

HEIGHT, RADIUS, MASS = 1.0, 0.1, 2.0  # of the fall, m; of the ball, m and kg


def bounces(e: float, duration: float, every: float = 0.01) -> tt.Run:
    model = tt.Model("ball")
    model.add_joint("fall", tt.Free(), model.ground, model.add_body("ball", MASS, [0.008] * 3))
    model.add_force("weight", tt.UniformGravity([0, 0, -G]))
    floor = tt.RigidContact(tt.Plane("ground"), tt.Sphere("ball", RADIUS), restitution=e)
    model.add_force("floor", floor)
    system = model.build()
    start = system.state(fall={"position": [0, 0, HEIGHT + RADIUS]})
    return tt.simulate(system, start, duration=duration, every=every)


def blow_times(e: float, count: int) -> np.ndarray:
    """Equation (1)."""
    ways = np.append(0.0, e ** np.arange(1, count))
    return np.sqrt(2 * HEIGHT / G) * (1 + 2 * np.cumsum(ways))


def end_of_blows(e: float) -> float:
    """Equation (2)."""
    return float(np.sqrt(2 * HEIGHT / G) * (1 + e) / (1 - e))


# --- Painlevé's rod -----------------------------------------------------------------------

HALF, TILT, SPEED = 1.0, np.radians(60.0), -2.0  # m; of the rod; of its tip along the rail, m/s


def critical_coefficient(tilt: float | np.ndarray) -> Any:
    """Equation (4)."""
    s, c = np.sin(tilt), np.cos(tilt)
    return (1 + 3 * c**2) / (3 * s * np.abs(c))


def load(coefficient: float | np.ndarray, tilt: float = TILT) -> Any:
    """What presses the tip of a rod at rest in its turning against the rail, N; equation (3)."""
    s, c = np.sin(tilt), np.cos(tilt)
    return MASS * G / (1 + 3 * c**2 - 3 * coefficient * s * c)


def rod_on_rail(coefficient: float) -> tt.System:
    """The rail holds the tip from above and below."""
    model, inertia = tt.Model("Painlevé's rod"), MASS * HALF**2 / 3
    tip = model.add_body("tip", mass=0)
    rod = model.add_body("rod", MASS, [0, inertia, inertia], [HALF, 0, 0])
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, tip)
    model.add_joint("pin", tt.Revolute([0, -1, 0]), tip, rod)
    model.add_force("weight", tt.UniformGravity([0, 0, -G]))
    model.add_force("rubbing", tt.DryFriction("rail", coefficient=coefficient))
    return model.build()


def load_found(coefficient: float) -> float:
    system = rod_on_rail(coefficient)
    start = system.state(rail={"slide_rate": SPEED}, pin={"angle": TILT})
    return float(system.evaluate(start).joint["rail"].reaction_force[2])


def report(coefficient: float, speed: float = SPEED) -> str:
    """What Treetop says where it cannot say the load; nothing where it can."""
    system = rod_on_rail(coefficient)
    try:
        system.evaluate(system.state(rail={"slide_rate": speed}, pin={"angle": TILT}))
    except RunError as error:
        return str(error)
    return ""


def struck(coefficient: float, approach: float, jam: bool = False) -> Impulse:
    """The rod when it is free, its tip on the floor, sliding and coming down with a speed."""
    model, inertia = tt.Model("rod"), MASS * HALF**2 / 3
    rod = model.add_body("rod", MASS, [0.001, inertia, inertia])
    model.add_joint("fall", tt.Free(), model.ground, rod)
    rod.frame("tip", at=[-HALF, 0, 0])
    model.add_force("floor", tt.RigidContact(tt.Plane("ground"), "rod.tip"))
    system = model.build()
    attitude = [np.cos(TILT / 2), 0, -np.sin(TILT / 2), 0]  # the far end is up, ahead
    x, z = HALF * np.cos(TILT), HALF * np.sin(TILT)
    motion = {"position": [x, 0, z], "velocity": [SPEED, 0, -approach], "attitude": attitude}
    state = system.state(fall=motion)
    z0 = system.joint_vectors(state.vector)[0]
    touch = Touch("ground", "rod", np.zeros(3), np.array([0.0, 0, 1]), 0.0, coefficient, jam)
    return collision(system, 0.0, z0, motions(system.at(state)), touch)


def jam_impulse() -> np.ndarray:
    """Along and up, on a tip that slides without approaching and jams, N s; equation (5)."""
    s, c = np.sin(TILT), np.cos(TILT)
    return MASS * abs(SPEED) / 4 * np.array([1 + 3 * c**2, 3 * s * c])


# --- figures ------------------------------------------------------------------------------


def draw_ball(plt: Any, e: float, run: tt.Run) -> None:
    """Height against time, and how far the times of impacts are from equation (1)."""
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
    axes[0].plot(run.time, run["fall.position.z"] - RADIUS, "k")
    axes[0].axvline(end_of_blows(e), color="C3", linestyle=":", label="end of impacts by (2)")
    axes[0].set(xlabel="time (s)", ylabel="height above the floor (m)", ylim=(0, None))
    axes[0].legend()
    times = np.array([event.time for event in run.events])
    apart = np.abs(times - blow_times(e, len(times)))
    count = np.arange(1, len(times) + 1)
    axes[1].semilogy(count, end_of_blows(e) - blow_times(e, len(times)), "k", label="time left")
    axes[1].semilogy(count, np.maximum(apart, 1e-16), "C3o", markersize=3, label="error of time")
    axes[1].set(xlabel="blow", ylabel="(s)")
    axes[1].legend()
    save(figure, "impacts-ball")


def draw_rod(plt: Any) -> None:
    """Load against friction up to the critical coefficient; the impact of a tip that comes ever
    slower; the critical coefficient against tilt."""
    figure, axes = plt.subplots(1, 3, figsize=(10, 3.4), layout="constrained")
    critical = critical_coefficient(TILT)
    mu = np.linspace(0, 0.98 * critical, 200)
    axes[0].plot(mu, load(mu) / (MASS * G), "k")
    for part in (0.0, 0.25, 0.5, 0.75, 0.9, 0.97):
        axes[0].plot(part * critical, load_found(part * critical) / (MASS * G), "C3o", markersize=4)
    axes[0].axvline(critical, color="C3", linestyle=":")
    axes[0].set(xlabel="coefficient of friction", ylabel="load over weight", ylim=(0, 20))
    speeds = np.logspace(-4, 0.3, 30)
    for part, style in ((0.9, "k--"), (1.1, "k")):
        up = [struck(part * critical, v).hits[2] for v in speeds]
        axes[1].loglog(speeds, up, style, label=f"{part} of the critical")
    axes[1].axhline(jam_impulse()[1], color="C3", linestyle=":", label="jam by (5)")
    axes[1].set(xlabel="speed of approach (m/s)", ylabel="normal impulse (N s)")
    axes[1].legend()
    tilt = np.linspace(5, 85, 200)
    axes[2].plot(tilt, critical_coefficient(np.radians(tilt)), "k")
    axes[2].plot(np.degrees(TILT), critical, "C3o", markersize=4)
    axes[2].set(xlabel="tilt (deg)", ylabel="critical coefficient", ylim=(0, 6))
    save(figure, "impacts-rod")


def main() -> None:
    plt = pyplot()
    e, critical = 0.5, critical_coefficient(TILT)
    run = bounces(e, 2.0)
    times = np.array([event.time for event in run.events])
    print(len(times), run.events[-1], times - blow_times(e, len(times)))
    print(times[-1] / end_of_blows(e) - 1, sum(event.energy_lost for event in run.events))
    print("critical:", critical)
    for part in (0.5, 0.9, 0.999):
        print(
            part,
            load_found(part * critical),
            load_found(part * critical) / load(part * critical) - 1,
        )
    for part, speed in ((0.999, SPEED), (1.001, SPEED), (1.001, -SPEED)):
        print(part, speed, report(part * critical, speed))
    for part, approach, jams in (
        (0.9, 0, True),
        (1.1, 0, False),
        (1.1, 0, True),
        (1.1, 1e-9, False),
    ):
        found = struck(part * critical, approach, jams)
        print(part, approach, found.hits, found.sticks, found.note, jam_impulse())
    draw_ball(plt, e, run)
    draw_rod(plt)


if __name__ == "__main__":
    main()

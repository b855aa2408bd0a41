"""Numbers and figures of the page on the pantograph satellite.

The reduced equations are worked out independently, apart from Treetop; letters as on the page.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate import solve_ivp

import treetop as tt
from shared.figures import pyplot, save

HERE = Path(__file__).parent
MODEL = tt.load(HERE.parents[1] / "examples" / "pantograph-satellite.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
UNFOLDING = np.linspace(0.0, 120.0, 481)  # s
WINGS, UNITS = ("right", "left"), (1, 2, 3)


# --- two coordinates by hand --------------------------------------------------------------


class Moments(NamedTuple):
    """What depends on the place x of the carriages, and its slopes."""

    P: float  # second moments of mass along and across the wings
    Q: float
    P_: float
    Q_: float
    m: float  # mass that a carriage moves, as felt at it
    m_: float


def moments(x: float) -> Moments:
    """Both wings in equal places; equations (1) and (2)."""
    bodies, reach = MODEL.bodies, MODEL.bodies["hub"].frames["right"].at[0]
    Ixx, Iyy, Izz = np.diag(bodies["hub"].inertia)
    bar, M_c, M_s = bodies["right_a1"], bodies["right_carriage"].mass, bodies["right_lower"].mass
    a, M = bar.frames["outer"].at[0], bar.mass
    across, J = bar.inertia[0][0] / 2, bar.inertia[2][2]
    along = J - across
    d = 2 * np.array(UNITS) - 1
    P = 2 * M * np.sum((reach + d * x) ** 2) + 6 * (along - across) * x**2 / a**2 + 6 * across
    P += M_c * (reach + x) ** 2 + 2 * M_s * reach**2
    P_ = 4 * M * np.sum(d * (reach + d * x)) + 12 * (along - across) * x / a**2
    P_ += 2 * M_c * (reach + x)
    Q = 6 * along - 6 * (along - across) * x**2 / a**2 + 2 * M_s * (a**2 - x**2)
    Q_ = -12 * (along - across) * x / a**2 - 4 * M_s * x
    s = a**2 - x**2  # the square of a shoe's distance from the axis
    m = 2 * M * np.sum(d**2) + 6 * J / s + M_c + 2 * M_s * x**2 / s
    m_ = 12 * J * x / s**2 + 4 * M_s * x / s + 4 * M_s * x**3 / s**2
    hub_P, hub_Q = (Iyy + Izz - Ixx) / 2, (Ixx + Izz - Iyy) / 2
    return Moments(hub_P + 2 * P, hub_Q + 2 * Q, 2 * P_, 2 * Q_, m, m_)


def reduced(times: np.ndarray, n: float, gravity: bool) -> np.ndarray:
    """Carriage, pitch from the local vertical and their rates, in rows; equations (3) and (4)."""
    spring, spin = MODEL.forces["right_spring"], MODEL.start["flight"]["angular_velocity"][2]
    turning = n if gravity else 0.0  # without gravity the pitch is given in inertial space

    def rates(t: float, state: np.ndarray) -> list[float]:
        x, phi, x_, phi_ = state
        c, pull = moments(x), 3 * turning**2
        inertia, inertia_ = c.P + c.Q, c.P_ + c.Q_
        w = phi_ + turning
        torque = -pull / 2 * (c.P - c.Q) * np.sin(2 * phi)
        force = inertia_ * (w**2 - turning**2) / 2 - c.m_ * x_**2
        force += pull / 2 * (c.P_ * np.cos(phi) ** 2 + c.Q_ * np.sin(phi) ** 2)
        force -= 2 * spring.stiffness * (x - spring.rest) + 2 * spring.damping * x_
        return [x_, phi_, force / (2 * c.m), (torque - inertia_ * x_ * w) / inertia]

    start = [MODEL.start["right_rail"]["slide"], 0.0, 0.0, spin - turning]
    settings: dict[str, Any] = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-14}
    return solve_ivp(rates, (0, times[-1]), start, t_eval=times, **settings).y


# --- runs and what is read from them ------------------------------------------------------


def in_orbit() -> tt.Run:
    """As the example says."""
    system = MODEL.build()
    return tt.simulate(system, system.start(), **RUN)


def unfolding(free: bool = False) -> tt.Run:
    """The first two minutes; `free`: without the Earth."""
    model = MODEL.copy()
    if free:
        del model.forces["earth"]
    system = model.build()
    settings = {"duration": UNFOLDING[-1], "at": UNFOLDING, "rtol": 1e-12, "atol": 1e-14}
    return tt.simulate(system, system.start(), **settings)


def turned(run: tt.Run) -> np.ndarray:
    """The angle of the hub about z, rad."""
    q = run["flight.attitude"]
    half = np.arctan2(q.sel(component="z").values, q.sel(component="w").values)
    return 2 * np.unwrap(half, period=np.pi)


def pitch(run: tt.Run) -> np.ndarray:
    """The angle of the wings from the local vertical, rad."""
    centre = run.data.mass_centre.values
    return turned(run) - np.unwrap(np.arctan2(centre[:, 1], centre[:, 0]))


def orbital_rate() -> float:
    """The rate of the circular orbit, rad/s."""
    return float(MODEL.start["flight"]["angular_velocity"][2])


def worst_closure(run: tt.Run) -> float:
    return float(run.data.constraint_error.max())


def pin_force(run: tt.Run, joint: str) -> np.ndarray:
    """The force in the plane of the wings that a pin carries, N."""
    return np.linalg.norm(run[f"{joint}.reaction_force"].values[:, :2], axis=1)


# --- figures ------------------------------------------------------------------------------


def bar_ends(run: tt.Run, bar: str, sample: int) -> np.ndarray:
    """Both ends of a bar in the axes of the hub, seen from its origin; x and y in rows."""
    hub, body = (run.data.sel(body=name).isel(time=sample) for name in ("hub", bar))
    at, ahead = (_turn(b.attitude.values) for b in (hub, body))
    place = body.position_from_origin.values - hub.position_from_origin.values
    return np.array([(at.T @ (place + ahead @ [end, 0, 0]))[:2] for end in (-0.5, 0.5)])


def _turn(q: np.ndarray) -> np.ndarray:
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def draw_unfolding(plt: Any, run: tt.Run) -> None:
    """The spacecraft at three times, in the axes of the hub."""
    from matplotlib.patches import Rectangle

    figure, axes = plt.subplots(3, 1, figsize=(6.4, 5.6), layout="constrained", sharex=True)
    for ax, t in zip(axes, (0.0, 10.0, 60.0), strict=True):
        sample = int(np.searchsorted(run.time, t))
        ax.add_patch(Rectangle((-0.5, -0.55), 1.0, 1.1, facecolor="0.9", edgecolor="0.4"))
        for wing in WINGS:
            for k in UNITS:
                for bar, colour in (("a", "C0"), ("b", "C1")):
                    ends = bar_ends(run, f"{wing}_{bar}{k}", sample)
                    ax.plot(*ends.T, color=colour, marker="o", markersize=3)
                    ax.plot(*ends.mean(axis=0), "k.", markersize=4)
        ax.set(ylabel="y (m)", ylim=(-0.7, 0.7))
        ax.set_aspect("equal")
        ax.text(0.01, 0.88, f"{t:g} s", transform=ax.transAxes)
    axes[-1].set_xlabel("x (m)")
    save(figure, "pantograph-satellite-unfolding")


def draw_deployment(plt: Any, run: tt.Run) -> None:
    """Carriage, rate of turn and forces in pins while the wings unfold."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.4), layout="constrained", sharex=True)
    t, by_hand = run.time, reduced(UNFOLDING, orbital_rate(), gravity=True)
    marks = slice(0, None, 24)
    axes[0].plot(t, run["right_rail.slide"], label="eight loops")
    axes[0].plot(t[marks], by_hand[0, marks], "k.", label="two coordinates by hand")
    axes[0].set_ylabel("carriage (m)")
    rate = run["flight.angular_velocity"].sel(axis="z") / orbital_rate()
    axes[1].plot(t, rate)
    axes[1].plot(t[marks], by_hand[3, marks] / orbital_rate() + 1, "k.")
    axes[1].set_ylabel("turns per orbit")
    for joint, name in (("shoe_a", "shoe"), ("middle2", "second middle"), ("middle3", "third")):
        axes[2].semilogy(t, pin_force(run, f"right_{joint}"), label=name)
    axes[2].set(xlabel="time (s)", ylabel="force in pin (N)", ylim=(1e-5, 20))
    axes[0].legend()
    axes[2].legend()
    save(figure, "pantograph-satellite-deployment")


def draw_libration(plt: Any, run: tt.Run) -> None:
    """Pitch over the run."""
    figure, ax = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
    by_hand = reduced(run.time, orbital_rate(), gravity=True)
    ax.plot(run.time / 3600, np.degrees(pitch(run)), label="eight loops")
    ax.plot(run.time[::60] / 3600, np.degrees(by_hand[1, ::60]), "k.", label="by hand")
    ax.set(xlabel="time (h)", ylabel="pitch (deg)")
    ax.legend()
    save(figure, "pantograph-satellite-libration")


def main() -> None:
    plt = pyplot()
    n = orbital_rate()
    system = MODEL.build()
    print(system.counts(system.start()))
    for x in (0.14, 0.45):
        print(f"moments at {x}:", moments(x))
    free = unfolding(free=True)
    by_hand = reduced(UNFOLDING, n, gravity=False)
    print("free, carriage and angle:", np.abs(free["right_rail.slide"] - by_hand[0]).max().item())
    print(np.abs(turned(free) - by_hand[1]).max(), free.statistics, worst_closure(free))
    short = unfolding()
    for joint in ("shoe_a", "middle2", "middle3"):
        print(joint, pin_force(short, f"right_{joint}").max())
    run = in_orbit()
    by_hand = reduced(run.time, n, gravity=True)
    print("orbit:", run.statistics, worst_closure(run), run.audit(), sep="\n")
    print("carriage:", np.abs(run["right_rail.slide"] - by_hand[0]).max().item())
    print("pitch:", np.abs(pitch(run) - by_hand[1]).max(), "of", np.abs(by_hand[1]).max())
    draw_unfolding(plt, short)
    draw_deployment(plt, short)
    draw_libration(plt, run)


if __name__ == "__main__":
    main()

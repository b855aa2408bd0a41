"""Numbers and figures of the page on a manipulator of two flexible links on a free base."""

from functools import cache
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from shared.plane import bent, placed
from treetop.analysis import vibration
from treetop.flexible import BeamFrame, Modes, Section, attachment_modes, normal_modes, united

BASE, INERTIA, SHOULDER = 500.0, [200.0, 200.0, 200.0], 0.8  # kg, kg m², m
LENGTH, MASS, STIFFNESS = 4.0, 3.0, 1e4  # of each link: m, kg/m, N m²
PAYLOAD, SIZE = 40.0, [2.0, 2.0, 2.0]  # kg, kg m²
FROM, BY = np.array([0.3, 0.5]), np.array([0.9, 0.8])  # joint angles and how far they go, rad


@cache
def link_modes(stiffer: float = 1.0) -> Modes:
    """In the plane: what forces at the tip do to a link, and a mode of its own."""
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [LENGTH, 0, 0])
    bending = stiffer * STIFFNESS
    section = Section(1e7, 100 * bending, bending, 1e4, MASS, rotary_y=1e-3, rotary_z=1e-3)
    frame.add_beam("link", "root", "tip", section, elements=6)
    structure = frame.structure()
    ends = attachment_modes(structure, {"tip": "y rz"}, "root")
    modes = normal_modes(structure, "root", count=12)
    in_plane = np.abs(structure.translation("tip") @ modes.shapes)[1] > 1e-3
    return united(ends, modes.chosen(np.flatnonzero(in_plane)[:1])).normal()


def path(k: int, duration: float) -> tt.Spline:
    """The path of a joint from rest to rest, by a cycloid: held before and after."""
    s = np.linspace(0, 1, 61)
    angle = FROM[k] + BY[k] * (s - np.sin(2 * np.pi * s) / (2 * np.pi))
    return tt.Spline(duration * s, angle, "clamped")


def arm(
    duration: float, rigid: bool = False, damping: float = 0.0, stiffer: float = 1.0
) -> tt.Model:
    m = tt.Model("manipulator")
    base = m.add_body("base", BASE, INERTIA)
    m.add_joint("flight", tt.Free(), m.ground, base)
    inboard: Any = base.frame("shoulder", at=[SHOULDER, 0, 0])
    for k, (joint, name) in enumerate((("shoulder", "upper"), ("elbow", "fore"))):
        inboard = _add_link(m, joint, name, inboard, rigid, damping, stiffer)
        m.add_constraint(f"{joint} motor", tt.Prescribed(f"{joint}.angle", path(k, duration)))
    payload = m.add_body("payload", PAYLOAD, SIZE)
    m.add_joint("grip", tt.Fixed(), inboard, payload)
    return m


def _add_link(
    m: tt.Model, joint: str, name: str, at: Any, rigid: bool, damping: float, stiffer: float
) -> Any:
    if rigid:
        across = MASS * LENGTH**3 / 12
        inertia, centre = [1e-2, across, across], [LENGTH / 2, 0, 0]
        body: Any = m.add_body(name, MASS * LENGTH, inertia, centre=centre)
        root, tip = body, body.frame("tip", at=[LENGTH, 0, 0])
    else:
        body = m.add_flexible_body(name, link_modes(stiffer), damping=damping)
        root, tip = body.frame("root", node="root"), body.frame("tip", node="tip")
    m.add_joint(joint, tt.Revolute([0, 0, 1]), at, root)
    return tip


def started(system: tt.System) -> tt.State:
    return system.state(shoulder={"angle": FROM[0]}, elbow={"angle": FROM[1]})


def moved(
    duration: float, after: float = 10.0, formulation: str = "recursive", **settings: Any
) -> tt.Run:
    """From rest to rest in a time, and what goes on after that."""
    system = arm(duration, **settings).build(formulation)
    return tt.simulate(system, started(system), duration + after, 0.05, rtol=1e-9)


def base_angle(run: tt.Run) -> np.ndarray:
    q = run["flight.attitude"].values
    return 2 * np.arctan2(q[:, 3], q[:, 0])


def tip_bend(run: tt.Run) -> np.ndarray:
    """Deflection of the forearm's tip across it, in its own frame, m."""
    modes = run.model.bodies["fore"].modes
    across = (modes.structure.translation("tip") @ modes.shapes)[1]
    return sum(run[f"fore.mode{k + 1}"].values * a for k, a in enumerate(across))


def residual(duration: float) -> float:
    """The largest bend of the forearm once the joints stand still, m."""
    run = moved(duration, after=6.0)
    return float(np.abs(tip_bend(run)[run.time >= duration]).max())


def period_left(run: tt.Run, duration: float) -> float:
    """The period of the vibration once the joints stand still, s, by zero crossings."""
    late = run.time > duration
    t, x = run.time[late], tip_bend(run)[late]
    up = np.flatnonzero((x[:-1] < 0) & (x[1:] >= 0))
    crossings = t[up] - x[up] * (t[up + 1] - t[up]) / (x[up + 1] - x[up])
    return float((crossings[-1] - crossings[0]) / (len(up) - 1))


def frequencies(share: float = 1.0) -> np.ndarray:
    """Frequencies of the spacecraft with joints held where so much of the motion is done, rad/s."""
    shoulder, elbow = (FROM + share * BY).tolist()
    m = arm(1.0)
    m.constraints["shoulder motor"] = tt.Prescribed("shoulder.angle", shoulder)
    m.constraints["elbow motor"] = tt.Prescribed("elbow.angle", elbow)
    system = m.build()
    state = system.state(shoulder={"angle": shoulder}, elbow={"angle": elbow})
    found = vibration(system, state).angular_frequencies
    return found[found > 1e-2]


# --- figures ------------------------------------------------------------------------------


def draw_arm(plt: Any, run: tt.Run) -> None:
    """The spacecraft at several times, links as they are bent."""
    figure, ax = plt.subplots(figsize=(6.4, 4.6), layout="constrained")
    for k, time in enumerate((0.0, 2.0, 3.0, 4.0, 6.0)):
        sample = int(np.argmin(np.abs(run.time - time)))
        shade = f"C{k}"
        x, y = outline(run, sample)
        ax.plot(x, y, color=shade, linewidth=1.2)
        for name, label in (("upper", f"{time:g} s"), ("fore", None)):
            ax.plot(*bent(run, name, sample), color=shade, label=label)
        ax.plot(*run["payload.position"].values[sample, :2], "o", color=shade)
    ax.set(xlabel="x (m)", ylabel="y (m)", aspect="equal")
    ax.legend()
    save(figure, "flexible-manipulator-arm")


def outline(run: tt.Run, sample: int) -> np.ndarray:
    corners = SHOULDER * np.array([[1, 1], [-1, 1], [-1, -1], [1, -1], [1, 1]]).T
    return placed(run, "base", sample, corners)


def draw_motion(plt: Any, run: tt.Run, rigid: tt.Run) -> None:
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 4.8), layout="constrained", sharex=True)
    axes[0].plot(run.time, np.degrees(base_angle(run)), label="flexible links")
    axes[0].plot(rigid.time, np.degrees(base_angle(rigid)), "k--", linewidth=0.9, label="rigid")
    axes[0].set_ylabel("base (deg)")
    axes[0].legend()
    axes[1].plot(run.time, 1e3 * tip_bend(run))
    axes[1].set(xlabel="time (s)", ylabel="bend of the forearm (mm)", xlim=(0, run.time[-1]))
    for ax in axes:
        ax.axvspan(0, 6.0, color="0.93", zorder=0)
    save(figure, "flexible-manipulator-motion")


def draw_residual(plt: Any, durations: np.ndarray, left: list[float]) -> None:
    figure, ax = plt.subplots(figsize=(6.4, 3.0), layout="constrained")
    ax.semilogy(durations, 1e3 * np.array(left), ".-")
    ax.set(xlabel="time of the motion (s)", ylabel="bend that is left (mm)")
    save(figure, "flexible-manipulator-residual")


def main() -> None:
    plt = pyplot()
    found = frequencies()
    print("periods on the way", [2 * np.pi / frequencies(share)[0] for share in (0.0, 0.5, 1.0)])
    run, rigid = moved(6.0), moved(6.0, rigid=True)
    print("frequencies", found[:4], link_modes().frequencies)
    print("period left", period_left(run, 6.0))
    print("base", np.degrees(base_angle(run)[-1]), np.degrees(base_angle(rigid)[-1]))
    print("stiff", np.degrees(base_angle(moved(6.0, after=0.0, stiffer=1e3))[-1]))
    print("bend", np.abs(tip_bend(run)).max(), residual(6.0), run.statistics)
    print(run.audit())
    durations = np.arange(5.0, 16.1, 0.5)
    left = [residual(each) for each in durations]
    print({float(d): round(1e3 * r, 3) for d, r in zip(durations, left, strict=True)})
    draw_arm(plt, run)
    draw_motion(plt, run, rigid)
    draw_residual(plt, durations, left)


if __name__ == "__main__":
    main()

"""Numbers and figures of the page on a four-bar linkage whose coupler and rocker bend."""

from functools import cache
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from shared.plane import bent
from treetop.flexible import BeamFrame, Modes, Section, normal_modes
from treetop.results.distance import position_of
from treetop.topology.mechanism import mechanism_of

CRANK, COUPLER, ROCKER, GROUND = 0.10, 0.28, 0.27, 0.25  # m
STIFFNESS, MASS = 0.6, 0.108  # of a strip of aluminium, 25 by 1.6 mm: N m², kg/m
PIN = 0.04  # what the joint between coupler and rocker weighs, kg
SPEED = 36.0  # rad/s, 344 turns a minute
TURNS = 3


@cache
def strip(length: float, count: int = 2) -> Modes:
    """Modes of bending between pins, in the plane of the linkage."""
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("middle", [length / 2, 0, 0])
    frame.add_node("tip", [length, 0, 0])
    section = Section(2.8e6, 100 * STIFFNESS, STIFFNESS, 1.0, MASS, rotary_z=1e-9)
    frame.add_beam("one", "root", "middle", section, elements=4)
    frame.add_beam("two", "middle", "tip", section, elements=4)
    structure = frame.structure()
    modes = normal_modes(structure, {"root": "x y z rx ry", "tip": "y z"}, count=30)
    in_plane = np.abs(modes.shapes[structure.degrees[:, 1] == 1]).max(axis=0) > 1e-3
    return modes.chosen(np.flatnonzero(in_plane)[:count])


def closed(crank: float) -> tuple[np.ndarray, np.ndarray]:
    """Angles of crank, coupler and rocker to the ground, and their rates, of a rigid linkage."""
    B = CRANK * np.array([np.cos(crank), np.sin(crank)])
    line = np.array([GROUND, 0.0]) - B
    span = np.linalg.norm(line)
    along = (span**2 + COUPLER**2 - ROCKER**2) / (2 * span)
    up = np.sqrt(COUPLER**2 - along**2)
    C = B + (along * line + up * np.array([-line[1], line[0]])) / span
    coupler = np.arctan2(*(C - B)[::-1])
    rocker = np.arctan2(C[1], C[0] - GROUND)

    def across(length: float, angle: float) -> np.ndarray:
        return length * np.array([-np.sin(angle), np.cos(angle)])

    pair = np.stack([-across(COUPLER, coupler), across(ROCKER, rocker)], axis=1)
    rates = np.linalg.solve(pair, SPEED * across(CRANK, crank))
    return np.array([crank, coupler, rocker]), np.array([SPEED, *rates])


def linkage(
    bars: str = "flexible", stiffening: str = "geometric", damping: float = 0.0, rods: int = 8
) -> tt.Model:
    """A crank that turns evenly; coupler and rocker "flexible", "rigid" or of "rods"."""
    m = tt.Model(f"four-bar, {bars}")
    crank = m.add_body("crank", 0.1, [1e-5, 1e-4, 1e-4], centre=[CRANK / 2, 0, 0])
    m.add_joint("drive", tt.Revolute([0, 0, 1]), m.ground, crank)
    place = {"coupler": crank.frame("end", at=[CRANK, 0, 0])}
    place["rocker"] = m.ground.frame("far", at=[GROUND, 0, 0])
    kind = {"stiffening": stiffening, "damping": damping}
    ends = [_add_bar(m, name, place[name], bars, kind, rods) for name in place]
    pin = m.add_body("pin", PIN, [1e-6, 1e-6, 1e-6])
    m.add_joint("pin", tt.Fixed(), ends[1], pin)
    m.add_joint("closing", tt.Revolute([0, 0, 1]), pin, ends[0], cut=True)
    m.add_constraint("motor", tt.Prescribed("drive.angle", f"{SPEED} * t"))
    return m


def _add_bar(m: tt.Model, name: str, at: Any, bars: str, kind: dict, rods: int) -> Any:
    length = {"coupler": COUPLER, "rocker": ROCKER}[name]
    if bars == "rods":
        return _add_rods(m, name, at, length, rods)
    if bars == "rigid":
        across = MASS * length**3 / 12
        body: Any = m.add_body(name, MASS * length, [0, across, across], centre=[length / 2, 0, 0])
        end, root = body.frame("tip", at=[length, 0, 0]), body
        body.frame("middle", at=[length / 2, 0, 0])
    else:
        body = m.add_flexible_body(name, strip(length), **kind)
        root, end = body.frame("root", node="root"), body.frame("tip", node="tip")
        body.frame("middle", node="middle")
    m.add_joint(f"{name} hinge", tt.Revolute([0, 0, 1]), at, root)
    return end


def _add_rods(m: tt.Model, name: str, at: Any, length: float, count: int) -> Any:
    """So many springs between rods, at the middle of the pieces that they bend for."""
    piece, last = length / count, at
    for k in range(count + 1):
        span = piece if 0 < k < count else piece / 2
        across = MASS * span**3 / 12
        body = m.add_body(f"{name}{k}", MASS * span, [0, across, across], centre=[span / 2, 0, 0])
        joint = f"{name} {k}" if k else f"{name} hinge"
        m.add_joint(joint, tt.Revolute([0, 0, 1]), last, body)
        if k:
            m.add_force(joint, tt.JointSpring(joint, stiffness=STIFFNESS / piece))
        last = body.frame("end", at=[span, 0, 0])
        if k == count // 2:
            body.frame("middle", at=[span / 2, 0, 0])
    return last


def started(system: tt.System) -> tt.State:
    """Straight bars that move as a rigid linkage does."""
    angles, rates = closed(0.0)
    return system.state(
        **{
            "drive": {"rate": SPEED},
            "coupler hinge": {"angle": angles[1] - angles[0], "rate": rates[1] - rates[0]},
            "rocker hinge": {"angle": angles[2], "rate": rates[2]},
        }
    )


def run_of(turns: float = TURNS, formulation: str = "recursive", **settings: Any) -> tt.Run:
    system = linkage(**settings).build(formulation)
    duration = turns * 2 * np.pi / SPEED
    every = 2 * np.pi / SPEED / 200
    return tt.simulate(system, started(system), duration, every, rtol=1e-8, atol=1e-10)


def deflection(run: tt.Run, bar: str) -> np.ndarray:
    """Deflection of a bar's middle off the line between its ends, m."""
    model = mechanism_of(run.model)
    root, middle, tip = (position_of(model, run.data, end)[:, :2] for end in _ends(run, bar))
    line = tip - root
    across = line[:, 0] * (middle - root)[:, 1] - line[:, 1] * (middle - root)[:, 0]
    return across / np.linalg.norm(line, axis=1)


def _ends(run: tt.Run, bar: str) -> tuple[str, str, str]:
    if bar in run.model.bodies:
        return f"{bar}.root", f"{bar}.middle", f"{bar}.tip"
    rods = sum(name.startswith(bar) for name in run.model.bodies) - 1
    return f"{bar}0", f"{bar}{rods // 2}.middle", f"{bar}{rods}.end"


def torque(run: tt.Run) -> np.ndarray:
    """The torque of the motor, N m."""
    return run["motor.holding_effort"].values.ravel()


def apart(one: tt.Run, other: tt.Run) -> float:
    """The greatest difference of the coupler's deflections, m."""
    return float(np.abs(deflection(one, "coupler") - deflection(other, "coupler")).max())


# --- figures ------------------------------------------------------------------------------


def draw_linkage(plt: Any, run: tt.Run) -> None:
    """The linkage in eight positions of its second turn, deflections as they are."""
    figure, ax = plt.subplots(figsize=(6.4, 4.2), layout="constrained")
    for k, shade in enumerate(np.linspace(0.15, 0.8, 8)):
        _draw_at(ax, run, 200 + 25 * k, str(shade))
    ax.plot([0, GROUND], [0, 0], "k^", markersize=8)
    ax.set(xlabel="x (m)", ylabel="y (m)", aspect="equal")
    save(figure, "flexible-four-bar-linkage")


def _draw_at(ax: Any, run: tt.Run, sample: int, shade: str) -> None:
    angle = float(run["drive.angle"][sample])
    ax.plot([0, CRANK * np.cos(angle)], [0, CRANK * np.sin(angle)], color=shade, linewidth=2.5)
    for bar in ("coupler", "rocker"):
        x, y = bent(run, bar, sample)
        ax.plot(x, y, color="C0" if bar == "coupler" else "C1", alpha=1.1 - float(shade))


def draw_deflections(plt: Any, flexible: tt.Run, none: tt.Run, rods: tt.Run) -> None:
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 5.0), layout="constrained", sharex=True)
    turns = SPEED * flexible.time / (2 * np.pi)
    for ax, bar in zip(axes, ("coupler", "rocker"), strict=True):
        ax.plot(turns, 1e3 * deflection(flexible, bar), label="two modes, stiffening")
        ax.plot(turns, 1e3 * deflection(none, bar), label="two modes, none", linewidth=0.9)
        every = slice(None, None, 8)
        ax.plot(turns[every], 1e3 * deflection(rods, bar)[every], "k.", markersize=3, label="rods")
        ax.set_ylabel(f"middle of the {bar} (mm)")
    axes[0].legend(ncols=3, loc="upper left", fontsize=9)
    axes[0].set_ylim(top=5.5)
    axes[1].set(xlabel="turns of the crank", xlim=(0, turns[-1]))
    save(figure, "flexible-four-bar-deflections")


def draw_torque(plt: Any, flexible: tt.Run, rigid: tt.Run) -> None:
    figure, ax = plt.subplots(figsize=(6.4, 3.0), layout="constrained")
    for run, label in ((rigid, "rigid bars"), (flexible, "bars that bend")):
        ax.plot(SPEED * run.time / (2 * np.pi), torque(run), label=label)
    ax.set(xlabel="turns of the crank", ylabel="torque of the motor (N m)", xlim=(0, TURNS))
    ax.legend()
    save(figure, "flexible-four-bar-torque")


def main() -> None:
    plt = pyplot()
    flexible, rigid = run_of(), run_of(bars="rigid")
    none, rods = run_of(stiffening="none"), run_of(bars="rods", rods=8)
    for bar in ("coupler", "rocker"):
        seen = deflection(flexible, bar)
        print(
            bar,
            seen.min(),
            seen.max(),
            strip({"coupler": COUPLER, "rocker": ROCKER}[bar]).frequencies,
        )
    print("kane:", apart(flexible, run_of(formulation="kane")))
    print("torque", np.abs(torque(rigid)).max(), np.abs(torque(flexible)).max())
    print("gap", float(flexible.data.constraint_error.max()), flexible.statistics, rods.statistics)
    print(flexible.audit())
    for count, run in ((8, run_of(1, bars="rods", rods=8)), (16, run_of(1, bars="rods", rods=16))):
        for modes in ("geometric", "none"):
            print("rods", count, modes, apart(run, run_of(1, stiffening=modes)))
    draw_linkage(plt, flexible)
    draw_deflections(plt, flexible, none, rods)
    draw_torque(plt, flexible, rigid)


if __name__ == "__main__":
    main()

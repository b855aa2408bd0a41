"""Numbers and figures of the page on a free-flying robot that captures a target."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import mark_events, pyplot, save
from shared.linear_checks import fitted_rates
from shared.one_body import as_one, samples, whole
from shared.small_motion import distance, predicted

HERE = Path(__file__).parent
MODEL = tt.load(HERE.parents[1] / "examples" / "robot-capture.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
JOINTS = ("yaw", "pitch", "roll", "elbow", "forearm", "wrist", "hand")
ENDS = np.array([MODEL.controllers[f"{name} path"].end for name in JOINTS])
MEETING = 54.0  # when tool and grapple are planned to be one, s
PERIOD = 0.02


def capture(model: tt.Model = MODEL, formulation: str = "recursive", **settings: Any) -> tt.Run:
    system = model.build(formulation)
    return tt.simulate(system, system.start(), **(RUN | settings))


# --- the plan -----------------------------------------------------------------------------


def missed(ends: np.ndarray) -> np.ndarray:
    """How the grapple is off the tool at the time of meeting if paths end at these angles and
    nothing is captured: m, and rad."""
    model = MODEL.copy()
    model.stages.clear()
    model.events.clear()
    for name, end in zip(JOINTS, ends, strict=True):
        path = model.controllers[f"{name} path"]
        model.controllers[f"{name} path"] = replace(path, end=float(end))
    run = capture(model, duration=MEETING, every=MEETING)
    q = run["port.attitude"].values[-1]
    return np.append(run["port.position"].values[-1], 2 * np.sign(q[0]) * q[1:])


def plan(ends: np.ndarray, rounds: int = 3) -> np.ndarray:
    """Ends of the paths at which the tool meets the grapple, by Newton's method with the shortest
    change of seven angles for six conditions."""
    for _ in range(rounds):
        off = missed(ends)
        columns = [(missed(ends + step) - off) / 1e-4 for step in 1e-4 * np.eye(7)]
        ends = ends - np.linalg.pinv(np.transpose(columns)) @ off
    return ends


# --- momentum by hand ---------------------------------------------------------------------


def drifts(run: tt.Run) -> tuple[float, float]:
    """The greatest change of momentum and of angular momentum, in parts of their sizes."""
    both = run.data.linear_momentum.values, run.data.angular_momentum.values
    return tuple(  # type: ignore[return-value]
        float(np.linalg.norm(x - x[0], axis=1).max() / np.linalg.norm(x[0])) for x in both
    )


# --- linear model -------------------------------------------------------------------------


def attached() -> tt.Model:
    """Robot and target as one tree at rest, with the motors at the ends of their paths."""
    model = MODEL.copy()
    model.stages.clear()
    model.events.clear()
    model.start.clear()
    for joint in ("tumble", "port"):
        del model.joints[joint]
    model.add_joint("port", tt.Fixed(), "hand.tool", "target.grapple")
    for name, end in zip(JOINTS, ENDS, strict=True):
        path = model.controllers[f"{name} path"]
        model.controllers[f"{name} path"] = replace(path, start=end)
        model.set_start(name, angle=end)
    return model


def swings(model: tt.Model) -> np.ndarray:
    """Poles of the servos' closed loop, 1/s, slowest first."""
    system = model.build()
    found = tt.linearise(system, system.start()).loop("yaw servo").decay
    return found[np.argsort(-found.real)]


def small_motion(size: float, duration: float = 20.0) -> float:
    """How far a run is from the linear model, in parts of motion that begins with rates of that
    size, rad/s."""
    system = attached().build()
    start = system.start()
    loop = tt.linearise(system, start).loop("yaw servo")
    rates = dict(zip(JOINTS, size * np.array([1, -1, 2, 1, -1, 2, 1]), strict=True))
    state = system.state(
        **{name: {"angle": start[f"{name}.angle"], "rate": rate} for name, rate in rates.items()}
    )
    run = tt.simulate(system, state, duration, every=PERIOD, rtol=1e-11, atol=1e-13)
    for name, end in zip(JOINTS, ENDS, strict=True):
        place = list(run.data.coordinate.values).index(f"{name}.angle")
        run.data.coordinates.values[:, place] -= end
    names = [f"{name}.{what}" for name in JOINTS for what in ("angle", "rate")]
    return distance(loop, run, {f"{n}.rate": rate for n, rate in rates.items()}, names)


def measured_and_predicted(size: float = 1e-5) -> np.ndarray:
    """The rate at which each joint swings to rest in a run that begins with the slowest motion of
    the closed loop alone, 1/s; each beside the pole of that motion at samples."""
    system = attached().build()
    start = system.start()
    loop = tt.linearise(system, start).loop("yaw servo")
    poles, motions = np.linalg.eig(loop.closed.A)
    swinging = np.flatnonzero(poles.imag > 1e-6)  # the free flight neither swings nor dies away
    slowest = swinging[np.argmax(np.abs(poles[swinging]))]
    motion = motions[:, slowest].real * size / np.abs(motions[:, slowest]).max()
    apart = dict(zip(loop.closed.states, motion.tolist(), strict=True))
    moved = {
        name: {
            "angle": start[f"{name}.angle"] + apart[f"{name}.angle"],
            "rate": apart[f"{name}.rate"],
        }
        for name in JOINTS
    }
    every = 10 * PERIOD
    run = tt.simulate(system, system.state(**moved), 40.0, every=every, rtol=1e-12, atol=1e-16)
    angles = [run[f"{name}.angle"].values - start[f"{name}.angle"] for name in JOINTS]
    expected = np.log(poles[slowest]) / PERIOD
    return np.array([[fitted_rates(angle, every, 2)[0], expected] for angle in angles])


def predicted_swing(run: tt.Run) -> tuple[np.ndarray, np.ndarray]:
    """Times after the capture, and how far the linear model has the joints off their paths then,
    rad, from how they are and move at 54 s."""
    system = attached().build()
    loop = tt.linearise(system, system.start()).loop("yaw servo")
    k = int(np.searchsorted(run.time, MEETING - 1e-9))
    start = {
        f"{n}.angle": run[f"{n}.angle"].values[k] - e for n, e in zip(JOINTS, ENDS, strict=True)
    }
    start |= {f"{name}.rate": float(run[f"{name}.rate"].values[k]) for name in JOINTS}
    last = samples(run, "hold")[-1]
    times = run.time[k:last]
    rows = predicted(loop, start, round((times[-1] - MEETING) / PERIOD))
    columns = [loop.open.states.index(f"{name}.angle") for name in JOINTS]
    return times, rows[np.round((times - MEETING) / PERIOD).astype(int)][:, columns]


# --- figures ------------------------------------------------------------------------------


def draw(plt: Any, run: tt.Run) -> None:
    """How far apart, how joints move, how base and target turn."""
    figure, axes = plt.subplots(4, 1, figsize=(6.4, 8.4), layout="constrained", sharex=True)
    axes[0].semilogy(run.time, run.distance("hand.tool", "target.grapple"), color="k")
    axes[0].set_ylabel("tool to grapple (m)")
    for name in JOINTS:
        axes[1].plot(run.time, np.degrees(run[f"{name}.angle"]), label=name)
    axes[1].set(ylabel="joints (deg)", ylim=(-50, 220))
    axes[1].legend(ncols=4, fontsize="small", loc="upper right")
    for name in JOINTS:
        path = run[f"{name} path.value"].values
        axes[2].plot(run.time, np.degrees(run[f"{name}.angle"].values - path), label=name)
    times, swing = predicted_swing(run)
    axes[2].plot(times, np.degrees(swing), "k:", linewidth=0.8)
    axes[2].set_ylabel("off their paths (deg)")
    for name in ("base", "target"):
        w = np.linalg.norm(run[f"{name}.angular_velocity"].values, axis=1)
        axes[3].plot(run.time, np.degrees(w), label=name)
    axes[3].set(xlabel="time (s)", ylabel="rate of turn (deg/s)", xlim=(0, run.time[-1]))
    axes[3].legend()
    mark_events(axes, run)
    save(figure, "robot-capture")


def main() -> None:
    plt = pyplot()
    print("swing, measured and predicted:", measured_and_predicted(), sep="\n")
    print("missed:", missed(ENDS), "plan:", plan(ENDS, 1) - ENDS)
    run = capture()
    for event in run.events:
        print(event.event, event.time, event.energy_lost, event.impulses["port"])
    print(run.audit(), run.statistics)
    print("drifts:", drifts(run))
    k = samples(run, "hold")[0]
    before, after = whole(run, k - 1), whole(run, k)
    print("capture: momentum", np.abs(after.momentum - before.momentum).max())
    print("  angular momentum", np.abs(after.angular - before.angular).max(), before.angular)
    print("  energy", before.energy, after.energy, before.energy - after.energy)
    print("  off by", before.energy - after.energy - run.events[0].energy_lost)
    away = run.distance("hand.tool", "target.grapple").values
    print("closing:", (away[k - 2] - away[k - 1]) / (run.time[k - 1] - run.time[k - 2]))
    print("base turned by", np.degrees(2 * np.arccos(run["base.attitude"].values[k, 0])))
    print("port:", run["port.position"].values[k], run["port.attitude"].values[k])
    held = samples(run, "hold")[0]
    for what in ("position", "attitude"):
        values = run[f"port.{what}"].values[held:]
        print("  stays to", np.abs(values - values[0]).max())
    b = samples(run, "braked")
    one = whole(run, b[0] - 1)
    print("brakes:", one.lost, run.events[1].energy_lost - one.lost, np.degrees(one.rate))
    w = as_one(run, "braked", "base")
    found = run["base.angular_velocity"].values[b]
    print("as one:", np.abs(found - w).max() / np.abs(w).max(), np.degrees(np.linalg.norm(w[0])))
    for name in JOINTS:
        off = np.degrees(run[f"{name}.angle"].values - run[f"{name} path.value"].values)
        torque = np.abs(run[f"{name} motor.motor_torque"].values).max()
        print(name, "off by", np.abs(off[:k]).max(), np.abs(off[k:]).max(), "torque", torque)
    print("swings, with the target:", swings(attached())[:8])
    times, swing = predicted_swing(run)
    at = np.searchsorted(run.time, times - 1e-9)
    true = np.array([run[f"{n}.angle"].values[at] for n in JOINTS]).T - ENDS
    print("predicted swing:", np.degrees(np.abs(swing - true).max(axis=0)))
    print("small motion:", [small_motion(size) for size in (0.004, 0.002, 0.001)])
    draw(plt, run)
    print(tt.analysis.compare(MODEL, duration=60.0, formulations=["recursive", "newton-euler"]))


if __name__ == "__main__":
    main()

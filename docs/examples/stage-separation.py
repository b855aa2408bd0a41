"""Numbers and figures of the page on the separation of two stages."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save

HERE = Path(__file__).parent
MODEL = tt.load(HERE.parents[1] / "examples" / "stage-separation.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
SPRINGS = ("one", "two", "three", "four")
CUT = MODEL.events["cut"].value
LENGTH, ARM = 0.5, 0.6  # of the springs at rest, and from the axis, m
STIFFNESS, STROKE = 20e3, 0.1  # N/m, m
MASSES = {name: body.mass for name, body in MODEL.bodies.items()}
REDUCED = MASSES["lower"] * MASSES["upper"] / sum(MASSES.values())


def model(spread: float, stroke: float = STROKE) -> tt.Model:
    """Springs one and three off by a part of their stiffness; all of the same energy whatever
    their stroke."""
    twin = MODEL.copy()
    stiffness = STIFFNESS * (STROKE / stroke) ** 2
    parts = {"one": 1.0 + spread, "three": 1.0 - spread}
    length = LENGTH - STROKE + stroke
    for name in SPRINGS:
        k = stiffness * parts.get(name, 1.0)
        twin.forces[name] = replace(MODEL.forces[name], stiffness=k, length=length)
        out = f"{name} out"
        twin.events[out] = replace(MODEL.events[out], rises=length)
    return twin


def separation(spread: float, stroke: float = STROKE, formulation: str = "recursive") -> tt.Run:
    system = model(spread, stroke).build(formulation)
    return tt.simulate(system, system.start(), **RUN)


def pushing_time(stroke: float = STROKE) -> float:
    """A quarter of a period of both stages on four equal springs, s; equation (1)."""
    return np.pi / 2 * np.sqrt(REDUCED / 4 / STIFFNESS) * stroke / STROKE


def parting_speed() -> float:
    """The speed of the stages from each other, m/s; equation (1)."""
    return STROKE * np.sqrt(4 * STIFFNESS / REDUCED)


def tip_off(spread: float, body: str) -> float:
    """The rate about z that springs of unequal impulse leave, rad/s; equation (2)."""
    impulse = REDUCED * parting_speed() / 4
    inertia = MODEL.bodies[body].inertia[2][2]
    return {"upper": -2.0, "lower": 2.0}[body] * spread * impulse * ARM / inertia


def tilting() -> float:
    """The part of that which is left since a stage that tips relieves the stronger spring; equation
    (3)."""
    inverse = sum(1.0 / MODEL.bodies[body].inertia[2][2] for body in MASSES)
    ratio = np.sqrt(REDUCED * ARM**2 * inverse / 2)
    return (1.0 - ratio * np.sin(np.pi / 2 * ratio)) / (1.0 - ratio**2)


def short_stroke(spread: float, body: str) -> float:
    """Tip-off in parts of the impulse formula, for a stroke that becomes short."""
    near, far = (
        last_rate(separation(spread, stroke), body) / tip_off(spread, body)
        for stroke in (1e-3, 2e-3)
    )
    return 2 * near - far


def last_rate(run: tt.Run, body: str) -> float:
    """The rate of a stage about its own z axis at the end, rad/s."""
    return float(run[f"{body}.angular_velocity"].values[-1, 2])


def momenta_kept(run: tt.Run) -> float:
    """The greatest change of momenta, from zero, in parts of those of a single stage."""
    p = run.data.linear_momentum.values / (REDUCED * parting_speed())
    h = run.data.angular_momentum.values / (REDUCED * parting_speed() * ARM)
    return float(max(np.abs(p).max(), np.abs(h).max()))


# --- figures ------------------------------------------------------------------------------


def draw(plt: Any, run: tt.Run) -> None:
    """Compression of the springs and rates of the stages."""
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 5.0), layout="constrained", sharex=True)
    for name in SPRINGS:
        gap = run.distance(f"lower.{name}", f"upper.{name}")
        axes[0].plot(run.time, gap - LENGTH, label=name)
    axes[0].axhline(0.0, color="0.6", linewidth=0.8)
    axes[0].set(ylabel="end of stroke to spring (m)", ylim=(-0.12, 0.3))
    axes[0].legend()
    for body in ("upper", "lower"):
        rate = run[f"{body}.angular_velocity"].sel(axis="z")
        axes[1].plot(run.time, np.degrees(rate), label=body)
        axes[1].axhline(np.degrees(tip_off(0.01, body)), color="0.6", linewidth=0.8)
    axes[1].set(xlabel="time (s)", ylabel="tip-off (deg/s)", xlim=(0, 0.4))
    axes[1].legend()
    save(figure, "stage-separation")


def main() -> None:
    plt = pyplot()
    even, run = separation(0.0), separation(0.01)
    print("equal springs:", [event.time - CUT - pushing_time() for event in even.events[1:]])
    print("parting speed:", parting_speed(), "pushing time:", pushing_time())
    print("clamp before:", run["clamp.reaction_force"].values[0], run["clamp.reaction_torque"][0])
    print([(event.event, event.time) for event in run.events], momenta_kept(run))
    print("tilting:", tilting(), [short_stroke(1e-3, body) for body in ("upper", "lower")])
    for spread in (0.01,):
        for stroke in (0.1, 0.01, 0.001):
            found = separation(spread, stroke)
            ratios = [last_rate(found, b) / tip_off(spread, b) for b in ("upper", "lower")]
            print("spread", spread, "stroke", stroke, ratios, momenta_kept(found))
    print("rates:", [np.degrees(last_rate(run, body)) for body in ("upper", "lower")], run.audit())
    draw(plt, run)


if __name__ == "__main__":
    main()

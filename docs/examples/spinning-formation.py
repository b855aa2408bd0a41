"""Numbers and the figure of the page on a spinning formation of three."""

import math
from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save

EXAMPLE = Path(__file__).parents[2] / "examples" / "spinning-formation.yaml"
NAMES, LINES = ("one", "two", "three"), ("line one", "line two", "line three")
MASS, SIDE, STIFFNESS, SPIN = 100.0, 1000.0, 20.0, 0.01
MU, RADIUS = 3.986004418e14, 6878137.0
ORBIT = math.sqrt(MU / RADIUS**3)


def flown() -> tt.Run:
    """The run of the example."""
    model = tt.load(EXAMPLE)
    system = model.build()
    return tt.simulate(system, system.start(), **model.run.arguments)


def pulls(run: tt.Run) -> np.ndarray:
    """Tensions of the three lines in time (t, 3), N."""
    return np.stack([run[f"{line}.tension"].values for line in LINES], axis=1)


def side() -> float:
    """In free space, m: m Ω² a / 3 = k (a - a₀)."""
    return SIDE / (1.0 - MASS * SPIN**2 / (3.0 * STIFFNESS))


def breath() -> float:
    """The frequency at which the side changes in free space, rad/s, undamped."""
    return math.sqrt(3.0 * STIFFNESS / MASS + 3.0 * SPIN**2)


def spun(rate: float, duration: float = 6000.0) -> tt.Run:
    """The formation at another inertial rate of spin, rad/s, as it would rest in free space."""
    model = tt.load(EXAMPLE)
    radius = SIDE / (1.0 - MASS * rate**2 / (3.0 * STIFFNESS)) / math.sqrt(3.0)
    for k, name in enumerate(NAMES):
        angle = 2.0 * math.pi * k / 3.0
        out = radius * np.array([math.cos(angle), math.sin(angle), 0.0])
        orbit = np.array([0.0, ORBIT * RADIUS, 0.0])
        velocity = orbit + rate * np.array([-out[1], out[0], 0.0])
        model.set_start(f"flight {name}", position=out + [RADIUS, 0, 0], velocity=velocity)
    system = model.build()
    return tt.simulate(system, system.start(), duration, every=2.0, rtol=1e-9, atol=1e-9)


def slackenings(run: tt.Run) -> int:
    """How many times a line goes slack."""
    return sum(event.note == "goes slack" for event in run.events)


def draw(plt: Any, run: tt.Run) -> None:
    figure, (above, below) = plt.subplots(2, 1, figsize=(6.4, 5.2), layout="constrained")
    for early, ax in ((True, above), (False, below)):
        kept = run.time <= 40.0 if early else run.time >= 0.0
        for k, line in enumerate(LINES):
            ax.plot(run.time[kept], pulls(run)[kept, k], label=line)
        ax.axhline(MASS * SPIN**2 * side() / 3.0, color="k", lw=0.8, ls=":")
        ax.set(ylabel="tension (N)", xlabel="time (s)")
    below.set_ylim(2.8, 3.8)
    above.legend(loc="upper right")
    save(figure, "spinning-formation")


def main() -> None:
    run = flown()
    late = run.time > 300.0
    print("first taut", run.events[:3], "slackenings", slackenings(run))
    print("free space", side(), MASS * SPIN**2 * side() / 3.0, breath())
    print("late", pulls(run)[late].min(), pulls(run)[late].mean(), pulls(run)[late].max())
    for ratio in (2.0, 3.0, 4.0, 5.0):
        again = spun(ratio * ORBIT)
        print("spin / orbit", ratio, slackenings(again), pulls(again).min(), pulls(again).max())
    print(run.audit(), run.statistics)
    draw(pyplot(), run)


if __name__ == "__main__":
    main()

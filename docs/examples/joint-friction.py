"""Numbers and the figure of the page on friction that is found from a swing."""

from pathlib import Path
from typing import Any

import numpy as np

import treetop as tt
from shared.figures import pyplot, save

EXAMPLES = Path(__file__).parents[2] / "examples"
DATA = EXAMPLES / "joint-friction.csv"
INERTIA, START = 0.25 + 4 * 0.75**2, 0.15  # kg m², rad
STIFFNESS, COULOMB, VISCOUS, NOISE = 10.0, 0.08, 0.05, 5e-4  # with which the data were made
STIFFNESS_OF, COULOMB_OF = "forces.spring.stiffness", "forces.friction.coulomb"
VISCOUS_OF = "forces.friction.viscous"
PARAMETERS = {STIFFNESS_OF: (5, 20), COULOMB_OF: (0, 1), VISCOUS_OF: (0, 1)}


def swing(times: np.ndarray) -> np.ndarray:
    """The angle, rad, by the closed form of each half swing, about a rest that friction moves."""
    decay, aside = VISCOUS / (2 * INERTIA), COULOMB / STIFFNESS
    rate = np.sqrt(STIFFNESS / INERTIA - decay**2)
    angles, begin, extreme, side = np.zeros_like(times), 0.0, START, 1.0
    while abs(extreme) > aside:
        far = extreme - side * aside
        t = times - begin
        wave = np.cos(rate * t) + decay / rate * np.sin(rate * t)
        angles = np.where(t >= 0, side * aside + far * np.exp(-decay * t) * wave, angles)
        begin += np.pi / rate
        extreme = side * aside - far * np.exp(-decay * np.pi / rate)
        side = -side
    return np.where(times >= begin, extreme, angles)


def measured() -> np.ndarray:
    """Times and angles, with noise, as the file of the example has them."""
    times = 0.05 * np.arange(1, 241)
    noise = np.random.default_rng(12).normal(0.0, NOISE, times.size)
    return np.stack([times, swing(times) + noise], axis=1)


def write() -> None:
    """Write the file of the example."""
    lines = [f"{t:.2f},{1e3 * angle:.3f}" for t, angle in measured()]
    DATA.write_text("\n".join(["time [s],hinge.angle [mrad]", *lines]) + "\n")


def found(**options: Any) -> tt.Fit:
    """The fit of the page."""
    model = tt.load(EXAMPLES / "joint-friction.yaml")
    return tt.fit(model, DATA, PARAMETERS, sigma={"hinge.angle": NOISE}, **options)


def draw(plt: Any, fit: tt.Fit) -> None:
    """Measured and fitted angles, and what is left."""
    times, angles = measured().T
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 4.8), layout="constrained", sharex=True)
    first = tt.simulate(tt.load(EXAMPLES / "joint-friction.yaml"))
    axes[0].plot(times, 1e3 * angles, ".", ms=3, label="measured")
    axes[0].plot(first.time, 1e3 * first["hinge.angle"], ":", label="first guess")
    axes[0].plot(fit.run.time, 1e3 * fit.run["hinge.angle"], label="fit")
    axes[0].set(ylabel="angle (mrad)")
    axes[0].legend(ncols=3)
    left = angles - np.interp(times, fit.run.time, fit.run["hinge.angle"])
    axes[1].plot(times, 1e3 * left, ".", ms=3)
    axes[1].set(ylabel="measured less fit (mrad)", xlabel="time (s)")
    save(figure, "joint-friction")


def main() -> None:
    write()
    fit = found()
    print(fit)
    print("rms of what is left:", NOISE * np.sqrt(2 * fit.cost / len(measured())))
    print("deviations:", fit.standard_deviations)
    draw(pyplot(), fit)


if __name__ == "__main__":
    main()

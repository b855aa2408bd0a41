"""Numbers and figures of the page on docking.

What follows the catch is worked out independently, apart from Treetop: one rigid body of both.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate import solve_ivp

import treetop as tt
from shared.figures import pyplot, save

HERE = Path(__file__).parent
MODEL = tt.load(HERE.parents[1] / "examples" / "docking.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
NAMES = tuple(MODEL.bodies)


def docking(formulation: str = "recursive") -> tt.Run:
    system = MODEL.build(formulation)
    return tt.simulate(system, system.start(), **RUN)


# --- by hand ------------------------------------------------------------------------------


class Whole(NamedTuple):
    """Both bodies as one, in inertial axes."""

    momentum: np.ndarray
    spin: np.ndarray  # angular momentum about the mass centre
    mass: float
    inertia: np.ndarray  # about the mass centre
    energy: float  # of both, as they move

    @property
    def rate(self) -> np.ndarray:
        """With which both turn as one."""
        return np.linalg.solve(self.inertia, self.spin)

    @property
    def lost(self) -> float:
        """Energy that is lost if they become one; equation (1)."""
        after = self.momentum @ self.momentum / self.mass + self.spin @ self.rate
        return self.energy - after / 2


def turned(q: np.ndarray) -> np.ndarray:
    """The matrix of a quaternion, scalar first."""
    w, v = q[0], q[1:]
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


def whole(run: tt.Run, sample: int) -> Whole:
    """Momenta and energy, measured from where the bodies of a run are and how they move."""
    seen = [run.data.sel(body=name).isel(time=sample) for name in NAMES]
    bodies = [MODEL.bodies[name] for name in NAMES]
    R = [turned(each.attitude.values) for each in seen]
    w = [A @ each.angular_velocity.values for A, each in zip(R, seen, strict=True)]
    arm = [A @ np.array(body.centre) for A, body in zip(R, bodies, strict=True)]
    c = [each.position.values + r for each, r in zip(seen, arm, strict=True)]
    v = [each.velocity.values + np.cross(o, r) for each, o, r in zip(seen, w, arm, strict=True)]
    m = [body.mass for body in bodies]
    J = [A @ np.array(body.inertia) @ A.T for A, body in zip(R, bodies, strict=True)]
    mass = sum(m)
    centre = sum(mi * ci for mi, ci in zip(m, c, strict=True)) / mass
    spin, inertia, energy = np.zeros(3), np.zeros((3, 3)), 0.0
    for mi, ci, vi, wi, Ji in zip(m, c, v, w, J, strict=True):
        r = ci - centre
        spin = spin + mi * np.cross(r, vi) + Ji @ wi
        inertia = inertia + Ji + mi * (r @ r * np.eye(3) - np.outer(r, r))
        energy += float(mi * vi @ vi + wi @ Ji @ wi) / 2
    momentum = sum(mi * vi for mi, vi in zip(m, v, strict=True))
    return Whole(np.asarray(momentum), spin, mass, inertia, energy)


def samples(run: tt.Run, stage: str) -> np.ndarray:
    return np.flatnonzero(run.data.stage.values == stage)


def coasting(run: tt.Run) -> np.ndarray:
    """Rates in the stage 'docked' of a rigid body of both, by Euler's equations in the axes of the
    target."""
    k = samples(run, "docked")
    one, A = whole(run, k[0] - 1), turned(run["target.attitude"].values[k[0]])
    J = A.T @ one.inertia @ A

    def rates(t: float, w: np.ndarray) -> np.ndarray:
        return np.linalg.solve(J, np.cross(J @ w, w))

    t = run.time[k]
    settings: dict[str, Any] = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-16}
    return solve_ivp(rates, (t[0], t[-1]), A.T @ one.rate, t_eval=t, **settings).y.T


def momenta_kept(run: tt.Run) -> tuple[float, float]:
    """The greatest change of the momenta, in parts of them."""
    p, h = run.data.linear_momentum.values, run.data.angular_momentum_about_centre.values
    return tuple(  # type: ignore[return-value]
        float(np.abs(x - x[0]).max() / np.linalg.norm(x[0])) for x in (p, h)
    )


# --- figures ------------------------------------------------------------------------------


def draw(plt: Any, run: tt.Run) -> None:
    """How far apart, how they turn, what energy they have."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.4), layout="constrained", sharex=True)
    axes[0].plot(run.time, run.distance("target.cone", "chaser.probe"), color="k")
    axes[0].set_ylabel("probe to cone (m)")
    for name in NAMES:
        w = np.linalg.norm(run[f"{name}.angular_velocity"].values, axis=1)
        axes[1].plot(run.time, np.degrees(w), label=name)
    axes[1].set_ylabel("rate of turn (deg/s)")
    axes[1].legend()
    axes[2].plot(run.time, run.data.kinetic_energy)
    axes[2].set(xlabel="time (s)", ylabel="kinetic energy (J)")
    for event in run.events:
        for ax in axes:
            ax.axvline(event.time, color="0.8", linewidth=0.8)
    save(figure, "docking")


def main() -> None:
    plt = pyplot()
    run = docking()
    for event in run.events:
        print(event)
    k = samples(run, "docked")[0]
    before = whole(run, k - 1)
    print("lost:", before.lost, run.events[0].energy_lost - before.lost, "of", before.energy)
    print("momenta:", momenta_kept(run), run.audit())
    w = coasting(run)
    found = run["target.angular_velocity"].values[samples(run, "docked")]
    print("rates:", np.degrees(found[0]), np.abs(found - w).max() / np.abs(w).max())
    for formulation in ("newton-euler", "udwadia"):
        other = docking(formulation)
        times = [a.time - b.time for a, b in zip(other.events, run.events, strict=True)]
        apart = np.abs(other.data.position.values - run.data.position.values).max()
        print(formulation, times, apart, momenta_kept(other), other.events[0].energy_lost)
    draw(plt, run)


if __name__ == "__main__":
    main()

"""Numbers and figures of the page on the three-link mechanism of Aslanov, Kruglov and Yudintsev.

The joints are eleven scalar constraints between three free bodies.  Left to themselves, equations
that constrain accelerations alone are integrated by SciPy's Runge-Kutta of orders 5 and 4.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate import solve_ivp

import treetop as tt
from shared.figures import pyplot, save

HERE = Path(__file__).parent
MODEL = tt.load(HERE.parents[1] / "examples" / "three-link-mechanism.yaml")
DURATION, LENGTH = 10.0, 1.0
TIMES = np.linspace(0.0, DURATION, 501)
SEEN = [0.0, 0.3, 0.6, 0.9]  # s, drawn
LOOSE = 1e-6
NEVER = 1e-9  # 1/s: gains that do nothing in the time


class Motion(NamedTuple):
    """What is seen of a motion, at `TIMES`."""

    energy: np.ndarray  # J, against that of the start
    row6: np.ndarray  # m, joint B along z of link 1
    row7: np.ndarray  # m, joint C along x of link 2
    worst: np.ndarray  # the greatest violation of any row
    places: np.ndarray  # (times, links, 3) of the inboard ends
    attitude: np.ndarray  # (times, links, 4)


def unstabilised(rtol: float = LOOSE) -> Motion:
    """Constraints on accelerations alone, integrated as in the publication."""
    system = MODEL.build("newton-euler")
    start = system.start()

    def rate(t: float, y: np.ndarray) -> np.ndarray:
        return system.rate(tt.State(system, t, y))

    span = {"t_span": (0.0, DURATION), "t_eval": TIMES}
    y = solve_ivp(rate, y0=start.vector, method="RK45", rtol=rtol, atol=1e-3 * rtol, **span).y.T
    return motion_of(system.observe(TIMES, y))


def run(formulation: str = "newton-euler", **settings: Any) -> tt.Run:
    system = MODEL.build(formulation)
    return tt.simulate(system, system.start(), DURATION, at=TIMES, **settings)


def kept(**settings: Any) -> Motion:
    """The equations with constraints kept in one of Treetop's ways."""
    data = run(**settings).data
    return motion_of({name: data[name].values for name in data})


def motion_of(seen: dict[str, np.ndarray]) -> Motion:
    energy = seen["kinetic_energy"] + seen["potential_energy"]
    at, u = seen["position"], seen["attitude"]
    x, z = [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]
    ends = at + LENGTH * turned(u, x)
    row6 = np.sum((at[:, 1] - ends[:, 0]) * turned(u[:, 0], z), axis=-1)
    row7 = np.sum((at[:, 2] - ends[:, 1]) * turned(u[:, 1], x), axis=-1)
    return Motion(energy - energy[0], row6, row7, seen["constraint_error"], at, u)


def turned(u: np.ndarray, a: Any) -> np.ndarray:
    """A vector of body axes in inertial ones, for each quaternion."""
    s, e = u[..., :1], u[..., 1:]
    return a + 2 * np.cross(e, np.cross(e, a) + s * a)


# --- figures ------------------------------------------------------------------------------


def draw_motion(plt: Any, motion: Motion) -> None:
    figure = plt.figure(figsize=(9, 2.8))
    figure.subplots_adjust(0, 0, 0.97, 0.9, 0, 0)
    for k, time in enumerate(SEEN):
        axes = figure.add_subplot(1, len(SEEN), k + 1, projection="3d")
        s = int(np.argmin(abs(TIMES - time)))
        at = motion.places[s]
        for link, start in enumerate(at):
            end = start + LENGTH * turned(motion.attitude[s, link], [1.0, 0.0, 0.0])
            x, y, z = np.array([start, end]).T
            axes.plot(x, -z, y, "o-", lw=2.5, ms=4)  # y is upward
        axes.set(title=f"{time:g} s", xlim=(-1, 2), ylim=(-1, 2), zlim=(-2.2, 0.8))
        axes.set(xticklabels=[], yticklabels=[], zticklabels=[], box_aspect=(1, 1, 1))
        axes.set_xlabel("x", labelpad=-12)
        axes.set_ylabel("-z", labelpad=-12)
        axes.set_zlabel("y", labelpad=-12)
    save(figure, "three-link-mechanism-motion")


def draw_errors(plt: Any, motions: dict[str, Motion]) -> None:
    figure, axes = plt.subplots(3, 1, figsize=(8, 7.5), sharex=True, layout="constrained")
    titles = ("energy error, J", "row 6: B along z of link 1, m", "row 7: C along x of link 2, m")
    for axis, part, title in zip(axes, ("energy", "row6", "row7"), titles, strict=True):
        for name, motion in motions.items():
            error = np.maximum(abs(getattr(motion, part)), 1e-18)
            axis.semilogy(TIMES[1:], error[1:], lw=0.9, label=name)
        axis.set(title=title)
    axes[0].legend(frameon=False, fontsize="small", loc="lower right")
    axes[-1].set(xlabel="s")
    save(figure, "three-link-mechanism-errors")


def motions() -> dict[str, Motion]:
    """One motion in each way of keeping the constraints."""
    loose = {"rtol": LOOSE, "atol": 1e-3 * LOOSE}
    held = {"constraints": "baumgarte", **loose}
    return {
        "without stabilisation": unstabilised(),
        "without stabilisation, order 8": kept(gains=[NEVER] * 3, **held),
        "baumgarte": kept(**held),
        "project": kept(**loose),
    }


def main() -> None:
    plt = pyplot()
    found = motions()
    for name, m in found.items():
        greatest = " | ".join(f"{abs(e).max():.1e}" for e in m[:4])
        print(f"| {name} | {greatest} |")
    draw_errors(plt, found)
    draw_motion(plt, found["project"])
    strict = {"rtol": 1e-12, "atol": 1e-14}
    tree, bodies = (run(by, **strict).data.position for by in ("recursive", "newton-euler"))
    for time in (1.0, 2.0, 4.0, 6.0, 10.0):
        off = float(abs(tree - bodies).sel(time=time).max())
        end = tree.sel(time=time, body="link3").values.tolist()
        print(f"{time:g} s: formulations differ by {off:.1e} m; joint C at {end}")


if __name__ == "__main__":
    main()

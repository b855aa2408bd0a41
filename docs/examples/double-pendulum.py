"""Numbers and figures of the page on the double pendulum.

Treetop's speeds are the rates of the joint angles.  Those of the book are the angular velocities of
the rods, U1 = u1 and U2 = u1 + u2.  With u = A U, Kane's equations M u' = f become

    AᵀM A U' = Aᵀf.
"""

from pathlib import Path
from typing import Any

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp

import treetop as tt
from shared.figures import pyplot, save

HERE = Path(__file__).parent
MODEL = tt.load(HERE.parents[1] / "examples" / "double-pendulum.yaml")
EQUAL = {"m": ("m_upper", "m_lower"), "l": ("c_upper", "r_upper_end", "c_lower")}
NAMES = {old: new for new, several in EQUAL.items() for old in several}
A = sp.Matrix([[1, 0], [-1, 1]])
LENGTH = 1.3


def derived() -> tt.symbolic.Equations:
    """Treetop's equations, with one mass and one length."""
    return tt.symbolic.equations(MODEL, NAMES)


def in_speeds_of_the_book(found: tt.symbolic.Equations) -> tuple[sp.Matrix, sp.Matrix]:
    """Matrix and right-hand side of the equations for U1' and U2'."""
    u = A * sp.Matrix(sp.symbols("U1 U2"))
    forcing = found.forcing.subs(dict(zip(found.speeds, u, strict=True)), simultaneous=True)
    return (A.T * found.mass_matrix * A).expand(), (A.T * forcing).expand()


def printed() -> tuple[sp.Matrix, sp.Matrix]:
    """The mass matrix, and the other terms, of (1.19) and (1.20) in the book."""
    m, l, g, q1, q2, U1, U2 = sp.symbols("m l g q1 q2 U1 U2")
    matrix = m * l**2 * sp.Matrix([[2, sp.cos(q2)], [sp.cos(q2), 1]])
    inertia = m * l**2 * sp.sin(q2) * sp.Matrix([U2**2, -(U1**2)])
    return matrix, inertia - m * g * l * sp.Matrix([2 * sp.sin(q1), sp.sin(q1 + q2)])


def runs() -> dict[str, tt.Run]:
    """The run that the model asks for, by two formulations."""
    settings = MODEL.run.arguments
    return {
        name: tt.simulate((system := MODEL.build(name)), system.start(), **settings)
        for name in ("recursive", "kane")
    }


def angles(run: tt.Run) -> np.ndarray:
    """q1 and q2 in rows."""
    return np.array([run[f"{joint}.angle"].values for joint in "OP"])


def integrated(times: np.ndarray) -> np.ndarray:
    """q1 and q2 by the Python source that Treetop writes, and SciPy."""
    source: dict[str, Any] = {}
    exec(derived().python(), source)
    start = MODEL.build().start()

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        return np.concatenate(source["rates"](t, y[:2], y[2:]))

    y = [*start.coordinates, *start.speeds]
    tight = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-14}
    return solve_ivp(rates, (times[0], times[-1]), y, t_eval=times, **tight).y[:2]


def places(q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Both masses, to the right and upward, m."""
    directions = np.cumsum(q, axis=0)
    steps = LENGTH * np.array([np.sin(directions), -np.cos(directions)])
    return steps[:, 0], steps[:, 0] + steps[:, 1]


# --- figures ------------------------------------------------------------------------------


def draw(plt: Any, by: dict[str, tt.Run], source: np.ndarray) -> None:
    recursive = by["recursive"]
    figure, axes = plt.subplot_mosaic("pa;pb", figsize=(9, 4.4), layout="constrained")
    path, above, below = axes["p"], axes["a"], axes["b"]
    upper, lower = places(angles(recursive))
    now = 150  # the instant at which the rods are shown
    path.plot(*lower[:, : now + 1], color="C1", lw=0.8, label="lower mass")
    path.plot(*upper[:, : now + 1], color="C0", lw=0.8, label="upper mass")
    rods = np.array([[0, 0], upper[:, now], lower[:, now]]).T
    path.plot(*rods, "k-", lw=1.5)
    path.plot(*rods[:, 1:], "ko", ms=7)
    path.plot(0, 0, "k+")
    path.set(aspect="equal", xlabel="right, m", ylabel="up, m", title="the first 3 s")
    path.legend(frameon=False, fontsize="small", loc="lower left")
    for joint, name in (("O", "$q_1$"), ("P", "$q_2$")):
        above.plot(recursive.time, recursive[f"{joint}.angle"], label=name)
    above.set(ylabel="rad", title="angles")
    above.legend(frameon=False)
    others = {"kane": angles(by["kane"]), "source, SciPy": source}
    for name, q in others.items():
        off = np.abs(q - angles(recursive)).max(axis=0)
        below.semilogy(recursive.time[1:], np.maximum(off[1:], 1e-17), lw=0.8, label=name)
    below.set(xlabel="s", ylabel="rad", title="difference from recursive")
    below.legend(frameon=False, fontsize="small")
    save(figure, "double-pendulum-motion")


def main() -> None:
    plt = pyplot()
    found = derived()
    print(found.text())
    print(found.latex())
    for ours, theirs in zip(in_speeds_of_the_book(found), printed(), strict=True):
        print("Treetop - book:", sp.simplify(ours - theirs))
    by = runs()
    source = integrated(by["recursive"].time)
    for name, q in {"kane": angles(by["kane"]), "source": source}.items():
        print(f"{name} - recursive: {np.abs(q - angles(by['recursive'])).max():.1e} rad")
    print("at the end:", *map(repr, source[:, -1].tolist()))
    print(by["recursive"].audit())
    draw(plt, by, source)


if __name__ == "__main__":
    main()

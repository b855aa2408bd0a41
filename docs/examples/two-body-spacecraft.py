"""Numbers and figures of the page on the two-body spacecraft of Schutte and Udwadia.

The spacecraft in the coordinates of the publication, two positions and two quaternions, as a
`LagrangianSystem`; beside it the same spacecraft as a tree of joints.

    ρ_i  mass centre from the reference orbit O(t)    u_i  quaternion    S_i  from body to inertial
    a_i  end of the spring, in body axes              n_i  its line      D   from P2 to P1
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

import treetop as tt
from shared.figures import pyplot, save
from treetop.symbolic import LagrangianSystem, SymbolicSystem

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
PUBLISHED = tt.load(EXAMPLES / "two-body-spacecraft-published.yaml")
DASHPOT = tt.load(EXAMPLES / "two-body-spacecraft.yaml")

MU, RADIUS = 3.986e14, 6678.1e3
ORBIT_RATE = float(np.sqrt(MU / RADIUS**3))
MASS = (2200, 1200)
INERTIA = ([2300, 4500, 3600], [1700, 2000, 600])
END = ([1, 0, 1], [-1, 0, 1])
LINE = ([1, 0, 0], [1, 0, 0])
LENGTH, STIFFNESS, CUBIC, DAMPING = 2, 25, 1, 0.2
DURATION = 16293.0
RUN: dict[str, Any] = {"duration": DURATION, "every": 3.0, "rtol": 1e-10, "atol": 1e-13}


# --- the spacecraft in fourteen coordinates ------------------------------------------------------

mu, r0, rate = sp.symbols("mu r0 rate", positive=True)
t = dynamicsymbols._t
O = r0 * sp.Matrix([sp.cos(rate * t), sp.sin(rate * t), 0])


def body_rates(u: sp.Matrix) -> sp.Matrix:
    """E of w = 2 E u', equation (29) of the publication."""
    w, x, y, z = u
    return sp.Matrix([[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])


def rotation(u: sp.Matrix) -> sp.Matrix:
    """S, equation (26) of the publication."""
    w, x, y, z = u
    return sp.Matrix([[x, w, -z, y], [y, z, w, -x], [z, -y, x, w]]) * sp.Matrix(
        [[x, y, z], [w, -z, y], [z, w, -x], [-y, x, w]]
    )


def tidal_potential(m: float, rho: sp.Matrix) -> sp.Expr:
    """-mu m (1/|O + ρ| - 1/|O| + O·ρ/|O|³), in terms that remain small when differentiated."""
    s = (2 * O + rho).dot(rho) / r0**2
    c = sp.sqrt(1 + s)
    return mu * m / r0 * (rho.dot(rho) / (2 * r0**2) - s**2 * (c + 2) / (2 * c * (1 + c) ** 2))


def craft() -> SymbolicSystem:
    """As published: eight constraints of rank six, nobody prunes them."""
    rho = [sp.Matrix(dynamicsymbols(f"x{i} y{i} z{i}")) for i in (1, 2)]
    u = [sp.Matrix(dynamicsymbols(f"u{i}_w u{i}_x u{i}_y u{i}_z")) for i in (1, 2)]
    S = [rotation(e) for e in u]
    P1, P2 = (r + turn * sp.Matrix(a) for r, turn, a in zip(rho, S, END, strict=True))
    D = P1 - P2
    stretch = sp.sqrt(D.dot(D)) - LENGTH
    n1, n2 = (turn * sp.Matrix(n) for turn, n in zip(S, LINE, strict=True))
    system = LagrangianSystem(
        [*rho[0], *u[0], *rho[1], *u[1]],
        potential=[
            *(tidal_potential(m, r) for m, r in zip(MASS, rho, strict=True)),
            STIFFNESS * stretch**2 / 2 + CUBIC * stretch**4 / 4,
        ],
        dissipation=DAMPING * D.diff(t).dot(D.diff(t)) / 2,
        constraints={
            "unit1": u[0].dot(u[0]) - 1,
            "unit2": u[1].dot(u[1]) - 1,
            "line1": n1.cross(D),
            "line2": n2.cross(D),
        },
        parameters={mu: MU, r0: RADIUS, rate: ORBIT_RATE},
        name="two-body spacecraft",
    )
    for i, name in enumerate(("bus", "tug")):
        w = 2 * body_rates(u[i]) * u[i].diff(t)
        system.add_body(name, MASS[i], INERTIA[i], rho[i], S[i], w)
    return system.build()


def start_of(system: SymbolicSystem) -> tt.State:
    """Body 1 on the reference orbit, body 2 four metres further out, nothing turns."""
    return system.state(u1_w=1.0, x2=4.0, u2_w=1.0)


def state_at(system: SymbolicSystem, run: tt.Run, time: float) -> tt.State:
    """One of the states that a run went through."""
    now = run.data.sel(time=time)
    names = [*system.coordinate_labels, *system.speed_labels]
    values = [*now.coordinates.values, *now.speeds.values]
    return system.state(dict(zip(names, values, strict=True)), time=time)


# --- what is seen of it -----------------------------------------------------------------------


class Motion(NamedTuple):
    """Motion of both bodies: (2, instants, 3 or 4)."""

    rho: np.ndarray
    u: np.ndarray
    v: np.ndarray
    w: np.ndarray


def motion_of(run: tt.Run) -> Motion:
    """From the fourteen coordinates and their rates."""
    q, q_rate = run.data.coordinates.values, run.data.speeds.values
    rho, v = (np.array([x[:, :3], x[:, 7:10]]) for x in (q, q_rate))
    u, u_rate = (np.array([x[:, 3:7], x[:, 10:14]]) for x in (q, q_rate))
    (s, e), (s_rate, e_rate) = ((x[..., :1], x[..., 1:]) for x in (u, u_rate))
    return Motion(rho, u, v, 2 * (s * e_rate - s_rate * e - np.cross(e, e_rate)))


def turned(u: np.ndarray, a: Any) -> np.ndarray:
    """S a, for each quaternion."""
    s, e = u[..., :1], u[..., 1:]
    return a + 2 * np.cross(e, np.cross(e, a) + s * a)


def constraint_errors(m: Motion) -> tuple[np.ndarray, np.ndarray]:
    """|u|² - 1 of both bodies, and n x D in six components; instants in columns."""
    D = between_ends(m)
    crosses = [np.cross(turned(u, n), D) for u, n in zip(m.u, LINE, strict=True)]
    return np.sum(m.u**2, axis=-1) - 1, np.hstack(crosses).T


def between_ends(m: Motion) -> np.ndarray:
    """D, which points from P2 to P1."""
    P1, P2 = (r + turned(u, a) for r, u, a in zip(m.rho, m.u, END, strict=True))
    return P1 - P2


def rate_between_ends(m: Motion) -> np.ndarray:
    """D'."""
    P1, P2 = (v + turned(u, np.cross(w, a)) for v, u, w, a in zip(m.v, m.u, m.w, END, strict=True))
    return P1 - P2


def closure_errors(m: Motion) -> tuple[np.ndarray, np.ndarray]:
    """e1 and e2 of the publication, with D and D' from the length and the line in body 2 alone."""
    D, D_rate = between_ends(m), rate_between_ends(m)
    length = np.linalg.norm(D, axis=1, keepdims=True)
    length_rate = np.sum(D * D_rate, axis=1, keepdims=True) / length
    n, n_rate = turned(m.u[1], LINE[1]), turned(m.u[1], np.cross(m.w[1], LINE[1]))
    return D + length * n, D_rate + length_rate * n + length * n_rate


def heights(m: Motion, time: np.ndarray) -> np.ndarray:
    """|R_i| less the radius of the reference orbit, m; without subtracting them."""
    angle = ORBIT_RATE * time
    origin = RADIUS * np.stack([np.cos(angle), np.sin(angle), np.zeros_like(angle)], axis=1)
    s = np.sum((2 * origin + m.rho) * m.rho, axis=-1) / RADIUS**2
    return RADIUS * s / (1 + np.sqrt(1 + s))


def stretch_of(run: tt.Run) -> np.ndarray:
    """|D| less the length of the spring at rest, m."""
    if isinstance(run.system, SymbolicSystem):
        return np.linalg.norm(between_ends(motion_of(run)), axis=1) - LENGTH
    return run["boom.slide"].values - LENGTH


def crossings(time: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The times at which x passes upward through zero, by straight lines between samples."""
    k = np.flatnonzero((x[:-1] < 0) & (x[1:] >= 0))
    return time[k] - x[k] * (time[k + 1] - time[k]) / (x[k + 1] - x[k])


def fast_oscillation(time: np.ndarray, stretch: np.ndarray) -> np.ndarray:
    """The times at which the stretch passes upward through its mean over about two periods."""
    width = round(66.0 / float(time[1] - time[0]))
    slow = np.convolve(stretch, np.ones(width) / width, "same")
    inner = slice(width, -width)
    return crossings(time[inner], (stretch - slow)[inner])


def linear_period(angle: float | np.ndarray) -> Any:
    """The period of a small oscillation along the line, by the mass matrix of the tree of joints,
    s.

    The bodies nod as they slide unless, at an angle of zero, both mass centres are on one side.
    """
    system = PUBLISHED.build()
    slide = system.speed_labels.index("boom.slide_rate")
    angles = np.linspace(0, 2 * np.pi, 49)
    place = {"position": [RADIUS, 0, 0]}
    states = [system.state(orbit=place, boom={"angle": a, "slide": LENGTH}) for a in angles]
    softness = [np.linalg.inv(system.mass_matrix(y))[slide, slide] for y in states]
    periods = 2 * np.pi / np.sqrt(STIFFNESS * np.array(softness))
    return np.interp(np.mod(angle, 2 * np.pi), angles, periods)


def linear_cycles(tree: tt.Run, begin: float, end: float) -> float:
    """How many oscillations the mass matrix lets one expect between two times."""
    time, angle = np.array(tree.time), tree["boom.angle"].values
    frequency = 1 / linear_period(angle)
    steps = np.diff(time) * (frequency[1:] + frequency[:-1]) / 2
    return float(np.diff(np.interp([begin, end], time, np.append(0, np.cumsum(steps))))[0])


# --- ranks -----------------------------------------------------------------------------------


class Ranks(NamedTuple):
    M: int
    A: int
    both: int  # of [M Aᵀ]
    multipliers: int  # of [M -Aᵀ; A 0]
    size: int  # of the latter
    gap: tuple[float, float]  # its least singular value that counts, and the greatest that does not


def ranks(M: np.ndarray, A: np.ndarray) -> Ranks:
    """Ranks of the matrices from which accelerations could be found, rows of M and A of like
    size."""
    M = M / np.abs(M).max()
    both, zero = np.hstack([M, A.T]), np.zeros((len(A), len(A)))
    multipliers = np.block([[M, -A.T], [A, zero]])
    found = [int(np.linalg.matrix_rank(x, tol=1e-9)) for x in (M, A, both, multipliers)]
    values = np.linalg.svd(multipliers, compute_uv=False)
    gap = (float(values[found[3] - 1]), float(values[found[3]]))
    return Ranks(*found, len(multipliers), gap)


# --- the two dampers -------------------------------------------------------------------------


def momentum_of_pair(run: tt.Run) -> np.ndarray:
    """Angular momentum about the common mass centre, across the orbit, N m s."""
    return run.data.angular_momentum_about_centre.sel(axis="z").values


def tumbling(model: tt.Model) -> tt.Run:
    """Without gravity, turning across the boom by a milliradian per second."""
    alone = model.copy()
    del alone.forces["earth"]
    system = alone.build()
    start = system.state(orbit={"angular_velocity": [0, 1e-3, 0]}, boom={"slide": LENGTH})
    return tt.simulate(system, start, **RUN | {"every": 60.0})


def momentum_left() -> float:
    """What the published damper leaves of it: H' = -c D x D', and D' is w x D but for stretch."""
    reduced = MASS[0] * MASS[1] / sum(MASS)
    across = INERTIA[0][1] + INERTIA[1][1] + reduced * (LENGTH + 2) ** 2
    return float(np.exp(-DAMPING * LENGTH**2 / across * DURATION))


# --- runs ------------------------------------------------------------------------------------


def published_run(**settings: Any) -> tt.Run:
    system = craft()
    return tt.simulate(system, start_of(system), **RUN | settings)


def tree_run(model: tt.Model, formulation: str = "recursive", **settings: Any) -> tt.Run:
    system = model.build(formulation)
    return tt.simulate(system, system.start(), **RUN | settings)


class Differences(NamedTuple):
    attitude: float  # of a quaternion's component, greatest of both bodies
    stretch: float  # m


def differences(one: tt.Run, other: tt.Run) -> Differences:
    """At the last instant."""
    a, b = (run.data.attitude.values[-1] for run in (one, other))
    same = np.sign(np.sum(a * b, axis=1, keepdims=True))
    stretch = stretch_of(one)[-1] - stretch_of(other)[-1]
    return Differences(float(np.abs(a * same - b).max()), float(abs(stretch)))


def convergence() -> dict[float, list[Differences]]:
    """By relative tolerance: fourteen coordinates, `udwadia` and `recursive`, from the latter at a
    tolerance of 1e-13."""
    last = {"every": DURATION}
    exact = tree_run(PUBLISHED, rtol=1e-13, atol=1e-16, **last)
    found = {}
    for rtol in (1e-10, 1e-11, 1e-12):
        given = {"rtol": rtol, "atol": rtol / 1000} | last
        runs = [published_run(**given)]
        runs += [tree_run(PUBLISHED, name, **given) for name in ("udwadia", "recursive")]
        found[rtol] = [differences(run, exact) for run in runs]
    return found


# --- figures ---------------------------------------------------------------------------------

PERIOD = 2 * np.pi / ORBIT_RATE
BODIES = ("body 1", "body 2")
FEW = slice(None, None, 4)  # of the samples: rounding errors have no shape to be lost


def panels(plt: Any, count: int, **more: Any) -> tuple[Any, Any]:
    size = (6.4, 2.2 * count + 0.4)
    return plt.subplots(count, 1, figsize=size, layout="constrained", **{"sharex": True} | more)


def legend(ax: Any) -> None:
    """Above the axes, where it hides nothing."""
    names = ax.get_legend_handles_labels()[1]
    place = {"loc": "lower center", "bbox_to_anchor": (0.5, 0.98), "ncols": len(names)}
    shown = ax.legend(**place, fontsize=8, frameon=False)
    for line in shown.get_lines():
        line.set_linewidth(1.5)


def draw_constraints(plt: Any, orbits: np.ndarray, m: Motion) -> None:
    unit, line = constraint_errors(m)
    figure, (above, below) = panels(plt, 2)
    for k, error in enumerate(unit, start=1):
        above.plot(orbits[FEW], error[FEW], linewidth=0.5, label=f"$|u_{k}|^2 - 1$")
    for k, error in enumerate(line, start=1):
        below.plot(orbits[FEW], error[FEW], linewidth=0.5, label=f"$\\Phi_{k}$")
    below.set(xlabel="orbits", ylabel="$n_i \\times D$ (m)")
    above.set_ylabel("unit length")
    legend(above)
    legend(below)
    save(figure, "two-body-spacecraft-constraints")


def draw_radii(plt: Any, orbits: np.ndarray, height: np.ndarray) -> None:
    figure, ax = panels(plt, 1)
    for name, h in zip(BODIES, height, strict=True):
        ax.plot(orbits, h, label=name)
    ax.set(xlabel="orbits", ylabel="$|R_i|$ - 6678.1 km (m)")
    legend(ax)
    save(figure, "two-body-spacecraft-radii")


def draw_components(plt: Any, orbits: np.ndarray, x: np.ndarray, what: str, name: str) -> None:
    figure, axes = panels(plt, 2)
    for ax, values, body in zip(axes, x, BODIES, strict=True):
        first = 4 - values.shape[1]
        for k, component in enumerate(values.T):
            label = what.split()[0].replace("i", "wxyz"[first + k])
            ax.plot(orbits, component, color=f"C{first + k}", label=f"${label}$")
        ax.set_ylabel(f"{' '.join(what.split()[1:])} {body}".strip())
        legend(ax)
    axes[-1].set_xlabel("orbits")
    save(figure, f"two-body-spacecraft-{name}")


def draw_stretch(plt: Any, time: np.ndarray, stretch: np.ndarray) -> None:
    figure, (above, below) = panels(plt, 2, sharex=False)
    above.plot(time / PERIOD, 1e3 * stretch, linewidth=0.5)
    above.axhline(0, color="0.5", linewidth=0.6)
    above.set(xlabel="orbits", ylabel="$|D| - l_e$ (mm)")
    near = (time >= 5200) & (time <= 5500)
    below.plot(time[near], 1e3 * stretch[near], ".-", markersize=3, linewidth=0.8)
    below.set(xlabel="time (s)", ylabel="$|D| - l_e$ (mm)")
    save(figure, "two-body-spacecraft-stretch")


def draw_closure(plt: Any, orbits: np.ndarray, m: Motion) -> None:
    figure, axes = panels(plt, 2)
    units = ("$e_1$ (m)", "$e_2$ (m/s)")
    for ax, errors, label in zip(axes, closure_errors(m), units, strict=True):
        for axis, error in zip("xyz", errors.T, strict=True):
            ax.plot(orbits[FEW], error[FEW], linewidth=0.5, label=axis)
        ax.set_ylabel(label)
        legend(ax)
    axes[-1].set_xlabel("orbits")
    save(figure, "two-body-spacecraft-closure")


def draw_dampers(plt: Any, orbiting: dict[str, tt.Run], alone: dict[str, tt.Run]) -> None:
    figure, (above, middle, below) = panels(plt, 3)
    for name, run in orbiting.items():
        above.plot(run.time / PERIOD, 1e3 * stretch_of(run), linewidth=0.5, label=name)
        middle.plot(run.time / PERIOD, momentum_of_pair(run), label=name)
    for name, run in alone.items():
        H = np.linalg.norm(run.data.angular_momentum_about_centre.values, axis=1)
        below.plot(run.time / PERIOD, H, label=name)
    above.set_ylabel("stretch (mm)")
    middle.set_ylabel("$H_z$ in orbit (N m s)")
    below.set(xlabel="orbits", ylabel="$|H|$ alone (N m s)", ylim=(0, None))
    legend(above)
    save(figure, "two-body-spacecraft-dampers")


def main() -> None:
    plt = pyplot()
    run = published_run()
    trees = {name: tree_run(PUBLISHED, name) for name in ("udwadia", "recursive")}
    dampers = {"published": trees["recursive"], "dashpot": tree_run(DASHPOT)}
    alone = {"published": tumbling(PUBLISHED), "dashpot": tumbling(DASHPOT)}
    m, orbits, stretch = motion_of(run), run.time / PERIOD, stretch_of(run)
    unit, line = constraint_errors(m)
    e1, e2 = closure_errors(m)
    print(f"run: {run.statistics}")
    for name, errors in (("|u|² - 1", unit), ("n x D, m", line), ("e1, m", e1), ("e2, m/s", e2)):
        print(f"greatest {name}: {np.abs(errors).max():.1e}")
    for name, tree in trees.items():
        print(f"at the end, craft - {name}: {differences(run, tree)}; {tree.statistics}")
    for rtol, found in convergence().items():
        print(f"rtol {rtol:g}, craft, udwadia, recursive:", *found)
    print(f"stretch at the end: {stretch[-1]:.9e}, from {stretch.min():.4e} to {stretch.max():.4e}")
    print(f"last contraction: {run.time[stretch < 0].max() / PERIOD:.3f} orbits")
    passed, angles = fast_oscillation(run.time, stretch), trees["recursive"]["boom.angle"].values
    expected = linear_cycles(trees["recursive"], passed[0], passed[-1])
    print(f"{len(passed) - 1} oscillations from {passed[0]:.0f} to {passed[-1]:.0f} s", end=", ")
    print(f"expected {expected:.2f}; mean period {np.diff(passed).mean():.2f} s")
    expected = linear_period(angles)
    print(f"linear period from {expected.min():.2f} to {expected.max():.2f} s", end=", ")
    near = passed[(passed > 5200) & (passed < 5500)]
    print(
        f"at 0: {linear_period(0.0):.2f} s; seen in the zoom: {np.diff(near).mean():.2f} s",
        end=", ",
    )
    print(f"expected there {expected[5350 // 3]:.2f} s, angle {angles[5350 // 3]:.2f}")
    height = heights(m, run.time)
    print(f"heights from {height.min(axis=1)} to {height.max(axis=1)} m")
    print(f"greatest |ρ|: {np.linalg.norm(m.rho, axis=-1).max():.1f} m")
    system = run.system
    print(ranks(*(system.matrices(state_at(system, run, 6000.0))[k] for k in (0, 2))))
    for name in dampers:
        end = stretch_of(dampers[name])[-1]
        H, free = momentum_of_pair(dampers[name]), alone[name]
        left = np.linalg.norm(free.data.angular_momentum_about_centre.values, axis=1)
        print(f"{name}: stretch {end:.9e} m, H at the end {H[-1]:.4f} N m s")
        print(f"{name}, alone: H from {left[0]:.6f} to {left[-1]:.6f}, {left[-1] / left[0]:.6f}")
    print(f"alone, expected: {momentum_left():.6f}")
    draw_constraints(plt, orbits, m)
    draw_radii(plt, orbits, height)
    draw_components(plt, orbits, m.u, "u_i", "quaternions")
    draw_components(plt, orbits, 1e3 * m.w, "\\omega_i mrad/s,", "rates")
    draw_stretch(plt, run.time, stretch)
    draw_closure(plt, orbits, m)
    draw_dampers(plt, dampers, alone)


if __name__ == "__main__":
    main()

"""Numbers and figures of the page on the eight-body tree.

The equations of J. W. Kamman's notes in plain NumPy, apart from Treetop's own: coordinates are
attitudes C_K of the bodies in inertial space and places s_K in the axes of the lower neighbour J,
speeds y are the angular velocities w_K in body axes and the rates of s_K.

    q_K  reference point Q of body K in J      d_K = q_K + s_K      r_K  mass centre of K from O
"""

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import treetop as tt
from shared.figures import pyplot, save
from treetop.system.formulations import FORMULATIONS

HERE = Path(__file__).parent
tree = SimpleNamespace(**runpy.run_path(str(HERE.parents[1] / "examples" / "eight-body-tree.py")))

N = len(tree.L)
BODIES = range(1, N + 1)
RUN: dict[str, Any] = {"duration": 10.0, "every": 0.05, "rtol": 1e-11, "atol": 1e-13}


# --- the tree, as the notes see it --------------------------------------------------------


class Motion(NamedTuple):
    """How all bodies stand and move; row 0 is the ground."""

    C: np.ndarray  # (N + 1, 3, 3)
    d: np.ndarray  # (N + 1, 3)
    w: np.ndarray  # (N + 1, 3)
    s_rate: np.ndarray  # (N + 1, 3)


class Partials(NamedTuple):
    """Inertial axes; (N + 1, 3, 6 N), the columns first of all w_K, then of all rates of s_K."""

    w: np.ndarray
    v_O: np.ndarray
    v_G: np.ndarray
    w_rate: np.ndarray
    v_O_rate: np.ndarray
    v_G_rate: np.ndarray


def lower(K: int) -> int:
    return tree.L[K - 1]


def branch(K: int) -> list[int]:
    """K, L(K), L(L(K)), ... as far as body 1."""
    return [K, *branch(lower(K))] if K else []


def turning(K: int) -> slice:
    """The columns of the angular velocity of body K."""
    return slice(3 * K - 3, 3 * K)


def sliding(K: int) -> slice:
    """The columns of the rate of s_K."""
    return slice(3 * (N + K) - 3, 3 * (N + K))


Q = np.array([np.zeros(3)] + [tree.reference(K) for K in BODIES])
R = np.array([np.zeros(3)] + [tree.centre(K) for K in BODIES])
MODEL = tree.model()
MASS = [0.0] + [MODEL.bodies[f"body{K}"].mass for K in BODIES]
INERTIA = [np.zeros((3, 3))] + [np.array(MODEL.bodies[f"body{K}"].inertia) for K in BODIES]


def motion_of(state: tt.State) -> Motion:
    """From Treetop's joints, whose attitudes and rates are those of a body in its neighbour."""
    M = Motion(np.zeros((N + 1, 3, 3)), Q.copy(), np.zeros((N + 1, 3)), np.zeros((N + 1, 3)))
    M.C[0] = np.eye(3)
    for K in BODIES:
        J, joint = lower(K), f"joint{K}"
        M.C[K] = M.C[J] @ rotation(state[f"{joint}.attitude"])
        M.d[K] += state[f"{joint}.position"]
        M.w[K] = M.C[K].T @ M.C[J] @ M.w[J] + state[f"{joint}.angular_velocity"]
        M.s_rate[K] = state[f"{joint}.velocity"]
    return M


def places(M: Motion) -> np.ndarray:
    """The origins of all bodies, in inertial space."""
    O = np.zeros((N + 1, 3))
    for K in BODIES:
        O[K] = O[lower(K)] + M.C[lower(K)] @ M.d[K]
    return O


def skew(a: np.ndarray) -> np.ndarray:
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def rotation(q: np.ndarray) -> np.ndarray:
    w, v = q[0], q[1:]
    return np.eye(3) + 2 * w * skew(v) + 2 * skew(v) @ skew(v)


# --- partial velocities, by recursion and by direct sums --------------------------------------


def recursive_partials(M: Motion) -> Partials:
    """Equations (18), (21), (27) and (28) of the notes, outward along the array."""
    p = Partials(*np.zeros((6, N + 1, 3, 6 * N)))
    E = np.zeros((N + 1, 3, 6 * N))  # [w_K, y] in body axes
    for K in BODIES:
        J, C_J, C_K = lower(K), M.C[lower(K)], M.C[K]
        E[K][:, turning(K)] = np.eye(3)
        s_rate = np.zeros((3, 6 * N))
        s_rate[:, sliding(K)] = np.eye(3)
        p.v_O[K] = p.v_O[J] - C_J @ skew(M.d[K]) @ E[J] + C_J @ s_rate
        p.v_O_rate[K] = (
            p.v_O_rate[J]
            - C_J @ (skew(M.w[J]) @ skew(M.d[K]) + skew(M.s_rate[K])) @ E[J]
            + C_J @ skew(M.w[J]) @ s_rate
        )
        p.v_G[K] = p.v_O[K] - C_K @ skew(R[K]) @ E[K]
        p.v_G_rate[K] = p.v_O_rate[K] - C_K @ skew(M.w[K]) @ skew(R[K]) @ E[K]
        p.w[K] = C_K @ E[K]
        p.w_rate[K] = C_K @ skew(M.w[K]) @ E[K]
    return p


def direct_partials(M: Motion) -> Partials:
    """Equations (24) and (25) of the notes: one block for each body below; and their rates."""
    p = Partials(*np.zeros((6, N + 1, 3, 6 * N)))
    for K in BODIES:
        for B in branch(K):
            J, w_J = lower(B), skew(M.w[lower(B)])
            p.v_O[K][:, sliding(B)] = M.C[J]
            p.v_O_rate[K][:, sliding(B)] = M.C[J] @ w_J
            if J:
                p.v_O[K][:, turning(J)] = -M.C[J] @ skew(M.d[B])
                rate = -M.C[J] @ (w_J @ skew(M.d[B]) + skew(M.s_rate[B]))
                p.v_O_rate[K][:, turning(J)] = rate
        w_K = skew(M.w[K])
        p.v_G[K], p.v_G_rate[K] = p.v_O[K], p.v_O_rate[K]
        p.v_G[K][:, turning(K)] = -M.C[K] @ skew(R[K])
        p.v_G_rate[K][:, turning(K)] = -M.C[K] @ w_K @ skew(R[K])
        p.w[K][:, turning(K)] = M.C[K]
        p.w_rate[K][:, turning(K)] = M.C[K] @ w_K
    return p


def along_joints(M: Motion, p: Partials) -> Partials:
    """Partial velocities along Treetop's joint speeds u: y = T u, so [v, u] = [v, y] T."""
    T, T_rate = np.zeros((2, 6 * N, 6 * N))
    at = first_columns()
    for K in BODIES:
        T[sliding(K), at[K] + 3 : at[K] + 6] = np.eye(3)
        for B in branch(K):  # each joint on the way adds its own rate
            turn = M.C[K].T @ M.C[B]
            T[turning(K), at[B] : at[B] + 3] = turn
            rate = turn @ skew(M.w[B]) - skew(M.w[K]) @ turn
            T_rate[turning(K), at[B] : at[B] + 3] = rate
    values, rates = p[:3], p[3:]
    pairs = zip(values, rates, strict=True)
    return Partials(*(a @ T for a in values), *(r @ T + a @ T_rate for a, r in pairs))


def first_columns() -> dict[int, int]:
    """Where Treetop has the speeds of each body: three for turning, then three for sliding.

    It keeps branches together, so body 5 comes after body 3.
    """
    names = MODEL.build().body_names
    return {int(name.removeprefix("body")): 6 * n for n, name in enumerate(names)}


def in_order_of_notes(p: Partials) -> Partials:
    """Partial velocities of "kane-absolute", columns as in the notes: first all turning."""
    at = first_columns()
    order = [at[K] + 3 * part + k for part in range(2) for K in BODIES for k in range(3)]
    return Partials(*(matrices[:, :, order] for matrices in p))


def treetop_partials(state: tt.State) -> Partials:
    """What `System.partial_velocities` gives, body by body."""
    seen = state.system.partial_velocities(state).body
    names = ("angular_velocity", "velocity", "centre_velocity")
    fields = [*names, *(f"{name}_rate" for name in names)]
    ground = np.zeros((3, 6 * N))
    return Partials(
        *(np.array([ground] + [getattr(seen[f"body{K}"], f) for K in BODIES]) for f in fields)
    )


# --- the equations of motion of the notes ---------------------------------------------------

# All struts: the bodies at their lower and upper ends, and where on those.
ENDS = np.array([(lower(K), K) for K in BODIES[1:] for _ in tree.STRUTS]).T
AT = np.array(
    [
        (Q[K] + tree.ring(K, 0.0)[i], tree.ring(K, np.pi / 3)[k])
        for K in BODIES[1:]
        for i, k in tree.STRUTS
    ]
).swapaxes(0, 1)


def strut_forces(M: Motion, p: Partials, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Resultants at the mass centres in inertial axes, and moments about them in body axes."""
    O, v_O = places(M), p.v_O @ y
    x = [O[B] + turned(M.C[B], at) for B, at in zip(ENDS, AT, strict=True)]
    v = [v_O[B] + turned(M.C[B], np.cross(M.w[B], at)) for B, at in zip(ENDS, AT, strict=True)]
    apart = x[1] - x[0]
    length = np.linalg.norm(apart, axis=1)
    n = apart / length[:, None]
    stretch_rate = np.sum(n * (v[1] - v[0]), axis=1)
    pull = tree.STIFFNESS * (length - tree.LENGTH) + tree.DAMPING * stretch_rate
    F, moment = np.zeros((2, N + 1, 3))
    for B, at, force in zip(ENDS, AT, (pull[:, None] * n, -pull[:, None] * n), strict=True):
        np.add.at(F, B, force)
        np.add.at(moment, B, np.cross(at - R[B], turned(np.swapaxes(M.C[B], 1, 2), force)))
    return F, moment


def turned(C: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Each row of a, by its own matrix."""
    return np.einsum("sij,sj->si", C, a)


def speed_rates(M: Motion, p: Partials) -> np.ndarray:
    """Equations (34) to (36) of the notes, A y' = S."""
    y = np.concatenate([M.w[1:].ravel(), M.s_rate[1:].ravel()])
    F, moment = strut_forces(M, p, y)
    A, S = np.zeros((6 * N, 6 * N)), np.zeros(6 * N)
    for K in BODIES:
        m, I, w, v = MASS[K], INERTIA[K], M.C[K].T @ p.w[K], p.v_G[K]
        A += m * v.T @ v + w.T @ I @ w
        S += v.T @ (F[K] - m * p.v_G_rate[K] @ y)
        S += w.T @ (moment[K] - np.cross(M.w[K], I @ M.w[K]))
    return np.linalg.solve(A, S)


def accelerations(state: tt.State) -> np.ndarray:
    """By the notes: of each origin in inertial axes, and angular ones in body axes; (N, 6)."""
    M = motion_of(state)
    p = direct_partials(M)
    y = np.concatenate([M.w[1:].ravel(), M.s_rate[1:].ravel()])
    rates = speed_rates(M, p)
    a = [p.v_O[K] @ rates + p.v_O_rate[K] @ y for K in BODIES]
    return np.column_stack([a, rates[: 3 * N].reshape(N, 3)])


def integrated(duration: float) -> Motion:
    """Where the start leads, by the notes' equations and SciPy's integrator.

    The state is the four Euler parameters of each body, all s_K, and y.
    """
    M = motion_of(MODEL.build().start())

    def unpacked(x: np.ndarray) -> tuple[np.ndarray, Motion]:
        e, s, w, s_rate = np.split(x, np.cumsum([4 * N, 3 * N, 3 * N]))
        e = e.reshape(N, 4)
        C = np.array([np.eye(3), *(rotation(q / np.linalg.norm(q)) for q in e)])
        d = Q + np.vstack([np.zeros(3), s.reshape(N, 3)])
        w, s_rate = (np.vstack([np.zeros(3), a.reshape(N, 3)]) for a in (w, s_rate))
        return e, Motion(C, d, w, s_rate)

    def rates(_: float, x: np.ndarray) -> np.ndarray:
        e, M = unpacked(x)
        w = np.column_stack([np.zeros(N), M.w[1:]])
        e_rate = [0.5 * product(q, a) for q, a in zip(e, w, strict=True)]
        y_rate = speed_rates(M, recursive_partials(M))
        return np.concatenate([np.ravel(e_rate), M.s_rate[1:].ravel(), y_rate])

    e = Rotation.from_matrix(M.C[1:]).as_quat(scalar_first=True)
    x = np.concatenate([a.ravel() for a in (e, (M.d - Q)[1:], M.w[1:], M.s_rate[1:])])
    tolerances = {"rtol": RUN["rtol"], "atol": RUN["atol"]}
    end = solve_ivp(rates, (0, duration), x, method="DOP853", **tolerances)
    return unpacked(end.y[:, -1])[1]


def product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """The product of two quaternions, scalar first."""
    vector = p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:])
    return np.array([p[0] * q[0] - p[1:] @ q[1:], *vector])


# --- what the page gives -------------------------------------------------------------------


def greatest_difference(one: Partials, other: Partials) -> float:
    return max(float(np.abs(a - b).max()) for a, b in zip(one, other, strict=True))


def differences_of_partials(state: tt.State, other: tt.System) -> dict[str, float]:
    """From the direct sums, of partial velocities and their rates, over all bodies and speeds.

    The state is one of "kane", the other system one of "kane-absolute".
    """
    M = motion_of(state)
    direct = direct_partials(M)
    absolute = in_order_of_notes(treetop_partials(other.state_of(state)))
    return {
        "recursion of the notes": greatest_difference(recursive_partials(M), direct),
        "kane-absolute": greatest_difference(absolute, direct),
        "kane": greatest_difference(treetop_partials(state), along_joints(M, direct)),
    }


def states_of(run: tt.Run, every: int) -> list[tt.State]:
    """Some of the states that a run went through."""
    fields = ("position", "attitude", "velocity", "angular_velocity")
    return [
        run.system.state(
            **{
                joint: {field: run[f"{joint}.{field}"].values[i] for field in fields}
                for joint in run.system.joint_names
            }
        )
        for i in range(0, run.time.size, every)
    ]


def difference_of_accelerations(state: tt.State) -> float:
    """From those of the notes, relative to the greatest."""
    now, expected = state.system.evaluate(state), accelerations(state)
    bodies = [now.body[f"body{K}"] for K in BODIES]
    found = [[*b.acceleration, *b.angular_acceleration] for b in bodies]
    return float(np.abs(found - expected).max() / np.abs(expected).max())


def runs() -> dict[str, tt.Run]:
    """The motion by every formulation."""
    systems = {name: MODEL.build(name) for name in FORMULATIONS}
    return {name: tt.simulate(s, s.start(), **RUN) for name, s in systems.items()}


def distance_apart(one: tt.Run, other: tt.Run) -> np.ndarray:
    """The greatest difference of a body's position at each sample, m."""
    return np.abs(one.data.position.values - other.data.position.values).max(axis=(1, 2))


def difference_from_notes(run: tt.Run, M: Motion) -> float:
    """Between positions at the last sample of a run and those of the notes, m."""
    found = [run[f"body{K}.position"].values[-1] for K in BODIES]
    return float(np.abs(found - places(M)[1:]).max())


# --- figures ------------------------------------------------------------------------------


def draw_bodies(plt: Any, state: tt.State) -> None:
    """The tree at a state: struts as lines, mass centres as dots as large as the bodies."""
    M = motion_of(state)
    O = places(M)
    G = O + turned(M.C, R)
    figure = plt.figure(figsize=(6.4, 3.8), layout="constrained")
    axes = figure.add_subplot(projection="3d", proj_type="ortho", computed_zorder=False)
    ends = [O[B] + turned(M.C[B], at) for B, at in zip(ENDS, AT, strict=True)]
    for a, b in zip(*ends, strict=True):
        axes.plot(*np.transpose([a, b]), color="0.6", linewidth=0.8)
    for B, end in zip(ENDS.ravel(), np.concatenate(ends), strict=True):
        axes.plot(*np.transpose([G[B], end]), color="C0", linewidth=0.8)
    for K in BODIES:
        axes.scatter(*G[K], s=1.5 * MASS[K] + 60, color="C0", depthshade=False, zorder=3)
        style = {"ha": "center", "va": "center", "weight": "bold", "zorder": 4}
        axes.text(*G[K], str(K), color="white", **style)
    axes.set(xlabel="x (m)", ylabel="y (m)", zlabel="z (m)")
    axes.set_aspect("equal", adjustable="box")
    axes.view_init(elev=32, azim=-62)
    save(figure, "eight-body-tree-bodies")


def draw_partials(plt: Any, state: tt.State) -> None:
    """Greatest element of each three-by-three block, for both choices of speeds."""
    M = motion_of(state)
    notes = direct_partials(M)
    joints = along_joints(M, notes)
    place = np.array([first_columns()[K] // 3 for K in BODIES])
    orders = (np.arange(2 * N), np.concatenate([place, place + 1]))
    titles = {"w": r"$[\omega_K, \cdot]$", "v_G": r"$[v_{G_K}, \cdot]$"}
    figure, axes = plt.subplots(2, 2, figsize=(8.6, 5.6), layout="constrained", sharey=True)
    for row, (field, title) in zip(axes, titles.items(), strict=True):
        for ax, p, order in zip(row, (notes, joints), orders, strict=True):
            blocks = np.abs(getattr(p, field)[1:].reshape(N, 3, 2 * N, 3)).max(axis=(1, 3))
            blocks = np.where(blocks > 0, blocks, np.nan)[:, order]
            shown = ax.imshow(blocks, vmin=0, vmax=3, cmap="viridis_r")
            ax.axvline(N - 0.5, color="0.3", linewidth=0.8)
            ax.set_xticks(range(2 * N), [*BODIES, *BODIES])
            ax.set_yticks(range(N), BODIES)
            speeds = "speeds of the notes" if p is notes else "joint speeds"
            ax.set_title(f"{title}, {speeds}", fontsize=10)
            for at, what in ((N / 2, "turning"), (1.5 * N, "sliding")):
                where = "of body" if p is notes else "at joint"
                ax.text(at - 0.5, N + 1.2, f"{what} {where}", ha="center", fontsize=9)
        row[0].set_ylabel("body K")
    figure.colorbar(shown, ax=axes, label="greatest element of a block", shrink=0.7)
    save(figure, "eight-body-tree-partials")


def draw_motion(plt: Any, all_runs: dict[str, tt.Run]) -> None:
    """How far bodies are from their places, and the formulations from each other."""
    reference = all_runs["recursive"]
    figure, (above, below) = plt.subplots(2, 1, figsize=(6.4, 5), layout="constrained", sharex=True)
    for K in (3, 5, 8):
        away = reference[f"joint{K}.position"].values - tree.HEIGHT * np.array(tree.OUTWARD[K - 1])
        above.plot(reference.time, 1e3 * np.linalg.norm(away, axis=1), label=f"body {K}")
    above.set_ylabel("from its place at rest (mm)")
    above.legend(loc="upper right")
    for name, run in all_runs.items():
        if run is not reference:
            below.semilogy(run.time[1:], distance_apart(run, reference)[1:], label=name)
    below.set(xlabel="time (s)", ylabel="position from the recursion (m)")
    below.legend(loc="lower right")
    save(figure, "eight-body-tree-motion")


def main() -> None:
    plt = pyplot()
    all_runs = runs()
    kane, other = all_runs["kane"], MODEL.build("kane-absolute")
    along = [differences_of_partials(state, other) for state in states_of(kane, 10)]
    for what in along[0]:
        print(f"partial velocities, {what} - direct sums: {max(d[what] for d in along):.1e}")
    for name in FORMULATIONS:
        off = difference_of_accelerations(MODEL.build(name).start())
        print(f"accelerations, {name} - notes: {off:.1e} of the greatest")
    for name, run in all_runs.items():
        apart = distance_apart(run, all_runs["recursive"]).max()
        print(f"motion, {name} - recursive: {apart:.1e} m; {run.statistics}")
    print(all_runs["recursive"].audit())
    system = MODEL.build()
    short = tt.simulate(system, system.start(), **RUN | {"duration": 2.0})
    print(f"motion, Treetop - notes, 2 s: {difference_from_notes(short, integrated(2.0)):.1e} m")
    print(
        "body 8 at the end:",
        *map(repr, all_runs["recursive"]["body8.position"].values[-1].tolist()),
    )
    draw_bodies(plt, kane.start)
    draw_partials(plt, kane.start)
    draw_motion(plt, all_runs)


if __name__ == "__main__":
    main()

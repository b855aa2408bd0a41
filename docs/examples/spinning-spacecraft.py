"""Numbers and figures of the page on the spinning spacecraft.

The linear theory is worked out independently from the balance of angular momentum, apart from
Treetop; letters as on the page.  Axes are those of the hull, the origin is the mass centre at rest.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import treetop as tt
from shared.figures import pyplot, save
from treetop.system.formulations import FORMULATIONS

HERE = Path(__file__).parent
MODEL = tt.load(HERE.parents[1] / "examples" / "spinning-spacecraft.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
SETTLED = 200.0  # s, after which all but the nutation has died away


# --- linear theory ------------------------------------------------------------------------


class Craft(NamedTuple):
    """What the linear theory asks for, in the letters of the page."""

    M: float  # mass of the whole
    A: float  # moments of inertia of the whole, without those of rotors 1, 2, 3 about their axles
    B: float
    C: float
    m_P: float  # fuel, at (0, 0, z_P)
    z_P: float
    stiffness_P: float  # per unit of its own moment of inertia, 1/s²
    damping_P: float  # likewise, 1/s
    m_Q: float  # damper, at (a, 0, 0) of the hull
    a: float
    k_Q: float
    c_Q: float


def craft() -> Craft:
    """From the numbers of the model, all bodies in their places at rest."""
    bodies, forces = MODEL.bodies, MODEL.forces
    inboard = {joint.outboard: MODEL.frame(joint.inboard) for joint in MODEL.joints.values()}
    place = {name: np.add(inboard[name].at, body.centre) for name, body in bodies.items()}
    M = sum(body.mass for body in bodies.values())
    centre = sum(body.mass * place[name] for name, body in bodies.items()) / M
    J = np.zeros((3, 3))
    for name, body in bodies.items():
        r = place[name] - centre
        J += np.array(body.inertia) + body.mass * ((r @ r) * np.eye(3) - np.outer(r, r))
    axles = [bodies[f"rotor{k + 1}"].inertia[k][k] for k in range(3)]
    A, B, C = np.diag(J) - axles
    length = abs(bodies["fuel"].centre[2])
    own = bodies["fuel"].mass * length**2
    return Craft(
        M,
        A,
        B,
        C,
        m_P=bodies["fuel"].mass,
        z_P=(place["fuel"] - centre)[2],
        stiffness_P=forces["diaphragm1"].stiffness / own,
        damping_P=forces["diaphragm1"].damping / own,
        m_Q=bodies["damper"].mass,
        a=place["damper"][0],
        k_Q=forces["spring"].stiffness,
        c_Q=forces["spring"].damping,
    )


def linear_system(c: Craft, spin: float, momentum: float) -> np.ndarray:
    """The matrix of x' = A x for x = (w1, w2, x, y, s, x', y', s'): equations (1) to (4)."""
    free_P, free_Q = 1 - c.m_P / c.M, 1 - c.m_Q / c.M

    def residual(state: np.ndarray, rate: np.ndarray) -> list[float]:
        w1, w2, x, y, s, x_, y_, s_ = state
        w1_, w2_, xx, yy, ss, x__, y__, s__ = rate
        h1 = c.A * w1 - (c.m_P * c.z_P * x + c.m_Q * c.a * s) * spin - c.m_P * c.z_P * y_
        h2 = c.B * w2 - c.m_P * c.z_P * (y * spin - x_) - c.m_Q * c.a * s_
        h1_ = c.A * w1_ - (c.m_P * c.z_P * x_ + c.m_Q * c.a * s_) * spin
        h1_ -= c.m_P * c.z_P * y__
        h2_ = c.B * w2_ - c.m_P * c.z_P * (y_ * spin - x__) - c.m_Q * c.a * s__
        return [
            h1_ + w2 * momentum - spin * h2,
            h2_ + spin * h1 - w1 * momentum,
            free_P * (x__ - 2 * spin * y_ - spin**2 * x)
            + c.z_P * (w2_ + spin * w1)
            + c.stiffness_P * x
            + c.damping_P * x_,
            free_P * (y__ + 2 * spin * x_ - spin**2 * y)
            + c.z_P * (spin * w2 - w1_)
            + c.stiffness_P * y
            + c.damping_P * y_,
            c.m_Q * (free_Q * s__ + c.a * (spin * w1 - w2_)) + c.k_Q * s + c.c_Q * s_,
            xx - x_,
            yy - y_,
            ss - s_,
        ]

    zero, one = np.zeros(8), np.eye(8)
    of_rates = np.column_stack([residual(zero, e) for e in one])
    of_states = np.column_stack([residual(e, zero) for e in one])
    return -np.linalg.solve(of_rates, of_states)


def modes(c: Craft, spin: float, momentum: float) -> np.ndarray:
    """Eigenvalues of the four oscillations, slowest decay first."""
    s = np.linalg.eigvals(linear_system(c, spin, momentum))
    s = s[s.imag > 0]
    return s[np.argsort(-s.real)]


def steady_spin(run: tt.Run) -> tuple[float, float]:
    """The rate of spin that is left when the nutation is gone, and the angular momentum.

    Both follow from what is conserved: the angular momentum of the whole, and that of rotor 3 along
    its axle.
    """
    rate = run["flight.angular_velocity.z"].values[0] + run["axle3.rate"].values[0]
    h3 = MODEL.bodies["rotor3"].inertia[2][2] * rate
    H = float(np.linalg.norm(run.data.angular_momentum_about_centre.values[0]))
    return float((H - h3) / craft().C), H


# --- what the simulation gives ----------------------------------------------------------------


def runs(duration: float = RUN["duration"]) -> dict[str, tt.Run]:
    """The motion by every formulation."""
    systems = {name: MODEL.build(name) for name in FORMULATIONS}
    settings = RUN | {"duration": duration}
    return {name: tt.simulate(s, s.start(), **settings) for name, s in systems.items()}


def nutation_angle(run: tt.Run) -> np.ndarray:
    """Between the hull's z-axis and the angular momentum, rad."""
    q, H = run["hull.attitude"].values, run.data.angular_momentum_about_centre.values
    w, x, y, z = q.T
    axis = np.column_stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x**2 + y**2)])
    across = np.linalg.norm(np.cross(axis, H), axis=1)
    return np.arctan2(across, np.sum(axis * H, axis=1))


def transverse_rates(run: tt.Run) -> np.ndarray:
    """The hull's rates about its own x and y, rad/s."""
    return run["flight.angular_velocity"].values[:, :2]


def mirrored() -> tt.Run:
    """The run that starts with the opposite nutation."""
    system = MODEL.build()
    start = {name: dict(values) for name, values in MODEL.start.items()}
    w1, w2, spin = start["flight"]["angular_velocity"]
    start["flight"]["angular_velocity"] = [-w1, -w2, spin]
    start["axle1"]["rate"] *= -1
    return tt.simulate(system, system.state(**start), **RUN)


def fitted_mode(time: np.ndarray, rates: np.ndarray, begin: float, end: float) -> complex:
    """The one oscillation in transverse rates between two times, after Prony.

    Of samples in three rows, a lag apart, the third is a sum of the others whose weights tell
    the exponential.
    """
    rates = rates[(time >= begin) & (time <= end)]
    lag = 8  # samples, about a fourth of a period
    first, second, third = rates[: -2 * lag], rates[lag:-lag], rates[2 * lag :]
    known = np.column_stack([second.ravel(), first.ravel()])
    weights = np.linalg.lstsq(known, third.ravel(), rcond=None)[0]
    roots = np.roots([1.0, *-weights])
    return complex(np.log(roots[np.argmax(roots.imag)]) / (lag * RUN["every"]))


def allowed_difference(s: complex, run: tt.Run, begin: float) -> float:
    """The difference that is allowed of a fit to half the difference of two mirrored runs: |s|
    times the angle squared.

    Terms of second order are the same in both and cancel, those of third order are left; ten
    times as much is allowed for the factor, of order one, in front of them.
    """
    return 10 * abs(s) * float(nutation_angle(run)[run.time >= begin].max()) ** 2


def difference_of_motion(one: tt.Run, other: tt.Run) -> dict[str, float]:
    """Greatest differences of attitudes of the hull, places of fuel and damper in it."""
    labels = ("hull.attitude", "slosh.angle1", "slosh.angle2", "tube.slide")
    return {name: float(np.abs(one[name].values - other[name].values).max()) for name in labels}


def simulated_decay(stiffness: float) -> float:
    """The rate at which the nutation dies away with another spring at the damper, 1/s."""
    model = MODEL.copy()
    model.forces["spring"] = replace(MODEL.forces["spring"], stiffness=stiffness)
    system = model.build()
    run = tt.simulate(system, system.start(), **RUN)
    return -fitted_mode(run.time, transverse_rates(run), SETTLED, RUN["duration"]).real


# --- figures ------------------------------------------------------------------------------


def draw_craft(plt: Any) -> None:
    """The parts in the x-z plane, in their places."""
    from matplotlib.patches import Circle, Ellipse, Rectangle

    figure, ax = plt.subplots(figsize=(4.6, 4.4), layout="constrained")
    ax.add_patch(Rectangle((-0.85, -0.85), 1.7, 1.85, facecolor="0.93", edgecolor="0.4"))
    shapes = {
        "1": Rectangle((-0.03, -0.08), 0.06, 0.36),
        "2": Circle((0, 0.5), 0.18),
        "3": Rectangle((-0.18, 0.77), 0.36, 0.06),
    }
    for number, shape in shapes.items():
        shape.set(facecolor="C0", edgecolor="C0", alpha=0.6)
        ax.add_patch(shape)
        ax.text(0.26, {"1": 0.1, "2": 0.5, "3": 0.8}[number], f"rotor {number}", va="center")
    ax.add_patch(Ellipse((0, -0.55), 0.8, 0.5, facecolor="none", edgecolor="C1", linestyle="--"))
    ax.plot([0, 0], [-0.3, -0.6], color="C1")
    ax.plot([0], [-0.6], "o", color="C1", markersize=12)
    ax.text(0.12, -0.6, "fuel", va="center")
    ax.add_patch(Rectangle((0.95, -0.4), 0.1, 0.8, facecolor="none", edgecolor="C2"))
    zigzag = 1 + 0.03 * np.array([0, 1, -1, 1, -1, 1, -1, 0])
    for side in (-1, 1):
        ax.plot(zigzag, side * np.linspace(0.05, 0.4, 8), color="C2", linewidth=1)
    ax.plot([1], [0], "s", color="C2", markersize=8)
    ax.text(1.1, 0, "damper", va="center")
    ax.annotate("", (0, 1.35), (0, -1.05), arrowprops={"arrowstyle": "->", "linestyle": ":"})
    ax.text(0.05, 1.25, r"axis of spin, $g_3$")
    ax.set(xlabel="x (m)", ylabel="z (m)", xlim=(-1, 1.5), ylim=(-1.1, 1.4))
    ax.set_aspect("equal")
    save(figure, "spinning-spacecraft-craft")


def draw_nutation(plt: Any, run: tt.Run, s: complex) -> None:
    """The angle with what the linear theory says of it; what the two small masses do."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.4), layout="constrained", sharex=True)
    angle, t = np.degrees(nutation_angle(run)), run.time
    axes[0].semilogy(t, angle, label="simulation")
    middle = int(np.searchsorted(t, SETTLED))
    level = np.exp(np.mean(np.log(angle[middle:]) - s.real * t[middle:]))
    label = f"linear theory: exp({s.real:.5f} t)"
    axes[0].semilogy(t, level * np.exp(s.real * t), "k--", linewidth=1, label=label)
    axes[0].set_ylabel("nutation angle (deg)")
    axes[0].legend()
    axes[1].plot(t, 1e3 * run["tube.slide"], color="C2")
    axes[1].set_ylabel("damper (mm)")
    for k, style in ((1, "-"), (2, "--")):
        axes[2].plot(t, np.degrees(run[f"slosh.angle{k}"]), f"C1{style}", label=rf"$\psi_{k}$")
    axes[2].set(xlabel="time (s)", ylabel="fuel (deg)")
    axes[2].legend()
    save(figure, "spinning-spacecraft-nutation")


def draw_tuning(plt: Any, spin: float, H: float) -> None:
    """Rate of decay over the stiffness of the damper's spring, fuel moving and held."""
    c, k = craft(), np.linspace(0.3, 2.5, 200)
    figure, ax = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    for what, stiffness in (("fuel sloshing", c.stiffness_P), ("fuel held", 1e7)):
        held = c._replace(stiffness_P=stiffness)
        slowest = [-modes(held._replace(k_Q=value), spin, H)[0].real for value in k]
        ax.plot(k, slowest, label=f"{what}, linear theory")
    at = np.array([0.4, 1.0, 1.2, 1.6, 2.0, 2.4])
    ax.plot(at, [simulated_decay(value) for value in at], "ko", label="fuel sloshing, simulation")
    ax.set(xlabel="stiffness of the damper's spring (N/m)", ylabel="decay of the nutation (1/s)")
    ax.set_ylim(bottom=0)
    ax.legend()
    save(figure, "spinning-spacecraft-tuning")


def main() -> None:
    plt = pyplot()
    all_runs = runs()
    reference = all_runs["recursive"]
    spin, H = steady_spin(reference)
    expected = modes(craft(), spin, H)
    print("spin and momentum:", spin, H)
    print("modes, linear theory:", expected)
    for name, run in all_runs.items():
        found = fitted_mode(run.time, transverse_rates(run), SETTLED, RUN["duration"])
        print(f"{name}: {found:.8f}; {run.statistics}")
        print(difference_of_motion(run, reference))
        audit = run.audit()
        kept = ("energy", "linear momentum", "angular momentum", "constraints")
        print({what: f"{audit[what].relative:.1e}" for what in kept})
    odd = (transverse_rates(reference) - transverse_rates(mirrored())) / 2
    for begin in (100.0, 150.0, 200.0, 250.0, 300.0):
        found = fitted_mode(reference.time, odd, begin, begin + 100)
        allowed = allowed_difference(expected[0], reference, begin)
        angle = nutation_angle(reference)[reference.time >= begin].max()
        off = abs(found - expected[0])
        print(f"from {begin:g} s, {angle:.1e} rad: {found:.9f}, {off:.1e}, allowed {allowed:.1e}")
    print("nutation, deg:", np.degrees(nutation_angle(reference))[[0, 400, -1]])
    c = craft()
    print("fuel held:", modes(c._replace(stiffness_P=1e7), spin, H)[0])
    print("damper held:", modes(c._replace(k_Q=1e7), spin, H)[0])
    draw_craft(plt)
    draw_nutation(plt, reference, expected[0])
    draw_tuning(plt, spin, H)


if __name__ == "__main__":
    main()

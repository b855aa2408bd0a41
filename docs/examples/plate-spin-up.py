"""Numbers and figures of the page on a plate that is spun up."""

from functools import cache
from typing import Any

import numpy as np
from numpy.polynomial import Legendre, Polynomial
from scipy.linalg import eigh

import treetop as tt
from shared.figures import pyplot, save
from treetop.analysis import linearised
from treetop.flexible import Modes, PanelSection, Section, Shell, normal_modes
from treetop.validation import spin_up_beam
from treetop.validation.beams import beam, plane_modes, seen_from_hub

LENGTH, WIDTH, THICKNESS = 2.0, 1.0, 2e-3  # m
E, DENSITY = 70e9, 2700.0  # Pa, kg/m³; no contraction, so that spin pulls along x alone
D, MASS = E * THICKNESS**3 / 12, DENSITY * THICKNESS  # N m, kg/m²
WEIGHT = 1.0  # at one corner, kg
RATE, TIME = 5.0, 25.0  # rad/s, s
SPIN_UP = f"{RATE / TIME}*(t**2/2 + ({TIME / 2}/pi)**2*(cos(2*pi*t/{TIME}) - 1))"


@cache
def plate_modes(count: int) -> Modes:
    """Modes of a plate clamped along its edge x = 0, which is the axis that it turns about."""
    shell = Shell()
    section = PanelSection.isotropic(thickness=THICKNESS, E=E, nu=0.0, density=DENSITY)
    half = WIDTH / 2
    corners = [[0, -half, 0], [LENGTH, -half, 0], [LENGTH, half, 0], [0, half, 0]]
    shell.add_panel(corners, (6, 3), section)
    shell.name_node("corner", [LENGTH, half, 0])
    shell.name_node("other", [LENGTH, -half, 0])
    structure = shell.structure()
    edge = [int(k) for k in np.flatnonzero(structure.positions[:, 0] < 1e-9)]
    return normal_modes(structure, edge, count=count)


def model(stiffening: str, law: str, weight: float = WEIGHT, count: int = 4) -> tt.Model:
    m = tt.Model("plate")
    plate = m.add_flexible_body("plate", plate_modes(count), stiffening=stiffening)
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, plate)
    corner = plate.frame("corner", node="corner")
    plate.frame("other", node="other")
    if weight:
        m.add_joint("bolt", tt.Fixed(), corner, m.add_body("weight", weight))
    m.add_constraint("spin", tt.Prescribed("hinge.angle", law))
    return m


def frequencies(rate: float, stiffening: str = "geometric") -> np.ndarray:
    """Frequencies of the plate that turns steadily, without the weight, squared: negative where it
    grows."""
    system = model(stiffening, f"{rate} * t", weight=0.0, count=16).build()
    values = np.linalg.eigvals(linearised(system, system.state(hinge={"rate": rate})).A)
    squares = np.sort((-(values**2)).real)
    return squares[::2]


def by_ritz(rate: float, count: int = 4, degree: int = 9) -> np.ndarray:
    """Frequencies squared, by Ritz: x² times polynomials, and a pull N along x; equation (1)."""
    x, w = np.polynomial.legendre.leggauss(24)
    x, w = (x + 1) / 2, w / 2
    own = [Legendre.basis(k, domain=[0, 1]).convert(kind=Polynomial) for k in range(degree)]
    clamped = [Polynomial([0, 0, 1]) * p for p in own]

    def values(family: list, order: int, length: float) -> np.ndarray:
        return np.array([p.deriv(order)(x) for p in family]) / length**order

    X, Y = ([values(f, k, l) for k in range(3)] for f, l in ((clamped, LENGTH), (own, WIDTH)))

    def both(a: int, b: int, pull: Any = 1.0) -> np.ndarray:
        along, across = (X[a] * (w * pull)) @ X[a].T, (Y[b] * w) @ Y[b].T
        return np.kron(along, across)

    pull = MASS * rate**2 * LENGTH**2 * (1 - x**2) / 2
    K = D * (both(2, 0) + both(0, 2) + 2 * both(1, 1)) + both(1, 0, pull)
    return eigh(K, MASS * both(0, 0), eigvals_only=True)[:count] - rate**2


def spun_up(stiffening: str, duration: float = TIME, weight: float = WEIGHT) -> tt.Run:
    system = model(stiffening, SPIN_UP, weight).build()
    return tt.simulate(system, system.start(), duration=duration, every=0.02)


def as_a_beam() -> np.ndarray:
    """The lag of the tip of a beam as stiff and heavy as the plate, which does not contract."""
    stiffness, thin = D * WIDTH, MASS * WIDTH * THICKNESS**2 / 12
    section = Section(E * THICKNESS * WIDTH, stiffness, stiffness, 1.0, MASS * WIDTH, thin, thin)
    modes = plane_modes(beam(section, LENGTH, 6), 2)
    system = spin_up_beam.model(modes, "foreshortening", SPIN_UP).build()
    run = tt.simulate(system, system.start(), duration=TIME, every=0.02)
    return -seen_from_hub(run, "beam.tip", LENGTH)[1]


def lag(run: tt.Run, corner: str) -> np.ndarray:
    """How far a corner stands off the plane of the clamped edge, m."""
    angle = run["hinge.angle"].values
    x, _, z = run[f"plate {corner}.position"].values.T
    return np.cos(angle) * z + np.sin(angle) * x


# --- figures ------------------------------------------------------------------------------


def draw_lag(plt: Any, stiff: tt.Run, none: tt.Run) -> None:
    figure, ax = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    for k, corner in enumerate(("corner", "other")):
        label = {"corner": "corner with the weight", "other": "other corner"}[corner]
        ax.plot(stiff.time, 1e3 * lag(stiff, corner), color=f"C{k}", label=label)
        ax.plot(none.time, 1e3 * lag(none, corner), color=f"C{k}", linestyle=":", label="none")
    low = 1.3e3 * min(lag(stiff, corner).min() for corner in ("corner", "other"))
    high = 1.5e3 * max(lag(stiff, corner).max() for corner in ("corner", "other"))
    ax.set(xlabel="time (s)", ylabel="off the plane (mm)", xlim=(0, TIME), ylim=(low, high))
    ax.legend(loc="upper right")
    save(figure, "plate-spin-up-lag")


def draw_frequencies(plt: Any) -> None:
    figure, ax = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    rates = np.linspace(0, 6, 13)
    found, none = (np.array([frequencies(r, s)[:3] for r in rates]) for s in ("geometric", "none"))
    ritz = np.array([by_ritz(r, 3) for r in rates])
    for k in range(3):
        ax.plot(rates, np.sqrt(ritz[:, k]), "k", linewidth=0.9, label="Ritz" if not k else None)
        ax.plot(rates, np.sqrt(found[:, k]), "o", color="C0", label=None if k else "geometric")
        shown = np.sqrt(np.where(none[:, k] > 0, none[:, k], np.nan))
        ax.plot(rates, shown, "x", color="C1", label=None if k else "none")
    ax.set(xlabel="rate (rad/s)", ylabel="frequency (rad/s)", ylim=(0, 27))
    ax.legend(loc="upper left", ncols=3)
    save(figure, "plate-spin-up-frequencies")


def main() -> None:
    plt = pyplot()
    for rate in (0.0, 3.0, 6.0):
        found, ritz = frequencies(rate)[:4], by_ritz(rate)
        print(rate, np.sqrt(found), np.sqrt(ritz), np.sqrt(found / ritz) - 1)
    print("none:", frequencies(RATE, "none")[:2])
    stiff, none = spun_up("geometric"), spun_up("none", 18.0)
    for corner in ("corner", "other"):
        seen = lag(stiff, corner)
        print(corner, seen.max(), stiff.time[seen.argmax()], np.abs(lag(none, corner)).max())
    past = np.abs(lag(none, "other")) > LENGTH
    print("none beyond its length at", none.time[past][0])
    plain = lag(spun_up("geometric", weight=0.0), "corner")
    print("as a beam:", plain.max(), np.abs(plain - as_a_beam()).max())
    print("twist", np.degrees(np.abs(lag(stiff, "corner") - lag(stiff, "other")).max() / WIDTH))
    print(stiff.audit(), stiff.statistics)
    draw_lag(plt, stiff, none)
    draw_frequencies(plt)


if __name__ == "__main__":
    main()

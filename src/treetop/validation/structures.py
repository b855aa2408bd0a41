"""Structures of beams, plates and solids: frequencies, how they converge, statics and buckling.

A beam that shears, supported at both ends, has in its mode with n half waves, k = n π / L,

    (kGA k² − ρA ω²)(EI k² + kGA − ρI ω²) = (kGA k)².

A cantilever plate has no closed form; W. Ritz's method with x² times polynomials is another way.
"""

from __future__ import annotations

import numpy as np
from scipy import linalg

import treetop.structures as fx
from treetop.validation.case import Check

E, NU, RHO, THICKNESS = 70e9, 0.3, 2700.0, 1e-3
BENDING = E * THICKNESS**3 / (12 * (1 - NU**2))
RATE = np.sqrt(BENDING / (RHO * THICKNESS))  # of a plate of 1 m, rad/s
CLAMPED = 1.875104068711961


def checks() -> list[Check]:
    return beams() + plates() + solids() + buckling()


def boom(elements: int, section: fx.Section, length: float, mass: str = "consistent"):
    """A beam along x."""
    frame = fx.BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [length, 0, 0])
    frame.add_beam("boom", "root", "tip", section, elements=elements)
    return frame.structure(mass)


def plate(count: int) -> fx.Structure:
    """A square of 1 m, count by count elements."""
    sheet = fx.PanelSection.isotropic(thickness=THICKNESS, E=E, nu=NU, density=RHO)
    shell = fx.Shell()
    shell.add_panel([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], (count, count), sheet)
    return shell.structure()


def solid_bar() -> fx.Structure:
    """1 m by 0.05 by 0.03, eight hexahedra of second degree."""
    points, cells = fx.box([1, 0.05, 0.03], (8, 1, 1))
    return fx.solid_structure(points, cells, fx.Material(E, 0.0, RHO))


def beams() -> list[Check]:
    thin = fx.Section(1e6, 1.0, 1.0, 1e3, 1.0, rotary_y=1e-8, rotary_z=1e-8)
    found = []
    for mass, counts, order in (("consistent", (3, 6), 4), ("lumped", (6, 12), 2)):
        rates = [
            fx.normal_modes(boom(k, thin, 1.0, mass), "root", count=1).angular_frequencies[0]
            for k in counts
        ]
        coarse, fine = (rate / CLAMPED**2 - 1 for rate in rates)
        slope = float(np.log2(coarse / fine))
        found.append(Check(f"order of a beam's frequency, {mass} mass", slope, order, 0.1))
    found += shearing_beam()
    sagging = boom(4, fx.Section(1e6, 50.0, 80.0, 1e3, 2.0), 3.0)
    weight = np.outer(sagging.points.masses, [0, 0, -9.81])
    u = displacement(sagging, sagging.points.load(weight), sagging.held("root"))
    sag = float((sagging.translation("tip") @ u)[2])
    exact = -2 * 9.81 * 3.0**4 / (8 * 50)
    return [*found, Check("cantilever under its weight", sag, exact, 1e-9, "m", "relative")]


def shearing_beam() -> list[Check]:
    EI, kGA, m, rI = 2000.0, 4e4, 3.0, 0.02
    section = fx.Section(1e7, EI, EI, 1e3, m, rI, rI, shear_y=kGA, shear_z=kGA)
    pins = {"root": "x y z rx", "tip": "y z"}
    modes = fx.normal_modes(boom(40, section, 1.0), pins, count=6)
    found = []
    for n in (1, 2):
        k = n * np.pi
        a, b = m * rI, -(kGA * k**2 * rI + m * (EI * k**2 + kGA))
        square = min(np.roots([a, b, kGA * k**2 * EI * k**2]))
        rate = modes.angular_frequencies
        nearest = float(rate[np.argmin(abs(rate - np.sqrt(square)))])
        name = f"beam that shears, supported, frequency {n}"
        found.append(Check(name, nearest, float(np.sqrt(square)), 1e-3, "rad/s", "relative"))
    return found


def plates() -> list[Check]:
    supported = [
        fx.normal_modes(s, around(s), count=4).angular_frequencies / RATE
        for s in (plate(3), plate(6))
    ]
    exact = 2 * np.pi**2
    order = float(np.log2((supported[0][0] / exact - 1) / (supported[1][0] / exact - 1)))
    found = [
        Check("supported plate, frequency 1", supported[1][0], exact, 1e-3, "", "relative"),
        Check("order of a plate's frequency", order, 4, 0.3),
    ]
    clamped = plate(8)
    edge = np.flatnonzero(clamped.positions[:, 0] < 1e-9)
    rates = fx.normal_modes(clamped, edge, count=5).angular_frequencies / RATE
    return found + [
        Check(f"cantilever plate, frequency {k + 1}", rate, ritz, 1e-3, "", "relative")
        for k, (rate, ritz) in enumerate(zip(rates, ritz_cantilever(5), strict=True))
    ]


def around(structure: fx.Structure) -> dict[int, str]:
    """Supports along all edges of a square plate, and against sliding."""
    low, high = structure.positions < 1e-9, structure.positions > 1 - 1e-9
    on_x, on_y = (low | high)[:, 0], (low | high)[:, 1]
    supports = {}
    for node in np.flatnonzero(on_x | on_y).tolist():
        supports[node] = "z" + (" rx" if on_x[node] else "") + (" ry" if on_y[node] else "")
    supports[0] += " x y"
    supports[1] += " y"
    return supports


def ritz_cantilever(count: int, degree: int = 9) -> np.ndarray:
    """Frequencies of a square plate clamped along x = 0, in units of √(D / ρt L⁴)."""
    nodes, weights = np.polynomial.legendre.leggauss(degree + 4)
    x, w = (1 + nodes) / 2, weights / 2
    across = [
        np.polynomial.Legendre.basis(k, domain=[0, 1]).convert(kind=np.polynomial.Polynomial)
        for k in range(degree)
    ]
    along = [np.polynomial.Polynomial([0, 0, 1]) * p for p in across]
    X, Y = (
        [np.array([p.deriv(order)(x) for p in family]) for order in range(3)]
        for family in (along, across)
    )

    def product(a: int, b: int, c: int, d: int) -> np.ndarray:
        return np.kron((X[a] * w) @ X[b].T, (Y[c] * w) @ Y[d].T)

    mixed = product(2, 0, 0, 2)
    stiffness = product(2, 2, 0, 0) + product(0, 0, 2, 2) + NU * (mixed + mixed.T)
    stiffness += 2 * (1 - NU) * product(1, 1, 1, 1)
    squares = linalg.eigh(stiffness, product(0, 0, 0, 0), eigvals_only=True)
    return np.sqrt(squares[:count])


def solids() -> list[Check]:
    bar = solid_bar()
    root = np.flatnonzero(bar.positions[:, 0] < 1e-9)
    rate = fx.normal_modes(bar, root, count=1).angular_frequencies[0]
    slender = CLAMPED**2 * np.sqrt(E * 0.03**2 / 12 / RHO)
    return [Check("solid bar as a cantilever", rate, slender, 2e-3, "rad/s", "relative")]


def buckling() -> list[Check]:
    deep = boom(16, fx.Section(1e9, 1e9, 200.0, 90.0, 1.0), 2.0)
    aside = displacement(deep, deep.translation("tip").T @ [0, 0, 1.0], deep.held("root"))
    tipping = least_factor(deep, aside, deep.held("root"))
    prandtl = 4.0126 * np.sqrt(200 * 90) / 2**2
    sheet = plate(4)
    squeezed = np.zeros((len(sheet.positions), 6))
    squeezed[:, :2] = sheet.positions[:, :2] * [-1.0, NU]
    edges = np.concatenate([sheet.held(node, ways) for node, ways in around(sheet).items()])
    pressed = least_factor(sheet, squeezed.ravel(), edges) * E * THICKNESS
    bar = solid_bar()
    root = bar.held(np.flatnonzero(bar.positions[:, 0] < 1e-9))
    shortened = (bar.positions * [-1.0, 0, 0]).ravel()
    column = least_factor(bar, shortened, root) * E * 0.05 * 0.03
    euler = np.pi**2 * E * 0.05 * 0.03**3 / 12 / 4
    return [
        Check("deep cantilever tips aside", tipping, prandtl, 2e-3, "N", "relative"),
        Check("plate pressed along x", pressed, 4 * np.pi**2 * BENDING, 2e-3, "N/m", "relative"),
        Check("solid column", column, euler, 3e-3, "N", "relative"),
    ]


def displacement(structure: fx.Structure, load: np.ndarray, fixed: np.ndarray) -> np.ndarray:
    """Under a static load, by a dense matrix."""
    free = np.setdiff1d(np.arange(structure.size), fixed)
    u = np.zeros(structure.size)
    u[free] = np.linalg.solve(structure.stiffness.toarray()[np.ix_(free, free)], load[free])
    return u


def least_factor(structure: fx.Structure, displaced: np.ndarray, fixed: np.ndarray) -> float:
    """The least factor of a displacement whose stress takes all stiffness from some shape."""
    free = np.ix_(*[np.setdiff1d(np.arange(structure.size), fixed)] * 2)
    stress = structure.geometric(displaced).toarray()[free]
    return float(
        1 / linalg.eigh(-stress, structure.stiffness.toarray()[free], eigvals_only=True)[-1]
    )

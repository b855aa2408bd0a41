"""Modes of slender beams: frequencies, effective masses, costs, components, and what spin does.

Lengths in units of the beam's, rates in units of √(EI / ρA L⁴).  On a hub of radius R that turns
with the rate Ω the flap frequencies are tabulated; those of lag follow by lag² = flap² - Ω² where
the beam does not stretch.  The H2 norm of a force to a rate is found a second time from the
equation adjoint to that which gives the modal costs.
"""

from __future__ import annotations

import numpy as np
from scipy import linalg

import treetop.structures as fx
from treetop.structures.body.modal_integrals import moments
from treetop.validation.case import Check

FREE = (4.730040744862704, 7.853204624095838, 10.99560783800167)
CLAMPED = (1.875104068711961, 4.694091132974175, 7.854757438237613)
PINNED = (3.926602312047919, 7.068582745628732)
FLAP = {
    (12.0, 0.0): (13.17015048998968, 37.60311232962895, 79.61447848909413, 140.5343544668905),
    (12.0, 5.0): (35.20820455684182, 84.91408019985435, 149.1831617686782, 230.2921936250494),
}


def checks() -> list[Check]:
    found = frequencies() + masses() + costs() + components() + columns()
    for stiffening in ("geometric", "foreshortening"):
        found += rotating(stiffening)
    return found + without_stiffening()


def beam(elements: int, start: float = 0.0, length: float = 1.0) -> fx.Structure:
    """A beam along x, of EI and ρA 1, that hardly stretches."""
    section = fx.Section(1e6, 1.0, 1.0, 1e3, 1.0, rotary_y=1e-8, rotary_z=1e-8)
    frame = fx.BeamFrame()
    frame.add_node("root", [start, 0, 0])
    frame.add_node("tip", [start + length, 0, 0])
    frame.add_beam("beam", "root", "tip", section, elements=elements)
    return frame.structure()


def frequencies() -> list[Check]:
    found = []
    holds = {
        "free": ((), FREE),
        "clamped": ("root", CLAMPED),
        "pinned": ({"root": "x y z rx"}, PINNED),
    }
    for name, (supported, roots) in holds.items():
        modes = fx.normal_modes(beam(10), supported, count=2 * len(roots))
        found += [
            Check(f"{name} beam, frequency {k + 1}", rate, root**2, 1e-3, "", "relative")
            for k, (rate, root) in enumerate(
                zip(modes.angular_frequencies[::2], roots, strict=True)
            )
        ]
    return found


def masses() -> list[Check]:
    modes = fx.normal_modes(beam(10), "root", count=60)
    seen = fx.effective_masses(modes)
    total = seen.of_modes.sum(axis=0) + seen.held
    root = np.array(CLAMPED[0])
    sigma = (np.sinh(root) - np.sin(root)) / (np.cosh(root) + np.cos(root))
    pair = seen.of_modes[:2, 2].sum()
    return [
        Check("effective mass of the first flap mode", pair, (2 * sigma / root) ** 2, 1e-3),
        *(
            Check(f"effective masses of all modes, {axis}", value, whole, 1e-9, "", "relative")
            for axis, value, whole in zip("xyz", total[:3], seen.total[:3], strict=True)
        ),
        Check("effective inertia of all modes about z", total[5], 1 / 3, 1e-6),
    ]


def costs() -> list[Check]:
    modes = fx.normal_modes(beam(10), "root", count=8)
    damping = fx.ModalDamping(0.01)
    force, seen = fx.displaced(modes, {"tip": "z"}).T, fx.displaced(modes, {"tip": "z"})
    found = fx.modal_costs(modes, damping, force, rates=seen)
    M, D, K = damping.matrices(modes)
    A = np.block([[np.zeros_like(M), np.eye(len(M))], [-K, -D]])
    C = np.hstack([np.zeros_like(seen), seen])
    observed = linalg.solve_continuous_lyapunov(A.T, -C.T @ C)[len(M) :, len(M) :]
    norm = float(np.trace(force.T @ observed @ force))
    total = float(found.of_modes.sum())
    return [
        Check("modal costs together, of the H2 norm's square", total, norm, 1e-8, "", "relative")
    ]


def components() -> list[Check]:
    """Two halves with six modes each beside their interface make one free beam."""
    half = beam(6, length=0.5)
    modes = fx.craig_bampton(half, "tip", "root", count=12)
    turned = np.diag([-1.0, -1.0, 1.0])
    parts = {"left": fx.Component(modes), "right": fx.Component(modes, [1, 0, 0], turned)}
    system = fx.system_modes(parts, [fx.Connection(("left", "tip"), ("right", "tip"))])
    rates = system.angular_frequencies[system.elastic][:6:2]
    return [
        Check(
            f"free beam of two components, frequency {k + 1}", rate, root**2, 1e-3, "", "relative"
        )
        for k, (rate, root) in enumerate(zip(rates, FREE, strict=True))
    ]


def columns() -> list[Check]:
    modes = fx.normal_modes(beam(12), "root", count=12)
    by_force = -fx.node_motion(modes, "tip").second[0]
    by_weight = -moments(modes).first2[0]
    force, weight = (
        1 / linalg.eigvalsh(softening, modes.stiffness)[-1] for softening in (by_force, by_weight)
    )
    return [
        Check("load at which a column buckles", force, np.pi**2 / 4, 1e-3, "", "relative"),
        Check("weight at which a column buckles", weight, 7.83735, 1e-3, "", "relative"),
    ]


def spinning(modes: fx.Modes, stiffening: str, rate: float, hub: float) -> dict[str, np.ndarray]:
    """Frequencies across the plane of spin, and in it, of a beam on a hub."""
    of_mass = moments(modes, stiffening)
    drawn = of_mass.inertia2[:, :, 2, 2] / 2 + hub * of_mass.first2[0]
    stiffness = of_mass.modal_stiffness - rate**2 * drawn
    along = np.abs(modes.structure.translation("tip") @ modes.shapes).argmax(axis=0)
    found = {}
    for name, axis in (("flap", 2), ("lag", 1)):
        these = np.flatnonzero(along == axis)
        found[name] = np.sqrt(linalg.eigvalsh(stiffness[np.ix_(these, these)]))
    return found


def rotating(stiffening: str) -> list[Check]:
    modes = fx.normal_modes(beam(12), "root", count=30)
    found = []
    for (rate, hub), flap in FLAP.items():
        seen = spinning(modes, stiffening, rate, hub)
        for name, references in (("flap", flap), ("lag", np.sqrt(np.square(flap) - rate**2))):
            found += [
                Check(
                    f"{stiffening}, hub {hub:g}, {name} {k + 1}", value, ref, 2e-3, "", "relative"
                )
                for k, (value, ref) in enumerate(zip(seen[name], references, strict=False))
            ]
    return found


def without_stiffening() -> list[Check]:
    """Flap does not see the spin, and lag loses its square: wrong, in the known way."""
    modes = fx.normal_modes(beam(10), "root", count=8)
    seen, square = spinning(modes, "none", 3.0, 0.0), CLAMPED[0] ** 2
    lag = np.sqrt(square**2 - 9)
    return [
        Check("no stiffening, spin 3, flap 1", seen["flap"][0], square, 1e-3, "", "relative"),
        Check("no stiffening, spin 3, lag 1", seen["lag"][0], lag, 1e-3, "", "relative"),
    ]

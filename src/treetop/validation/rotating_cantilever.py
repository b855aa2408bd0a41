"""A cantilever on a hub that spins: how it vibrates out of the plane of rotation, and in it.

With lengths in units of the beam's, and frequencies in units of √(EI / ρA L⁴), spin η and hub
radius δ.  Out of the plane (flap) centrifugal forces stiffen it; in the plane (lag) μ² is less by
η² if it cannot be stretched.  With EA L²/EI = 70² stretching couples to bending by Coriolis'
forces; these frequencies are about the beam as it is while nothing is stretched, as in the source:
constant efforts along the modes keep it so.

Without stiffening flap does not change with spin at all, and lag falls, to vanish at η = 3.516.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

import treetop as tt
from treetop.analysis import linearised
from treetop.structures import BeamFrame, Modes, Section, normal_modes
from treetop.validation.case import Check

AT_REST = (3.516015269, 22.03449156, 61.69721441, 120.9019161)
FLAP = {  # by hub radius and spin
    (0, 4): (5.5850014, 24.273349, 63.96676, 123.26148),
    (0, 8): (9.2568376, 29.995382, 70.292962, 130.04903),
    (0, 12): (13.17015, 37.603112, 79.614478, 140.53435),
    (0.5, 4): (6.5998692, 25.652966, 65.497509, 124.91253),
    (0.5, 8): (11.584467, 34.22874, 75.621562, 136.12381),
    (0.5, 12): (16.77864, 44.896933, 89.68405, 152.68987),
    (1, 4): (7.4750478, 26.957262, 66.986772, 126.53732),
    (1, 8): (13.507389, 37.953793, 80.529532, 141.87797),
    (1, 12): (19.721542, 51.070134, 98.526797, 163.72368),
    (2, 4): (8.9663788, 29.380507, 69.852259, 129.71238),
    (2, 8): (16.685899, 44.402046, 89.385141, 152.58198),
    (2, 12): (24.549082, 61.446363, 113.78895, 183.32561),
    (5, 4): (12.381903, 35.608504, 77.702555, 138.70583),
    (5, 8): (23.748929, 59.432277, 111.09884, 180.07204),
    (5, 12): (35.208205, 84.91408, 149.18316, 230.29219),
}
COUPLED = {  # lag, with stretching
    (0, 2): (3.619566463, 22.5238421, 62.23889504),
    (0, 6): (4.239332807, 26.10544388, 66.39281816),
    (0, 10): (4.970021792, 32.04557114, 73.91314627),
    (1, 2): (4.397801009, 23.27775878, 63.03363271),
    (1, 6): (8.500072483, 31.43215353, 72.71629857),
    (1, 10): (13.04815883, 43.12439851, 88.51317559),
    (5, 2): (6.643016046, 26.06386358, 66.10007254),
    (5, 6): (16.91572863, 46.70629155, 93.14866471),
    (5, 10): (27.26576941, 71.1899113, 111.4645195),
}
ELEMENTS, STIFF = 40, 1e4


def checks() -> list[Check]:
    found = []
    for stiffening in ("geometric", "foreshortening"):
        for (radius, spin), flap in FLAP.items():
            lag = np.sqrt(np.square(flap) - spin**2)
            out_of, within = frequencies(bending(), stiffening, radius, spin)
            off = max(apart(out_of, flap), apart(within, lag))
            what = f"flap and lag, {stiffening}, hub radius {radius:g}, spin {spin:g}"
            found.append(Check(f"greatest difference of {what}", off, 0.0, 2e-3, "of each"))
        for (radius, spin), coupled in COUPLED.items():
            _, within = frequencies(stretching(), stiffening, radius, spin)
            off = apart(within, coupled)
            what = f"lag with stretching, {stiffening}, hub radius {radius:g}, spin {spin:g}"
            found.append(Check(f"greatest difference of {what}", off, 0.0, 2e-3, "of each"))
    return found + without_stiffening()


def without_stiffening() -> list[Check]:
    """Wrong in a known way: spin does nothing out of the plane, and pulls outward in it."""
    flap, lag = frequencies(bending(), "none", 1.0, 4.0)
    second = np.sqrt(np.square(AT_REST[1:]) - 16.0)  # the first lag has become a growth
    return [
        Check("first four flap, none, spin 4", apart(flap, AT_REST), 0.0, 1e-3, "of each"),
        Check("second to fourth lag, none, spin 4", apart(lag, second), 0.0, 1e-3, "of each"),
    ]


def apart(found: np.ndarray, reference: Sequence[float] | np.ndarray) -> float:
    """How far the lowest frequencies are, one by one, as parts of the reference."""
    return float(np.abs(found[: len(reference)] / reference - 1.0).max())


def frequencies(
    modes: Modes, stiffening: str, radius: float, spin: float
) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies of flap and of lag, distinguished by where the tip moves; the lowest first."""
    m = tt.Model("rotating cantilever")
    hub = m.add_body("hub", mass=1, inertia=[1, 1, 1])
    m.add_joint("spin", tt.Revolute([0, 0, 1]), m.ground, hub)
    beam = m.add_flexible_body("beam", modes, stiffening=stiffening)
    m.add_joint("clamp", tt.Fixed(), hub.frame("rim", at=[radius, 0, 0]), beam)
    m.add_constraint("drive", tt.Prescribed("spin.angle", f"{spin} * t"))
    keep_straight(m, spin)
    system = m.build()
    values, vectors = np.linalg.eig(linearised(system, system.state(spin={"rate": spin})).A)
    tip = np.abs(modes.structure.translation("tip") @ modes.shapes @ vectors[: len(modes)])
    swings, flaps = values.imag > 1e-6, tip[2] > tip[1]
    return np.sort(values.imag[swings & flaps]), np.sort(values.imag[swings & ~flaps])


def keep_straight(m: tt.Model, spin: float) -> None:
    """Let constant efforts along its modes keep the beam from being stretched, and so at rest."""
    system = m.build()
    state = system.state(spin={"rate": spin})
    efforts = system.mass_matrix(state) @ system.evaluate(state).speed_rates
    for label, effort in zip(system.speed_labels, efforts, strict=True):
        joint, coordinate = label.removesuffix("_rate").split(".")
        if joint == "beam":
            m.add_force(f"on {coordinate}", tt.JointEffort(joint, -effort, coordinate))


@cache
def bending() -> Modes:
    """Ten modes in each plane, of a beam that cannot be stretched."""
    return cantilever(axial=1e10, bending_y=1.0, count=20)


@cache
def stretching() -> Modes:
    """In the plane of rotation, stretching among them."""
    return cantilever(axial=70.0**2, bending_y=STIFF, count=26)


def cantilever(axial: float, bending_y: float, count: int) -> Modes:
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [1, 0, 0])
    rotary = 1e-7  # of no account
    section = Section(axial, bending_y, 1.0, 1e6, 1.0, rotary, rotary)
    frame.add_beam("beam", "root", "tip", section, elements=ELEMENTS)
    return normal_modes(frame.structure(), "root", count=count)

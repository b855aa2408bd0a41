"""Small motions of cables: hanging, with and without a tip mass, and spinning about a hub.

A hanging chain of n points has ω² = (g n/L) times the zeros of Laguerre's polynomial; a cable is
its limit, √(g/L) j0k/2.  A cable that spins about its end without a hub has ω² = k (2k - 1) Ω² out
of the plane of rotation, and Ω² less in it.
"""

from functools import partial

import numpy as np

import treetop as tt
from treetop.analysis import linearised
from treetop.validation.case import Check
from treetop.validation.lines import limit

CHAIN = (1.187770093006, 2.728101237130, 4.281546688951, 36.475859558)  # n = 20; the last highest
TIP_MASS = (1.0564224799928, 4.08168676379, 7.7375031368051)  # equal to the cable's
HUB = (1.072058536604, 2.604655724266, 4.114098920004)  # of radius 0.1 L, out of plane
COUNT = 20


def checks() -> list[Check]:
    from scipy.special import jn_zeros

    chain = hanging(COUNT, lumped=True, tip=0.5 / COUNT)  # whose last point is a whole one
    found = [
        Check(f"chain of 20 points, mode {k}", chain[k - 1], wanted, 1e-7, "√(g/L)", "relative")
        for k, wanted in zip((1, 2, 3, COUNT), CHAIN, strict=True)
    ]
    for what, tip, wanted in (
        ("hanging cable", 0.0, jn_zeros(0, 2) / 2),
        ("hanging cable with its mass at the tip", 1.0, TIP_MASS),
    ):
        rods = limit(partial(lowest, count=len(wanted), tip=tip), 20)
        found += _modes(what, rods.value, wanted, "√(g/L)")
        found.append(Check(f"{what}: order of convergence", rods.order, 2.0, 0.05))
    for radius, out_of in ((0.0, np.sqrt([1.0, 6.0, 15.0])), (0.1, np.array(HUB))):
        for plane, less in (("out of plane", 0.0), ("in plane", 1.0)):
            spun = limit(partial(spinning, radius=radius, in_plane=bool(less)), 20)
            what = f"spinning cable, hub {radius:g} L, {plane}, ω²"
            found += _modes(what, spun.value, out_of**2 - less, "Ω²")
    return found


def _modes(what: str, values, wanted, unit: str) -> list[Check]:
    return [
        Check(f"{what}, mode {k}", float(value), float(reference), 2e-5 * max(1.0, reference), unit)
        for k, (value, reference) in enumerate(zip(values, wanted, strict=True), start=1)
    ]


def _squares(system, state) -> np.ndarray:
    """Squares of the frequencies of all small motions, the lowest first, rad²/s²."""
    values = np.linalg.eigvals(linearised(system, state).A)
    return np.sort(-np.square(values).real)[::2]


def lowest(n: int, count: int, tip: float) -> np.ndarray:
    """The lowest frequencies of a cable of rods that hangs."""
    return hanging(n, False, tip)[:count]


def hanging(n: int, lumped: bool, tip: float = 0.0) -> np.ndarray:
    """Frequencies of a cable of unit length, mass and weight that hangs, and swings in a plane."""
    m = tt.Model("hanging cable")
    line = tt.Cable(length=1, mass_per_length=1, EI=[None, 0], elements=n, lumped=lumped)
    cable = m.add_beam("line", line)
    kind = tt.Fixed() if lumped else tt.Revolute([0, 0, 1])
    m.add_joint("pin", kind, m.ground, cable)
    if tip:
        m.add_joint("end", tt.Fixed(), cable.tip, m.add_body("bob", tip))
    m.add_force("weight", tt.UniformGravity([1, 0, 0]))
    system = m.build()
    return np.sqrt(_squares(system, system.state()))


def spinning(n: int, radius: float, in_plane: bool) -> np.ndarray:
    """The three lowest ω² of a cable of unit length that spins at 1 rad/s."""
    bends, hinge = ([None, 0], [0, 0, 1]) if in_plane else ([0, None], [0, 1, 0])
    m = tt.Model("spinning cable")
    hub = m.add_body("hub", 1, [1, 1, 1])
    m.add_joint("spin", tt.Revolute([0, 0, 1]), m.ground, hub)
    cable = m.add_beam("line", tt.Cable(length=1, mass_per_length=1, EI=bends, elements=n))
    m.add_joint("pin", tt.Revolute(hinge), hub.frame("rim", at=[radius, 0, 0]), cable)
    m.add_constraint("drive", tt.Prescribed("spin.angle", "t"))
    system = m.build()
    return _squares(system, system.state(spin={"rate": 1.0}))[:3]

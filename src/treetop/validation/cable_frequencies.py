"""Small motions of cables: hanging and spinning, with and without a mass at the tip.

A hanging chain of n points has ω² = (g n/L) times the zeros of Laguerre's polynomial; a cable is
its limit, √(g/L) j0k/2.  A cable that spins about its end without a hub has ω² = k (2k - 1) Ω² out
of the plane of rotation, one that is free at both ends n (n + 1)/2 Ω², and Ω² less in it.  With
masses at the tip, frequencies of the continuous cable are found after Ritz.
"""

from functools import partial

import numpy as np

import treetop as tt
from treetop.analysis import linearised
from treetop.validation.case import Check, componentwise
from treetop.validation.lines import Limit, limit
from treetop.validation.ritz import string

CHAIN = (1.187770093006, 2.728101237130, 4.281546688951, 36.475859558)  # n = 20; the last highest
TIP_MASS = (1.0564224799928, 4.08168676379, 7.7375031368051)  # equal to the cable's
HUB = (1.072058536604, 2.604655724266, 4.114098920004)  # of radius 0.1 L, out of plane
COUNT = 20
RITZ = 1e-9  # to which continuous cables are solved


def checks() -> list[Check]:
    from scipy.special import jn_zeros

    chain = hanging(COUNT, lumped=True, tip=0.5 / COUNT)  # whose last point is a whole one
    found = [
        Check(f"chain of 20 points, mode {k}", chain[k - 1], wanted, 1e-7, "√(g/L)", "relative")
        for k, wanted in zip((1, 2, 3, COUNT), CHAIN, strict=True)
    ]
    found += componentwise("Ritz, tip mass, mode", "123", _hung(1.0), TIP_MASS, RITZ, "√(g/L)")
    found += componentwise("Ritz, hub, mode", "123", np.sqrt(_spun(0.1, 0.0)), HUB, RITZ, "Ω")
    for tip in (0.0, 0.1, 1.0, 10.0):
        wanted = _hung(tip) if tip else jn_zeros(0, 3) / 2
        what = f"hanging cable with {tip:g} of its mass at the tip" if tip else "hanging cable"
        hung = limit(partial(lowest, count=3, tip=tip), _fewest(tip))
        found += _modes(what, hung, wanted, "√(g/L)")
    for radius, tip in ((0.0, 0.0), (0.1, 0.0), (0.0, 1.0), (0.0, 10.0)):
        out_of = np.array([1.0, 6.0, 15.0]) if radius == tip else _spun(radius, tip)
        for plane, less in (("out of plane", 0.0), ("in plane", 1.0)):
            way = partial(spinning, radius=radius, in_plane=bool(less), tip=tip)
            spun = limit(way, _fewest(tip))
            what = f"spinning cable, hub {radius:g} L, tip {tip:g}, {plane}, ω²"
            found += _modes(what, spun, out_of - less, "Ω²")
    for plane, less in (("out of plane", 0.0), ("in plane", 1.0)):
        flown = limit(partial(spinning_free, in_plane=bool(less)), 20)
        what = f"spinning cable, free at both ends, {plane}, ω²"
        found += _modes(what, flown, np.array([3.0, 6.0, 10.0]) - less, "Ω²")
    return found


def _fewest(tip: float) -> int:
    """Elements of the coarsest cable: without a mass at its tip, where it is slack, more."""
    return 10 if tip else 20


def _hung(tip: float) -> np.ndarray:
    """Frequencies of a continuous cable that hangs."""
    return np.sqrt(string(lambda x: tip + 1.0 - x, "pinned free", tip)[:3])


def _spun(radius: float, tip: float) -> np.ndarray:
    """ω² of a continuous cable that spins, out of plane."""

    def tension(x: np.ndarray) -> np.ndarray:
        return (1.0 - x) * (radius + 0.5 * (1.0 + x)) + tip * (radius + 1.0)

    return string(tension, "pinned free", tip)[:3]


def _modes(what: str, found: Limit, wanted, unit: str) -> list[Check]:
    checks = [
        Check(f"{what}, mode {k}", float(value), float(reference), found.left + RITZ, unit)
        for k, (value, reference) in enumerate(zip(found.value, wanted, strict=True), start=1)
    ]
    part = found.left / float(np.max(wanted))
    return [
        *checks,
        Check(f"{what}: error estimated, part of the last", part, 0.0, 1e-4),
        Check(f"{what}: order of convergence", found.order, 2.0, 0.1),
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


def _turned(n: int, in_plane: bool) -> tuple:
    """A hub that turns at 1 rad/s, a cable of unit length, and the axis about which it swings."""
    bends, hinge = ([None, 0], [0, 0, 1]) if in_plane else ([0, None], [0, 1, 0])
    m = tt.Model("spinning cable")
    hub = m.add_body("hub", 1, [1, 1, 1])
    m.add_joint("spin", tt.Revolute([0, 0, 1]), m.ground, hub)
    m.add_constraint("drive", tt.Prescribed("spin.angle", "t"))
    cable = m.add_beam("line", tt.Cable(length=1, mass_per_length=1, EI=bends, elements=n))
    return m, hub, cable, hinge


def spinning(n: int, radius: float, in_plane: bool, tip: float = 0.0) -> np.ndarray:
    """The three lowest ω² of a cable on a hub."""
    m, hub, cable, hinge = _turned(n, in_plane)
    m.add_joint("pin", tt.Revolute(hinge), hub.frame("rim", at=[radius, 0, 0]), cable)
    if tip:
        m.add_joint("end", tt.Fixed(), cable.tip, m.add_body("bob", tip))
    system = m.build()
    return _squares(system, system.state(spin={"rate": 1.0}))[:3]


def spinning_free(n: int, in_plane: bool) -> np.ndarray:
    """ω² of the second, third and fourth mode of a cable that spins about its middle, free to leave
    it: the first ones move it as a whole."""
    m, hub, cable, hinge = _turned(n, in_plane)
    m.add_joint("flight", tt.Planar(hinge), hub, cable.at(0.5))
    system = m.build()
    found = _squares(system, system.state(spin={"rate": 1.0}))
    return found[found > 1.5][:3]

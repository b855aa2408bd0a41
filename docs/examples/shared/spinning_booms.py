"""Satellites that spin and push out straight booms."""

from typing import Any, NamedTuple


class SpinningBooms(NamedTuple):
    """A hub with booms of which a length l is out; the rest is stored at their guides."""

    hub: float  # inertia, kg m²
    count: int  # of booms
    guide: float  # how far it is from the axis, m
    tip: float  # mass at the tip, kg
    line: float  # mass per length, kg/m
    whole: float  # length of a boom, m
    spin: float  # rate with 1 m of each boom out, rad/s

    def inertia(self, l: Any) -> Any:
        """The inertia of the hub and its booms, with what is stored, kg m²."""
        out, r = self.guide + l, self.guide
        boom = self.line * (out**3 - r**3) / 3 + self.line * (self.whole - l) * r**2
        return self.hub + self.count * (self.tip * out**2 + boom)

    def rate(self, l: Any) -> Any:
        """The rate that is left with booms of this length, rad/s."""
        return self.spin * self.inertia(1.0) / self.inertia(l)

    def pull(self, l: Any) -> Any:
        """The pull of the spin on a straight boom, N."""
        moment = self.tip * (self.guide + l) + self.line * (self.guide * l + l**2 / 2)
        return self.rate(l) ** 2 * moment

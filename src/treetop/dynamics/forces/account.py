"""What forces without a potential do to the energy."""

from operator import add
from typing import NamedTuple

from treetop._kernel import rule
from treetop.spatial import Vec3


class Account(NamedTuple):
    """Power, seen from the moving origin, and resultant; the ground's share left out."""

    power: float
    force: Vec3


rule(add, Account, Account)(lambda a, b: Account(a.power + b.power, a.force + b.force))

"""One scalar constraint between two bodies a and b, in inertial axes."""

from typing import NamedTuple

from treetop.spatial import Force


class Row(NamedTuple):
    """``on_a · A_a + on_b · A_b + bias = 0``, A being accelerations of the bodies' origins.

    The same numbers are the forces on the bodies, about their origins, of a unit multiplier.
    """

    on_a: Force
    on_b: Force
    error: float  # how far the constraint is from being met
    rate: float  # the rate of the error
    bias: float  # the second rate, while nothing accelerates

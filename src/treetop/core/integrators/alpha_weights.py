"""Weights of the generalised-α method, of that of Hilber, Hughes and Taylor, and of Newmark's."""

from typing import NamedTuple

from treetop.core.compiler import kernel


class Weights(NamedTuple):
    """The numbers that make the method, behind the tolerances and the step of a plan."""

    old_a: float  # α_m
    old_rate: float  # α_f
    beta: float
    gamma: float
    level: float  # index of the constraints


def generalized(rho: float, index: int) -> Weights:
    """ρ is what is left after one step of an oscillation far faster than the steps."""
    m, f = (2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0)
    return Weights(m, f, 0.25 * (1.0 - m + f) ** 2, 0.5 - m + f, index)


def hilber_hughes_taylor(rho: float, index: int) -> Weights:
    """ρ from 1/2, below which the method is not stable."""
    f = (1.0 - rho) / (1.0 + rho)
    return Weights(0.0, f, 0.25 * (1.0 + f) ** 2, 0.5 + f, index)


def newmark(rho: float, index: int) -> Weights:
    """ρ = 1 is the average acceleration; damped, the method is of order 1."""
    return Weights(0.0, 0.0, 1.0 / (1.0 + rho) ** 2, 0.5 * (3.0 - rho) / (1.0 + rho), index)


@kernel
def weights(plan):
    c = plan.control
    return Weights(c[3], c[4], c[5], c[6], c[7])

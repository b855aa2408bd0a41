"""What values and slopes at both ends of a piece of time say of zeros within: pure functions.

    a, b values at the ends    c, d slopes times the length of the piece    Δ = b - a

A signal is Hermite's cubic H of the four, and an error that vanishes at both ends as θ² and (1-θ)²
do: of 16 θ² (1-θ)² times its size in the middle.  In Bernstein's form of degree 5 that changes the
two middle coefficients alone, and where all coefficients are on one side of zero so is the signal.

How large the error may be is given by how far the tangents miss the other end,
N = max(|Δ - c|, |Δ - d|): a corner, the worst that can be, errs by N/4, a smooth bend by far less.
What N cannot see, whole turns and shapes that take turns to be the nearest, is bounded by the
angle that bodies turn by, and added.
"""

from treetop.core.compiler import kernel

CLEAR, SINGLE, OPEN, TURNING = range(4)  # no zero, one zero, not yet known, for it turns too far

DOUBT = 1.0 / 3.0  # part of N by which a cubic may err in the middle
MONOTONE = 0.5  # part of Δ up to which N leaves no workspace for an extremum


@kernel
def crossed(a, b):
    """Whether two values are on different sides of zero, which itself is above."""
    return (a < 0.0) != (b < 0.0)


@kernel
def miss(a, b, c, d):
    """How far the tangents miss the other end."""
    return max(abs(b - a - c), abs(b - a - d))


@kernel
def margin(a, b, c, d, error):
    """How far a signal that is on one side of zero at both ends surely stays from the other;
    negative if it may get there."""
    side = -1.0 if a < 0.0 else 1.0
    p, q = a + c / 3.0, b - d / 3.0
    inner = min(side * (a + 6.0 * p + 3.0 * q), side * (3.0 * p + 6.0 * q + b))
    outer = min(side * (a + c / 5.0), side * (b - d / 5.0))
    return min(outer, 0.1 * inner - 1.6 * error)


@kernel
def zeros_within(a, b, c, d, unseen, least):
    """CLEAR, SINGLE or OPEN.

    `unseen` is by how much the signal may err beyond what N gives, `least` how far past zero it
    must go to count.
    """
    bend = miss(a, b, c, d)
    error = DOUBT * bend + unseen
    if crossed(a, b):
        one = bend + 4.0 * unseen <= max(MONOTONE * abs(b - a), least)
        return SINGLE if one else OPEN
    return CLEAR if margin(a, b, c, d, error) >= -least else OPEN


@kernel
def next_part(x1, x2, x3, f1, f2, f3, narrow):
    """How far from x1 to x2 to look next: by inverse quadratic interpolation where that is safe,
    else half-way (Chandrupatla, *Advances in Engineering Software* 28 (1997), 145-149)."""
    xi, phi = (x1 - x2) / (x3 - x2), (f1 - f2) / (f3 - f2)
    part = 0.5
    if phi * phi < xi and (1.0 - phi) * (1.0 - phi) < 1.0 - xi:
        part = f1 / (f2 - f1) * f3 / (f2 - f3)
        part += (x3 - x1) / (x2 - x1) * f1 / (f3 - f1) * f2 / (f3 - f2)
    least = narrow / abs(x2 - x1)
    return min(1.0 - least, max(least, part))

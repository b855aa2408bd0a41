"""Sine and cosine of an angle, both at once."""

import math

from treetop.core.compiler import all_of, function_of, kernel, value_of, where

# Minimax polynomials of sine and cosine within ±π/4, and π/2 in three parts: the numbers of
# fdlibm (Sun Microsystems, 1993).
_SINE = (
    -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
    2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10,
)  # fmt: skip
_COSINE = (
    4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
    -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11,
)  # fmt: skip
_QUARTER = (1.57079632673412561417e00, 6.07710050630396597660e-11, 2.02226624879595063154e-21)
_FAR = 1e5  # rad; beyond, three parts of π/2 no longer reach


@kernel
def sine_and_cosine(angle):
    s, c = _sine_and_cosine(value_of(angle))
    return function_of(angle, s, c), function_of(angle, c, -s)


@kernel
def _sine_and_cosine(angle):
    """Both at once, several times as fast as the library's one after the other."""
    near = abs(angle) < _FAR
    turns = math.floor(where(near, angle, 0.0) * (2.0 / math.pi) + 0.5)
    x = ((angle - turns * _QUARTER[0]) - turns * _QUARTER[1]) - turns * _QUARTER[2]
    z, S, C = x * x, _SINE, _COSINE
    s = x + x * z * (S[0] + z * (S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])))))
    c = C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5]))))
    c = 1.0 - (0.5 * z - z * z * c)
    quarter = turns - 4.0 * math.floor(0.25 * turns)
    odd = (quarter == 1.0) | (quarter == 3.0)
    s, c = where(odd, c, s), where(odd, -s, c)
    s, c = where(quarter >= 2.0, -s, s), where(quarter >= 2.0, -c, c)
    if all_of(near):
        return s, c
    return where(near, s, math.sin(angle)), where(near, c, math.cos(angle))

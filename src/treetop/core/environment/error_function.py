"""The complementary error function times exp(x²), where free-molecular flow needs it.

After M. M. Shepherd and J. G. Laframboise, Mathematics of Computation 36 (1981): (1 + 2 x) exp(x²)
erfc(x) is smooth in x / (x + k), k = 3.75.  Here it is interpolated for 0 ≤ x ≤ 6.5 at the twenty
Chebyshev points of a variable u that goes from -1 to 1, and written in even and odd powers of u;
relative errors are below 1e-15.  Without branches, it is computed for several facets at once.
"""

from treetop.core.compiler import kernel

LARGEST = 6.5
_K = 3.75
_EVEN = (
    1.2825478225223634, -0.09638489888425081, -0.07399235734047158, -0.011252319134445446,
    -0.0002932910611860481, 1.5240778366252625e-05, -5.247237776029136e-07, 1.9418895748990796e-08,
    -8.796754448692233e-10, 3.844372808980755e-11,
)  # fmt: skip
_ODD = (
    -0.04907550591608027, 0.113278838693644, 0.03391676854848544, 0.002547078924297703,
    -2.658063064919378e-05, -9.860798474661362e-07, 8.129329376805707e-08, -4.2903042637421005e-09,
    1.984195120243245e-10, -6.997014237774951e-12,
)  # fmt: skip


@kernel
def powers(c, y):
    """A polynomial of degree 9."""
    low = c[0] + y * (c[1] + y * (c[2] + y * (c[3] + y * c[4])))
    high = c[5] + y * (c[6] + y * (c[7] + y * (c[8] + y * c[9])))
    y2 = y * y
    return low + y2 * y2 * y * high


@kernel
def scaled_erfc(x):
    """exp(x²) erfc(x) for 0 ≤ x ≤ 6.5."""
    u = (2.0 * (LARGEST + _K) / LARGEST) * x / (x + _K) - 1.0
    y = u * u
    return (powers(_EVEN, y) + u * powers(_ODD, y)) / (1.0 + 2.0 * x)

"""The coefficients of Radau IIA of order 5: collocation at three points.

E. Hairer and G. Wanner, *Solving Ordinary Differential Equations II*, 2nd edition (1996),
section IV.8.  With c the times of the stages in parts of the step,

    P = (c_i^k)⁻¹                   from values at the stages to coefficients of x, x², x³
    A = (c_i^k / k) (c_j^(k-1))⁻¹   the integrals of the polynomials that are 1 at one stage
    A⁻¹ = T Λ T⁻¹                   Λ real: one number MU, and a block that acts as the number NU
                                    on pairs taken for complex numbers

all of which follow from c.
"""

import numpy as np

ROOT = np.sqrt(6.0)
C = np.array([(4.0 - ROOT) / 10.0, (4.0 + ROOT) / 10.0, 1.0])
_POWERS = C[:, None] ** np.arange(1, 4)
P = np.linalg.inv(_POWERS)
A = (_POWERS / np.arange(1, 4)) @ np.linalg.inv(C[:, None] ** np.arange(3))

# The weights of the stages in the error, beside the rate at the start: (8.18) to (8.20).
E = np.array([-13.0 - 7.0 * ROOT, -13.0 + 7.0 * ROOT, -1.0]) / 3.0

_values, _vectors = np.linalg.eig(np.linalg.inv(A))
_real, _upper = int(np.argmin(abs(_values.imag))), int(np.argmax(_values.imag))
MU, NU = float(_values[_real].real), complex(_values[_upper])
# Scaled so that the last stage is the sum of the first two.
_one, _two = _vectors[:, _real].real, _vectors[:, _upper]
_two = _two / _two[2]
T = np.column_stack([_one / _one[2], _two.real, -_two.imag])
T_INVERSE = np.linalg.inv(T)

"""Love numbers of the Earth, as tables for solid tides (IERS Conventions 2010, chapter 6)."""

import numpy as np

from treetop.core.environment.solid_tides import Tides

RADIUS = 6378136.6  # m

# k₂₀; k₂₁ and k₂₂ with their imaginary parts; k₃ of orders 0 to 2; k₃₃ (table 6.3)
ELASTIC = (0.29525, 0.29470, 0.0, 0.29801, 0.0, 0.093, 0.094)
ANELASTIC = (0.30190, 0.29830, -0.00144, 0.30102, -0.00130, 0.093, 0.094)

# What the zero-frequency tide adds to C₂₀ is A₀ H₀ k₂₀ (6.14).
A0_H0 = 4.4228e-8 * -0.31460


def earth_tides(tide_system: str, love: tuple[float, ...] = ANELASTIC) -> Tides:
    """Tables of the solid tides of the Earth.

    Parameters
    ----------
    tide_system : str
        That of the gravity field: a ``zero_tide`` field has the permanent tide in it already.
    love : tuple
        Love numbers, `ANELASTIC` or `ELASTIC`.
    """
    permanent = A0_H0 * love[0] if tide_system == "zero_tide" else 0.0
    return Tides(np.array([RADIUS, *love]), np.array([permanent]))

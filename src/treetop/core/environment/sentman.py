"""Force of a free-molecular gas that leaves diffusely, after Sentman, with accommodation of energy.

L. H. Sentman, Free Molecule Flow Theory and its Application to the Determination of Aerodynamic
Forces, LMSC-448514 (1961).  All that arrives leaves diffusely: both accommodations of momentum are
one.  Its temperature lies between that of the wall and the one that its energy of arrival would
give it, by the accommodation α of energy: K. Moe, M. M. Moe and S. D. Wallace, J. Spacecraft and
Rockets 35 (1998); E. Doornbos, Thermospheric Density and Wind Determination from Satellite Dynamics
(2012), equation 3.26.
"""

import math

from treetop.core.compiler import kernel
from treetop.core.spatial import dot


@kernel
def leaving_speed(accommodation, wall_speed, V):
    """Most probable speed of what leaves: of the gas at the temperature of the wall it is
    `wall_speed`, and without accommodation V / √2."""
    a = accommodation
    return math.sqrt(0.5 * (1.0 - a) * dot(V, V) + a * wall_speed * wall_speed)

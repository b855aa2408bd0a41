"""What is around a craft: places in the row `Work.surroundings`, which each evaluation writes.

Gravity is that at one point: the origin of positions, if that falls with the craft, else the origin
of the first body.  All other numbers are for the origin of the first body.  Inertial axes.
"""

FALL = 0  # (3)  acceleration by gravity, without that of the point mass and of uniform gravity
GRADIENT = 3  # (6)  its derivative by the place: xx xy xz yy yz zz
POINT = 9  # (3)  where that is so, from the origin of positions
SUN = 12  # (3)  direction of the Sun
SUNLIGHT = 15  # the part of its disc that is seen
LIGHT_PRESSURE = 16  # of the light that arrives, on a surface that absorbs it, Pa
PENUMBRA, UMBRA = 17, 18  # angles to the edges of the planet's shadow, rad, from outside positive
DENSITY, TEMPERATURE, MOLAR_MASS = 19, 20, 21  # of the air
AIR_VELOCITY = 22  # (3)
MAGNETIC_FIELD = 25  # (3)  T
MAGNETIC_GRADIENT = 28  # (6)  its derivative by the place, where anything needs it; else 0
REFLECTED, INFRARED = 34, 37  # (3) each: flux from the planet, W/m², the way that it goes
HEIGHT = 40  # above the ellipsoid, m
SPIN = 41  # (3)  angular velocity of the planet, with which the magnetic field turns
COMPANION = 44  # (3)  direction of the Moon near the Earth, of the Earth near the Moon
COMPANION_PENUMBRA, COMPANION_UMBRA = 47, 48  # angles to the edges of its shadow
PLANET = 49  # (3)  direction of the planet's centre
PLANET_ANGLE = 52  # its apparent radius, rad
RAYS = 53  # (5) each: ray of the planet, where it travels, its sunlight and infra-red, W/m²
RAY, RAY_COUNT = 5, 21
SIZE = RAYS + RAY * RAY_COUNT

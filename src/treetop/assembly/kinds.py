"""The numbers by which tables tell joint kinds, and scalar constraints, apart."""

FIXED, REVOLUTE, PRISMATIC, SCREW, CYLINDRICAL, UNIVERSAL, SPHERICAL, PLANAR, FREE = range(9)

KINDS = {
    "fixed": FIXED,
    "revolute": REVOLUTE,
    "prismatic": PRISMATIC,
    "screw": SCREW,
    "cylindrical": CYLINDRICAL,
    "universal": UNIVERSAL,
    "spherical": SPHERICAL,
    "planar": PLANAR,
    "free": FREE,
}

PLANE, TURN = range(2)

"""The two-body spacecraft of Schutte and Udwadia, without its damper, as a `LagrangianSystem`."""

import math

import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

from quaternions import body_rates, quaternion, rotation
from treetop.symbolic import LagrangianSystem

t = dynamicsymbols._t
MU, RADIUS = 3.986e14, 6678.1e3


def two_body_spacecraft():
    """Two bodies, seven coordinates each, joined along a line by spring and eight constraints of
    rank six; positions are from a reference orbit that moves along."""
    r = [sp.Matrix(dynamicsymbols(f"x{i} y{i} z{i}")) for i in (1, 2)]
    e = [quaternion("e1"), quaternion("e2")]
    O, V = (sp.Matrix(dynamicsymbols(f"{a}x {a}y {a}z")) for a in "OV")
    mu, masses = MU, (2200, 1200)
    inertias = ([2300, 4500, 3600], [1700, 2000, 600])
    at = (sp.Matrix([1, 0, 1]), sp.Matrix([-1, 0, 1]))
    S = [rotation(q) for q in e]
    D = r[0] + S[0] * at[0] - r[1] - S[1] * at[1]
    stretch = sp.sqrt(D.dot(D)) - 2
    n = sp.Matrix([1, 0, 0])
    pull = [-mu * m / sp.sqrt((O + p).dot(O + p)) for m, p in zip(masses, r, strict=True)]
    system = LagrangianSystem(
        [*r[0], *e[0], *r[1], *e[1]],
        potential=[*pull, 25 * stretch**2 / 2 + stretch**4 / 4],
        constraints={
            "unit1": e[0].dot(e[0]) - 1,
            "unit2": e[1].dot(e[1]) - 1,
            "axis1": (S[0] * n).cross(D),
            "axis2": (S[1] * n).cross(D),
        },
        auxiliary=dict(zip(O, V, strict=True))
        | dict(zip(V, -mu * O / sp.sqrt(O.dot(O)) ** 3, strict=True)),
        outputs={"stretch": stretch},
    )
    for i, name in enumerate(("bus", "tug")):
        w = 2 * body_rates(e[i]) * e[i].diff(t)
        system.add_body(name, masses[i], inertias[i], O + r[i], S[i], w)
    return system


def two_body_start(system):
    """In a circular orbit, at rest beside each other."""
    circular = math.sqrt(MU / RADIUS)
    return system.state(Ox=RADIUS, Vy=circular, e1_w=1.0, e2_w=1.0, x2=4.0)

"""Gravity: uniform, and of a point mass at the inertial origin.

The field of the point mass is taken to second order in the size of a body.  Its potential is

    -μ m / r - μ / (2 r³) (tr J - 3 n·J n),        n = x / r,

x the place of the mass centre and J the inertia about it.  The first term gives the force at the
mass centre; the second the gravity-gradient torque, and a force that goes with it, 1e-13 of the
first for a spacecraft, without which energy and angular momentum would not be conserved.

Gravity beyond that, of the planet's shape and of other bodies, is in `Work.surroundings` and
`Work.perturbation`; see `treetop.core.environment`.

Seen from a free-falling origin, only the difference of the fields is felt.  It is computed
without subtracting them (after Encke and Battin).  Derivation: docs/theory/moving-origin.md.
"""

import math

from treetop.core.compiler import all_of, kernel, where
from treetop.core.forces.power_balance import Account
from treetop.core.spatial import Force, Vec3, cross, dot, force_moved, no_force, norm, turned, zero3
from treetop.core.spatial.table_access import mat, motion, put_six, sym, sym_at, vec, vec_at
from treetop.core.tables.surroundings import FALL, GRADIENT, POINT

# --- the laws ---------------------------------------------------------------------------


@kernel
def central_field(mu, x):
    """The acceleration at x."""
    r = norm(x)
    return x * (-mu / (r * r * r))


@kernel
def central_tide(mu, O, x):
    """The acceleration at O + x less that at O, x being small or large."""
    OO = dot(O, O)
    s = dot(O * 2.0 + x, x) / OO  # |O + x|² = (1 + s) |O|²
    cube = (1.0 + s) * math.sqrt(1.0 + s)
    growth = s * (3.0 + s * (3.0 + s)) / (1.0 + cube)  # (1 + s)^(3/2) - 1
    return (O * growth - x) * (mu / (OO * math.sqrt(OO) * cube))


@kernel
def gradient_force(mu, x, J):
    """Torque about the mass centre at x, and force, of second order in the body's size."""
    r = norm(x)
    n = x * (1.0 / r)
    Jn = J @ n
    strength = 1.5 * mu / (r * r * r * r)
    lengthwise = 5.0 * dot(n, Jn) - (J.xx + J.yy + J.zz)
    return Force(cross(n, Jn) * (2.0 * r * strength), (n * lengthwise - Jn * 2.0) * strength)


@kernel
def central_potential(mu, m, x, J, gradient):
    r = norm(x)
    energy = -mu * m / r
    if gradient:
        n = x * (1.0 / r)
        energy -= 0.5 * mu / (r * r * r) * (J.xx + J.yy + J.zz - 3.0 * dot(n, J @ n))
    return energy


@kernel
def tensor_torque(G, J):
    """Torque about the mass centre of a field whose derivative by the place is G, on a body of
    inertia J."""
    a, b, c = Vec3(G.xx, G.xy, G.xz), Vec3(G.xy, G.yy, G.yz), Vec3(G.xz, G.yz, G.zz)
    x, y, z = Vec3(J.xx, J.xy, J.xz), Vec3(J.xy, J.yy, J.yz), Vec3(J.xz, J.yz, J.zz)
    return Vec3(dot(b, z) - dot(c, y), dot(c, x) - dot(a, z), dot(a, y) - dot(b, x))


@kernel
def tensor_effort(G, c, J_k, S_k):
    """Along a coordinate that changes the inertia about a body's origin by J_k and its moment of
    mass by S_k, in a field whose derivative by the place is G, of trace zero; the mass centre is at
    c in the body."""
    product = G.xx * J_k.xx + G.yy * J_k.yy + G.zz * J_k.zz
    product += 2.0 * (G.xy * J_k.xy + G.xz * J_k.xz + G.yz * J_k.yz)
    return -0.5 * product - dot(c, G @ S_k)


@kernel
def gradient_effort(mu, x, c, J_k, S_k):
    """Along a coordinate that changes the inertia about a body's origin by J_k and its moment of
    mass by S_k; the mass centre is at x, and at c in the body."""
    r = norm(x)
    n = x * (1.0 / r)
    about_centre = 2.0 * dot(c, S_k) - 6.0 * dot(n, c) * dot(n, S_k)
    lengthwise = J_k.xx + J_k.yy + J_k.zz - 3.0 * dot(n, J_k @ n)
    return 0.5 * mu / (r * r * r) * (lengthwise + about_centre)


# --- over the bodies --------------------------------------------------------------------


@kernel
def with_gradient(gravity):
    """The parameter of a point mass whose gradient is felt; 0 if none is."""
    return where(gravity.central[1] > 0.0, gravity.central[0], 0.0)


@kernel
def free_fall(gravity, falling, work, origin):
    """The acceleration of the origin of positions."""
    if not falling:
        return zero3()
    g, mu = vec_at(gravity.uniform, 0) + vec_at(work.surroundings, FALL), gravity.central[0]
    return g + central_field(mu, origin.p) if all_of(mu > 0.0) else g


@kernel
def field_from_origin(gravity, falling, work, origin, x):
    """The acceleration of gravity at x from the origin of positions, as it is seen from there."""
    g, mu = vec_at(gravity.uniform, 0), gravity.central[0]
    around = work.surroundings
    tide = sym_at(around, GRADIENT) @ (x - vec_at(around, POINT))
    if falling:
        return tide + central_tide(mu, origin.p, x) if all_of(mu > 0.0) else tide
    g = g + tide + vec_at(around, FALL)
    return g + central_field(mu, origin.p + x) if all_of(mu > 0.0) else g


@kernel
def apply(gravity, falling, work, origin):
    """Write the force of gravity on each body, as felt from the origin, into ``work.F``.

    Returns the account of it and the momentum of all bodies, both seen from the origin.
    """
    mu, gradient = gravity.central[0], all_of(gravity.central[1] > 0.0)
    g = zero3() if falling else vec_at(gravity.uniform, 0)
    total, momentum, bodies = Account(0.0, zero3()), zero3(), work.bodies
    put_six(work.F, 0, no_force())
    for i in range(1, bodies.mass.size):
        m, R, V = bodies.mass[i], mat(work.R, i), motion(work.V, i)
        c = R @ vec(bodies.com, i)
        x, pull = vec(work.p, i) + c, Force(zero3(), g * m)
        if all_of(mu > 0.0):
            field = central_tide(mu, origin.p, x) if falling else central_field(mu, origin.p + x)
            pull = Force(zero3(), (g + field) * m)
            if gradient:
                pull = pull + gradient_force(mu, origin.p + x, turned(R, sym(bodies.J_C, i)))
        put_six(work.F, i, force_moved(pull, c))
        if falling:
            v = V.lin + cross(V.ang, c)
            momentum = momentum + v * m
            total = total + Account(dot(pull.lin, v) + dot(pull.ang, V.ang), pull.lin)
    return total, momentum


@kernel
def attraction(gravity, work, origin, i):
    """The force on body i of gravity that has a potential, and its torque about the mass centre."""
    mu, R, bodies = gravity.central[0], mat(work.R, i), work.bodies
    m = bodies.mass[i]
    pull = Force(zero3(), vec_at(gravity.uniform, 0) * m)
    if mu > 0.0:
        x = origin.p + vec(work.p, i) + R @ vec(bodies.com, i)
        pull = pull + Force(zero3(), central_field(mu, x) * m)
        if gravity.central[1] > 0.0:
            pull = pull + gradient_force(mu, x, turned(R, sym(bodies.J_C, i)))
    return pull


@kernel
def whole_attraction(gravity, work, origin, i):
    """The whole force of gravity on body i, and its torque about the mass centre."""
    m, torque = work.bodies.mass[i], zero3()
    if gravity.central[1] > 0.0:
        J = turned(mat(work.R, i), sym(work.bodies.J_C, i))
        torque = tensor_torque(sym_at(work.surroundings, GRADIENT), J)
    perturbing = Force(torque, vec(work.perturbation, i) * m)
    return attraction(gravity, work, origin, i) + perturbing


@kernel
def energy_per(gravity, m, x, J):
    """The energy that a mass m added at x, and an inertia J about x, bring along."""
    mu, energy = gravity.central[0], -m * dot(vec_at(gravity.uniform, 0), x)
    if mu > 0.0:
        energy += central_potential(mu, m, x, J, gravity.central[1] > 0.0)
    return energy


@kernel
def potential(gravity, work, origin):
    """The energy of all bodies in the field."""
    energy = 0.0
    for i in range(1, work.bodies.mass.size):
        energy += energy_of(gravity, work, origin, i)
    return energy


@kernel
def energy_of(gravity, work, origin, i):
    """The energy of body i in the field."""
    R, bodies = mat(work.R, i), work.bodies
    x = origin.p + vec(work.p, i) + R @ vec(bodies.com, i)
    return energy_per(gravity, bodies.mass[i], x, turned(R, sym(bodies.J_C, i)))

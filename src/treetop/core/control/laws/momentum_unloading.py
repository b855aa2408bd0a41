"""A torque against the momentum that wheels have stored, from a level on until it is below another.

torque = -k (h - h_target), by actuators that take momentum out of the body, or by the dipole
B × torque / B² in a magnetic field B

z momenta of the wheels (w), field (3) if it is read      x whether it is unloading
p how many wheels, gain, levels at which it begins and ends, whether the field is read, momentum
  to be kept (3), axes of the wheels (w, 3); then what `allocation` needs
u commands, torque (3)
"""

from treetop.core.compiler import kernel
from treetop.core.control.laws.allocation import allocate
from treetop.core.spatial import cross, dot, norm, zero3
from treetop.core.spatial.table_access import put_vec_at, vec_at

AXES = 8  # place in p


@kernel
def stored(z, p, wheels):
    """The momentum of the wheels beyond what is to be kept."""
    h = zero3() - vec_at(p, 5)
    for k in range(wheels):
        h = h + vec_at(p, AXES + 3 * k) * z[k]
    return h


@kernel
def dipole_for(torque, B):
    """The dipole that gives the part of a torque that is square to a field."""
    square = dot(B, B)
    return cross(B, torque) * (1.0 / square) if square > 0.0 else zero3()


@kernel
def momentum_unloading(z, x, p, u):
    wheels, n = int(p[0]), u.size - 3
    h = stored(z, p, wheels)
    x[0] = 1.0 if norm(h) > (p[3] if x[0] > 0.0 else p[2]) else 0.0
    torque = h * (-p[1] * x[0])
    if p[4] > 0.0:
        B = vec_at(z, wheels)
        dipole = dipole_for(torque, B)
        put_vec_at(u, 0, dipole)
        torque = cross(dipole, B)
    else:
        allocate(torque, p[AXES + 3 * wheels :], n, u)
    put_vec_at(u, n, torque)

"""What surrounds a craft, and its gravity on the bodies.

The origin falls in the whole field, and bodies feel how the field differs from that at the origin:
harmonics are evaluated at each body, up to a degree, and so is the shape of a small body; of the
rest, and of other bodies of the solar system, whose gravity changes little over a craft, the
gradient serves.  The turning field of a
planet has no potential that is constant in time: what it does is counted as work.
Derivation: docs/theory/environment.md.
"""

from treetop.core.compiler import entry, inlined
from treetop.core.environment.harmonics import perturbation_difference
from treetop.core.environment.rotation import rotation_at
from treetop.core.environment.shape import AT_EACH_BODY, shape_field
from treetop.core.environment.surroundings import gravity_around, sense
from treetop.core.environment.tables import AT_BODIES, MU, unpack_environment
from treetop.core.forces.gravity import tensor_torque
from treetop.core.interface import origin_of, unpack
from treetop.core.spatial import (
    Force,
    cross,
    dot,
    force_moved,
    turn_back,
    turned,
    zero3,
)
from treetop.core.spatial.table_access import (
    force,
    mat,
    motion,
    put_six,
    put_vec,
    sym,
    sym_at,
    vec,
    vec_at,
)
from treetop.core.tables.samples import ATTRACT
from treetop.core.tables.surroundings import FALL, GRADIENT, POINT


@entry(*ATTRACT)
def attract(t, y, problem):
    """Write the surroundings, and add their gravity to the forces on bodies; return its power and
    resultant, as felt from the moving origin, and its power as seen from the ground."""
    tables, work = unpack(problem)
    environment, _ = unpack_environment(tables.environment.tables[0])
    origin, falling = origin_of(y), tables.falling[0] == 1
    first, R = vec(work.p, 1), rotation_at(environment.rotation, t)
    there = gravity_around(
        environment, t, R, origin, zero3() if falling else first, work.surroundings
    )
    sense(environment, t, R, origin.p + first, work.surroundings)
    felt, F, whole = attract_bodies(environment, there, tables.gravity, falling, work, origin)
    return felt, F.x, F.y, F.z, whole


@inlined
def attract_bodies(environment, there, gravity, falling, work, origin):
    """Add the gravity to all bodies; `there` is what is known of the field at the point."""
    around, bodies, n = work.surroundings, work.bodies, environment.planet.degree[AT_BODIES]
    fall, point, G = vec_at(around, FALL), vec_at(around, POINT), sym_at(around, GRADIENT)
    felt, F, whole, rest = 0.0, zero3(), 0.0, G - there.gradient
    for i in range(1, bodies.mass.size):
        m, R, V = bodies.mass[i], mat(work.R, i), motion(work.V, i)
        if m == 0.0:
            continue
        c = R @ vec(bodies.com, i)
        d = vec(work.p, i) + c - point
        difference = rest @ d
        if n > 0:  # what harmonics up to degree n do is evaluated at each body
            x = there.R @ (origin.p + point)
            apart = perturbation_difference(environment.harmonics, x, there.R @ d, n)
            difference = difference + turn_back(there.R, apart)
        elif environment.shape.use[0] == AT_EACH_BODY:
            x = there.R @ (origin.p + point + d)
            a, _ = shape_field(environment.shape, environment.planet.figure[MU], x)
            difference = difference + turn_back(there.R, a - there.acceleration)
        a, torque = fall + difference, zero3()
        put_vec(work.perturbation, i, a)
        if gravity.central[1] > 0.0:
            torque = tensor_torque(G, turned(R, sym(bodies.J_C, i)))
        pull = Force(torque, (difference if falling else a) * m)
        put_six(work.F, i, force(work.F, i) + force_moved(pull, c))
        v = V.lin + cross(V.ang, c)
        turning = dot(torque, V.ang)
        felt, F = felt + dot(pull.lin, v) + turning, F + pull.lin
        whole += m * dot(a, v + origin.v) + turning
    return felt, F, whole

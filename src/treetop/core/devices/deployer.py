"""Lines that are paid out of a body: mass properties, what the leaving material does, outputs.

A line is a chain of rods, those nearest to the mouth stored, the rest outside.  The exit rod e
slides out of the mouth; material that has passed it is at rest in the frame of the rod, whose
origin is its outer node, so that Newton's law needs no more than the present inertia of the rod.
With the material length a and the length s = λ a of the exit rod, λ being the shortening that
rods take over when they are merged along a chord,

    L' = s'/λ    flow ρ L'    on the carrier -ρ L' s' t at the mouth

and the stored line, a mass at its store, falls; a store elsewhere than at the mouth adds what
`treetop.core.devices.stored_line` has.  What runs out by itself has the tension ρ L' s' of
material that was at rest, beside that of a brake, unless it is wound on a reel, see
`treetop.core.devices.reel`.  A boom leaves through a guide that the exit rod stays in line with;
its hinges j > e resist angles φ by the stiffness EI of the length l_j that each stands for.  Those
of the three next to the mouth change with s, see `treetop.core.devices.boom_hinges`, so that

    U = Σ EI φ²/(2 l_j)    -∂U/∂s = M²/(2 EI)

of the moment M at the mouth pushes it out.  A panel is a boom with a width w across it: a piece dm
of it, stored or outside, has the inertia dm (a·a - a aᵀ) of its own, a = w/√12 along the width.
Derivation: docs/theory/deployment.md.

    t direction of a rod    ρ mass per length    h length of a whole rod    e exit rod
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.devices.boom_hinges import bending_length
from treetop.core.devices.fuel_flow import potential_rate
from treetop.core.devices.reel import holding_torque, inertia_along_line
from treetop.core.devices.stored_line import felt_of_flow, flow_inside
from treetop.core.devices.tank import FILLABLE, fillable, put_body
from treetop.core.devices.tank_shapes import point_mass
from treetop.core.forces import group
from treetop.core.forces.power_balance import Balance
from treetop.core.interface import unpack
from treetop.core.kinematics.frames import push, station
from treetop.core.spatial import (
    RigidInertia,
    Sym3,
    Vec3,
    cross,
    dot,
    power,
    rigid_inertia,
    z_axis,
    zero3,
)
from treetop.core.spatial.algebra import square
from treetop.core.spatial.table_access import (
    force,
    mat,
    motion,
    put_six,
    put_vec_at,
    sym,
    vec,
    vec_at,
)
from treetop.core.tables.samples import ACT, FILL, TELL
from treetop.core.tables.tables import LINES

# Internal states of each: rods that are out, 0 before the line has begun; shortening of the exit
# rod; energy that merging has taken; what the brake of a line holds back that runs out by itself;
# of a reel that does, torque of the motor and friction.
RODS, SHORTENING, LOST, BRAKE, TORQUE, FRICTION = range(6)
# Columns of `Deployers.law`.
DENSITY, ROD, TIP_MASS, STIFFNESS = range(4)  # stiffness has two columns
DAMPING, BY_LENGTH, BY_SQUARE, BY_RATE, RADIUS, INERTIA, CREEP = range(5, 12)
ROD_WIDTH, STORED_WIDTH = 0, 3  # of `Deployers.width`
# Outputs: length, its rate, tension at the mouth, power of the deployer; of a reel also its speed,
# and the torque of its motor; behind them momentum and angular momentum, about the inertial origin,
# of a line between a store and its mouth.
LENGTH, RATE, TENSION, POWER, SPEED, MOTOR = range(6)

ROUNDING = 1e-9  # of a rod


class Deployers(NamedTuple):
    """Lines, and the rods that each is made of, from the mouth on."""

    mouth: np.ndarray  # (k,)    row of Frames
    store: np.ndarray  # (k,)    likewise, of the same body
    tip: np.ndarray  # (k,)    body that a spherical joint holds at the end of the line, or 0
    law: np.ndarray  # (k, 12) mass per length, length of a rod, mass at the tip; bending stiffness
    #                            about both axes, damping for it, s; what a brake holds back per
    #                            unit of length, of its square and of its rate; radius of a reel, 0
    #                            if there is none, its inertia, and the speed up to which it creeps
    width: np.ndarray  # (k, 6)  radius of gyration of a panel, along its width: in the axes of its
    #                            rods, and in those of the body that carries it
    guided: np.ndarray  # (k,)    1: the exit rod stays in line with the mouth
    triad: np.ndarray  # (k, 9)  axes of the hinges and direction of the line, in the mouth's axes
    begin: np.ndarray  # (k, 6)  angles and rates of the line at the start, length and its rate
    drive: np.ndarray  # (k,)    function of time that the length follows, or -1
    state: np.ndarray  # (k,)    first of its internal states
    output: np.ndarray  # (k,)    first of its outputs
    rod_at: np.ndarray  # (k + 1,)  first rod of each
    body: np.ndarray  # (n,)    of each rod
    q: np.ndarray  # (n, 2)  first coordinate of its hinge, coordinate of its slide
    u: np.ndarray  # (n, 2)  likewise of speeds


_NONE = np.zeros(0, dtype=np.int64)
NO_DEPLOYERS = Deployers(
    *(
        _NONE,
        _NONE,
        _NONE,
        np.zeros((0, 12)),
        np.zeros((0, 6)),
        _NONE,
        np.zeros((0, 9)),
        np.zeros((0, 6)),
    ),
    *(_NONE, _NONE, _NONE),
    rod_at=np.zeros(1, dtype=np.int64),
    body=_NONE,
    q=np.zeros((0, 2), dtype=np.int64),
    u=np.zeros((0, 2), dtype=np.int64),
)


# --- the laws ---------------------------------------------------------------------------


@kernel
def uniform_rod(m, s):
    """The inertia of a rod about its outer end, z pointing outward along it."""
    across = m * s * s / 3.0
    return RigidInertia(m, Vec3(0.0, 0.0, -0.5 * m * s), Sym3(across, 0.0, 0.0, across, 0.0, 0.0))


@kernel
def own_inertia(m, a):
    """What a mass has by its radius of gyration, a along the width of a panel."""
    across = dot(a, a) * m
    own = Sym3(across, 0.0, 0.0, across, 0.0, across) - square(a, m)
    return RigidInertia(0.0, zero3(), own)


@kernel
def strip(m, c, a):
    """The inertia of a piece of a line, its middle at c."""
    return point_mass(m, c) + own_inertia(m, a)


# --- one line -----------------------------------------------------------------------------


@kernel
def exit_rod(lines, k, states):
    """The rod that slides out of the mouth; beyond the last while the line has not begun."""
    return lines.rod_at[k + 1] - int(states[lines.state[k] + RODS] + 0.5)


@kernel
def whole_rods(lines, k, e):
    """How long the rods beyond the exit rod are."""
    return (lines.rod_at[k + 1] - 1 - e) * lines.law[k, ROD]


@kernel
def material_length(lines, k, e, y, states):
    """That of the exit rod."""
    return y[lines.q[e, 1]] / states[lines.state[k] + SHORTENING]


@kernel
def stored_length(lines, k, e, a):
    """What is not outside, a being that of the exit rod."""
    return (lines.rod_at[k + 1] - lines.rod_at[k]) * lines.law[k, ROD] - a - whole_rods(lines, k, e)


@kernel
def reel_inertia(lines, k, e, y, states):
    """That of the reel of line k along its exit rod; 0 without a reel."""
    law, shortening = lines.law[k], states[lines.state[k] + SHORTENING]
    if law[RADIUS] == 0.0:
        return 0.0
    stored = stored_length(lines, k, e, material_length(lines, k, e, y, states))
    carrier = inertia_along_line(law[INERTIA], law[RADIUS], law[DENSITY] * stored)
    return carrier / (shortening * shortening)


@inlined
def fill(lines, frames, y, states, bodies):
    """Write the mass properties of all rods, and add stored lines to their carriers, which are
    there without."""
    for k in range(lines.mouth.size):
        e, first, last = exit_rod(lines, k, states), lines.rod_at[k], lines.rod_at[k + 1]
        if e == last:
            continue
        density, h = lines.law[k, DENSITY], lines.law[k, ROD]
        a = material_length(lines, k, e, y, states)
        stored = stored_length(lines, k, e, a)
        if a <= 0.0 or (lines.drive[k] < 0 and stored < -ROUNDING * h):
            a = math.nan  # the line has come to an end, which given lengths only round to
        for j in range(first, last):
            length = 0.0 if j < e else h if j > e else a
            m = density * length
            I = uniform_rod(m, y[lines.q[j, 1]]) + own_inertia(m, vec_at(lines.width[k], ROD_WIDTH))
            if j == last - 1:
                I = I + point_mass(lines.law[k, TIP_MASS], zero3())
            put_body(bodies, lines.body[j], I)
        width = vec_at(lines.width[k], STORED_WIDTH)
        store(bodies, frames, lines.store[k], density * stored, width)


@kernel
def store(bodies, frames, f, m, width):
    """Add a stored line at a frame to the body of that."""
    i = frames.body[f]
    if i > 0:
        carrier = rigid_inertia(bodies.mass[i], vec(bodies.com, i), sym(bodies.J_C, i))
        put_body(bodies, i, carrier + strip(m, vec(frames.p, f), width))


@inlined
def apply(lines, frames, gravity, work, origin, q, u, states):
    """Let the leaving material, booms that bend, and brakes act; return what that does to energy,
    momentum and mass."""
    total = Balance(0.0, zero3(), 0.0, 0.0)
    for k in range(lines.mouth.size):
        e = exit_rod(lines, k, states)
        if e < lines.rod_at[k + 1]:
            total = total + passed_out(lines, frames, gravity, work, origin, u, states, k, e)
            taken = bend(lines, work.tau, q, u, k, e) if lines.guided[k] else 0.0
            if lines.drive[k] < 0:
                pull, j = held_back(lines, q, u, states, k, e), lines.u[e, 1]
                work.tau[j] -= pull
                taken += pull * u[j]
            total = total + Balance(-taken, zero3(), 0.0, 0.0)
    return total


@kernel
def held_back(lines, q, u, states, k, e):
    """What holds back line k, that runs out by itself: its brake, which never pushes; friction and
    motor of a reel, or what leaves a heap, where it was at rest."""
    at, law, speed = lines.state[k], lines.law[k], u[lines.u[e, 1]]
    length = material_length(lines, k, e, q, states) + whole_rods(lines, k, e)
    rate = speed / states[at + SHORTENING]
    by_law = length * (law[BY_LENGTH] + length * law[BY_SQUARE]) + law[BY_RATE] * rate
    brake = max(states[at + BRAKE] + by_law, 0.0)
    if law[RADIUS] > 0.0:
        friction = holding_torque(states[at + FRICTION], rate / law[RADIUS], law[CREEP])
        return brake + (friction - states[at + TORQUE]) / law[RADIUS]
    return brake + (law[DENSITY] * rate * speed if speed > 0.0 else 0.0)


@kernel
def bend(lines, tau, q, u, k, e):
    """Let the hinges of a boom resist; return the power that they take."""
    slide, taken, law = lines.u[e, 1], 0.0, lines.law[k]
    s = q[lines.q[e, 1]]
    for j in range(e + 1, lines.rod_at[k + 1]):
        length, per_s = bending_length(j - e - 1, s, law[ROD])
        for m in range(2):
            stiffness = law[STIFFNESS + m] / length
            angle, rate = q[lines.q[j, 0] + m], u[lines.u[j, 0] + m]
            torque = stiffness * (angle + law[DAMPING] * rate)
            push_out = 0.5 * stiffness * angle * angle * per_s / length
            tau[lines.u[j, 0] + m] -= torque
            tau[slide] += push_out
            taken += torque * rate - push_out * u[slide]
    return taken


@kernel
def passed_out(lines, frames, gravity, work, origin, u, states, k, e):
    """Let material pass from the carrier to the exit rod."""
    i, at = lines.body[e], station(frames, work, origin, lines.mouth[k])
    speed, t = u[lines.u[e, 1]], z_axis(mat(work.R, i))
    flow = density_along(lines, states, k) * speed
    width = mat(work.R, i) @ vec_at(lines.width[k], ROD_WIDTH)
    joined = joining(gravity, work, origin, i, strip(flow, at.p - vec(work.p, i), width))
    if at.body == 0:
        return joined
    thrust = t * (-flow * speed)
    push(work.F, at, thrust, zero3())
    width, r_s = mat(work.R, at.body) @ vec_at(lines.width[k], STORED_WIDTH), at.r
    if lines.store[k] != lines.mouth[k]:
        r_s = station(frames, work, origin, lines.store[k]).r
        joined = joined + let_through(lines, work, states, k, e, r_s, at)
    left = joining(gravity, work, origin, at.body, strip(-flow, r_s, width))
    return joined + left + Balance(dot(thrust, at.V.lin), thrust, 0.0, 0.0)


@kernel
def let_through(lines, work, states, k, e, r_s, at):
    """Let a line of a given length run from its store to its mouth."""
    density, motion_of_slide = density_along(lines, states, k), work.prescribed[lines.u[e, 1]]
    flow, flow_rate = density * motion_of_slide[1], density * motion_of_slide[2]
    felt = felt_of_flow(at.V.ang, r_s, at.r, flow, flow_rate)
    put_six(work.F, at.body, force(work.F, at.body) + felt)
    return Balance(power(felt, motion(work.V, at.body)), felt.lin, 0.0, 0.0)


@kernel
def density_along(lines, states, k):
    """Mass per length that the slide of the exit rod of line k moves."""
    return lines.law[k, DENSITY] / states[lines.state[k] + SHORTENING]


@kernel
def joining(gravity, work, origin, i, rate):
    """What material that joins body i, moving as that does, brings along: `rate` is that of the
    inertia."""
    V = motion(work.V, i)
    gained = rate @ V
    lost = potential_rate(gravity, work, origin, i, rate)
    return Balance(0.5 * power(gained, V), gained.lin, rate.m, lost)


@inlined
def outputs(lines, frames, work, origin, q, u, states, row):
    """Write length, its rate, tension at the mouth and power of each, speed and torque of reels,
    momenta of lines between store and mouth."""
    for k in range(lines.mouth.size):
        e, m = exit_rod(lines, k, states), lines.output[k]
        if e == lines.rod_at[k + 1]:
            continue
        j, shortening, law = lines.u[e, 1], states[lines.state[k] + SHORTENING], lines.law[k]
        given = lines.drive[k] >= 0
        pull = 0.0 if given else held_back(lines, q, u, states, k, e)
        reel = reel_inertia(lines, k, e, q, states)
        tension = pull - (work.prescribed[j, 3] if given or reel > 0.0 else 0.0)
        row[m + LENGTH] = material_length(lines, k, e, q, states) + whole_rods(lines, k, e)
        row[m + RATE] = u[j] / shortening
        row[m + TENSION] = tension
        row[m + POWER] = (0.5 * law[DENSITY] * u[j] * u[j] / shortening - tension) * u[j]
        if law[RADIUS] > 0.0:
            driving = reel * work.prescribed[j, 2] - tension if given else -pull
            motor = driving * law[RADIUS] if given else states[lines.state[k] + TORQUE]
            row[m + POWER] = driving * u[j]
            row[m + SPEED], row[m + MOTOR] = u[j] / (shortening * law[RADIUS]), motor
        if lines.store[k] != lines.mouth[k]:
            mouth = station(frames, work, origin, lines.mouth[k])
            flow = density_along(lines, states, k) * u[j]
            inside = flow_inside(station(frames, work, origin, lines.store[k]).r, mouth.r, flow)
            about = inside.h + cross(origin.p + mouth.p - mouth.r, inside.p)
            first = m + (MOTOR if law[RADIUS] > 0.0 else POWER) + 1
            put_vec_at(row, first, inside.p)
            put_vec_at(row, first + 3, about)


# --- as a group -------------------------------------------------------------------------

_OWN = group.own_tables(NO_DEPLOYERS, group.NO_FORCES, FILLABLE)
unpack_lines = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Lines leave their mouths."""
    (_, lines, _, _), (tables, _) = unpack_lines(own), unpack(problem)
    frames, work, origin, values = group.around(problem, y)
    return group.balance_numbers(apply(lines, frames, tables.gravity, work, origin, q, u, values))


@entry(*TELL)
def tell(y, z, row, problem, own):
    (_, lines, _, _), (frames, work, origin, values) = unpack_lines(own), group.around(problem, y)
    q, u = group.joint_motion(problem, z)
    outputs(lines, frames, work, origin, q, u, values, row)
    return 0


@entry(*FILL)
def fill_bodies(y, states, own):
    """Rods, and stored lines, which are added to what tanks have written."""
    _, lines, _, room = unpack_lines(own)
    fill(lines, room.frames, y, states, room.bodies)
    return 0


GROUP = group.Group(
    _OWN, NO_DEPLOYERS, shown_at=LINES, room=fillable, act=act, outputs=tell, fill=fill_bodies
)

"""What forces without a potential do to the energy."""

from operator import add
from typing import NamedTuple

from treetop.core.compiler import kernel, rule
from treetop.core.kinematics.frames import Station, push
from treetop.core.spatial import Vec3, dot, zero3


class Account(NamedTuple):
    """Power, seen from the moving origin, and resultant; the ground's share left out."""

    power: float
    force: Vec3


class Balance(NamedTuple):
    """What forces and flows of mass do: to energy, seen from the moving origin, to momentum and
    mass, and to the energy in the field of gravity."""

    power: float
    force: Vec3
    mass_rate: float
    potential: float


class Exerted(NamedTuple):
    """A force and a torque on the second of two stations; the opposite acts on the first."""

    a: Station
    b: Station
    force: Vec3
    torque: Vec3


rule(add, Account, Account)(lambda a, b: Account(a.power + b.power, a.force + b.force))
rule(add, Balance, Balance)(
    lambda a, b: Balance(
        a.power + b.power, a.force + b.force, a.mass_rate + b.mass_rate, a.potential + b.potential
    )
)


@kernel
def account_of(at, force, torque):
    """What a force and a torque at a station do; on the ground, nothing."""
    if at.body == 0:
        return Account(0.0, zero3())
    return Account(dot(force, at.V.lin) + dot(torque, at.V.ang), force)


@kernel
def exerted_between(total, F, there, on, force, torque):
    """Add a force and a torque on a station, and the opposite on the one that it is seen from, to
    the forces F on bodies; the account with what both do."""
    push(F, on, force, torque)
    push(F, there, force * -1.0, torque * -1.0)
    total = total + account_of(on, force, torque)
    return total + account_of(there, force * -1.0, torque * -1.0)

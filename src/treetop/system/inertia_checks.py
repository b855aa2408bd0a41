"""Refusals of systems in which something moves without inertia, or rounding takes all digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treetop.core.formulations import recursive
from treetop.core.formulations.joint_space.mass_matrix import inertia_left
from treetop.core.interface import EXTRA
from treetop.core.tables.scales import APART, apart
from treetop.errors import ModelError, Problem
from treetop.system.conditioning import (
    HOPELESS,
    IN_LOOPS,
    LOOKED_AT,
    NO_RATE,
    general_position,
    too_far_apart,
    with_like_masses,
)
from treetop.system.constraint_analysis import what_is_undetermined
from treetop.system.evaluation import context_of
from treetop.system.observation import observed

if TYPE_CHECKING:
    from treetop.system.system import System

MANY = 50  # bodies, beyond which a dense decomposition would take long
LEAST_INERTIA = 1e-13  # part of its inertia below which a speed moves nothing that has any
AMPLE_INERTIA = 1e-6  # part from which no mass that is LIKE_MASSES times another leads below that
LIKE_MASSES = 4.0
ANYWHERE = 1e7  # m: not at the centre of gravity


def require_inertia(system: System) -> None:
    """Refuse a system without constraints beyond a tree in which a speed moves nothing that has
    inertia, in a general position."""
    if system.constrained:
        formulation = system.formulation
        if formulation in ("recursive", "newton-euler") and apart(system.tables) > IN_LOOPS:
            raise ModelError([too_far_apart(system.tables, 1.0, formulation)])
        return
    z = _placed(system, general_position(system.tables)[0])
    if system.equations.absolute and len(system.body_names) <= MANY and not system.flexible:
        what = what_is_undetermined(system.at_joint_vector(0.0, z))
        if what:
            hint = "give the bodies mass and inertia, or hold them by joints"
            raise ModelError([Problem(what, "bodies", hint)])
    else:
        idle = _idle(system, z)
        if idle:
            raise ModelError([_moves_nothing(label) for label in idle])
    _require_digits(system)


def mass_range(system: System) -> float:
    """A factor within which all masses may differ, up or down, and nothing is found here that is
    not found of this system; nor do any but the recursion alone solve it.  1 if none is known.

    Bodies as `_idle` has them have one kilogram, and with masses within a factor s an inertia that
    is within s of what it was.  What a joint feels grows with each inertia and in proportion to
    all, so that both what is left along a speed and what it is compared with are within s, and
    their ratio within s²; the ratio of the greatest inertia to the least is within s³.  Lengths of
    the position that is looked at may differ by √s: the bounds here leave room for that.
    """
    if system.constrained or system.equations is not recursive.formulation or system.flexible:
        return 1.0
    least = _parts_left(system, _placed(system, general_position(system.tables)[0])).min(initial=1)
    apart_by = apart(system.tables)
    if not (least > AMPLE_INERTIA and apart_by < APART):
        return 1.0
    return float(min(LIKE_MASSES, np.cbrt(APART / apart_by)))


def _placed(system: System, motion: np.ndarray) -> np.ndarray:
    z = np.zeros(system.joint_size)
    z[: motion.size] = motion
    starts = [port.start for port in system.assembly.states.values()]
    last = z.size - EXTRA - len(system.tables.loops.carried)
    z[last - len(starts) : last] = starts
    z[-EXTRA:-5] = ANYWHERE
    return z


def _idle(system: System, z: np.ndarray) -> list[str]:
    """Labels of the speeds that move nothing that has inertia; rods of lines that are paid out have
    some, which is a small part of that of a long line."""
    part, rods = _parts_left(system, z), system.mechanism.paid_out
    labels = zip(system.speed_labels, part, strict=True)
    idle = [label for label, p in labels if not p > LEAST_INERTIA]
    return [label for label in idle if label.partition(".")[0] not in rods]


def _parts_left(system: System, z: np.ndarray) -> np.ndarray:
    """What part of the inertia that each speed moves is left when all further out moves freely."""
    seen = None if system.flexible else with_like_masses
    sizes = system.assembly, system.joint_size
    context = context_of(recursive.formulation, system.tables, *sizes, seen)
    bodies, room = context.tables.bodies, context.work.bodies
    room.mass[:], room.J_C[:] = bodies.mass, bodies.J_C
    recursive.derivative(0.0, z, np.zeros_like(z), context.problem)
    part = np.zeros(len(system.speed_labels))
    inertia_left(context.problem, part)
    return part


def _require_digits(system: System) -> None:
    """Refuse a tree of bodies so different that accelerations would be noise."""
    if not apart(system.tables) > LOOKED_AT:
        return
    missed = system.part_missed
    if system.formulation != "recursive":
        motion = np.concatenate(general_position(system.tables))
        z = _placed(system, motion)
        trial = type(system)(system.mechanism, "recursive")
        with trial.without_user_forces():
            found, right = (
                observed(each, np.zeros(1), each.own_vector(z)[None, :]).speed_rates
                for each in (system, trial)
            )
        none = NO_RATE * np.abs(motion).max()
        missed = float(np.abs(found - right).max() / max(np.abs(right).max(), none))
    if not missed <= HOPELESS:
        raise ModelError([too_far_apart(system.tables, missed, system.formulation)])


def _moves_nothing(label: str) -> Problem:
    joint = label.partition(".")[0]
    what = f"'{label}' moves nothing that has inertia"
    hint = "give the bodies beyond this joint mass and inertia, or use another joint kind"
    return Problem(what, f"joints.{joint}", hint)

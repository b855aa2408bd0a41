"""Arrays of the linearised equations of a step."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle

WIDTH = 12  # numbers of a variation of motion
MAX_SPEEDS = 6  # speeds of a joint


class Tangent(NamedTuple):
    """What a step asks for, and what is known of its linearised equations; rows of bodies and of
    speeds."""

    place: np.ndarray  # (nu,)  of each speed among those of its joint
    shift: np.ndarray  # (2,)  κ₁ and κ₂
    taut: np.ndarray  # (1,)  1: hinges that only pull are taken as taut, even if they are slack
    multiplier: np.ndarray  # (c,)  of constraints beyond the tree, as they are taken to be
    along: np.ndarray  # (nu,)  how far coordinates were moved in this step
    wanted: np.ndarray  # (nu,)  rates of the speeds
    missing: np.ndarray  # (nu,)  efforts that these rates would need beyond those that act
    change: np.ndarray  # (nu,)  of the coordinates, that makes up for it
    turn: np.ndarray  # (nu, 3)  of the body per unit change of a coordinate
    stiffness: np.ndarray  # (nu, 6)  of forces along the joint, against its coordinates
    column: np.ndarray  # (nu, 12)  variation of the body per unit change
    felt: np.ndarray  # (2, 6, 12)  variation of a joint's force per unit of its body's: scratch
    gathered: np.ndarray  # (n + 1, 6, 12)  what bodies feel of those that do not follow them
    push: np.ndarray  # (nu, 6)  variation of the force, as the parent feels it, per unit change
    block: np.ndarray  # (6, 6)  of a joint's coordinates: scratch
    rows: np.ndarray  # (6, 12)  of their balance: scratch
    inverse: np.ndarray  # (nu, 6)  of each joint's block
    answer: np.ndarray  # (nu, 12)  change per unit variation, all outboard giving way
    bias: np.ndarray  # (n + 1, 6)  variation of the joint's force without any of the body
    left: np.ndarray  # (nu,)  change without any
    variation: np.ndarray  # (n + 1, 12)


def tangent_tables(u_at: np.ndarray, along: np.ndarray, constraints: int = 0) -> Tangent:
    """For bodies, the ground among them, whose speeds begin at `u_at`, and so many constraints
    beyond the tree."""
    bodies, speeds = u_at.size - 1, int(u_at[-1])
    wanted, missing, change, left = np.zeros((4, speeds))
    return Tangent(
        place=np.arange(speeds) - np.repeat(u_at[:-1], np.diff(u_at)),
        shift=np.zeros(2),
        taut=np.zeros(1, dtype=np.int64),
        multiplier=np.zeros(constraints),
        along=along,
        wanted=wanted,
        missing=missing,
        change=change,
        turn=np.zeros((speeds, 3)),
        stiffness=np.zeros((speeds, MAX_SPEEDS)),
        column=np.zeros((speeds, WIDTH)),
        felt=np.zeros((2, 6, WIDTH)),
        gathered=np.zeros((bodies, 6, WIDTH)),
        push=np.zeros((speeds, 6)),
        block=np.zeros((MAX_SPEEDS, MAX_SPEEDS)),
        rows=np.zeros((MAX_SPEEDS, WIDTH)),
        inverse=np.zeros((speeds, MAX_SPEEDS)),
        answer=np.zeros((speeds, WIDTH)),
        bias=np.zeros((bodies, 6)),
        left=left,
        variation=np.zeros((bodies, WIDTH)),
    )


bundle = Bundle(tangent_tables(np.zeros(2, dtype=np.int64), np.zeros(0)))
unpack_tangent = bundle.unpack

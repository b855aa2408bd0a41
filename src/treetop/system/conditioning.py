"""How many digits of accelerations rounding takes, estimated before anything is run.

A heavy body that hangs on light ones is felt inboard through small differences of large inertias.
"""

from __future__ import annotations

import math

import numpy as np

from treetop.core.formulations.joint_space import refinement
from treetop.core.tables.kinds import DEFORMATION
from treetop.core.tables.scales import APART, apart, coordinate_units, length_of, speed_units
from treetop.core.tables.tables import Tables
from treetop.core.tables.workspace import Work
from treetop.errors import Problem

MISSED = 1e-12  # part of the greatest acceleration that the recursion alone may be off by
HOPELESS = 1e-3  # part from which refining it gains too little
LOOKED_AT = 1e8  # inertias that differ by more are tried in other formulations too
MOTIONS = 4  # in which this is looked for: one alone may happen to be harmless
NO_RATE = 1e-12  # part of its speed, gained in a second, by which something still moves evenly
IN_LOOPS = 2e13  # inertias that differ by more take the ranks of loops that are solved for apart


def general_position(tables: Tables, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates and speeds of a tree about which nothing is special, lengths in proportion to
    its own; flexible bodies rest."""
    tree, rng = tables.tree, np.random.default_rng(seed)
    q = rng.uniform(0.5, 1.5, int(tree.q_at[-1])) * coordinate_units(tables)
    u = rng.uniform(0.5, 1.5, int(tree.u_at[-1])) * speed_units(tables)
    q[np.repeat(tree.joint == DEFORMATION, np.diff(tree.q_at))] = 0.0
    u[np.repeat(tree.joint == DEFORMATION, np.diff(tree.u_at))] = 0.0
    return q, u


def with_like_masses(tables: Tables) -> Tables:
    """The bodies, each that has mass having one kilogram, spread as it is: what moves without
    inertia does so however heavy other bodies are."""
    bodies, length = tables.bodies, length_of(tables)
    massive = bodies.mass > 0.0
    spin = np.abs(bodies.J_C).max(axis=1, initial=0.0)
    equivalent_mass = np.where(massive, bodies.mass, np.where(spin > 0.0, spin / length**2, 1.0))
    alike = bodies._replace(mass=massive.astype(float), J_C=bodies.J_C / equivalent_mass[:, None])
    unfilled = tables.optional._replace(filling=tables.optional.filling[:0])  # bodies stay alike
    return tables._replace(bodies=alike, optional=unfilled)


def part_missed(tables: Tables, work: Work) -> float:
    """What part of the greatest acceleration the recursion alone is off by, in the worst of some
    general motions of a tree; nothing if its inertias are alike."""
    if not apart(tables) > APART:
        return 0.0
    problem, _alive = refinement.problem_of(tables, work)
    motions = (general_position(tables, seed) for seed in range(1, 1 + MOTIONS))
    return max(float(refinement.part_missed(problem, *motion)) for motion in motions)


def too_far_apart(tables: Tables, missed: float, formulation: str) -> Problem:
    """What is wrong with inertias of which a formulation does not keep enough digits."""
    digits = max(0, int(-math.log10(missed))) if missed < 1.0 else 0
    ratio = apart(tables)
    what = f"inertias differ by {ratio:.1g}: '{formulation}' keeps {digits} digits of accelerations"
    others = [name for name in ("recursive", "udwadia") if name != formulation]
    hint = f"build with {' or '.join(map(repr, others))}, or let light bodies have no mass"
    return Problem(what, "bodies", hint)

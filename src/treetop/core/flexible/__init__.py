"""Flexible bodies in a tree: called where there are any, for compiled into every formulation they
would cost all models time.

The frame B of a flexible body's mass, which may float (see `structures.body.floating_frame`), hangs
on one of its nodes, or on itself, and other nodes hang on B.
The modal coordinates are those of the joint that leads to B; nodes share them.  A point of the
body stands at ρ = r + φ q + ½ q H q in B; all that follows derives from one kinetic energy,

    T = ½ m v² + v·(ω × S) + ½ ω·J ω + v·S_k q_k' + ω·N_k q_k' + ½ q'·M q'

S, J and N_k being the moments of mass of `structures.body.modal_integrals`, and subscripts k
derivatives by a modal coordinate.  Derivation: docs/theory/flexible.md.
"""

from typing import Any

import numpy as np

from treetop.core.compiler import BOX, boxed
from treetop.core.flexible import (
    energy,
    kinematics,
    modal_elimination,
    modal_forces,
    modal_response,
    partial_velocities,
)
from treetop.core.flexible.tables import bundle
from treetop.core.tables.flexible import FlexibleTables, flexible_workspace
from treetop.core.tables.tables import Bent
from treetop.core.tables.workspace import Work

_ACTS = (
    kinematics.place,
    modal_forces.load,
    modal_elimination.condense,
    modal_response.expand,
    modal_response.felt,
    modal_response.answered,
    energy.total,
    partial_velocities.partials,
    partial_velocities.modal_inertia,
    partial_velocities.modal_acceleration,
    modal_response.resist,
)

CALLED_BY_RATES = (
    kinematics.place,
    modal_forces.load,
    modal_elimination.condense,
    modal_response.expand,
)


def bent(tables: FlexibleTables, work: Work) -> tuple[Bent, Any]:
    """The flexible bodies as kernels have them, and what must be kept alive with them."""
    count = np.array([tables.mass.size], dtype=np.int64)
    if not tables.mass.size:
        return Bent._make([*(None,) * len(_ACTS), count, BOX]), None  # nobody calls them
    handle, alive = bundle.pack(tables, flexible_workspace(tables), work)
    return Bent._make([*(act.function for act in _ACTS), count, boxed(handle)]), alive

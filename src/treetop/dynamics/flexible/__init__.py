"""Flexible bodies in a tree: called where there are any, for compiled into every formulation they
would cost all models time.

The frame B of a flexible body's mass, which may float (see `treetop.flexible.floating`), hangs on
one of its nodes, or on itself, and other nodes hang on B.
The modal coordinates are those of the joint that leads to B; nodes share them.  A point of the
body stands at ρ = r + φ q + ½ q H q in B; all that follows derives from one kinetic energy,

    T = ½ m v² + v·(ω × S) + ½ ω·J ω + v·S_k q_k' + ω·N_k q_k' + ½ q'·M q'

S, J and N_k being the moments of mass of `treetop.flexible.moments`, and subscripts k derivatives
by a modal coordinate.  Derivation: docs/theory/flexible.md.
"""

from typing import Any

import numpy as np

from treetop._kernel import BOX, boxed
from treetop.assembly.flexible import FlexibleTables, flexible_room
from treetop.assembly.tables import Bent, Bodies, Work
from treetop.dynamics.flexible import answer, condense, load, partials, place, total
from treetop.dynamics.flexible.bundle import bundle

_ACTS = (
    place.place,
    load.load,
    condense.condense,
    answer.expand,
    answer.felt,
    answer.answered,
    total.total,
    partials.partials,
    partials.modal_inertia,
    partials.give_way,
    answer.resist,
)


def bent(tables: FlexibleTables, work: Work, bodies: Bodies) -> tuple[Bent, Any]:
    """The flexible bodies as kernels have them, and what must be kept alive with them."""
    count = np.array([tables.mass.size], dtype=np.int64)
    if not tables.mass.size:
        return Bent._make([*(None,) * len(_ACTS), count, BOX]), None  # nobody calls them
    handle, alive = bundle.pack(tables, flexible_room(tables), work, bodies)
    return Bent._make([*(act.function for act in _ACTS), count, boxed(handle)]), alive

"""Methods of constraint stabilization during a run, each in a module of its own.

Every way answers with a derivative and what projects between steps, for any formulation; methods of
integration see no difference.
"""

from treetop.core.stabilization import baumgarte, coordinate_partitioning, null_space, projection

STABILIZATIONS = {
    "project": projection.stabilized,
    "baumgarte": baumgarte.stabilized,
    "partition": coordinate_partitioning.stabilized,
    "nullspace": null_space.stabilized,
}

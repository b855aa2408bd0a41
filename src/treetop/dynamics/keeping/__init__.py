"""Ways to keep constraints during a run, each in a module of its own.

Every way answers with a derivative and what settles between steps, for any formulation; methods of
integration see no difference.
"""

from treetop.dynamics.keeping import baumgarte, nullspace, partition, project

WAYS = {
    "project": project.kept,
    "baumgarte": baumgarte.kept,
    "partition": partition.kept,
    "nullspace": nullspace.kept,
}

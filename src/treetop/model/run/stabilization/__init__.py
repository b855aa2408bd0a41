"""Methods of constraint stabilization during a run and their options, one file each."""

from treetop.model.run.stabilization.base import Stabilization
from treetop.model.run.stabilization.baumgarte import Baumgarte
from treetop.model.run.stabilization.coordinate_partitioning import CoordinatePartitioning
from treetop.model.run.stabilization.null_space import NullSpace
from treetop.model.run.stabilization.projection import Projection

__all__ = [
    "STABILIZATIONS",
    "Baumgarte",
    "CoordinatePartitioning",
    "NullSpace",
    "Projection",
    "Stabilization",
]

# By the word of each, in the order in which messages name them.
STABILIZATIONS: dict[str, type[Stabilization]] = {
    cls.kind: cls for cls in (Projection, Baumgarte, CoordinatePartitioning, NullSpace)
}

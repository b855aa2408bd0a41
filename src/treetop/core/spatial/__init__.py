"""Values of spatial mechanics and their algebra; knows nothing of models."""

from treetop.core.spatial import algebra, taylor, values
from treetop.core.spatial.algebra import *
from treetop.core.spatial.taylor import *
from treetop.core.spatial.values import *

__all__ = sorted(algebra.__all__ + taylor.__all__ + values.__all__)

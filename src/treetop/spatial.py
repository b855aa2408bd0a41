"""Public name of `treetop.core.spatial`: vectors, matrices and functions for users' own laws."""

from treetop.core.spatial import *  # noqa: F403
from treetop.core.spatial import __all__  # noqa: F401

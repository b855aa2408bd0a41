"""Structures that Nastran wrote: grids of bulk data, matrices and eigenvectors.

A small reader for what a flexible body needs, no more; formats after the Quick Reference Guide of
MSC Nastran.
"""

from treetop.flexible.nastran.eigenvectors import Eigenvectors, read_eigenvectors
from treetop.flexible.nastran.model import nastran_shapes, nastran_structure
from treetop.flexible.nastran.op4 import read_op4

__all__ = [
    "Eigenvectors",
    "nastran_shapes",
    "nastran_structure",
    "read_eigenvectors",
    "read_op4",
]

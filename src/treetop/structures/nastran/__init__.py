"""Structures that Nastran wrote: grids of bulk data, matrices and eigenvectors.

A small reader for what a flexible body needs, no more; formats after the Quick Reference Guide of
MSC Nastran.
"""

from treetop.structures.nastran.eigenvectors import Eigenvectors, read_eigenvectors
from treetop.structures.nastran.model import nastran_shapes, nastran_structure
from treetop.structures.nastran.op4 import read_op4

__all__ = [
    "Eigenvectors",
    "nastran_shapes",
    "nastran_structure",
    "read_eigenvectors",
    "read_op4",
]

"""Structures that Nastran wrote: grids of bulk data, matrices and eigenvectors.

A small reader for what a flexible body needs, no more; formats after the Quick Reference Guide of
MSC Nastran.
"""

from treetop.structures.nastran.eigenvectors import Eigenvectors, read_eigenvectors
from treetop.structures.nastran.model import nastran_shapes, nastran_structure
from treetop.structures.nastran.op2 import Op2, read_op2
from treetop.structures.nastran.op4 import read_op4
from treetop.structures.nastran.superelement import Superelement, nastran_superelement

__all__ = [
    "Eigenvectors",
    "Op2",
    "Superelement",
    "nastran_shapes",
    "nastran_structure",
    "nastran_superelement",
    "read_eigenvectors",
    "read_op2",
    "read_op4",
]

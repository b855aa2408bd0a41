"""Structures from matrices in text, as Abaqus, Ansys and others write them."""

from treetop.structures.matrices.model import matrix_structure

__all__ = ["matrix_structure"]

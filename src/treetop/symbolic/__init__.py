"""Mechanical systems in the user's own equations, through SymPy."""

from treetop.symbolic.lagrangian import LagrangianSystem
from treetop.symbolic.mechanics import from_sympy
from treetop.symbolic.system import SymbolicSnapshot, SymbolicSystem

__all__ = ["LagrangianSystem", "SymbolicSnapshot", "SymbolicSystem", "from_sympy"]

"""Mechanics in symbols, through SymPy: the user's own equations in, the equations of a model out.

Names are found when first used, so that the one does not bring in the other.
"""

from typing import TYPE_CHECKING

from treetop.lazy import found_when_used

if TYPE_CHECKING:
    from treetop.symbolic.lagrangian import LagrangianSystem
    from treetop.symbolic.mechanics import from_sympy
    from treetop.symbolic.snapshot import SymbolicSnapshot
    from treetop.symbolic.system import SymbolicSystem
    from treetop.symbolic.trees.equations import Equations, equations

__all__ = [
    "Equations", "LagrangianSystem", "SymbolicSnapshot", "SymbolicSystem", "equations",
    "from_sympy",
]  # fmt: skip

_HOMES = {
    "lagrangian": ("LagrangianSystem",),
    "mechanics": ("from_sympy",),
    "snapshot": ("SymbolicSnapshot",),
    "system": ("SymbolicSystem",),
    "trees.equations": ("Equations", "equations"),
}


__getattr__ = found_when_used(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__

"""Mechanics in symbols, through SymPy: the user's own equations in, the equations of a model out.

Names are found when first used, so that the one does not bring in the other.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'treetop.symbolic' has no attribute {name!r}")
    value = getattr(import_module(f"treetop.symbolic.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__

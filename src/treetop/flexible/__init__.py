"""Flexible bodies: structures of finite elements, their modes, and what dynamics needs of them.

Names are found when first used, so that only what is asked for is imported.
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "beams": ("BeamFrame",),
    "cost": ("ModalCosts", "accelerated", "displaced", "modal_costs"),
    "damping": (
        "GHMTerm",
        "MatrixDamping",
        "ModalDamping",
        "RayleighDamping",
        "StructuralDamping",
        "Viscoelastic",
    ),
    "effective_mass": ("EffectiveMasses", "effective_masses"),
    "files": ("load_structure", "save_structure"),
    "joining": ("Tie", "joined", "placed"),
    "modes": ("Modes", "given_modes", "normal_modes"),
    "moments": ("Moments", "NodeMotion", "node_motion"),
    "nastran": ("nastran_shapes", "nastran_structure", "read_eigenvectors", "read_op4"),
    "panel_section": ("PanelSection",),
    "plates": ("Shell",),
    "points": ("MassPoints",),
    "reduction": (
        "attachment_modes",
        "craig_bampton",
        "guyan",
        "inertia_relief_modes",
        "modal_truncation_vectors",
        "united",
    ),
    "reduced_body": ("ReducedBody", "load_reduced", "reduced", "save_reduced"),
    "section": ("Section",),
    "selection": ("Selection", "mode_selection"),
    "solids": ("Material", "box", "solid_structure"),
    "structure": ("Structure",),
    "synthesis": (
        "Component",
        "Connection",
        "SystemModes",
        "component_damping",
        "projected_modes",
        "system_modes",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'treetop.flexible' has no attribute {name!r}")
    value = getattr(import_module(f"treetop.flexible.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value

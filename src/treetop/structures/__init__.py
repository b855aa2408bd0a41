"""Flexible bodies: structures of finite elements, their modes, and what dynamics needs of them.

Names are found when first used, so that only what is asked for is imported.
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "elements.beam_frame": ("BeamFrame",),
    "modes.modal_cost": ("ModalCosts", "accelerated", "displaced", "modal_costs"),
    "modes.damping": (
        "GHMTerm",
        "MatrixDamping",
        "ModalDamping",
        "RayleighDamping",
        "StructuralDamping",
        "Viscoelastic",
    ),
    "modes.effective_mass": ("EffectiveMasses", "effective_masses"),
    "files": ("load_structure", "save_structure"),
    "assemble": ("Tie", "joined", "placed"),
    "modes.modes": ("Modes", "given_modes", "normal_modes"),
    "body.modal_integrals": ("Moments", "NodeMotion", "node_motion"),
    "nastran": ("nastran_shapes", "nastran_structure", "read_eigenvectors", "read_op4"),
    "elements.panel_section": ("PanelSection",),
    "elements.shell": ("Shell",),
    "mass.points": ("MassPoints",),
    "modes.reduction": (
        "attachment_modes",
        "craig_bampton",
        "guyan",
        "inertia_relief_modes",
        "modal_truncation_vectors",
        "united",
    ),
    "body.reduced_body": ("ReducedBody", "load_reduced", "reduced", "save_reduced"),
    "elements.beam_section": ("Section",),
    "modes.selection": ("Selection", "mode_selection"),
    "elements.solid": ("Material", "box", "solid_structure"),
    "elements.thermal_loads": ("ThermalLoads", "thermal_load"),
    "structure": ("Structure",),
    "modes.synthesis": (
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
        raise AttributeError(f"module 'treetop.structures' has no attribute {name!r}")
    value = getattr(import_module(f"treetop.structures.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value

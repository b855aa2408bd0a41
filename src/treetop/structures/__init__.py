"""Flexible bodies: structures of finite elements, their modes, and what dynamics needs of them.

Names are found when first used, so that only what is asked for is imported.
"""

from treetop.lazy import found_when_used

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
    "matrices": ("matrix_structure",),
    "nastran.eigenvectors": ("read_eigenvectors",),
    "nastran.model": ("nastran_shapes", "nastran_structure"),
    "nastran.op2": ("read_op2",),
    "nastran.op4": ("read_op4",),
    "nastran.superelement": ("Superelement", "nastran_superelement"),
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

__all__ = sorted(name for names in _HOMES.values() for name in names)


__getattr__ = found_when_used(__name__, _HOMES)

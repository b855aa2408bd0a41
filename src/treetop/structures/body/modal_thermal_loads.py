"""Loads of thermal strain on modal coordinates, internal ones of materials that relax among them.

The elastic forces of all coordinates x are K (x - x_T), where the thermal strain x_T is one of the
modes: internal coordinates feel it by their coupling to the modes.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from treetop.structures.body.modal_integrals import Moments
from treetop.structures.elements.thermal_loads import ThermalLoads
from treetop.structures.modes.modes import Modes

__all__ = ["modal_thermal_loads"]


def modal_thermal_loads(modes: Modes, moments: Moments) -> ThermalLoads | None:
    """Loads of a structure in its modal coordinates, if they are known."""
    thermal, m, c = modes.structure.thermal, len(modes), len(moments.modal_mass)
    if thermal is None:
        return None
    on_modes = thermal.changed(sparse.csr_array(modes.shapes))
    if c == m:
        return on_modes
    loading = moments.modal_stiffness[:, :m] @ np.linalg.pinv(modes.stiffness, hermitian=True)
    loaded = on_modes.changed(sparse.csr_array(loading.T))
    displaced = on_modes.changed(sparse.csr_array(np.eye(m, c)))
    return ThermalLoads(
        loaded.expansion,
        loaded.gradient,
        displaced.rotation,
        on_modes.across,
        on_modes.sizes,
        on_modes.labels,
    )

"""The table of surfaces whose heat thermal nodes take up."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from treetop.assembly.forces import named
from treetop.assembly.internal_states import device_outputs, internal_states
from treetop.assembly.surfaces import facets_of
from treetop.core.environment.surfaces import CYLINDER, FACET, PLATE, SPHERE
from treetop.core.environment.warmed_surfaces import WarmedSurfaces
from treetop.model.devices.thermal_node import ThermalNode
from treetop.topology.mechanism import Mechanism

WHOLE = {FACET: 1.0, PLATE: 2.0, SPHERE: 4.0, CYLINDER: 2.0 * math.pi}  # that radiates, per area


def warmed_surface_table(model: Mechanism, surfaces: list[str]) -> WarmedSurfaces:
    """Surfaces that nodes name, of those of a model in order."""
    states = {name: k for k, name in enumerate(internal_states(model))}
    outputs = {name: k for k, name in enumerate(device_outputs(model))}
    rows, laws = [], []
    for name, node in named(model, ThermalNode):
        for surface in node.surfaces:
            warmed: Any = model.forces[surface]
            places = states[f"{name}.temperature"], outputs[f"{name}.absorbed"]
            rows.append((surfaces.index(surface), *places))
            laws.append((warmed.finish.absorption, warmed.emissivity, node.capacity))
    number = np.array(rows, dtype=np.int64).reshape(-1, 3)
    law = np.array(laws, dtype=float).reshape(-1, 3)
    return WarmedSurfaces(number[:, 0].copy(), law, number[:, 1].copy(), number[:, 2].copy())


def emitting_area(surface: Any) -> float:
    """The area of a surface that radiates, all sides of it, times its emissivity, m²."""
    rows = facets_of(surface)
    whole = sum(WHOLE[kind] * area for kind, area in zip(rows.kind, rows.area, strict=True))
    return float(whole * surface.emissivity)

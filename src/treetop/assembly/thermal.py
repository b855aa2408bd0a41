"""The tables of thermal nodes, and of flexible bodies that light warms."""

from __future__ import annotations

from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from treetop.assembly.forces import named
from treetop.assembly.frames import FrameBook
from treetop.assembly.numbering import Labels
from treetop.assembly.warmed_surfaces import emitting_area
from treetop.core.devices.thermal_deformation import WIDTH, ThermalDeformations
from treetop.core.devices.thermal_node import ThermalNodes
from treetop.core.environment.heat import CYLINDER, PANEL, PLATE, SPHERE
from treetop.core.environment.sunlight import SOLAR_CONSTANT
from treetop.model.devices.thermal_deformation import ThermalDeformation
from treetop.model.devices.thermal_node import ThermalNode
from treetop.topology.mechanism import Mechanism

Numbers = dict[str, int]
SHAPES = {"plate": PLATE, "panel": PANEL, "cylinder": CYLINDER, "sphere": SPHERE}
UPPER = np.triu_indices(3)


def thermal_node_table(
    model: Mechanism, frames: FrameBook, states: Numbers, outputs: Numbers
) -> ThermalNodes:
    """Nodes, and the pairs of them that exchange heat."""
    nodes = named(model, ThermalNode)
    pairs = _pairs(nodes)
    return ThermalNodes(
        frame=_integers([frames.add(node.at) for _, node in nodes]),
        shape=_integers([SHAPES[node.shape] for _, node in nodes]),
        axis=_rows([node.axis for _, node in nodes], 3),
        law=_rows([_node_law(model, node) for _, node in nodes], 6),
        sun=_rows([_sunlight(node.sun) for _, node in nodes], 3),
        ambient=_integers([node.sun is None and not node.surfaces for _, node in nodes]),
        state=_integers([states[f"{name}.temperature"] for name, _ in nodes]),
        command=_integers(
            [states[f"{name}.power"] if node.powered else -1 for name, node in nodes]
        ),
        output=_integers([outputs[f"{name}.absorbed"] for name, _ in nodes]),
        pair=np.array(list(pairs), dtype=np.int64).reshape(-1, 2),
        exchange=_rows(list(pairs.values()), 2),
    )


def _node_law(model: Mechanism, node: ThermalNode) -> tuple[float, ...]:
    """Numbers of a node; surfaces take up light for it, and it radiates from the whole of them."""
    light = node.area, node.absorptivity, node.emissivity
    if node.surfaces:
        light = sum(emitting_area(model.forces[each]) for each in node.surfaces), 0.0, 1.0
    return node.capacity, *light, node.sink_conductance, node.sink


def _pairs(nodes: list[tuple[str, ThermalNode]]) -> dict[tuple[int, int], list[float]]:
    """Conductance and area of radiation by the numbers of two nodes."""
    number = {name: k for k, (name, _) in enumerate(nodes)}
    found: dict[tuple[int, int], list[float]] = {}
    for name, node in nodes:
        for column, links in enumerate((node.conduction, node.radiation)):
            for other, value in links.items():
                a, b = sorted((number[name], number[other]))
                found.setdefault((a, b), [0.0, 0.0])[column] += value
    return found


def _sunlight(direction: Any) -> np.ndarray:
    """The light of a Sun that is given, towards it; none where it is that of the surroundings."""
    return SOLAR_CONSTANT * np.array(direction or (0.0, 0.0, 0.0), dtype=float)


class _Segment(NamedTuple):
    rows: np.ndarray  # (m, 7) loads and rotation per mode
    across: np.ndarray  # (3, 3)

    @property
    def driven(self) -> np.ndarray:
        """Projection on the directions that are across any of its elements."""
        parts, axes = np.linalg.eigh(self.across)
        across = axes[:, parts > 1e-9]
        return across @ across.T


def thermal_deformation_table(
    model: Mechanism, frames: FrameBook, labels: Labels, states: Numbers
) -> ThermalDeformations:
    """Flexible bodies that light warms; the labels of the tree's joints are given in order."""
    bent = named(model, ThermalDeformation)
    joints = [model.modal_joint(each.body) for _, each in bent]
    segments = [_segments_of(model, each) for _, each in bent]
    every = [segment for of_body in segments for segment in of_body]
    return ThermalDeformations(
        frame=_integers([frames.add(joint.bodies[1]) for joint in joints]),
        place=np.array([_places(joint.name, labels) for joint in joints], np.int64).reshape(-1, 3),
        law=_rows([_law(each) for _, each in bent], 8),
        sun=_rows([_sunlight(each.sun) for _, each in bent], 3),
        ambient=_integers([each.sun is None for _, each in bent]),
        segment_at=_offsets([len(of_body) for of_body in segments]),
        state=_integers(
            [
                states[f"{name}.temperature{k}"]
                for name, each in bent
                for k in range(1, 1 + each.segments)
            ]
        ),
        across=_rows([segment.across[UPPER] for segment in every], 6),
        driven=_rows([segment.driven[UPPER] for segment in every], 6),
        row_at=_offsets([len(segment.rows) for segment in every])[:-1],
        row=np.concatenate([np.zeros((0, WIDTH)), *(segment.rows for segment in every)]),
    )


def _law(each: ThermalDeformation) -> tuple[float, ...]:
    law = each.heating.law
    *rates, absorptivity, emissivity = law
    return *rates, each.reference, absorptivity, emissivity


def _places(joint: str, labels: Labels) -> tuple[int, int, int]:
    """First modal coordinate and speed, and how many there are."""
    of_joint = [[x.startswith(f"{joint}.") for x in each] for each in labels]
    return of_joint[0].index(True), of_joint[1].index(True), sum(of_joint[1])


def _segments_of(model: Mechanism, each: ThermalDeformation) -> list[_Segment]:
    from treetop.structures.elements.thermal_loads import stretches

    body: Any = model.model.bodies[each.body]
    turn = body.floating.motion.rotations if body.floating else 0.0
    segments = []
    for stretch in stretches(body.thermal, each.elements or None, each.segments):
        load = each.expansion * stretch.expansion
        slope = each.expansion / each.heating.depth * stretch.gradient
        rows = np.column_stack([load, *slope, *(stretch.rotation - turn)])
        segments.append(_Segment(rows, stretch.across))
    return segments


def _rows(values: list, width: int) -> np.ndarray:
    return np.array(values, dtype=float).reshape(-1, width)


def _integers(values: list) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def _offsets(sizes: list[int]) -> np.ndarray:
    return np.array([0, *accumulate(sizes)], dtype=np.int64)

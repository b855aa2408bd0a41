"""The table of what the magnetic field acts on, but for coils."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from treetop.assembly.forces import named
from treetop.assembly.frames import FrameBook
from treetop.assembly.internal_states import device_outputs
from treetop.core.environment.magnets import Magnets
from treetop.model import Conductor, EddyCurrents, MagneticDipole
from treetop.model.part import frames_of
from treetop.topology.mechanism import Mechanism


def magnet_table(model: Mechanism, frames: FrameBook) -> Magnets:
    """Dipoles, bodies with eddy currents, and conductors, in order."""
    dipoles = [each for _, each in named(model, MagneticDipole)]
    eddies = [each for _, each in named(model, EddyCurrents)]
    conductors = named(model, Conductor)
    outputs = list(device_outputs(model))
    nodes = [[frames.add(end) for end in frames_of(each)] for _, each in conductors]
    circuits = [
        (each.resistance or 0.0, each.voltage, each.current or 0.0) for _, each in conductors
    ]
    return Magnets(
        dipole=_integers([frames.add(each.at) for each in dipoles]),
        moment=np.array([each.moment for each in dipoles], float).reshape(-1, 3),
        eddy=_integers([frames.add(each.at) for each in eddies]),
        tensor=np.array([_ordered(each.tensor) for each in eddies], float).reshape(-1, 6),
        node=_integers([frame for own in nodes for frame in own]),
        node_at=_integers([0, *accumulate(map(len, nodes))]),
        circuit=np.array(circuits, float).reshape(-1, 3),
        output=_integers([outputs.index(f"{name}.current") for name, _ in conductors]),
    )


def _ordered(tensor: tuple[float, ...]) -> tuple[float, ...]:
    """As kernels have symmetric matrices."""
    xx, yy, zz, xy, xz, yz = tensor
    return xx, xy, xz, yy, yz, zz


def _integers(values: list) -> np.ndarray:
    return np.array(values, dtype=np.int64)

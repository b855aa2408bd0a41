"""A structure with 11 boundary grid points, and the superelement that it makes: 105 rows."""

from itertools import pairwise

import numpy as np

from nastran_files import dmig, op4_binary
from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section
from treetop.structures.modes.reduction import craig_bampton

GRIDS = tuple(range(101, 112))
MODES = 39
SCALARS = tuple(range(9001, 9001 + MODES))
# A system turned about x, for displacements of grid point 105.
TURNED = np.array([[1, 0, 0], [0, 0.8, -0.6], [0, 0.6, 0.8]])
CORD = "CORD2R,3,0,0.,0.,0.,0.,-.6,.8\n+,1.,0.,0.\n"


def panel():
    """A bent boom with a cross-beam and a camera; nodes 101 to 111 are its boundary."""
    bar = Section.of(area=8e-4, I_y=2e-7, I_z=3e-7, J=2.5e-7, E=70e9, G=27e9, density=2700)
    frame = BeamFrame()
    places = {}
    for k, number in enumerate(GRIDS):
        along = np.array([0.5 * k, 0.0, 0.0]) if k < 7 else np.array([3.0, 0.5 * (k - 6), 0.1 * k])
        places[str(number)] = along + [0.3, -0.2, 0.1]
        frame.add_node(str(number), places[str(number)])
    for k, (one, other) in enumerate(pairwise(GRIDS)):
        frame.add_beam(f"b{k}", str(one), str(other), bar, elements=4, y=[0, 0.3, 1])
    frame.add_body("camera", "111", 2.0, [0.02, 0.03, 0.04], [0.05, 0, 0.02])
    return frame.structure()


def reduced_panel(structure):
    """Mass and stiffness (105, 105): six rows of each grid point, then the modal coordinates."""
    names = [str(number) for number in GRIDS]
    modes = craig_bampton(structure, interface=names, count=MODES)
    return modes, modes.mass, modes.stiffness  # constraint modes come by node and direction first


def in_own_axes(matrix, turned=105):
    """A matrix whose rows of one grid point are in the axes of its own system."""
    T = np.eye(len(matrix))
    first = 6 * GRIDS.index(turned)
    for k in (first, first + 3):
        T[k : k + 3, k : k + 3] = TURNED
    return T.T @ matrix @ T


def bulk(structure, sets=True, length=1.0):
    """Grid points, scalar points and sets, as EXTSEOUT writes them before the matrices."""
    lines = ["$ external superelement", "BEGIN SUPER=       7", CORD.rstrip()]
    for number in GRIDS:
        x, y, z = structure.position(str(number)) / length
        axes = 3 if number == 105 else 0
        lines.append(f"GRID*   {number:16d}{0:16d}{x:16.9E}{y:16.9E}")
        lines.append(f"*       {z:16.9E}{axes:16d}")
    lines.append(f"SPOINT  {SCALARS[0]:8d}THRU    {SCALARS[-1]:8d}")
    if sets:
        lines.append(f"BSET1   {123456:8d}{GRIDS[0]:8d}THRU    {GRIDS[-1]:8d}")
        lines.append(f"QSET1   {0:8d}{SCALARS[0]:8d}THRU    {SCALARS[-1]:8d}")
    return "\n".join(lines) + "\n"


def degrees(component=0):
    """Points and components of the 105 rows."""
    return [(n, c) for n in GRIDS for c in range(1, 7)] + [(n, component) for n in SCALARS]


def as_punched(matrix):
    """A matrix with the digits that DMIG cards keep."""
    below = np.tril(np.vectorize(lambda value: float(f"{value:.9E}"))(matrix))
    return below + np.tril(below, -1).T


def punched(structure, matrices, component=0):
    """The whole superelement in one punch file."""
    rows = degrees(component)
    return bulk(structure) + "".join(dmig(n, m, rows) for n, m in matrices.items())


def written(folder, structure, matrices, **options):
    """The superelement by a punch file of points and OUTPUT4."""
    (folder / "se.pch").write_text(bulk(structure))
    (folder / "se.op4").write_bytes(op4_binary(matrices, **options))
    return folder / "se.pch", folder / "se.op4"

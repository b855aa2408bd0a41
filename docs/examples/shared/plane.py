"""Bodies of a run that moves in the plane of x and y, as lines to draw."""

import numpy as np

import treetop as tt


def placed(run: tt.Run, body: str, sample: int, points: np.ndarray) -> np.ndarray:
    """Points (2, n) of a body, in inertial axes, m."""
    w, _, _, z = run[f"{body}.attitude"].values[sample]
    c, s = w * w - z * z, 2 * w * z
    return np.array([[c, -s], [s, c]]) @ points + run[f"{body}.position"].values[sample, :2, None]


def bent(run: tt.Run, body: str, sample: int) -> np.ndarray:
    """The line of a flexible body along x, m."""
    modes = run.model.bodies[body].modes
    structure = modes.structure
    q = np.array([float(run[f"{body}.mode{k + 1}"][sample]) for k in range(len(modes))])
    order = np.argsort(structure.positions[:, 0])
    moved = np.array([structure.translation(int(n)) @ (modes.shapes @ q) for n in order])
    return placed(run, body, sample, (structure.positions[order] + moved)[:, :2].T)

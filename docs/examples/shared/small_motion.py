"""A linear model of a controlled spacecraft against runs of it: from one sample to the next, for
small motion."""

from collections.abc import Sequence

import numpy as np

import treetop as tt
from shared.linear_checks import sampled_motion
from treetop.analysis import Loop


def predicted(loop: Loop, start: dict[str, float], count: int) -> np.ndarray:
    """States of the closed loop at so many samples, in rows, from what differs at the start."""
    names = loop.open.states
    x = np.array([start.get(name, 0.0) for name in names])
    missing = set(start) - set(names)
    assert not missing, missing
    return sampled_motion(loop, x, count)


def seen(run: tt.Run, names: Sequence[str]) -> np.ndarray:
    """States in a run, whose reference has no attitude: small turns from the
    quaternions."""
    columns = []
    for name in names:
        joint, _, rest = name.partition(".")
        if rest.startswith("rotation."):
            q = run[f"{joint}.attitude"].values
            columns.append(2 * np.sign(q[:, 0]) * q[:, 1 + "xyz".index(rest[-1])])
        else:
            columns.append(run[name].values)
    return np.array(columns).T


def distance(loop: Loop, run: tt.Run, start: dict[str, float], names: Sequence[str]) -> float:
    """The greatest difference between a run, sampled as the loop is, and what the loop predicts of
    it; each state in parts of its largest value."""
    count = len(run.time) - 1
    places = [loop.open.states.index(name) for name in names]
    linear = predicted(loop, start, count)[:, places]
    sizes = np.abs(linear).max(axis=0)
    return float((np.abs(seen(run, names) - linear) / sizes).max())

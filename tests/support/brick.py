"""A brick of 3 x 2 x 1, one corner at the origin: a solid whose numbers are known."""

import itertools

import numpy as np

CORNERS = np.array(list(itertools.product((0.0, 3.0), (0.0, 2.0), (0.0, 1.0))))
FACES = np.array([
    [0, 2, 4], [2, 6, 4], [1, 5, 3], [3, 5, 7], [0, 4, 1], [1, 4, 5],
    [2, 3, 6], [3, 7, 6], [0, 1, 2], [1, 3, 2], [4, 6, 5], [5, 6, 7],
])  # fmt: skip
VOLUME, CENTRE = 6.0, np.array([1.5, 1.0, 0.5])


def obj(faces=FACES):
    """The text of a mesh file."""
    lines = [f"v {x:g} {y:g} {z:g}" for x, y, z in CORNERS]
    return "\n".join([*lines, *(f"f {a} {b} {c}" for a, b, c in np.asarray(faces) + 1), ""])

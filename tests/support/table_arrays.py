"""All arrays of nested tables."""

from collections.abc import Iterator

import numpy as np


def arrays(tables: tuple) -> Iterator[np.ndarray]:
    for part in tables:
        if isinstance(part, np.ndarray):
            yield part
        elif isinstance(part, tuple):
            yield from arrays(part)

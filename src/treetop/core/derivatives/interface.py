"""What writes the Jacobian of a state's rates, and how others come by it."""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import BOX, Bundle, function_like

# Time, state, where ``∂y'/∂y`` is written, a handle of what it is found by.
JACOBIAN = (0, 0.0, np.zeros(0), np.zeros((0, 0)), Bundle.handle)
JACOBIAN_TYPE = function_like(*JACOBIAN)


class Jacobian(NamedTuple):
    """A function of this sort, and its handle."""

    write: Any
    handle: np.ndarray


bundle = Bundle(Jacobian(JACOBIAN_TYPE, BOX))
unpack = bundle.unpack

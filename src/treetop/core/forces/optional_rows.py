"""Which force or generalised force of the model each row of the optional tables is."""

from typing import NamedTuple

import numpy as np

from treetop.core.devices import NO_DEVICE_ROWS, DeviceRows


class JointPhysicsRows(NamedTuple):
    """Which generalised force each row of the tables at joints is."""

    stops: np.ndarray  # (k,)
    hysteresis: np.ndarray
    bristles: np.ndarray
    friction: np.ndarray


class OptionalRows(NamedTuple):
    """Which force, or generalised force, of the model each row of all tables is."""

    joints: JointPhysicsRows
    closing: JointPhysicsRows
    contacts: np.ndarray  # (k, 2)  and 1, or -1 if its second end is the first of the row
    cords: np.ndarray  # (k,)
    devices: DeviceRows
    fluids: np.ndarray  # (k,)  of each rod


_NONE = np.zeros(0, dtype=np.int64)
_NO_ROWS = JointPhysicsRows(*(_NONE,) * len(JointPhysicsRows._fields))
NO_OPTIONAL_ROWS = OptionalRows(
    _NO_ROWS, _NO_ROWS, _NONE.reshape(0, 2), _NONE, NO_DEVICE_ROWS, _NONE
)

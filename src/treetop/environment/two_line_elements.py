"""Two-line elements, evaluated by the sgp4 package."""

from __future__ import annotations

from typing import Any

import numpy as np

from treetop.environment.epoch import Epoch
from treetop.environment.frames import gcrf_from_teme
from treetop.errors import ModelError, Problem


def tle_state(first: str, second: str, epoch: Epoch) -> tuple[np.ndarray, np.ndarray]:
    """Place and velocity at an epoch, GCRF, m and m/s.

    Parameters
    ----------
    first, second : str
        The two lines.
    epoch : Epoch
        May be days away from that of the elements, at some km of error for each.
    """
    satellite = _satellite(first, second)
    error, x, v = satellite.sgp4(*epoch.jd("UTC"))
    if error:
        from sgp4.api import SGP4_ERRORS

        what = f"SGP4 has no state at {epoch}: {SGP4_ERRORS[error]}"
        raise _problem(what, "choose an epoch nearer to that of the elements")
    M = gcrf_from_teme(epoch)
    return M @ (np.array(x) * 1e3), M @ (np.array(v) * 1e3)


def tle_epoch(first: str, second: str) -> Epoch:
    """The epoch of two-line elements, to the microsecond."""
    from sgp4.conveniences import sat_epoch_datetime

    return Epoch(sat_epoch_datetime(_satellite(first, second)))


def _satellite(first: str, second: str) -> Any:
    try:
        from sgp4.api import Satrec
    except ImportError:
        hint = "install it: pip install treetop[tle]; or give Kepler elements"
        raise _problem("two-line elements need the package sgp4", hint) from None
    for number, line in (("1", first), ("2", second)):
        _check(str(line).strip(), number)
    return Satrec.twoline2rv(str(first).strip(), str(second).strip())


def _check(line: str, number: str) -> None:
    hint = "give the two lines as they are published, 69 letters each"
    if len(line) != 69 or not line.startswith(f"{number} "):
        raise _problem(f"{line!r} is not line {number} of two-line elements", hint)
    total = sum(int(c) if c.isdigit() else c == "-" for c in line[:-1])
    if not line[-1].isdigit() or total % 10 != int(line[-1]):
        raise _problem(f"the check sum of line {number} is {line[-1]}, not {total % 10}", hint)


def _problem(what: str, hint: str) -> ModelError:
    return ModelError([Problem(what, "tle", hint)])

"""How the Earth is turned beyond what theories say: UT1 - UTC and polar motion, as measured."""

from __future__ import annotations

import math
import os
import warnings
from dataclasses import dataclass, field
from functools import cached_property
from reprlib import repr as short
from typing import Any, NamedTuple

import erfa
import numpy as np

from treetop.errors import ModelError, Problem
from treetop.files import content_of

DAY = 86400.0  # s
TT_TAI = 32.184  # s
MJD = 2400000.5
ARCSEC = math.pi / 648000.0
HINT = "give a file of the IERS in the format of finals2000A.all"
FEWEST = 4  # days of a table
MARGIN = 3  # days around a span that a part of a table keeps: interpolation looks at two


@dataclass(frozen=True)
class EarthOrientation:
    """Earth orientation parameters: constant through a run, or a table by days.

    All are zero by default, which misplaces a point of the surface by up to 420 m (UT1 - UTC of
    0.9 s) and 10 m (polar motion of 0.3 arcsec): give the values of IERS Bulletin A where that
    matters, or a file of them.

    Parameters
    ----------
    dut1 : float, s
        UT1 - UTC.
    xp, yp : float, rad
        Polar motion.
    tai_utc : float, s, optional
        TAI - UTC; by default from the table of leap seconds.
    file : path, optional
        A file of the IERS, such as ``finals2000A.all``, in place of the numbers above. Values of
        Bulletin A are interpolated between days; dates outside the file are refused.
    content : bytes, optional
        What is in the file, if it has been read.
    """

    dut1: float = 0.0
    xp: float = 0.0
    yp: float = 0.0
    tai_utc: float | None = None
    file: str | None = None
    content: bytes | None = field(default=None, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        parameters = {"dut1": self.dut1, "xp": self.xp, "yp": self.yp, "tai_utc": self.tai_utc}
        for name, value in parameters.items():
            if value is None and name == "tai_utc":
                continue
            if isinstance(value, bool) or not isinstance(value, int | float | np.number):
                raise _problem(f"{short(value)} is not a number", "give one", name)
            if not math.isfinite(value):
                raise _problem(f"{value} is not a finite number", "give one", name)
        if self.file is not None:
            self._require_file([name for name, value in parameters.items() if value])

    def _require_file(self, parameters: list[str]) -> None:
        if parameters:
            what = f"'{self.file}' has the orientation, and {parameters[0]} is given, too"
            raise _problem(what, "leave one of the two out", parameters[0])
        object.__setattr__(self, "file", os.fspath(self.file or ""))
        if self.content is None:
            content = content_of(str(self.file), lambda what: _refused(self.file, what))
            object.__setattr__(self, "content", content)
        self.table  # noqa: B018  # so that a broken file is reported at once

    @cached_property
    def table(self) -> OrientationTable:
        """The table of the file."""
        assert self.content is not None
        return orientation_table(self.content, str(self.file))

    def ut1_minus_tt(self, tt: Any, leap_seconds: float) -> Any:
        """UT1 - TT, s, at Julian dates of TT (two parts); constant parameters are those of a date
        when TAI - UTC was `leap_seconds`."""
        if self.file is None:
            offset = leap_seconds if self.tai_utc is None else self.tai_utc
            return self.dut1 - TT_TAI - offset
        return self.table.at(tt)[..., 0] - TT_TAI

    def pole(self, tt: Any) -> tuple[Any, Any]:
        """Polar motion, rad, at Julian dates of TT (two parts)."""
        if self.file is None:
            return self.xp, self.yp
        _, xp, yp = np.moveaxis(self.table.at(tt), -1, 0)
        return xp, yp


class OrientationTable(NamedTuple):
    """Orientation of the Earth by days, in Julian dates of TT less that of MJD 0."""

    file: str
    first: float
    last: float
    values: Any  # function of the date: UT1 - TAI, s, and polar motion, rad

    def at(self, tt: Any) -> np.ndarray:
        """UT1 - TAI and polar motion (..., 3) at Julian dates of TT (two parts)."""
        days = (np.asarray(tt[0]) - MJD) + tt[1]
        for day in (np.min(days, initial=math.inf), np.max(days, initial=-math.inf)):
            if math.isfinite(day) and not self.first <= day <= self.last:
                what = f"'{self.file}' has no Earth orientation on {_date(day)}"
                hint = f"its dates are {_date(self.first)} to {_date(self.last)}"
                raise _problem(what, hint, "orientation")
        return np.asarray(self.values(days))


def orientation_table(content: bytes, file: str) -> OrientationTable:
    """The table in the content of a file of the IERS; days without UT1 - UTC end it."""
    from scipy.interpolate import CubicHermiteSpline  # only where there is a file

    rows = [row for row in map(_row, content.decode("latin-1").splitlines()) if row]
    if len(rows) < FEWEST:
        raise _refused(file, "is not such a file, or has too few days")
    mjd, ut1, xp, yp = np.array(rows).T
    if not (np.diff(mjd) == 1.0).all():
        after = mjd[int(np.argmax(np.diff(mjd) != 1.0))]
        raise _refused(file, f"the day after {_date(after)} is missing")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", erfa.ErfaWarning)  # leap seconds to come are not known
        year, month, day, _ = erfa.jd2cal(MJD, mjd)
        tai_utc = erfa.dat(year, month, day, 0.0)
    days = mjd + (tai_utc + TT_TAI) / DAY
    values = np.column_stack([ut1 - tai_utc, ARCSEC * xp, ARCSEC * yp])
    slopes = np.gradient(values, days, axis=0)
    return OrientationTable(file, days[0], days[-1], CubicHermiteSpline(days, values, slopes))


def part_of(content: bytes, first: float, last: float) -> bytes:
    """The lines of a file of the IERS about some days, as modified Julian dates."""
    lines = [
        (row[0], line) for line in content.splitlines() if (row := _row(line.decode("latin-1")))
    ]
    retained = [line for mjd, line in lines if first - MARGIN <= mjd <= last + MARGIN]
    return b"\n".join([*retained, b""])


def _row(line: str) -> tuple[float, ...] | None:
    """Modified Julian date, UT1 - UTC (s) and polar motion (arcsec) of a line, by its columns."""
    try:
        return tuple(float(line[a:b]) for a, b in ((7, 15), (58, 68), (18, 27), (37, 46)))
    except ValueError:
        return None


def _date(mjd: float) -> str:
    year, month, day, _ = erfa.jd2cal(MJD, mjd)
    return f"{int(year):04d}-{int(month):02d}-{int(day):02d}"


def _problem(what: str, hint: str, where: str) -> ModelError:
    return ModelError([Problem(what, f"epoch.{where}", hint)])


def _refused(file: str | None, what: str) -> ModelError:
    return _problem(f"'{file}': {what}", HINT, "orientation")

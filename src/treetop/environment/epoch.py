"""Instants on the scales of time, and how the Earth is turned at them.

Scales are those of the IAU: UTC, TAI, TT, TDB and UT1, converted by ERFA (SOFA's routines).  The
time of a run is counted in seconds of TT from the epoch of its model.
"""

from __future__ import annotations

import datetime as dt
import math
import re
import warnings
from functools import cached_property, total_ordering
from reprlib import repr as short
from typing import Any, NamedTuple

import erfa
import numpy as np

from treetop.environment.earth_orientation import DAY, MJD, TT_TAI, EarthOrientation
from treetop.errors import ModelError, Problem

SCALES = ("UTC", "TAI", "TT", "TDB", "UT1")
J2000 = 2451545.0  # TT
CLOCK = 1e-3  # s: within, Julian dates in one number may be rounded
DIGITS = 9  # of a second that an epoch keeps
_EXAMPLE = "write one such as 2026-07-01T06:30:00 UTC"
_TEXT = re.compile(
    r"\s*(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?\s*([A-Za-z]\w*)?\s*"
)

JulianDate = tuple[Any, Any]  # two parts, days


class _Calendar(NamedTuple):
    """A date and a time of day, as they are written."""

    year: int
    month: int
    day: int
    hour: int = 0
    minute: int = 0
    second: float = 0.0


@total_ordering
class Epoch:
    """An instant, with the Earth orientation that goes with it.

    An epoch is what its text says, to a nanosecond, so that writing one to a file and reading it
    changes nothing.

    Parameters
    ----------
    value : str, datetime, astropy.time.Time or Epoch
        A text has a date, a time of day and a scale, as ``"2026-07-01T06:30:00 UTC"``; the scale is
        UTC, TAI, TT, TDB or UT1, and UTC if it is left out.  A `datetime` without a time zone
        is UTC.
    orientation : EarthOrientation, optional

    Examples
    --------
    >>> epoch = Epoch("2026-07-01T06:30:00 UTC")
    >>> epoch.jd("TT")
    (2461222.5, 0.2716340740740741)
    >>> epoch.after(86400).text("TAI")
    '2026-07-02T06:30:37 TAI'
    """

    def __init__(self, value: Any, orientation: EarthOrientation | None = None) -> None:
        if isinstance(value, Epoch):
            orientation = value.orientation if orientation is None else orientation
            value = str(value)
        self._orientation = orientation or EarthOrientation()
        calendar, scale = _read(value, self._orientation)
        self._tt = _tt_of(calendar, scale, self._orientation)
        self._text = f"{_written(calendar)} {scale}"

    @property
    def orientation(self) -> EarthOrientation:
        """The Earth orientation parameters."""
        return self._orientation

    @property
    def scale(self) -> str:
        """The scale that the epoch is written in."""
        return self._text.rpartition(" ")[2]

    def ut1_minus_tt(self, t: Any = 0.0) -> Any:
        """UT1 - TT, s, at times `t` (s of TT) after the epoch: it does not jump with leap
        seconds."""
        return self._orientation.ut1_minus_tt(self._after(t), self._leap_seconds)

    @cached_property
    def _leap_seconds(self) -> float:
        return _tai_utc(self._tt)

    def pole(self, t: Any = 0.0) -> tuple[Any, Any]:
        """Polar motion, rad, at times `t` (s of TT) after the epoch."""
        return self._orientation.pole(self._after(t))

    @property
    def orientation_known(self) -> float:
        """For how long from the epoch on the orientation of the Earth is known, s."""
        orientation = self._orientation
        if orientation.file is None:
            return math.inf
        return float((orientation.table.last - (self._tt[0] - MJD) - self._tt[1]) * DAY) - CLOCK

    @property
    def decimal_year(self) -> float:
        """The year and its part that has passed, TT, as coefficients of magnetic fields count."""
        year = erfa.jd2cal(*self._tt)[0]
        begun = sum(erfa.cal2jd(year, 1, 1))
        length = sum(erfa.cal2jd(year + 1, 1, 1)) - begun
        return float(year + ((self._tt[0] - begun) + self._tt[1]) / length)

    def jd(self, scale: str = "TT", t: Any = 0.0) -> JulianDate:
        """The Julian date in two parts, days: of the epoch, or of a time `t` (s of TT) after it.

        Parameters
        ----------
        scale : str
            TT, TAI, TDB, UT1 or UTC.
        t : float or array, s
        """
        scale = _known(scale)
        offset = self.ut1_minus_tt(t) if scale == "UT1" else 0.0
        found = _from_tt(self._after(t), scale, offset, self._orientation)
        return found if np.ndim(t) else (float(found[0]), float(found[1]))

    def _after(self, t: Any) -> JulianDate:
        """The Julian date of TT at times after the epoch."""
        t = np.asarray(t, dtype=float)
        days = np.floor(t / DAY)  # apart, so that the second part keeps its digits
        return self._tt[0] + days, self._tt[1] + (t - days * DAY) / DAY

    def after(self, seconds: float) -> Epoch:
        """The instant so many seconds of TT later, with the same orientation parameters."""
        calendar = _calendar(self.jd(self.scale, seconds), self.scale, self._orientation)
        return Epoch(f"{_written(calendar)} {self.scale}", self._orientation)

    def text(self, scale: str | None = None) -> str:
        """The epoch in words: in its own scale, or in another."""
        if scale is None or _known(scale) == self.scale:
            return self._text
        scale = _known(scale)
        return f"{_written(_calendar(self.jd(scale), scale, self._orientation))} {scale}"

    def __sub__(self, other: Epoch) -> float:
        """Seconds of TT from the other epoch to this one."""
        if not isinstance(other, Epoch):
            return NotImplemented
        (a, b), (c, d) = self._tt, other._tt
        return float(((a - c) + (b - d)) * DAY)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Epoch):
            return NotImplemented
        return self._tt == other._tt and self._orientation == other._orientation

    def __lt__(self, other: Epoch) -> bool:
        if not isinstance(other, Epoch):
            return NotImplemented
        return self - other < 0.0

    def __hash__(self) -> int:
        return hash((self._tt, self._orientation))

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Epoch({self._text!r})"


# --- reading and writing ------------------------------------------------------------------------


def _problem(what: str, hint: str = _EXAMPLE, where: str = "epoch") -> ModelError:
    return ModelError([Problem(what, where, hint)])


def _known(scale: str) -> str:
    if str(scale).upper() not in SCALES:
        raise _problem(f"unknown scale of time {short(scale)}", "there are: " + ", ".join(SCALES))
    return str(scale).upper()


def _read(value: Any, orientation: EarthOrientation) -> tuple[_Calendar, str]:
    """Date, time of day and scale of what a user may give."""
    if isinstance(value, dt.datetime):
        if value.tzinfo is not None:
            value = value.astimezone(dt.UTC).replace(tzinfo=None)
        value = value.isoformat()
    elif isinstance(value, dt.date):
        value = value.isoformat()
    elif all(hasattr(value, name) for name in ("jd1", "jd2", "scale", "tt")):
        return _from_astropy(value, orientation)
    if not isinstance(value, str):
        raise _problem(f"{short(value)} is not a date")
    parts = _TEXT.fullmatch(value)
    if not parts:
        raise _problem(f"{short(value)} is not a date and time")
    *date, second, scale = parts.groups()
    year, month, day, hour, minute = (int(part or 0) for part in date)
    scale = "UTC" if scale in (None, "Z", "z") else _known(scale)
    seconds = round(float(second or 0.0), DIGITS)
    return _Calendar(year, month, day, hour, minute, seconds), scale


def _from_astropy(time: Any, orientation: EarthOrientation) -> tuple[_Calendar, str]:
    if getattr(time, "shape", ()) != ():
        raise _problem(f"{short(time)} has several instants", "give one")
    scale = str(time.scale).upper()
    if scale == "UT1":  # by our own UT1 - UTC: astropy would look for a table
        return _calendar((time.jd1, time.jd2), scale, orientation), scale
    scale = scale if scale in SCALES else "TT"
    instant = getattr(time, scale.lower())
    if scale == "UTC" and orientation.tai_utc is not None:
        scale, instant = "TAI", time.tai
    return _calendar((instant.jd1, instant.jd2), scale, orientation), scale


def _written(calendar: _Calendar) -> str:
    year, month, day, hour, minute, second = calendar
    seconds = f"{second:0{DIGITS + 3}.{DIGITS}f}".rstrip("0").rstrip(".")
    return f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:{seconds}"


def _calendar(jd: JulianDate, scale: str, orientation: EarthOrientation) -> _Calendar:
    """The date and time of day of a Julian date."""
    jumps = scale == "UTC" and orientation.tai_utc is None
    year, month, day, clock = _quiet(erfa.d2dtf, "UTC" if jumps else "TAI", DIGITS, *jd)
    hour, minute, second, part = (int(clock[name]) for name in ("h", "m", "s", "f"))
    return _Calendar(int(year), int(month), int(day), hour, minute, second + part / 10**DIGITS)


def _quiet(function: Any, *arguments: Any) -> Any:
    """What ERFA finds, without its warning that later leap seconds are not known."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", erfa.ErfaWarning)
        return function(*arguments)


# --- scales -------------------------------------------------------------------------------------


def _tt_of(calendar: _Calendar, scale: str, orientation: EarthOrientation) -> tuple[float, float]:
    """The Julian date of TT, its first part ending in a half."""
    jumps = scale == "UTC" and orientation.tai_utc is None
    with warnings.catch_warnings():
        warnings.simplefilter("error", erfa.ErfaWarning)
        warnings.filterwarnings("ignore", message=".*dubious year", category=erfa.ErfaWarning)
        try:
            jd = erfa.dtf2d("UTC" if jumps else "TAI", *calendar)
        except (erfa.ErfaError, erfa.ErfaWarning):
            raise _problem(f"there is no time {_written(calendar)} {scale}") from None
    if jumps and calendar.year < 1972:
        hint = "give TAI, TT or TDB; UTC with leap seconds begins in 1972"
        raise _problem(f"{_written(calendar)} is before UTC", hint)
    date, part = _to_tt(jd, scale, jumps, calendar, orientation)
    whole = math.floor(date + part - 0.5) + 0.5
    return float(whole), float((date - whole) + part)


def _to_tt(
    jd: JulianDate, scale: str, jumps: bool, calendar: _Calendar, orientation: EarthOrientation
) -> JulianDate:
    if scale == "TT":
        return jd
    if scale == "TAI":
        return erfa.taitt(*jd)
    if scale == "TDB":
        return erfa.tdbtt(*jd, _tdb_minus_tt(jd))
    if jumps:
        return erfa.taitt(*_quiet(erfa.utctai, *jd))
    if scale == "UTC":
        return jd[0], jd[1] + (TT_TAI + (orientation.tai_utc or 0.0)) / DAY
    tai_utc, offset = _leap_seconds(calendar.year, calendar.month, calendar.day, jd[1]), 0.0
    for _ in range(2):  # a table is by dates of TT
        offset = orientation.ut1_minus_tt((jd[0], jd[1] - offset / DAY), tai_utc)
    return jd[0], jd[1] - offset / DAY


def _from_tt(
    tt: JulianDate, scale: str, ut1_minus_tt: float, orientation: EarthOrientation
) -> JulianDate:
    if scale == "TT":
        return tt
    if scale == "UT1":
        return tt[0], tt[1] + ut1_minus_tt / DAY
    if scale == "TDB":
        return erfa.tttdb(*tt, _tdb_minus_tt(tt))
    tai = erfa.tttai(*tt)
    if scale == "TAI":
        return tai
    if orientation.tai_utc is not None:
        return tai[0], tai[1] - orientation.tai_utc / DAY
    return _quiet(erfa.taiutc, *tai)


def _tdb_minus_tt(tt: JulianDate) -> Any:
    """TDB - TT at the centre of the Earth, s (Fairhead and Bretagnon 1990)."""
    return erfa.dtdb(*tt, (tt[0] + 0.5) % 1.0 + tt[1], 0.0, 0.0, 0.0)


def _leap_seconds(year: int, month: int, day: int, part: float) -> float:
    return float(_quiet(erfa.dat, year, month, day, min(max(part, 0.0), 1.0)))


def _tai_utc(tt: JulianDate) -> float:
    year, month, day, part = erfa.jd2cal(*_quiet(erfa.taiutc, *erfa.tttai(*tt)))
    return _leap_seconds(int(year), int(month), int(day), float(part))

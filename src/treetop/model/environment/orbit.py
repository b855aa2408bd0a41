"""Orbits to start from, as a person writes them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import PlainValidator, StrictBool

from treetop.errors import ModelError, Problem
from treetop.model.environment.local_attitude import local_attitude
from treetop.model.quantity import (
    LARGEST,
    Invalid,
    each,
    elements,
    number,
    optional,
    scalar,
    vector,
)
from treetop.model.specification import path, spec

if TYPE_CHECKING:
    import numpy as np

    from treetop.core.environment.rotation import Rotation
    from treetop.environment.epoch import Epoch

__all__ = ["Orbit"]

Length: TypeAlias = Annotated[Any, optional(scalar("m"))]
Angle: TypeAlias = Annotated[Any, scalar("rad")]
Anomaly: TypeAlias = Annotated[Any, optional(scalar("rad"))]

# Which fields say how large an orbit is and of what form; just one of these rows must be given.
_SIZES = (
    ("semi_major_axis",), ("semi_latus_rectum",), ("height",),
    ("periapsis_height", "apoapsis_height"), ("equinoctial",), ("position", "velocity"), ("tle",),
)  # fmt: skip
_WHOLE = ("equinoctial", "position", "tle")  # with which no further elements go
_ANOMALIES = ("true_anomaly", "mean_anomaly", "eccentric_anomaly", "argument_of_latitude")


def _equinoctial(value: Any) -> tuple[float, ...]:
    items = elements(value)
    if len(items) != 6:
        hint = "give [p, f, g, h, k, L]: a length, four plain numbers and an angle"
        raise Invalid(f"6 numbers are needed, not {len(items)}", hint)
    units = ("m", "1", "1", "1", "1", "rad")
    read = tuple(each(list(zip(items, units, strict=True)), lambda pair: number(*pair)))
    if not read[0] > 0.0:
        raise Invalid(f"a semi-latus rectum of {read[0]:g} m is not above 0", "give more", (0,))
    _, f, g, _, _, L = read
    if 1.0 + f * math.cos(L) + g * math.sin(L) <= 0.0:
        what = f"a true longitude of {math.degrees(L):g} deg is beyond the arms of the hyperbola"
        raise Invalid(what, "give one with 1 + f cos L + g sin L above 0", (5,))
    return read


def _lines(value: Any) -> tuple[str, ...]:
    items = elements(value)
    if len(items) != 2 or not all(isinstance(item, str) for item in items):
        raise Invalid("two lines of text are needed", "give the two lines as they are published")
    return tuple(items)


@spec
class Orbit:
    """An orbit, and the place on it.

    Its size and form are given by one of: ``semi_major_axis`` (negative for a hyperbola) or
    ``semi_latus_rectum``, both with ``eccentricity``; ``height``, of a circular orbit;
    ``periapsis_height`` and ``apoapsis_height``; ``equinoctial``, which is (p, f, g, h, k, L);
    ``position`` and ``velocity``; ``tle``, two lines.

    Parameters
    ----------
    semi_major_axis, semi_latus_rectum, height, periapsis_height, apoapsis_height : lengths, m
        Heights are above the equatorial radius of the planet.
    eccentricity : number
    inclination, node, periapsis : angles, rad
        Inclination, right ascension of the ascending node, argument of periapsis.
    true_anomaly, mean_anomaly, eccentric_anomaly, argument_of_latitude : angles, rad
        The place on the orbit, by one of them; by default the periapsis.
    equinoctial : 6 numbers
        Modified equinoctial elements of Walker.
    position, velocity : 3 numbers, m and m/s
    tle : 2 texts
        Evaluated by SGP4 at the epoch of the model.
    axes : str
        What elements are relative to: ``"inertial"`` axes (GCRF), or the ``"equator"`` of the
        planet at the epoch, its x axis being the inertial one carried along as the z axis is turned
        to the pole by the shortest way.
    attitude : LocalAttitude, optional
        As `local` makes it.
    impact : bool
        Whether the orbit may meet the surface.

    Examples
    --------
    >>> import treetop as tt
    >>> tt.Orbit(semi_major_axis="6778 km", inclination="51.6 deg").inclination
    0.9005898940290741
    """

    semi_major_axis: Length = None
    eccentricity: Annotated[Any, scalar("1", at_least=0)] = 0.0
    inclination: Angle = 0.0
    node: Angle = 0.0
    periapsis: Angle = 0.0
    true_anomaly: Anomaly = None
    mean_anomaly: Anomaly = None
    eccentric_anomaly: Anomaly = None
    argument_of_latitude: Anomaly = None
    semi_latus_rectum: Annotated[Any, optional(scalar("m", above=0))] = None
    height: Length = None
    periapsis_height: Length = None
    apoapsis_height: Length = None
    equinoctial: Annotated[Any, optional(PlainValidator(_equinoctial))] = None
    position: Annotated[Any, optional(vector("m"))] = None
    velocity: Annotated[Any, optional(vector("m/s"))] = None
    tle: Annotated[Any, optional(PlainValidator(_lines))] = None
    axes: Literal["inertial", "equator"] = "inertial"
    attitude: Annotated[Any, PlainValidator(local_attitude)] = None
    impact: StrictBool = False

    def __post_init__(self) -> None:
        size = self._given_size()
        self._check_companions(size)
        self._check_form(size)

    def _given_size(self) -> str:
        """The first field of the row of sizes that is given."""
        rows = [row for row in _SIZES if any(getattr(self, name) is not None for name in row)]
        choices = "; ".join(" and ".join(row) for row in _SIZES)
        if len(rows) != 1:
            named = " and ".join(row[0] for row in rows)
            what = f"{named} do not go together" if rows else "an orbit has no size"
            raise Invalid(what, f"give one of: {choices}")
        for name in rows[0]:
            if getattr(self, name) is None:
                raise Invalid(f"'{name}' is missing", f"add '{name}'")
        return rows[0][0]

    def _check_companions(self, size: str) -> None:
        """Refuse elements that say again what others have said."""
        anomalies = [name for name in _ANOMALIES if getattr(self, name) is not None]
        if len(anomalies) > 1:
            raise Invalid(f"{' and '.join(anomalies)} do not go together", "give one of them")
        more = [n for n in ("eccentricity", "inclination", "node", "periapsis") if getattr(self, n)]
        if size in _WHOLE and more + anomalies:
            name = (more + anomalies)[0]
            raise Invalid(f"'{size}' and '{name}' do not go together", f"leave out '{name}'")
        if size in ("height", "periapsis_height") and self.eccentricity:
            hint = "leave out 'eccentricity', or give 'semi_major_axis'"
            raise Invalid(f"'{size}' and 'eccentricity' do not go together", hint)
        if size == "tle" and self.axes != "inertial":
            raise Invalid("two-line elements have axes of their own", "leave out 'axes'")

    def _check_form(self, size: str) -> None:
        """Refuse what is neither an ellipse nor a hyperbola, or beyond the arms of one."""
        e, a = self.eccentricity, self.semi_major_axis
        if a is not None and (a == 0.0 or e == 1.0 or (a > 0.0) != (e < 1.0)):
            form = "a parabola" if e == 1.0 else "a hyperbola" if e > 1.0 else "an ellipse"
            hint = "a hyperbola has a negative 'semi_major_axis' and an eccentricity above 1; "
            hint += "for a parabola give 'semi_latus_rectum'"
            what = f"semi_major_axis {a:g} m does not fit {form} of eccentricity {e:g}"
            raise Invalid(what, hint, ("semi_major_axis",))
        if e == 1.0 and (self.mean_anomaly, self.eccentric_anomaly) != (None, None):
            raise Invalid("a parabola has only a true anomaly", "give 'true_anomaly'")
        low, high = self.periapsis_height, self.apoapsis_height
        if low is not None and low > high:
            raise Invalid(f"the periapsis, {low:g} m, is above the apoapsis, {high:g} m")
        nu = self.true_anomaly
        if self.argument_of_latitude is not None:
            nu = self.argument_of_latitude - self.periapsis
        if nu is not None and size not in _WHOLE and 1.0 + e * math.cos(nu) <= 0.0:
            limit = math.degrees(math.acos(-1.0 / e))
            what = f"a true anomaly of {math.degrees(nu):g} deg is beyond the arms of the hyperbola"
            raise Invalid(what, f"give one within ±{limit:g} deg")


# --- from an orbit to a state -------------------------------------------------------------------


def state_of(
    orbit: Orbit,
    mu: float,
    radius: float | None = None,
    epoch: Epoch | None = None,
    rotation: Rotation | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Position and velocity of an orbit, inertial axes, m and m/s.

    Parameters
    ----------
    orbit : Orbit
    mu : float, m³/s²
        Gravitational parameter of the planet.
    radius : float, m, optional
        Equatorial radius of the planet: heights count from it, and no orbit may be below.
    epoch : Epoch, optional
        Needed by two-line elements.
    rotation : Rotation, optional
        How the planet turns: needed by elements relative to its equator.
    """
    import numpy as np

    with np.errstate(all="ignore"):
        x, v = _state_in_axes(orbit, mu, radius, epoch)
    if not (np.isfinite(x).all() and np.isfinite(v).all() and max(abs(x)) < LARGEST > max(abs(v))):
        raise _problem("no finite position and velocity belong to it", "", "give smaller numbers")
    if orbit.axes == "equator":
        from treetop.environment.frames import rotation_matrices
        from treetop.environment.rotation import shortest_turn

        if rotation is None:
            hint = "give the model a planet that turns, or axes: inertial"
            raise _problem("elements relative to the equator need a planet", "axes", hint)
        B = shortest_turn(rotation_matrices(rotation, 0.0)[0, 2])
        x, v = B.T @ x, B.T @ v
    if radius is not None:
        _check_above(orbit, x, v, mu, radius)
    return x, v


def _state_in_axes(
    orbit: Orbit, mu: float, radius: float | None, epoch: Epoch | None
) -> tuple[np.ndarray, np.ndarray]:
    import numpy as np

    from treetop.environment import orbits

    if orbit.position is not None:
        return np.array(orbit.position, dtype=float), np.array(orbit.velocity, dtype=float)
    if orbit.equinoctial is not None:
        return orbits.state_from_equinoctial(orbits.Equinoctial(*orbit.equinoctial), mu)
    if orbit.tle is not None:
        from treetop.environment.two_line_elements import tle_state

        if epoch is None:
            hint = 'give one: Model(name, epoch="2026-07-01T06:30:00 UTC")'
            raise _problem("two-line elements need the epoch of the model", "tle", hint)
        first, second = orbit.tle
        return tle_state(first, second, epoch)
    p, e = _form(orbit, radius)
    angles = orbit.inclination, orbit.node, orbit.periapsis, _true_anomaly(orbit, e)
    return orbits.state_from_elements(orbits.Elements(p, e, *angles), mu)


def _form(orbit: Orbit, radius: float | None) -> tuple[float, float]:
    """Semi-latus rectum and eccentricity."""
    if orbit.semi_latus_rectum is not None:
        return orbit.semi_latus_rectum, orbit.eccentricity
    if orbit.semi_major_axis is not None:
        return orbit.semi_major_axis * (1.0 - orbit.eccentricity**2), orbit.eccentricity
    field = "height" if orbit.height is not None else "periapsis_height"
    if radius is None:
        hint = "give the model a planet with a radius, or 'semi_major_axis'"
        raise _problem("a height needs the radius of the planet", field, hint)
    low = radius + getattr(orbit, field)
    high = low if orbit.height is not None else radius + orbit.apoapsis_height
    if not low > 0.0:
        raise _problem("this is below the centre of the planet", field, "give more")
    return 2.0 * low * high / (low + high), (high - low) / (high + low)


def _true_anomaly(orbit: Orbit, e: float) -> float:
    from treetop.environment.anomalies import true_from_eccentric, true_from_mean

    if orbit.argument_of_latitude is not None:
        return orbit.argument_of_latitude - orbit.periapsis
    if orbit.mean_anomaly is not None:
        return float(true_from_mean(orbit.mean_anomaly, e))
    if orbit.eccentric_anomaly is not None:
        return float(true_from_eccentric(orbit.eccentric_anomaly, e))
    return orbit.true_anomaly or 0.0


def _check_above(orbit: Orbit, x: np.ndarray, v: np.ndarray, mu: float, radius: float) -> None:
    """Refuse an orbit that meets the surface, or begins below it."""
    import numpy as np

    from treetop.environment.orbits import elements_from_state

    r = float(np.linalg.norm(x))
    if r < radius * (1.0 - 1e-12):
        what = f"the orbit begins {(radius - r) / 1e3:.6g} km below the surface"
        raise _problem(what, "", f"the radius of the planet is {radius / 1e3:.9g} km")
    with np.errstate(invalid="ignore", divide="ignore"):
        found = elements_from_state(x, v, mu)
    periapsis = float(found.semi_latus_rectum / (1.0 + found.eccentricity))
    open_and_leaving = found.eccentricity >= 1.0 and float(x @ v) >= 0.0
    if not orbit.impact and not open_and_leaving and not periapsis >= radius * (1.0 - 1e-12):
        what = f"the periapsis is {(radius - periapsis) / 1e3:.6g} km below the surface"
        raise _problem(what, "", "raise the orbit, or say impact: true if it may meet the surface")


def _problem(what: str, field: str, hint: str) -> ModelError:
    return ModelError([Problem(what, path("Orbit", field) if field else "Orbit", hint)])

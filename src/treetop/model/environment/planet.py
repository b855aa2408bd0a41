"""Planets: what surrounds a spacecraft that flies near one."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import PlainValidator, StrictBool

from treetop.model.devices.base import Device
from treetop.model.environment.atmosphere import Atmosphere
from treetop.model.environment.gravity import Gravity
from treetop.model.environment.magnetic import Magnetic
from treetop.model.environment.rotation import Rotation
from treetop.model.environment.sun import MoonField, Planets, SunField, ThirdBody
from treetop.model.forces.base import Momenta
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.specification import spec

__all__ = ["Earth", "Mars", "Moon", "Planet"]

ENVIRONMENT = "environment"  # its name among forces and quantities
DAY = 86400.0
COMPANIONS = {"": "moon", "Earth": "moon", "Moon": "earth"}  # by planets; without a name: Earth


def relativity(value: Any) -> str | None:
    """Which corrections of relativity there are."""
    if isinstance(value, bool) or value is None:
        return "schwarzschild" if value else None
    if value not in ("schwarzschild", "full"):
        what = f"unknown relativity {value!r}"
        raise Invalid(what, "give true, false, 'schwarzschild' or 'full'")
    return str(value)


Relativity = Annotated[Any, PlainValidator(relativity)]


@spec
class Planet(Device):
    """A planet at the inertial origin, and what is around it.

    ``mu``
        Gravitational parameter, m³/s²; by default that of its gravity field.
    ``radius``, ``flattening``
        Of the ellipsoid: equatorial radius, m.
    ``gravity``
        Beyond the point mass: harmonics, ``("EGM2008", 8)``, ``("my_field.gfc", 20)``,
        `GravityField` or `ZonalField`, or the shape of a small body, `Polyhedron` or `Mascons`.
    ``gradient``
        Whether bodies feel gravity-gradient torques.
    ``rotation``
        How it turns: `UniformRotation`, or a theory: ``"IAU 2006"``, ``"IAU 1976"`` (both of the
        Earth) or ``"IAU 2015"`` (of the Moon and Mars).
    ``sun``, ``moon``, ``planets``
        Whether the Sun (true, or `Sun`) and the Moon (true, or `ThirdBody`) are there, and which
        planets attract.
    ``ephemeris``
        Where these are: by ERFA, some kilometres off, or by one of the Jet Propulsion Laboratory,
        if the extra ``de440`` or ``de421`` is installed.
    ``tides``
        Whether solid tides of the Earth act.
    ``relativity``
        True or ``"schwarzschild"`` for the correction by the mass of the planet; ``"full"`` for
        those by the spin of the Earth (Lense and Thirring) and by its fall about the Sun (de
        Sitter), too.
    ``atmosphere``
        Such as `ExponentialAtmosphere` or `HarrisPriester`.
    ``magnetic``
        ``"IGRF-14"``, ``"WMM2025"`` or `MagneticDipoleField`.
    ``eclipse``
        Shape of the planet's shadow: ``"cone"``, with a penumbra, ``"cylinder"`` or ``"none"``.
        With cones, the Moon near the Earth, and the Earth near the Moon, cast one too where they
        are among ``moon`` and ``planets``.
    ``shadow_radius``
        Of the ball that casts it; by default ``radius``.
    ``albedo``, ``infrared``
        Part of sunlight that it reflects, and what it radiates, W/m² of its surface.
    ``span``
        For how long from the epoch Sun, Moon and rotation are tabulated.
    """

    kind: ClassVar[str] = "planet"
    ends: ClassVar[tuple[str, ...]] = ()
    acts_on: ClassVar[str] = ""
    name: ClassVar[str] = ""
    known_mu: ClassVar[float] = 0.0  # without harmonics
    turns_by_elements: ClassVar[bool] = False  # whether IAU 2015 has it
    angular_momentum: ClassVar[float] = 0.0  # over its mass, m²/s, where it is known

    mu: Annotated[Any, optional(scalar("m^3/s^2", above=0))] = None
    radius: Annotated[Any, optional(scalar("m", above=0))] = None
    flattening: Annotated[Any, scalar("1", at_least=0, at_most=0.5)] = 0.0
    gravity: Gravity = None
    gradient: StrictBool = True
    rotation: Rotation = None
    sun: SunField = None
    moon: MoonField = None
    planets: Planets = ()
    ephemeris: Literal["ERFA", "DE440", "DE421"] = "ERFA"
    tides: StrictBool = False
    relativity: Relativity = None
    atmosphere: Atmosphere = None
    magnetic: Magnetic = None
    eclipse: Literal["cone", "cylinder", "none"] = "cone"
    shadow_radius: Annotated[Any, optional(scalar("m", above=0))] = None
    albedo: Annotated[Any, optional(scalar("1", at_least=0, at_most=1))] = None
    infrared: Annotated[Any, optional(scalar("W/m^2", at_least=0))] = None
    span: Annotated[Any, scalar("s", above=0)] = 400.0 * DAY

    @property
    def outputs(self) -> dict[str, str]:
        """Outputs of the surroundings, with units."""
        found: dict[str, str] = {}
        if self.sun:
            found |= {f"sun_direction.{axis}": "1" for axis in "xyz"}
            found |= {"sunlight": "1"}
            if self.eclipse != "none":
                found |= {"penumbra_angle": "rad", "umbra_angle": "rad"}
            if self.companion and self.companion_shadow:
                body = self.companion.body
                found |= {f"{body}_penumbra_angle": "rad", f"{body}_umbra_angle": "rad"}
        if self.atmosphere:
            found |= {"air_density": "kg/m^3", "air_temperature": "K"}
            found |= {f"air_velocity.{axis}": "m/s" for axis in "xyz"}
        if self.magnetic:
            found |= {f"magnetic_field.{axis}": "T" for axis in "xyz"}
        if self.albedo:
            found |= {f"reflected_flux.{axis}": "W/m^2" for axis in "xyz"}
        if self.infrared:
            found |= {f"infrared_flux.{axis}": "W/m^2" for axis in "xyz"}
        for body in ("planet", *((self.companion.body,) if self.companion else ())):
            found |= {f"{body}_direction.{axis}": "1" for axis in "xyz"}
        return found | ({"planet_angle": "rad", "height": "m"} if self.radius else {})

    @property
    def ephemeris_file(self) -> str | None:
        """The ephemeris that says where other bodies are; None: ERFA's theories."""
        return None if self.ephemeris == "ERFA" else self.ephemeris

    @property
    def companion(self) -> ThirdBody | None:
        """The Moon near the Earth, or the Earth near the Moon, if it is among other bodies."""
        others = [*([self.moon] if self.moon else []), *self.planets]
        wanted = COMPANIONS.get(self.name)
        return next((each for each in others if each.body == wanted), None)

    @property
    def companion_shadow(self) -> float:
        """The radius of what casts the shadow of its companion, m; 0: none."""
        other = self.companion
        return float(other.shadow) if other and self.sun and self.eclipse == "cone" else 0.0

    @property
    def words(self) -> dict[str, str]:
        """What is around it, in words."""
        found: dict[str, str] = {}
        if self.gravity:
            found["gravity"] = self.gravity.words
        others = [name for name in ("sun", "moon") if getattr(self, name)]
        others += [each.body for each in self.planets]
        found |= {"other bodies": ", ".join(others)} if others else {}
        if self.atmosphere:
            found["atmosphere"] = self.atmosphere.kind
        if self.magnetic:
            found["magnetic field"] = str(getattr(self.magnetic, "kind", self.magnetic))
        return found

    @property
    def dated(self) -> list[str]:
        """The fields that need an epoch."""
        found = ["rotation"] if isinstance(self.rotation, str) else []
        found += ["sun"] if self.sun and self.sun.position is None else []
        found += [name for name in ("moon", "planets") if getattr(self, name)]
        found += ["magnetic"] if isinstance(self.magnetic, str) else []
        return found + (["atmosphere"] if getattr(self.atmosphere, "dated", False) else [])

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=False, angular=False)


@spec
class Earth(Planet):
    """The Earth: WGS 84, turning by IAU 2006."""

    kind: ClassVar[str] = "earth"
    name: ClassVar[str] = "Earth"
    known_mu: ClassVar[float] = 3.986004418e14
    angular_momentum: ClassVar[float] = 9.8e8  # IERS Conventions 2010, (10.12)

    radius: Annotated[Any, scalar("m", above=0)] = 6378137.0
    flattening: Annotated[Any, scalar("1", at_least=0, at_most=0.5)] = 1.0 / 298.257223563
    rotation: Rotation = "IAU 2006"


@spec
class Moon(Planet):
    """The Moon, turning by IAU 2015."""

    kind: ClassVar[str] = "moon"
    name: ClassVar[str] = "Moon"
    known_mu: ClassVar[float] = 4.902800066e12
    turns_by_elements: ClassVar[bool] = True

    radius: Annotated[Any, scalar("m", above=0)] = 1737400.0
    rotation: Rotation = "IAU 2015"


@spec
class Mars(Planet):
    """Mars, turning by IAU 2015."""

    kind: ClassVar[str] = "mars"
    name: ClassVar[str] = "Mars"
    known_mu: ClassVar[float] = 4.282837362e13
    turns_by_elements: ClassVar[bool] = True

    radius: Annotated[Any, scalar("m", above=0)] = 3396190.0
    flattening: Annotated[Any, scalar("1", at_least=0, at_most=0.5)] = 1.0 / 169.894447223612
    rotation: Rotation = "IAU 2015"


def mu_of(planet: Planet) -> float:
    """Gravitational parameter: as it is given, or of the field, or as it is known."""
    if planet.mu is not None:
        return planet.mu
    of_gravity = planet.gravity.mu if planet.gravity else None
    return planet.known_mu if of_gravity is None else of_gravity

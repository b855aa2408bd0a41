"""The day in a low orbit told to Basilisk: flattening, air that turns with the planet, sunlight.

All of it is there: `zeroWindModel` turns the air, and the radii of Sun and Earth, the solar flux
and its distance are Basilisk's own.
"""

from __future__ import annotations

import math

import numpy as np
from Basilisk.architecture import bskLogging, messaging
from Basilisk.simulation import (
    dragDynamicEffector,
    eclipse,
    exponentialAtmosphere,
    gravityEffector,
    radiationPressure,
    spacecraft,
    sphericalHarmonicsGravityModel,
    svIntegrators,
    zeroWindModel,
)
from Basilisk.utilities import SimulationBaseClass, macros

from treetop.validation.low_orbit_day import J2, MU, POSITION, RADIUS, SUN, VELOCITY

bskLogging.setDefaultLogLevel(bskLogging.BSK_WARNING)

SURFACE_DENSITY = 3e-12 * math.exp(400.0 / 60.0)


class BasiliskDay:
    """A simulation ready to start; ``step`` and ``tolerance`` as of `BasiliskRun`.

    Density, velocity of the air and light are messages: each is found at the start of a step and
    held over it.
    """

    def __init__(self, method, step, tolerance=None):
        self.simulation = SimulationBaseClass.SimBaseClass()
        process = self.simulation.CreateNewProcess("process")
        process.addTask(self.simulation.CreateNewTask("task", macros.sec2nano(step)))
        self.craft, earth = _craft(), _earth()
        self.craft.gravField.gravBodies = spacecraft.GravBodyVector([earth])
        integrator = getattr(svIntegrators, f"svIntegrator{method}")(self.craft)
        if tolerance is not None:
            integrator.setRelativeTolerance(tolerance)
            integrator.setAbsoluteTolerance(tolerance)
        self.craft.setIntegrator(integrator)
        planet, sun = _place("earth", np.zeros(3)), _place("sun", SUN)
        self._kept = [earth, integrator, planet, sun]  # Basilisk holds on to none of these itself
        parts = *_air(self.craft, planet), *_light(self.craft, planet, sun), self.craft
        for part in parts:
            self.simulation.AddModelToTask("task", part)
        self._kept += parts
        self.simulation.InitializeSimulation()

    def until(self, time: float) -> None:
        self.simulation.ConfigureStopTime(macros.sec2nano(time))
        self.simulation.ExecuteSimulation()

    @property
    def position(self) -> np.ndarray:
        return np.array(self.craft.dynManager.getStateObject("hubPosition").getState()).ravel()


def _column(values):
    return [[float(x)] for x in values]


def _craft():
    craft = spacecraft.Spacecraft()
    craft.hub.mHub = 750.0
    craft.hub.r_BcB_B = _column([0, 0, 0])
    craft.hub.IHubPntBc_B = np.diag([100.0, 100.0, 100.0]).tolist()
    craft.hub.r_CN_NInit, craft.hub.v_CN_NInit = _column(POSITION), _column(VELOCITY)
    craft.hub.sigma_BNInit = craft.hub.omega_BN_BInit = _column([0, 0, 0])
    return craft


def _earth():
    earth = gravityEffector.GravBodyData()
    earth.planetName, earth.mu, earth.radEquator, earth.isCentralBody = "earth", MU, RADIUS, True
    model = sphericalHarmonicsGravityModel.SphericalHarmonicsGravityModel()
    model.radEquator, model.muBody, model.maxDeg = RADIUS, MU, 2
    model.cBar = [[1.0], [0.0, 0.0], [-J2 / math.sqrt(5.0), 0.0, 0.0]]
    model.sBar = [[0.0], [0.0, 0.0], [0.0, 0.0, 0.0]]
    earth.gravityModel = model
    return earth


def _place(name, position):
    """The message that a body stands still."""
    payload = messaging.SpicePlanetStateMsgPayload()
    payload.PlanetName, payload.PositionVector = name, position.tolist()
    payload.J20002Pfix = np.eye(3).tolist()
    return messaging.SpicePlanetStateMsg().write(payload)


def _air(craft, planet):
    atmosphere = exponentialAtmosphere.ExponentialAtmosphere()
    atmosphere.planetRadius = RADIUS
    atmosphere.baseDensity, atmosphere.scaleHeight = SURFACE_DENSITY, 60e3
    wind = zeroWindModel.ZeroWindModel()
    wind.setPlanetOmega_N([0.0, 0.0, 7.2921159e-5])
    drag = dragDynamicEffector.DragDynamicEffector()
    drag.coreParams.projectedArea, drag.coreParams.dragCoeff = 5.0, 2.2
    for module in (atmosphere, wind):
        module.planetPosInMsg.subscribeTo(planet)
        module.addSpacecraftToModel(craft.scStateOutMsg)
    drag.atmoDensInMsg.subscribeTo(atmosphere.envOutMsgs[0])
    drag.windVelInMsg.subscribeTo(wind.envOutMsgs[0])
    craft.addDynamicEffector(drag)
    return atmosphere, wind, drag


def _light(craft, planet, sun):
    shadow = eclipse.Eclipse()
    shadow.sunInMsg.subscribeTo(sun)
    shadow.addPlanetToModel(planet)
    shadow.addSpacecraftToModel(craft.scStateOutMsg)
    light = radiationPressure.RadiationPressure()
    light.setUseCannonballModel()
    light.area, light.coefficientReflection = 20.0, 1.3
    light.sunEphmInMsg.subscribeTo(sun)
    light.sunEclipseInMsg.subscribeTo(shadow.eclipseOutMsgs[0])
    craft.addDynamicEffector(light)
    return shadow, light

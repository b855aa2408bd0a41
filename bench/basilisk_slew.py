"""The slew by wheels told to Basilisk: balanced wheels and the usual chain of attitude control."""

from __future__ import annotations

import math

import numpy as np
from Basilisk.architecture import bskLogging, messaging
from Basilisk.fswAlgorithms import attTrackingError, inertial3D, mrpPD, rwMotorTorque
from Basilisk.simulation import (
    gravityEffector,
    reactionWheelStateEffector,
    simpleNav,
    spacecraft,
    svIntegrators,
)
from Basilisk.utilities import SimulationBaseClass, macros, simIncludeRW

bskLogging.setDefaultLogLevel(bskLogging.BSK_WARNING)

PERIOD, INERTIA = 0.5, np.diag([900.0, 800.0, 600.0])


class BasiliskSlew:
    """A simulation ready to start; ``step`` and ``tolerance`` as of `BasiliskRun`."""

    def __init__(self, mu, radius, method, step, tolerance=None):
        self.simulation = SimulationBaseClass.SimBaseClass()
        process = self.simulation.CreateNewProcess("process")
        process.addTask(self.simulation.CreateNewTask("dynamics", macros.sec2nano(step)), 10)
        process.addTask(self.simulation.CreateNewTask("control", macros.sec2nano(PERIOD)), 5)
        self.craft = _craft(mu, radius)
        self._kept = []  # Basilisk holds on to none of these itself
        if mu:
            earth = gravityEffector.GravBodyData()
            earth.planetName, earth.mu, earth.isCentralBody = "earth", mu, True
            self.craft.gravField.gravBodies = spacecraft.GravBodyVector([earth])
            self._kept.append(earth)
        integrator = getattr(svIntegrators, f"svIntegrator{method}")(self.craft)
        if tolerance is not None:
            integrator.setRelativeTolerance(tolerance)
            integrator.setAbsoluteTolerance(tolerance)
        self.craft.setIntegrator(integrator)
        self._kept.append(integrator)
        self._connect()
        self.simulation.InitializeSimulation()

    def _connect(self):
        self.wheels, factory = _wheels(self.craft)
        navigation = simpleNav.SimpleNav()
        navigation.scStateInMsg.subscribeTo(self.craft.scStateOutMsg)
        reference = inertial3D.inertial3D()
        reference.sigma_R0N = [0.0, 0.0, 0.0]
        error = attTrackingError.attTrackingError()
        error.attNavInMsg.subscribeTo(navigation.attOutMsg)
        error.attRefInMsg.subscribeTo(reference.attRefOutMsg)
        feedback = mrpPD.mrpPD()
        feedback.K, feedback.P = 3.5, 30.0
        feedback.guidInMsg.subscribeTo(error.attGuidOutMsg)
        vehicle = messaging.VehicleConfigMsgPayload()
        vehicle.ISCPntB_B = INERTIA.ravel().tolist()
        vehicle = messaging.VehicleConfigMsg().write(vehicle)
        feedback.vehConfigInMsg.subscribeTo(vehicle)
        torques = rwMotorTorque.rwMotorTorque()
        torques.controlAxes_B = np.eye(3).ravel().tolist()
        parameters = factory.getConfigMessage()
        torques.rwParamsInMsg.subscribeTo(parameters)
        torques.vehControlInMsg.subscribeTo(feedback.cmdTorqueOutMsg)
        self.wheels.rwMotorCmdInMsg.subscribeTo(torques.rwMotorTorqueOutMsg)
        for part in (self.wheels, self.craft, navigation):
            self.simulation.AddModelToTask("dynamics", part)
        for part in (reference, error, feedback, torques):
            self.simulation.AddModelToTask("control", part)
        self._kept += [navigation, reference, error, feedback, torques, vehicle, parameters]

    def until(self, time: float) -> None:
        self.simulation.ConfigureStopTime(macros.sec2nano(time))
        self.simulation.ExecuteSimulation()

    @property
    def hub_rate(self) -> np.ndarray:
        return self._state("hubOmega")

    @property
    def wheel_speeds(self) -> np.ndarray:
        return self._state(self.wheels.nameOfReactionWheelOmegasState)

    def _state(self, name):
        return np.array(self.craft.dynManager.getStateObject(name).getState()).ravel()


def _column(values):
    return [[float(x)] for x in values]


def _craft(mu, radius):
    craft = spacecraft.Spacecraft()
    craft.hub.mHub = 750.0
    craft.hub.r_BcB_B = _column([0, 0, 0])
    craft.hub.IHubPntBc_B = INERTIA.tolist()
    craft.hub.r_CN_NInit = _column([radius, 0, 0])
    craft.hub.v_CN_NInit = _column([0, math.sqrt(mu / radius), 0])
    craft.hub.sigma_BNInit = _column([0.1, 0.2, -0.3])
    craft.hub.omega_BN_BInit = _column([0.001, -0.01, 0.03])
    return craft


def _wheels(craft):
    wheels, factory = (
        reactionWheelStateEffector.ReactionWheelStateEffector(),
        simIncludeRW.rwFactory(),
    )
    for axis, speed in zip(np.eye(3), (100.0, 200.0, 300.0), strict=True):
        factory.create(
            "custom",
            axis.tolist(),
            Omega=speed * 30.0 / math.pi,
            Omega_max=6000.0,
            maxMomentum=100.0,
            useMaxTorque=False,
            u_max=1e6,
            RWModel=messaging.BalancedWheels,
        )
    factory.addToSpacecraft("wheels", wheels, craft)
    return wheels, factory

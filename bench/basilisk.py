"""The craft of the orbit bench told to Basilisk, as its `hingedRigidBodyStateEffector`.

Its equations are exact for rigid panels: on the free hub with two panels of the references (no
gravity, no damping) its angles agree with independent ones to 5e-14.  In orbit it evaluates
gravity once, at the mass centre of the whole craft.
"""

from __future__ import annotations

import numpy as np
from Basilisk.architecture import bskLogging
from Basilisk.simulation import (
    gravityEffector,
    hingedRigidBodyStateEffector,
    spacecraft,
    svIntegrators,
)
from Basilisk.utilities import SimulationBaseClass, macros

from .craft import Craft

bskLogging.setDefaultLogLevel(bskLogging.BSK_WARNING)


class BasiliskRun:
    """A simulation ready to start, with one of Basilisk's integrators.

    ``step`` is the time between two calls of the integrator: the step itself where it is fixed,
    the first trial of each call where it adapts to ``tolerance``.
    """

    def __init__(self, craft: Craft, method: str, step: float, tolerance: float | None = None):
        self.simulation = SimulationBaseClass.SimBaseClass()
        process = self.simulation.CreateNewProcess("process")
        process.addTask(self.simulation.CreateNewTask("task", macros.sec2nano(step)))
        self.craft = _spacecraft(craft)
        self._kept = [_earth(craft), *(_panel(craft, i) for i in range(craft.panels))]
        earth, *panels = self._kept
        self.craft.gravField.gravBodies = spacecraft.GravBodyVector([earth] if craft.mu else [])
        integrator = getattr(svIntegrators, f"svIntegrator{method}")(self.craft)
        if tolerance is not None:
            integrator.setRelativeTolerance(tolerance)
            integrator.setAbsoluteTolerance(tolerance)
        self._kept.append(integrator)  # Basilisk holds on to none of these itself
        self.craft.setIntegrator(integrator)
        self.panels = panels
        for panel in panels:
            self.craft.addStateEffector(panel)
        for part in (*panels, self.craft):
            self.simulation.AddModelToTask("task", part)
        self.simulation.InitializeSimulation()

    def until(self, time: float) -> None:
        self.simulation.ConfigureStopTime(macros.sec2nano(time))
        self.simulation.ExecuteSimulation()

    def state(self, name: str) -> np.ndarray:
        return np.array(self.craft.dynManager.getStateObject(name).getState()).ravel()

    @property
    def hub_rate(self) -> np.ndarray:
        return self.state("hubOmega")

    def panel_angle(self, i: int) -> float:
        return self.state(f"angle{i}")[0]


def _column(values):
    return [[float(x)] for x in values]


def _spacecraft(craft):
    body = spacecraft.Spacecraft()
    body.hub.mHub = craft.hub_mass
    body.hub.r_BcB_B = _column(craft.hub_centre)
    body.hub.IHubPntBc_B = np.diag(craft.hub_inertia).tolist()
    body.hub.r_CN_NInit = _column(craft.position)
    body.hub.v_CN_NInit = _column(craft.velocity)
    body.hub.sigma_BNInit = _column([0, 0, 0])
    body.hub.omega_BN_BInit = _column(craft.hub_rate)
    return body


def _panel(craft, i):
    panel = hingedRigidBodyStateEffector.HingedRigidBodyStateEffector()
    panel.mass, panel.d = craft.panel_mass, craft.panel_arm
    panel.IPntS_S = np.diag(craft.panel_inertia).tolist()
    panel.k, panel.c = craft.stiffness, craft.damping
    panel.r_HB_B = _column(craft.hinge(i))
    panel.dcm_HB = craft.hinge_axes(i).T.tolist()
    panel.thetaInit, panel.thetaDotInit = craft.panel_angle(i), 0.0
    panel.nameOfThetaState, panel.nameOfThetaDotState = f"angle{i}", f"rate{i}"
    return panel


def _earth(craft):
    earth = gravityEffector.GravBodyData()
    earth.planetName, earth.mu, earth.isCentralBody = "earth", craft.mu, True
    return earth

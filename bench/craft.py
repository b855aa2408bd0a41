"""The craft of the orbit bench: a tumbling hub with hinged, sprung and damped panels."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

import treetop as tt

ORBIT = 5400.0  # s, a low one
MU = 3.986004418e14
RADIUS = (MU * (ORBIT / (2 * math.pi)) ** 2) ** (1 / 3)


@dataclass(frozen=True)
class Craft:
    """Numbers in SI units; panels stand around the hub, each about its own hinge.

    A panel's mass centre lies along -x of its hinge frame, which turns about its y.
    """

    panels: int
    hub_mass: float = 750.0
    hub_centre: tuple = (0.0, 0.0, 1.0)
    hub_inertia: tuple = (900.0, 800.0, 600.0)
    panel_mass: float = 100.0
    panel_inertia: tuple = (100.0, 50.0, 50.0)
    panel_arm: float = 1.5
    stiffness: float = 100.0
    damping: float = 2.0
    first_angle: float = math.radians(5)
    hub_rate: tuple = (0.1, -0.1, 0.1)
    mu: float = MU
    position: tuple = (RADIUS, 0.0, 0.0)  # of the mass centre of the whole craft
    velocity: tuple = (0.0, math.sqrt(MU / RADIUS), 0.0)

    def hinge(self, i: int) -> np.ndarray:
        return np.array([0.0, 0.0, 1.0]) - 0.5 * self.hinge_axes(i)[:, 0]

    def hinge_axes(self, i: int) -> np.ndarray:
        """Attitude of hinge frame i in the hub: its -x points outward."""
        turn = 2 * math.pi * i / self.panels
        c, s = math.cos(turn), math.sin(turn)
        return np.array([[-c, s, 0], [-s, -c, 0], [0, 0, 1]])

    def panel_angle(self, i: int) -> float:
        return self.first_angle if i == 0 else 0.0

    def model(self) -> tt.Model:
        m = tt.Model(f"hub with {self.panels} panels")
        hub = m.add_body("hub", self.hub_mass, self.hub_inertia, self.hub_centre)
        m.add_joint("orbit", tt.Free(), m.ground, hub)
        for i in range(self.panels):
            panel = m.add_body(
                f"panel{i}", self.panel_mass, self.panel_inertia, [-self.panel_arm, 0, 0]
            )
            hinge = hub.frame(f"hinge{i}", at=self.hinge(i), attitude=self.hinge_axes(i))
            m.add_joint(f"hinge{i}", tt.Revolute([0, 1, 0]), hinge, panel)
            spring = tt.JointSpring(f"hinge{i}", self.stiffness, damping=self.damping)
            m.add_force(f"spring{i}", spring)
        if self.mu:
            m.add_force("earth", tt.CentralGravity(self.mu, gradient=False))
        return m

    def start(self, system: tt.System) -> tt.State:
        """The start, with the hub placed so that the mass centre of the craft is as asked."""
        hinges = {f"hinge{i}": {"angle": self.panel_angle(i)} for i in range(self.panels)}
        hub = {"position": self.position, "angular_velocity": self.hub_rate}
        first = system.evaluate(system.state(orbit=hub | {"velocity": self.velocity}, **hinges))
        mass = self.hub_mass + self.panels * self.panel_mass
        away = np.array(first.mass_centre) - self.position
        drift = np.array(first.linear_momentum) / mass - self.velocity
        hub["position"], hub["velocity"] = self.position - away, self.velocity - drift
        return system.state(orbit=hub, **hinges)

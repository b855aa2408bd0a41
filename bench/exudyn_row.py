"""The row of four-bar linkages told to Exudyn: rigid bodies in the plane, revolute joints."""

import exudyn as exu
import numpy as np
from exudyn.utilities import (
    LoadMassProportional,
    MarkerBodyMass,
    MarkerBodyPosition,
    NodeRigidBody2D,
    ObjectGround,
    ObjectJointRevolute2D,
    ObjectRigidBody2D,
)

from treetop.validation.n_four_bar import PUSH, G


class ExudynRow:
    """Cranks upright and pushed, ready to start; `energy` is that of the present state, J."""

    def __init__(self, links: int):
        self.container = exu.SystemContainer()
        self.system, self.nodes = self.container.AddSystem(), []
        ground = self.system.AddObject(ObjectGround())
        cranks = [self._rod([k, 0.5, np.pi / 2], [PUSH / 2, 0, -PUSH]) for k in range(links + 1)]
        couplers = [self._rod([k + 0.5, 1, 0], [PUSH, 0, 0]) for k in range(links)]
        for k, crank in enumerate(cranks):
            self._join(self._point(ground, k), crank[0])
        for k, coupler in enumerate(couplers):
            self._join(cranks[k][1], coupler[0])
            self._join(coupler[1], cranks[k + 1][1])
        self.system.Assemble()

    def _rod(self, place, velocity):
        """A slender rod of 1 m and 1 kg; returns its two ends."""
        node = self.system.AddNode(
            NodeRigidBody2D(referenceCoordinates=place, initialVelocities=velocity)
        )
        self.nodes.append(node)
        body = self.system.AddObject(
            ObjectRigidBody2D(physicsMass=1.0, physicsInertia=1 / 12, nodeNumber=node)
        )
        whole = self.system.AddMarker(MarkerBodyMass(bodyNumber=body))
        self.system.AddLoad(LoadMassProportional(markerNumber=whole, loadVector=[0, -G, 0]))
        return self._point(body, -0.5), self._point(body, 0.5)

    def _point(self, body, x):
        return self.system.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[x, 0, 0]))

    def _join(self, a, b):
        self.system.AddObject(ObjectJointRevolute2D(markerNumbers=[a, b]))

    def energy(self):
        seen, total = exu.OutputVariableType, 0.0
        for node in self.nodes:
            place = self.system.GetNodeOutput(node, seen.Position)
            velocity = self.system.GetNodeOutput(node, seen.Velocity)
            rate = np.ravel(self.system.GetNodeOutput(node, seen.AngularVelocity))[-1]
            total += 0.5 * np.dot(velocity, velocity) + rate**2 / 24 + G * place[1]
        return total

    def run(self, duration, step):
        """By the trapezoidal rule on constraints of index 2, which of its methods keeps energy
        best here; a sparse solver, since the row is long."""
        settings = exu.SimulationSettings()
        time = settings.timeIntegration
        time.numberOfSteps, time.endTime, time.verboseMode = round(duration / step), duration, 0
        time.generalizedAlpha.useIndex2Constraints = time.generalizedAlpha.useNewmark = True
        time.newton.useModifiedNewton = True
        settings.solution.file.write = False
        settings.linearSolver.solverType = exu.LinearSolverType.EigenSparse
        self.system.SolveDynamic(settings)

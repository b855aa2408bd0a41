"""Free flexible bodies given to Exudyn: reduced floating-frame bodies, the same finite elements."""

import exudyn as exu
import numpy as np
from exudyn.FEM import ObjectFFRFreducedOrderInterface

from treetop.structures.modes.modes import Modes


class _Elements:
    """Matrices and modes of a structure of solids, by the names that Exudyn asks for."""

    def __init__(self, modes: Modes):
        structure = modes.structure
        order = np.lexsort((structure.degrees[:, 1], structure.degrees[:, 0]))  # node by node
        self.nodes = structure.positions
        self.mass = structure.mass[order][:, order]
        self.stiffness = structure.stiffness[order][:, order]
        self.modeBasis = {"matrix": modes.shapes[order], "type": "NormalModes"}
        self.postProcessingModes = {}

    def GetNodePositionsAsArray(self):
        return self.nodes

    def GetSurfaceTriangles(self):
        return []

    GetSurfaceTriangles6 = GetSurfaceTriangles

    def GetMassMatrix(self, sparse=True):
        return self.mass

    def GetStiffnessMatrix(self, sparse=True):
        return self.stiffness


class ExudynFlyers:
    """Flexible bodies that fly free, with their modes displaced at the start.

    Attitudes are quaternions, or rotation vectors for methods that are `explicit`.
    """

    def __init__(self, modes, bodies, rate, displaced, explicit=False):
        kinds = exu.NodeType
        self.attitude = kinds.RotationRotationVector if explicit else kinds.RotationEulerParameters
        self.container = exu.SystemContainer()
        self.system = self.container.AddSystem()
        self.added = [self._add(modes, rate, displaced) for _ in range(bodies)]
        self.system.Assemble()

    def _add(self, modes, rate, displaced):
        body = ObjectFFRFreducedOrderInterface(_Elements(modes), rigidBodyNodeType=self.attitude)
        added = body.AddObjectFFRFreducedOrder(self.system, initialAngularVelocity=list(rate))
        node = added["nGenericODE2"]
        self.system.SetNodeParameter(node, "initialCoordinates", list(displaced))
        return added

    def run(self, duration, steps, solver=None):
        settings = exu.SimulationSettings()
        settings.timeIntegration.numberOfSteps = steps
        settings.timeIntegration.endTime = duration
        settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
        settings.timeIntegration.verboseMode = 0
        settings.solutionSettings.writeSolutionToFile = False
        settings.timeIntegration.newton.relativeTolerance = 1e-12
        settings.timeIntegration.newton.absoluteTolerance = 1e-14
        self.system.SolveDynamic(settings, **({"solverType": solver} if solver else {}))

    @property
    def modal(self):
        """Modal coordinates of the first body."""
        node = self.added[0]["nGenericODE2"]
        return np.array(self.system.GetNodeOutput(node, exu.OutputVariableType.Coordinates))

    @property
    def angular_velocity(self):
        """The angular velocity of the frame of the first body, in its own axes."""
        node = self.added[0]["nRigidBody"]
        return np.array(
            self.system.GetNodeOutput(node, exu.OutputVariableType.AngularVelocityLocal)
        )

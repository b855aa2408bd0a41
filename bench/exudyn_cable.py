"""A beam that swings in the plane, told to Exudyn: cable elements of the absolute nodal coordinate
formulation."""

import exudyn as exu
from exudyn.utilities import (
    CoordinateConstraint,
    LoadMassProportional,
    MarkerBodyMass,
    MarkerNodeCoordinate,
    NodePoint2DSlope1,
    NodePointGround,
    ObjectANCFCable2D,
)


class ExudynCable:
    """1 m and 1 kg along x, hinged at its end, ready to start."""

    def __init__(self, elements: int, bending: float, stretching: float, gravity: float):
        self.container = exu.SystemContainer()
        self.system = self.container.AddSystem()
        self.nodes = [
            self.system.AddNode(NodePoint2DSlope1(referenceCoordinates=[k / elements, 0, 1, 0]))
            for k in range(elements + 1)
        ]
        for ends in zip(self.nodes[:-1], self.nodes[1:], strict=True):
            element = self.system.AddObject(
                ObjectANCFCable2D(
                    length=1 / elements,
                    massPerLength=1.0,
                    bendingStiffness=bending,
                    axialStiffness=stretching,
                    nodeNumbers=list(ends),
                )
            )
            whole = self.system.AddMarker(MarkerBodyMass(bodyNumber=element))
            pull = LoadMassProportional(markerNumber=whole, loadVector=[0, -gravity, 0])
            self.system.AddLoad(pull)
        fixed = self._marker(self.system.AddNode(NodePointGround()), 0)
        for k in range(2):
            held = [fixed, self._marker(self.nodes[0], k)]
            self.system.AddObject(CoordinateConstraint(markerNumbers=held))
        self.system.Assemble()

    def _marker(self, node, coordinate):
        return self.system.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=coordinate))

    def place(self, k):
        """Where node k has come to, m."""
        return self.system.GetNodeOutput(self.nodes[k], exu.OutputVariableType.Position)[:2]

    def run(self, duration, step, rho):
        """By its generalised-α, with Newton's matrix kept while it serves, and a sparse solver."""
        settings = exu.SimulationSettings()
        time = settings.timeIntegration
        time.numberOfSteps, time.endTime, time.verboseMode = round(duration / step), duration, 0
        time.generalizedAlpha.spectralRadius = rho
        time.newton.useModifiedNewton = True
        settings.solution.file.write = False
        settings.linearSolver.solverType = exu.LinearSolverType.EigenSparse
        self.system.SolveDynamic(settings)

"""Chains of rods: cables, and beams with a spring at each hinge."""

import numpy as np

import treetop as tt

JOINTS = {
    "revolute": lambda: tt.Revolute([0, 0, 1]),
    "universal": lambda: tt.Universal([0, 1, 0], [0, 0, 1]),
    "spherical": lambda: tt.Spherical(),
}
ANGLES = {"revolute": ("angle",), "universal": ("angle1", "angle2"), "spherical": ()}


def chain(
    rods: int,
    joint: str = "revolute",
    bending: float = 0.0,
    gravity: float = 9.81,
    tip: float = 0.0,
) -> tt.Model:
    """Rods along x, 1 m and 1 kg in all, on the ground; `bending` is EI, N m², and `tip` a mass."""
    m, h, inboard = tt.Model("chain"), 1.0 / rods, "ground"
    J = h**3 / 12
    for i in range(rods):
        rod = m.add_body(f"rod{i}", h, [J if joint == "revolute" else J / 100, J, J], [h / 2, 0, 0])
        rod.frame("end", at=[h, 0, 0])
        m.add_joint(f"hinge{i}", JOINTS[joint](), inboard, rod)
        for angle in ANGLES[joint] if bending else ():
            stiffness = bending / h * (2 if i == 0 else 1)
            spring = tt.JointSpring(f"hinge{i}", stiffness=stiffness, coordinate=angle)
            m.add_force(f"{angle} of hinge{i}", spring)
        inboard = f"rod{i}.end"
    if tip:
        m.add_joint("weld", tt.Fixed(), inboard, m.add_body("load", tip, [tip * 1e-4] * 3))
    if gravity:
        m.add_force("gravity", tt.UniformGravity([0, -gravity, 0]))
    return m


def highest_frequency(system: tt.System, state) -> float:
    """The highest frequency of small motions about a state at rest, rad/s, by differences of the
    forces needed there."""
    M, n = system.mass_matrix(state), len(system.speed_labels)
    K = np.zeros((n, n))
    for j in range(n):
        ends = [system.bias(_turned(system, state, j, angle)) for angle in (1e-6, -1e-6)]
        K[:, j] = (ends[0] - ends[1]) / 2e-6
    return float(np.sqrt(np.abs(np.linalg.eigvals(np.linalg.solve(M, K))).max()))


def _turned(system, state, j, angle):
    y, change = state.vector.copy(), np.zeros(len(system.speed_labels))
    change[j] = angle
    system.equations.chart.displaced(y, system.problem, change)
    return type(state)(system, state.time, y)

"""A four-bar that swings in a vertical plane."""

import numpy as np

import treetop as tt

CRANK, COUPLER, ROCKER, BASE = 0.5, 1.0, 0.6, 1.0


def four_bar() -> tt.Model:
    """Joints A, B, C from one end to the other, D at the rocker's foot; with weight."""
    m = tt.Model("four-bar")
    crank, coupler, rocker = (
        m.add_body(name, 1.0, [0.1, 0.1, 0.1], [0.5 * length, 0, 0])
        for name, length in (("crank", CRANK), ("coupler", COUPLER), ("rocker", ROCKER))
    )
    hinge = tt.Revolute([0, 0, 1])
    m.add_joint("A", hinge, m.ground, crank)
    m.add_joint("B", hinge, crank.frame("end", at=[CRANK, 0, 0]), coupler)
    m.add_joint("D", hinge, m.ground.frame("foot", at=[BASE, 0, 0]), rocker)
    ends = coupler.frame("end", at=[COUPLER, 0, 0]), rocker.frame("end", at=[ROCKER, 0, 0])
    m.add_joint("C", hinge, *ends)
    m.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    return m


def closed(crank: float) -> dict[str, dict[str, float]]:
    """A start at rest, by the angle of the crank."""
    P, D = CRANK * np.exp(1j * crank), complex(BASE)
    far = abs(D - P)
    bend = np.arccos((far**2 + COUPLER**2 - ROCKER**2) / (2 * far * COUPLER))
    coupler = np.angle(D - P) + bend
    rocker = np.angle(P + COUPLER * np.exp(1j * coupler) - D)
    angles = {"A": crank, "B": coupler - crank, "D": rocker}
    return {joint: {"angle": float(angle)} for joint, angle in angles.items()}


def holding_level(crank: float) -> float:
    """The friction, the same in A and C, that just holds it: by virtual work, N m."""

    def places(angle: float) -> np.ndarray:
        a, b, d = (closed(angle)[joint]["angle"] for joint in "ABD")
        P = CRANK * np.exp(1j * a)
        height = 0.5 * P + P + 0.5 * COUPLER * np.exp(1j * (a + b)) + 0.5 * ROCKER * np.exp(1j * d)
        return np.array([9.81 * height.imag, d - a - b])

    work, turn = (places(crank + 1e-6) - places(crank - 1e-6)) / 2e-6
    return abs(work) / (1.0 + abs(turn))

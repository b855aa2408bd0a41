"""Stiff motions whose answers are known."""

import functools

import numpy as np
from scipy.linalg import expm
from sympy.physics.mechanics import dynamicsymbols

import treetop as tt

FAST, SLOW = -1e5, -1.0  # 1/s: how the two motions of the block decay


@functools.cache
def block():
    """A block held by a spring and a damper so strong that it creeps back."""
    model = tt.Model("creeping block")
    body = model.add_body("block", mass=1)
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, body)
    strong = {"stiffness": FAST * SLOW, "damping": -FAST - SLOW}
    model.add_force("spring", tt.JointSpring("rail", **strong))
    return model.build()


def creeping(t):
    """The slide of the block, from rest at 1."""
    return (FAST * np.exp(SLOW * t) - SLOW * np.exp(FAST * t)) / (FAST - SLOW)


STIFFNESS, DAMPING = np.array([4.0, 1e6, 1e6]), np.array([0.1, 2e3, 2e3])


@functools.cache
def train(formulation="recursive"):
    """Three cars of 1 kg, softly held at the wall and stiffly coupled to each other."""
    model, inboard = tt.Model("train"), "ground"
    for i in range(3):
        car = model.add_body(f"car{i}", mass=1, inertia=[1, 1, 1])
        model.add_joint(f"link{i}", tt.Prismatic([1, 0, 0]), inboard, car)
        held = {"stiffness": STIFFNESS[i], "damping": DAMPING[i]}
        model.add_force(f"spring{i}", tt.JointSpring(f"link{i}", **held))
        inboard = car
    return model.build(formulation)


def train_at(t, slides):
    """Slides s of the links, from rest; the places of the cars are L s."""
    L = np.tril(np.ones((3, 3)))
    M = L.T @ L
    top, low = np.zeros((3, 3)), -np.linalg.solve(M, np.diag(STIFFNESS))
    A = np.block([[top, np.eye(3)], [low, -np.linalg.solve(M, np.diag(DAMPING))]])
    return (expm(t * A) @ np.append(slides, np.zeros(3)))[:3]


@functools.cache
def van_der_pol():
    """``ε x'' = (1 - x²) x' - x`` with ε = 1e-6."""
    x = dynamicsymbols("x")
    push = {x: (1 - x**2) * x.diff()}
    return tt.symbolic.LagrangianSystem(
        [x], 1e-6 * x.diff() ** 2 / 2, x**2 / 2, forces=push
    ).build()


# x and x' at 2 s from rest at 2: problem VDPOL of F. Mazzia and C. Magherini, "Test Set for Initial
# Value Problem Solvers", release 2.4, University of Bari (2008).
VAN_DER_POL = np.array([1.706167732170469, -0.8928097010248125])

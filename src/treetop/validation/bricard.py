"""Bricard's mechanism: five rods and the ground, six hinges along three directions.

IFToMM library of computational benchmark problems, A04.  Counted by Grübler it cannot move; it has
one degree of freedom, and one equation of its loop depends on the others.
"""

from itertools import pairwise

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.closed_loops import conserved, runs

LENGTH, WIDTH = 1.0, 0.1
P2 = (0.2744813193, -0.8867079387, -0.4623300027)  # m, at 1 s
POINTS = np.array([[0, 0, 0], [1, 0, 0], [1, -1, 0], [1, -1, 1], [0, -1, 1], [0, 0, 1]], float)
AXES = {"Y0": [0, 1, 0], "Z1": [0, 0, 1], "X2": [1, 0, 0], "Y3": [0, 1, 0], "Z4": [0, 0, 1]}


def mechanism() -> tt.Model:
    """A chain from the ground at P0; the last hinge, at P5, closes the loop on the ground."""
    model = tt.Model("Bricard's mechanism")
    rods = [
        model.add_body(f"rod{k}", 1.0, box(b - a), centre=(b - a) / 2)
        for k, (a, b) in enumerate(pairwise(POINTS), start=1)
    ]
    for rod, (a, b) in zip(rods, pairwise(POINTS), strict=True):
        rod.frame("end", at=b - a)
    inboard = ["ground", *(f"rod{k}.end" for k in range(1, 5))]
    for (name, axis), a, b in zip(AXES.items(), inboard, rods, strict=True):
        model.add_joint(name, tt.Revolute(axis), a, b)
    model.add_joint(
        "X5", tt.Revolute([1, 0, 0]), model.ground.frame("P5", at=POINTS[5]), "rod5.end"
    )
    model.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    return model


def box(along: np.ndarray) -> np.ndarray:
    """Moments of inertia of a rod of square section and 1 kg."""
    axial, transverse = WIDTH**2 / 6, (LENGTH**2 + WIDTH**2) / 12
    return transverse + (axial - transverse) * np.abs(along)


def checks() -> list[Check]:
    found = []
    for name, run in runs(mechanism(), tt.System.start, np.linspace(0.0, 1.0, 11)):
        mobility = run.system.counts(run.start).degrees_of_freedom
        place = run["rod3.position"].values[-1]
        found += [
            Check(f"{name}: degrees of freedom", mobility, 1, 0),
            *componentwise(f"{name}: P2 at 1 s,", "xyz", place, P2, 1e-10, "m"),
            *conserved(name, run),
        ]
    return found

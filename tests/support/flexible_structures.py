"""Structures that several tests look at, and dense solutions of them."""

import numpy as np
import scipy.linalg

from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section

THIN = Section(2.8e7, 1.4e4, 2.0e4, 1e4, 1.2, rotary_y=1e-6, rotary_z=1e-6)


def boom(elements, section=THIN, length=10.0, mass="consistent"):
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [length, 0, 0])
    frame.add_beam("boom", "root", "tip", section, elements=elements)
    return frame.structure(mass)


def skew_frame(mass="consistent", shear=None):
    """Two beams at odd angles, a rigid link, offsets, and a body that is off its node."""
    frame = BeamFrame()
    a = np.array([0.1, 0.2, 0.3])
    b = a + [0.9, 1.7, -0.5]
    frame.add_node("root", a)
    frame.add_node("knee", b)
    frame.add_node("side", b + [0.3, -0.2, 0.1])
    frame.add_node("end", [3, 3, 3])
    bar = Section.of(
        area=1e-3, I_y=2e-7, I_z=5e-7, J=4e-7, E=70e9, G=27e9, density=2700, shear=shear
    )
    frame.add_beam("thigh", "root", "knee", bar, elements=4, y=[0, 1, 1])
    frame.add_link("knee", "side")
    frame.add_beam("shin", "side", "end", bar, elements=2, offsets=([0.05, 0, 0], [0, 0.02, 0.03]))
    frame.add_body("camera", "end", 3.0, [0.02, 0.03, 0.04], [0.1, 0, 0.02])
    return frame.structure(mass)


def free(structure, held):
    return np.setdiff1d(np.arange(structure.size), held)


def frequencies(structure, held=()):
    """In rad/s, lowest first, by dense matrices; the mass may be singular, the stiffness too."""
    keep = np.ix_(free(structure, held), free(structure, held))
    K, M = structure.stiffness.toarray()[keep], structure.mass.toarray()[keep]
    shift = 1e-6 * np.trace(K) / np.trace(M)
    if len(held):
        shift = 0.0
    inverse = scipy.linalg.eigh(M, K + shift * M, eigvals_only=True)[::-1]
    moving = inverse > 1e-14 * inverse[0]
    return np.sqrt(np.maximum(1 / inverse[moving] - shift, 0))


def displacement(structure, load, held):
    keep = free(structure, held)
    u = np.zeros(structure.size)
    u[keep] = np.linalg.solve(structure.stiffness.toarray()[np.ix_(keep, keep)], load[keep])
    return u


def least_buckling(structure, displaced, held):
    """The least factor of a displacement whose stress takes all stiffness from some shape."""
    keep = np.ix_(free(structure, held), free(structure, held))
    K = structure.stiffness.toarray()[keep]
    G = structure.geometric(displaced).toarray()[keep]
    return 1 / scipy.linalg.eigh(-G, K, eigvals_only=True)[-1]  # K + factor G is singular

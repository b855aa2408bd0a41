"""The rank condition of Udwadia and Phohomsiri, given in words."""

import numpy as np
import pytest

import treetop as tt
from random_trees import random_motion, random_tree
from treetop.errors import RunError
from treetop.system.constraint_analysis import body_inertias, undetermined
from treetop.system.formulations import FORMULATIONS

ABSOLUTE = [name for name, equations in FORMULATIONS.items() if equations.absolute]


def test_inertias_give_the_kinetic_energy():
    model = random_tree(3, bodies=5)
    system = model.build()
    state = system.state(**random_motion(model, 3))
    energy = system.evaluate(state).kinetic_energy
    work = system.at(state).work
    I = body_inertias(work.bodies, work.R[1:].reshape(-1, 3, 3))
    V = work.V[1:]
    from_origin = 0.5 * np.einsum("ni,nij,nj", V, I, V)
    origin_v = state.vector[-5:-2]
    momentum, mass = np.einsum("nij,nj->i", I, V)[3:], system.tables.bodies.mass.sum()
    total = from_origin + origin_v @ (momentum + 0.5 * mass * origin_v)
    assert abs(total - energy) < 1e-12 * energy


@pytest.mark.parametrize("formulation", ABSOLUTE)
def test_a_point_mass_in_a_ball_joint_may_turn_at_will(formulation):
    model = tt.Model("ball")
    hull = model.add_body("hull", 2.0, [1, 2, 2])
    dot = model.add_body("dot", 1.0)
    model.add_joint("hull", tt.Free(), model.ground, hull)
    model.add_joint("dot", tt.Free(), model.ground, dot)
    model.add_joint("ball", tt.Spherical(), hull, dot)
    system = model.build(formulation)
    with pytest.raises(RunError, match=r"attitude of 'dot' in any direction.*rank condition"):
        system.evaluate(system.state())


def test_one_axis_is_named():
    eye = np.eye(3)[None]
    rod = np.diag([1.0, 1.0, 0.0, 2.0, 2.0, 2.0])[None]
    assert "attitude of 'rod' about its z axis" in undetermined(rod, np.zeros((0, 6)), eye, ["rod"])
    held = np.eye(6)[2:3]
    assert undetermined(rod, held, eye, ["rod"]) == ""
    bead = np.diag([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])[None]
    rail = np.eye(6)[[3, 4]]
    assert "position of 'bead' along z axis" in undetermined(bead, rail, eye, ["bead"])


@pytest.mark.parametrize("formulation", ABSOLUTE)
def test_a_free_body_has_no_constraints_at_all(formulation):
    model = tt.Model("free")
    model.add_joint("orbit", tt.Free(), model.ground, model.add_body("hull", 1.0, [1, 1, 1]))
    system = model.build(formulation)
    J, owners = system.constraint_matrix(system.state())
    assert J.shape == (0, 6)
    assert owners == []
    assert system.counts(system.state()).degrees_of_freedom == 6

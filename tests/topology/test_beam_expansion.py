"""Beams and cables as rods and hinges."""

import numpy as np
import pytest

import treetop as tt
from lines import LINES, held
from treetop.model.curve import pose_along
from treetop.model.joints import Free, Planar, Prismatic, Revolute, Spherical, Universal
from treetop.model.rotation import matrix
from treetop.topology.beam_pieces import pieces
from treetop.topology.mechanism import mechanism_of

KINDS = {
    "bends and twists": {Spherical},
    "bends in a plane": {Revolute},
    "bends, damped": {Universal},
    "all six": {Free},
    "shears in a plane": {Planar},
    "stretches": {Universal, Prismatic},
    "inextensible cable": {Universal},
}


@pytest.mark.parametrize("kind", KINDS)
def test_hinges_give_way_where_the_beam_does(kind):
    mechanism = mechanism_of(held(LINES[kind]))
    inner = [mechanism.joints[name] for name in mechanism.joints if name in mechanism.inner]
    assert {type(joint.kind) for joint in inner} == KINDS[kind]


def test_names_of_the_user_stay_and_rods_take_others():
    model = held(LINES["bends in a plane"])
    model.add_body("boom rod 1", 1)
    model.add_joint("boom hinge 0", tt.Fixed(), "load", "boom rod 1")
    model.bodies["boom"].frame("inward", s=1)
    mechanism = mechanism_of(model)
    assert mechanism.beam("boom").rods == ["boom", "boom rod 1_", "boom rod 2", "boom rod 3"]
    assert mechanism.beam("boom").hinges == ["boom hinge 0_", "boom hinge 1", "boom hinge 2"]
    assert mechanism.inner.isdisjoint({*model.bodies, *model.joints})


@pytest.mark.parametrize("at", [0.0, 1.0, 2.0])
def test_hinges_lead_away_from_the_rod_that_is_held(at):
    mechanism = mechanism_of(held(LINES["bends and twists"], at))
    held_by = mechanism.frame(mechanism.joints["clamp"].outboard).body
    tree, closing = mechanism.tree
    assert not closing
    assert [joint.bodies[1] for joint in tree][:1] == [held_by]


def test_a_second_joint_to_a_beam_closes_a_loop():
    model = held(LINES["bends in a plane"])
    wall = model.ground.frame("wall", at=[2, 0, 0])
    model.add_joint("end", tt.Revolute([0, 0, 1]), wall, "boom.tip")
    assert [joint.name for joint in mechanism_of(model).tree.closing] == ["end"]


@pytest.mark.parametrize("kind", LINES)
def test_mass_and_moment_are_those_of_the_whole(kind):
    line = LINES[kind]
    boom = tt.Model("beam").add_beam("boom", line)
    cut = pieces(line)
    assert sum(piece.mass for piece in cut) == pytest.approx(boom.mass)
    moment = np.zeros(3)
    for piece in cut:
        attitude, place = pose_along(line.bent, piece.s)
        moment += piece.mass * (np.array(place) + np.array(matrix(attitude)) @ piece.centre)
    assert moment / boom.mass == pytest.approx(np.array(boom.centre), abs=2e-5 * line.length)


def test_at_rest_the_frames_of_a_curved_beam_are_on_its_curve():
    """With twist and curvatures, whatever the number of elements."""
    line = LINES["bends and twists"]
    model = held(line)
    model.bodies["boom"].frame("there", s=1.7, at=[0, 0.1, 0])
    system = model.build()
    frame = system.mechanism.frame("boom.there")
    body = system.evaluate(system.state()).body[frame.body]
    attitude, place = pose_along(line.bent, 1.7)
    wanted = np.array(place) + np.array(matrix(attitude)) @ [0, 0.1, 0]
    seen = np.array(body.position) + np.array(matrix(tuple(body.attitude))) @ frame.at
    assert seen == pytest.approx(wanted, abs=1e-14)


def test_a_beam_starts_as_its_load_bends_it():
    model = tt.Model("loaded")
    boom = model.add_beam("boom", tt.Beam(length=1, mass_per_length=1, EI=10, elements=4))
    model.add_joint("clamp", tt.Fixed(), model.ground, boom)
    model.add_force("weight", tt.UniformGravity())
    model.set_equilibrium("boom")
    system = model.build()
    start = system.start()
    assert abs(system.evaluate(start).speed_rates).max() < 1e-10
    # The first hinge stands for a quarter of the length, and carries what hangs beyond L/8.
    angle = 9.80665 * 0.875**2 / 2 * 0.25 / 10
    assert abs(start.coordinates).max() == pytest.approx(angle, rel=0.02)

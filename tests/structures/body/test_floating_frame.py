"""The frame that floats, against sums over points, and what it is for."""

from dataclasses import fields

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import treetop as tt
import treetop.structures as fx
from treetop.structures.body.floating_frame import floating
from treetop.structures.body.modal_integrals import (
    LEVI_CIVITA,
    Moments,
    NodeMotion,
    inertia_of_products,
    moments,
    node_motion,
)


def mass_points(rng, points=30, modes=4):
    """Masses, and nodes that move anyhow."""
    shapes, turns = rng.standard_normal((2, points, 3, modes))
    second, second_turns = rng.standard_normal((2, points, 3, modes, modes))
    places = rng.standard_normal((points, 3))
    symmetric = [x + x.swapaxes(-1, -2) for x in (second, second_turns)]
    return rng.uniform(0.1, 1, points), [
        NodeMotion(*each) for each in zip(places, shapes, turns, *symmetric, strict=True)
    ]


def moments_of(mass, nodes):
    r, phi, _, H, _ = (np.array(part) for part in zip(*nodes, strict=True))
    Z = np.einsum("p,pa,pbk->kab", mass, r, phi)
    P = np.einsum("p,pak,pbl->klab", mass, phi, phi) + np.einsum("p,pa,pbkl->klab", mass, r, H)
    M = np.einsum("p,pak,pal->kl", mass, phi, phi)
    return Moments(
        mass=mass.sum(),
        first0=mass @ r,
        first1=np.einsum("p,pak->ak", mass, phi),
        first2=np.einsum("p,pakl->akl", mass, H),
        inertia0=0.5 * inertia_of_products(np.einsum("p,pa,pb->ab", mass, r, r)),
        inertia1=inertia_of_products(Z),
        inertia2=inertia_of_products(P),
        arm=np.einsum("abc,kab->ck", LEVI_CIVITA, Z),
        turn=np.einsum("abc,lkab->lkc", LEVI_CIVITA, P),
        modal_mass=M,
        modal_stiffness=M,
        modal_damping=M,
    )


def test_moments_are_those_of_the_points_as_the_frame_sees_them(rng):
    mass, nodes = mass_points(rng)
    found = floating(moments_of(mass, nodes))
    expected = moments_of(mass, [found.seen(node) for node in nodes])
    for field in fields(Moments):
        if field.name not in ("modal_stiffness", "modal_damping"):
            told, right = (getattr(each, field.name) for each in (found.moments, expected))
            assert told == pytest.approx(right, abs=1e-12)


def test_modes_carry_no_momentum_in_it_to_second_order(rng):
    mass, nodes = mass_points(rng)
    found = floating(moments_of(mass, nodes))
    seen = moments_of(mass, [found.seen(node) for node in nodes])
    turning = seen.turn + seen.turn.swapaxes(0, 1)
    for nothing in (seen.first1, seen.arm, seen.first2, turning):
        assert np.abs(nothing).max() < 1e-12


def test_nodes_stand_where_they_did_to_third_order(rng):
    mass, nodes = mass_points(rng)
    found = floating(moments_of(mass, nodes))
    at_rest = NodeMotion(*map(np.zeros_like, nodes[0]))
    assert np.array_equal(found.frame.shapes, found.seen(at_rest).shapes)
    q = rng.standard_normal(4)
    for node in (*nodes[:5], at_rest):
        off = [apart(found, node, size * q) for size in (1e-2, 1e-3)]
        assert off[1] == pytest.approx(1e-3 * off[0], rel=0.1, abs=1e-14)


def apart(found, node, q):
    """How far a node is from its place as given in both frames, and turned."""
    (g, G), (p, R), (x, X) = (placed(each, q) for each in (found.motion, node, found.seen(node)))
    turned = (X.inv() * G.inv() * R).magnitude()
    return np.array([np.abs(G.inv().apply(p - g) - x).max(), turned])


def placed(node, q):
    half = [0.5 * np.einsum("akl,k,l->a", each, q, q) for each in node[3:]]
    return node.position + node.shapes @ q + half[0], Rotation.from_rotvec(
        node.rotations @ q + half[1]
    )


@pytest.mark.parametrize("along", [(1.0, 0.0, 0.0), (0.48, 0.6, 0.64)])
def test_twist_of_a_long_tether_keeps_its_momentum(along):
    """Inertia about it is 4e-13 of that across."""
    frame = fx.BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", 1000 * np.array(along))
    cord = fx.Section.tube(outer=1e-3, inner=5e-4, E=7e10, G=2.7e10, density=2700)
    frame.add_beam("cord", "root", "tip", cord, elements=2)
    of = moments(fx.normal_modes(frame.structure(), "root", count=12))
    seen, motion = floating(of)
    spin = along @ (seen.arm + of.inertia0 @ motion.rotations)
    spin += along @ np.cross(of.first0, motion.shapes, axisb=0, axisc=0)
    assert np.abs(along @ of.arm).max() > 1e-4
    assert spin == pytest.approx(along @ of.arm, rel=1e-3, abs=1e-7)


# --- in a model -------------------------------------------------------------------------


def tube(tip=0.0):
    frame = fx.BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [5, 0, 0])
    section = fx.Section.tube(outer=0.05, inner=0.046, E=7e9, G=2.7e9, density=2700)
    frame.add_beam("boom", "root", "tip", section, elements=8)
    if tip:
        frame.add_body("load", "tip", mass=tip, inertia=[tip / 10] * 3)
    return frame.structure()


def craft(modes, joint, at_node=False, floats=True):
    m = tt.Model("craft")
    bus = m.add_body("bus", mass=50, inertia=[10, 12, 8])
    boom = m.add_flexible_body("boom", modes)
    if not floats:
        boom.__dict__["floating"] = None
    m.add_joint("flight", tt.Free(), m.ground, bus)
    m.add_joint("hinge", joint, bus, boom.frame("root", node="root") if at_node else boom)
    boom.frame("tip", node="tip")
    return m.build()


def inertia(system, amplitudes):
    state = system.state(boom={f"mode{k}": q for k, q in enumerate(amplitudes, start=1)})
    return system.mass_matrix(state)


@pytest.mark.parametrize("at_node", [False, True])
def test_the_energy_is_the_same_to_second_order(rng, at_node):
    modes = fx.normal_modes(tube(), "root", count=6)
    systems = [craft(modes, tt.Spherical(), at_node, floats) for floats in (True, False)]
    modal = np.array([label.startswith("boom.") for label in systems[0].speed_labels], dtype=int)
    order, q = 3 - np.add.outer(modal, modal), rng.standard_normal(6)
    far, near = (
        np.abs(np.subtract(*(inertia(each, size * q) for each in systems))) for size in (4e-3, 1e-3)
    )
    for n in (1, 2, 3):
        of_order = order == n  # each modal speed counts as one
        assert 0 < near[of_order].max() < 1.1 * far[of_order].max() / 4.0**n


@pytest.mark.parametrize("tip", [0.0, 1000.0])
@pytest.mark.parametrize("joint", [tt.Fixed(), tt.Revolute([0, 0, 1]), tt.Spherical()])
def test_every_motion_of_a_bent_boom_has_energy(joint, tip):
    modes = fx.normal_modes(tube(tip), "root", count=12)
    system = craft(modes, joint)
    tip = node_motion(modes, "tip")
    bent = tip.shapes[1] / modes.angular_frequencies**2  # as by a force there
    bent /= tip.rotations[2] @ bent
    M = inertia(system, 1.0 * bent)
    scale = np.sqrt(np.diag(M))
    assert np.linalg.eigvalsh(M / np.outer(scale, scale))[0] > 0


def test_bodies_are_named_by_what_is_where():
    modes = fx.normal_modes(tube(), "root", count=2)
    now = craft(modes, tt.Fixed())
    assert now.body_names == ["bus", "boom", "boom mass", "boom tip"]
    state = now.state(boom={"mode1": 0.1})
    assert now.evaluate(state).body["boom"].position == pytest.approx([0, 0, 0], abs=1e-15)
    mass = craft(modes, tt.Fixed()).mechanism.bodies["boom mass"]
    assert mass.mass == pytest.approx(moments(modes).mass)


def test_names_that_are_taken_are_left_to_their_owners():
    modes = fx.normal_modes(tube(), "root", count=2)
    m = tt.Model("names")
    boom = m.add_flexible_body("boom", modes)
    for name in ("mass", "base"):
        boom.frame(name, node="tip")
    m.add_joint("wall", tt.Fixed(), m.ground, boom)
    names = m.build().body_names
    assert {"boom", "boom mass", "boom mass_", "boom base"} == set(names)


def test_a_frame_that_floats_already_is_left():
    of = moments(fx.normal_modes(tube(), count=4))
    assert floating(of) is None


def test_mass_of_one_piece_has_the_energy_of_a_rigid_body(rng):
    """A mass on a beam without any."""
    frame = fx.BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [1, 0, 0])
    wire = fx.Section(axial=1e6, bending_y=1e3, bending_z=2e3, torsion=1e3, mass=0.0)
    frame.add_beam("wire", "root", "tip", wire, elements=1)
    frame.add_body("load", "tip", mass=3.0, inertia=[0.1, 0.2, 0.3])
    m = tt.Model("load on a wire")
    modes = fx.normal_modes(frame.structure(), "root", count=6)
    wire = m.add_flexible_body("wire", modes, stiffening="foreshortening")
    m.add_joint("wall", tt.Fixed(), m.ground, wire)
    wire.frame("tip", node="tip")
    system, values = m.build(), {}
    for k, (q, rate) in enumerate(0.2 * rng.standard_normal((6, 2)), start=1):
        values |= {f"mode{k}": q, f"mode{k}_rate": rate}
    now = system.evaluate(system.state(wire=values))
    tip = now.body["wire tip"]
    w = tip.angular_velocity  # in its own axes
    energy = 1.5 * tip.velocity @ tip.velocity + 0.5 * w @ (w * [0.1, 0.2, 0.3])
    assert now.kinetic_energy == pytest.approx(energy, rel=1e-9)

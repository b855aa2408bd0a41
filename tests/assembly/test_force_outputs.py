"""Outputs of forces are numbered as the tables have their rows."""

import treetop as tt
from treetop.assembly.assembly import assemble
from treetop.core.forces import contact
from treetop.topology.mechanism import mechanism_of


def assembled(**forces):
    m = tt.Model("outputs")
    for name in ("bus", "arm"):
        body = m.add_body(name, 1.0, [1, 1, 1])
        body.frame("a"), body.frame("b", at=[1, 0, 0])
    m.add_joint("orbit", tt.Free(), "ground", "bus")
    m.add_joint("boom", tt.Cylindrical([1, 0, 0]), "bus", "arm")
    for name, force in forces.items():
        m.add_force(name, force)
    return assemble(mechanism_of(m))


def test_names_of_what_acts_and_generalised_forces_with_their_units():
    found = assembled(
        gravity=tt.UniformGravity(),
        motor=tt.JointEffort("boom", 1.0, "slide"),
        stop=tt.RigidStop("boom", 0.0, coordinate="angle"),  # acts by impulses
        drag=tt.JointSpring("orbit", damping=1.0, coordinate="angular_velocity"),
        jet=tt.FrameForce("bus", [1, 0, 0]),
    ).outputs
    assert found.forces == ["motor", "drag", "jet"]
    assert found.generalised == [
        "motor.generalised_force",
        *(f"drag.generalised_force.{axis}" for axis in "xyz"),
    ]
    assert found.units == ["N", "N m", "N m", "N m"]
    assert found.attracted == 2
    assert found.rows.generalised.tolist() == [[0, 7, 0], [1, 0, 0], [1, 1, 0], [1, 2, 0]]
    assert found.rows.frame_forces.tolist() == [2]


def test_a_capsule_on_a_plane_has_two_rows_of_one_force():
    capsule, plane = tt.Capsule("arm.a", "arm.b", 0.1), tt.Plane("bus")
    found = assembled(rest=tt.Contact(capsule, plane, 1e3), knock=tt.Contact(plane, capsule, 1e3))
    (contacts,) = found.optional.fitted
    assert contacts.group is contact.GROUP
    assert contacts.rows.tolist() == [[0, -1], [0, -1], [1, 1], [1, 1]]


def test_nothing_acts():
    found = assembled().outputs
    assert (found.forces, found.generalised, found.attracted, found.labels) == ([], [], 0, {})
    assert found.recorded(found.workspace(3)) == {}

"""What is in a model, how its numbers were understood, and what is seldom meant."""

import treetop as tt
from treetop.checks.summary import summary, warnings
from treetop.model.run.options import settings_from


def test_summary(craft):
    craft.add_body("dish", "0.1 t", [1, 1, 1])
    craft.add_joint("hinge", tt.Revolute([0, 1, 0]), "tug", "dish")
    craft.add_force("spring", tt.JointSpring("hinge", stiffness="3 mN*m/rad"))
    craft.set_start("orbit", position=["7000 km", 0, 0])
    told = summary(craft)
    assert told.bodies == {"bus": 2200, "tug": 1200, "dish": 100}
    assert told.joints["boom"] == "cylindrical, bus.port to tug.tail"
    assert told.forces == {"spring": "joint-spring"}
    assert (told.degrees_of_freedom, told.mass) == (9, 3500)
    assert told.units == {
        "bodies.dish.mass": "0.1 t = 100 kg",
        "forces.spring.stiffness": "3 mN*m/rad = 0.003 N*m/rad",
        "start.orbit.position[0]": "7000 km = 7000000 m",
    }


def test_nothing_to_warn_of(craft):
    craft.add_force("earth", tt.CentralGravity(3.986e14))
    craft.set_start("orbit", position=[7e6, 0, 0])
    craft.set_start("boom", slide=2)
    craft.run = tt.RunSettings(60)
    assert not list(warnings(craft))


def test_warnings(craft):
    assert "no force acts: the bodies move by inertia alone" in warnings(craft)
    craft.add_body("point", 1)
    craft.add_body("wheel", 0, [1, 1, 1])
    craft.add_body("big", 1, [1e6, 1e6, 1e6])
    craft.add_body("small", 1, [1e-9, 1e-9, 1e-9])
    craft.add_force("earth", tt.CentralGravity(398600))
    craft.add_force("weight", tt.UniformGravity())
    craft.add_force("spring", tt.SpringDamper("bus", "tug", 1, damping=-1))
    told = "\n".join(warnings(craft))
    for words in (
        "'point' is a point mass", "'wheel' has no mass but an inertia", "gyration is 1e+03 m",
        "gyration is 3.16e-05 m", "that of the Earth", "same time", "negative damping",
        "'boom' has no start values", "how long",
    ):  # fmt: skip
        assert words in told


def test_gains_that_nothing_uses(craft):
    gains = {"duration": 60, "gains": [1, 1, 2]}
    craft.run = settings_from(gains, lenient=True)
    unused = "the run has gains, which 'dop853' with 'project' does not use"
    assert unused in list(warnings(craft))
    craft.run = settings_from(gains | {"constraints": "baumgarte"}, lenient=True)
    assert not any("gains" in each for each in warnings(craft))


def test_a_joint_that_closes_a_loop_has_no_start_values(craft):
    craft.add_joint("brace", tt.Spherical(), "bus", "tug")
    told = list(warnings(craft))
    assert "joint 'boom' has no start values: it starts at zero" in told
    assert not any("brace" in each for each in told)

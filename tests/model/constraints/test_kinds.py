"""Constraints as a person describes them: what is wrong is reported with its place."""

import pytest

import treetop as tt
from flexible_craft import craft
from treetop.checks.checks import problems
from treetop.formats.yaml.load import dumps, loads
from treetop.model.constraints.kinds import CONSTRAINTS
from treetop.symbolic.trees.equations import equations


def arm() -> tt.Model:
    model = tt.Model("arm")
    for name, inboard in (("upper", model.ground), ("lower", "upper")):
        model.add_body(name, 1.0, [1, 1, 1]).frame("tip", at=[1, 0, 0])
        model.add_joint(f"{name} hinge", tt.Revolute([0, 0, 1]), inboard, name)
    model.add_body("ball", 1.0, [1, 1, 1])
    model.add_joint("socket", tt.Spherical(), "lower", "ball")
    return model


def test_every_constraint_has_its_word():
    assert len(CONSTRAINTS) == 16
    assert all(cls.kind == word for word, cls in CONSTRAINTS.items())


@pytest.mark.parametrize(
    "make, told",
    [
        (lambda: tt.Distance("a", "b", length=0), "Distance.length: 0 m is not above 0"),
        (lambda: tt.Distance("a", "b", length="2 kg"), "Distance.length: the unit 'kg' does not"),
        (lambda: tt.RollingBall("a", "b", radius=-1), "RollingBall.radius"),
        (lambda: tt.Parallel("a", "b", [0, 0, 0]), "Parallel.axis"),
        (lambda: tt.Perpendicular("a", "b", [0, 0, 1]), "'axis_b' is missing"),
        (lambda: tt.Coupling({}), "no coordinate is coupled"),
        (lambda: tt.Coupling([1, 2]), "is not a mapping"),
        (lambda: tt.Coupling({"a.angle": 0}), "weights.a.angle: a weight of zero"),
        (lambda: tt.Coupling({"a.angle": "x"}), "weights.a.angle: 'x' is not a number"),
        (lambda: tt.Prescribed("a.angle"), "neither of law and function"),
        (lambda: tt.Prescribed("a.angle", "t", function=abs), "both of law and function"),
        (lambda: tt.Prescribed("a.angle", abs), "give it as function="),
        (lambda: tt.Prescribed("a.angle", tt.Table([0, 1], [0, 1])), "give Spline(times, values)"),
        (lambda: tt.Prescribed("a.angle", "sin(t"), "is not an expression in t"),
        (lambda: tt.Prescribed("a.angle", "open('x')"), "cannot stand in an expression"),
        (lambda: tt.Prescribed("a.angle", "t.real"), "cannot stand in an expression"),
        (lambda: tt.Prescribed("a.angle", "2**t"), "an exponent depends on t"),
        (lambda: tt.Prescribed("a.angle", "1/0"), "cannot be worked out"),
        (lambda: tt.Prescribed("a.angle", "1e400*t"), "cannot stand in an expression"),
        (lambda: tt.Prescribed("a.angle", "(-1)**0.5"), "not real"),
        (lambda: tt.Prescribed("a.angle", "9**9**9**9"), "cannot be worked out"),
        (lambda: tt.Prescribed("a.angle", "(" * 3000), "too long"),
        (lambda: tt.Prescribed("a.angle", "-" * 1900 + "t"), "is not an expression"),
        (lambda: tt.Spline([0], [1]), "at least two times"),
        (lambda: tt.Spline([0, 1], [1]), "2 times but 1 values"),
        (lambda: tt.Spline([0, 0], [1, 2]), "let times increase"),
    ],
)
def test_wrong_numbers_are_told(make, told):
    with pytest.raises(tt.ModelError) as error:
        make()
    assert told in str(error.value)
    assert len(error.value.problems) == 1


@pytest.mark.parametrize(
    "constraint, told",
    [
        (tt.Coincident("lower.tp", "ground"), "constraints.c.a: unknown frame 'lower.tp'"),
        (tt.RollingDisc("wheel", "ground", 1, [0, 0, 1]), "constraints.c.disc: unknown body"),
        (tt.Distance("lower", "lower.tip", 1), "both its frames are on 'lower'"),
        (tt.Coupling({"elbow.angle": 1}), "constraints.c.weights.elbow.angle: unknown joint"),
        (tt.Coupling({"upper hinge": 1}), "unknown coordinate 'upper hinge'"),
        (tt.Coupling({"socket.attitude": 1}), "a spherical joint has none that is one number"),
        (tt.Prescribed("upper hinge.slide", "t"), "constraints.c.coordinate: unknown coordinate"),
        (
            tt.Prescribed("upper hinge.angle", tt.Spline([0, 1], ["0 m", "1 m"])),
            "constraints.c.law.values[0]: the unit 'm' does not fit",
        ),
    ],
)
def test_constraints_that_do_not_fit_the_model_are_told(constraint, told):
    model = arm()
    model.add_constraint("c", constraint)
    with pytest.raises(tt.ModelError) as error:
        model.build()
    assert told in str(error.value)


def test_the_coordinate_of_a_joint_that_closes_a_loop_is_as_good_as_any_other():
    model = arm()
    model.add_joint("close", tt.Revolute([0, 0, 1]), model.ground, "lower.tip")
    model.add_constraint("c", tt.Coupling({"close.angle": 1}))
    assert not problems(model)


def orbit_table() -> tt.Ephemeris:
    return tt.Ephemeris(
        [0, "1 min"], [["7000 km", 0, 0], [0, 7e6, 0]], [[0, 1, 2], [0, 0, "3 km/s"]]
    )


def test_an_orbit_as_a_table_needs_no_centre_and_keeps_its_form_in_a_file():
    model = arm()
    model.add_constraint("orbit", tt.PrescribedOrbit("ball", table=orbit_table()))
    model.validate()
    table = loads(dumps(model)).constraints["orbit"].table
    assert table == orbit_table()
    assert table.velocities[1] == (0.0, 0.0, 3000.0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: tt.PrescribedPose("b"), "neither place nor attitude"),
        (lambda: tt.PrescribedPose("b", position=[0, 0]), "three functions of t are needed, not 2"),
        (lambda: tt.PrescribedPose("b", position=["0 kg", 0, 0]), r"position\[0\].*expression"),
        (lambda: tt.PrescribedPose("b", angles=[0, 0, 0], axes="zyw"), "no sequence of axes"),
        (lambda: tt.PrescribedPose("b", angles=[0, 0, 0], axes=[[1, 0, 0]]), "three axes"),
        (
            lambda: tt.PrescribedPose("b", position=[0, 0, 0], function=abs),
            "both position and function",
        ),
        (lambda: tt.Attitudes([0, 1], [[1, 0, 0, 0]]), "2 times but 1 attitudes"),
        (lambda: tt.PrescribedPose("b", attitudes=[1, 2]), "no table of attitudes"),
        (lambda: tt.PrescribedOrbit("b", "7000 km", 1.2), "not that of an ellipse"),
        (lambda: tt.PrescribedOrbit("b", "-7000 km"), "semi_major_axis"),
        (lambda: tt.PrescribedOrbit("b"), "neither of semi_major_axis and table"),
        (lambda: tt.PrescribedOrbit("b", 7e6, table=orbit_table()), "both of semi_major_axis and"),
        (lambda: tt.PrescribedOrbit("b", node=1, table=orbit_table()), "a table has no elements"),
        (lambda: tt.PrescribedOrbit("b", table=[1, 2]), "no table of places"),
        (lambda: tt.Ephemeris([0, 1, 2], 3 * [[0, 0, 0]]), "at least 4 times, not 3"),
        (lambda: tt.Ephemeris([0, 1], [[0, 0, 0]]), "2 times but 1 positions"),
        (lambda: tt.Ephemeris([0, 1], 2 * [[0, 0, 0]], [[0, 0, 1]]), "two velocities are needed"),
        (lambda: tt.Ephemeris([0, 1], [["1 kg", 0, 0]]), r"positions\[0\]\[0\]"),
    ],
)
def test_poses_and_orbits_that_cannot_be(make, message):
    with pytest.raises(tt.ModelError, match=message):
        make()


def refused(model, name, constraint, said):
    """A model with this constraint is not valid."""
    model.add_constraint(name, constraint)
    with pytest.raises(tt.ModelError, match=said):
        model.validate()


def test_an_orbit_needs_a_centre():
    said = r"constraints.orbit.mu: its gravitational parameter"
    refused(arm(), "orbit", tt.PrescribedOrbit("ball", "7000 km"), said)


def test_a_coordinate_is_prescribed_once():
    model = arm()
    model.add_constraint("one", tt.Prescribed("upper hinge.angle", "t"))
    model.add_constraint("two", tt.Prescribed("upper hinge.angle", "2*t"))
    with pytest.raises(tt.ModelError, match="prescribed by 'one' already"):
        model.validate()


@pytest.mark.parametrize(
    ("offset", "told"),
    [
        ("20 deg", []),
        ("20 cm", ["constraints.c.offset: the unit 'cm' does not fit here"]),
        (0.3, []),
        ("0.3 rad", []),
    ],
)
def test_the_unit_of_an_offset_is_that_of_the_coordinates(offset, told):
    m = arm()
    m.add_constraint("c", tt.Coupling({"upper hinge.angle": 1, "lower hinge.angle": 2}, offset))
    assert [f"{each.where}: {each.what}" for each in problems(m)] == told


def test_names_are_shared_with_no_joint():
    model = arm()
    with pytest.raises(tt.ModelError, match=r"constraints\.socket: 'socket' is a joint already"):
        model.add_constraint("socket", tt.Distance("ground", "ball", 1))
    model.add_constraint("rod", tt.Distance("ground", "ball", 1))
    with pytest.raises(tt.ModelError, match="taken already"):
        model.add_constraint("rod", tt.Distance("ground", "ball", 2))
    with pytest.raises(tt.ModelError, match=r"joints\.rod: 'rod' is a constraint already"):
        model.add_joint("rod", tt.Free(), "ground", "ball")
    model.constraints["socket"] = model.constraints["rod"]
    with pytest.raises(tt.ModelError, match="'socket' is a joint already"):
        model.validate()


def test_what_is_no_constraint_is_refused():
    with pytest.raises(tt.ModelError, match="is not a constraint"):
        arm().add_constraint("c", tt.UniformGravity())


@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_constraints_that_contradict_each_other_are_refused_at_the_start(formulation):
    model = arm()
    model.add_constraint("one", tt.Prescribed("upper hinge.angle", "0.1"))
    model.add_constraint("two", tt.Coupling({"upper hinge.angle": 1}, offset=0.3))
    system = model.build(formulation)
    with pytest.raises(tt.ModelError, match="no state near the start meets the constraints"):
        tt.simulate(system, system.state(), duration=1.0)


def test_a_start_that_misses_a_prescribed_motion_is_told_what_would_be_right():
    model = arm()
    model.add_constraint("motor", tt.Prescribed("upper hinge.angle", "0.1 + 2*t"))
    system = model.build()
    with pytest.raises(tt.ModelError, match=r"upper hinge.angle = 0.1 .*upper hinge.rate = 2 "):
        tt.simulate(system, system.state(), duration=1.0)


def test_equations_in_symbols_refuse_constraints():
    model = arm()
    model.add_constraint("rod", tt.Distance("ground", "ball", 1))
    with pytest.raises(tt.ModelError, match="'rod' is a constraint"):
        equations(model)


def test_modes_are_held_by_no_constraint():
    said = r"hold\.coordinate: 'boom\.mode1' is that of a mode"
    refused(craft(), "hold", tt.Prescribed("boom.mode1", "0.01*sin(t)"), said)


def test_a_wire_may_lead_from_node_to_node_of_one_body():
    model = craft()
    boom = model.bodies["boom"]
    ends = boom.frame("lug", node="root", at=[0, 1, 0]), boom.frames["tip"]
    model.add_constraint("wire", tt.Distance(*ends, length=5.0))
    model.validate()
    model.constraints["wire"] = tt.Distance("boom.tip", "boom.tip", length=5.0)
    with pytest.raises(tt.ModelError, match="both its frames are on 'boom tip'"):
        model.validate()

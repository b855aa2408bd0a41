"""States by names."""

import numpy as np
import pytest
import sympy as sp

import treetop as tt
from random_trees import random_motion, random_tree
from treetop.errors import ModelError


def craft(gravity=True):
    model = tt.Model("craft")
    bus = model.add_body("bus", mass=3, inertia=[2, 3, 4])
    arm = model.add_body("arm", mass=1, inertia=[1, 1, 1])
    tug = model.add_body("tug", mass=2, inertia=[1, 1, 1])
    pad = model.ground.frame("pad", at=[1, 2, 3], attitude=[0.5, 0.5, 0.5, 0.5])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.add_joint("boom", tt.Cylindrical([1, 0, 0]), bus, arm)
    model.add_joint("chase", tt.Free(), pad, tug)
    if gravity:
        model.add_force("earth", tt.CentralGravity(3.986e14))
    return model


PLACES = {
    "orbit": {"position": [7e6, 1.0, 2.0], "velocity": [1.0, 7500.0, 3.0]},
    "chase": {"position": [2.0, 7e6, 3.0], "velocity": [7500.0, 1.0, 2.0]},
}


@pytest.fixture(scope="module")
def system():
    return craft().build()


def test_values_are_told_by_the_names_they_were_given(system):
    motion = PLACES | {"boom": {"slide": 2.0, "rate": -0.3}}
    state = system.state(time=4.0, **motion)
    assert state.time == 4.0
    assert state["boom.slide"] == 2.0
    assert state["boom.rate"] == -0.3
    for joint, given in PLACES.items():
        for name, value in given.items():
            assert state[f"{joint}.{name}"] == pytest.approx(value, abs=1e-8)
    assert state["orbit.position.x"] == 7e6


def test_what_is_not_given_is_zero_and_attitudes_are_identity(system):
    state = system.state(**PLACES)
    assert state["orbit.attitude"].tolist() == [1, 0, 0, 0]
    assert state["boom.angle"] == state["boom.slide_rate"] == 0.0
    assert not state["chase.angular_velocity"].any()


# --- what reaches kernels -----------------------------------------------------------------


def test_numbers_of_other_kinds_are_converted(system):
    y = np.round(system.state(**PLACES).vector)
    locked = y.copy()
    locked.flags.writeable = False
    expected = system.rate(tt.State(system, 0.0, y))
    for same in (y.tolist(), locked, np.repeat(y, 2)[::2], y.astype(np.float32), y.astype(int)):
        state = tt.State(system, 0.0, same)
        kept = state.vector
        assert kept.dtype == float
        assert kept.flags.c_contiguous
        assert kept.flags.writeable
        assert system.rate(state) == pytest.approx(expected)


def test_a_state_has_a_vector_of_its_own(system):
    given = system.state(**PLACES).vector.copy()
    state = tt.State(system, 0.0, given)
    given[:] = 0.0
    assert state.vector.any()


@pytest.mark.parametrize("size", [0, 1, -1, 10**6])
def test_a_vector_of_another_length_is_refused_each_time(system, size):
    state = system.state(**PLACES)
    wrong = np.zeros(state.vector.size - 1 if size < 0 else size)
    with pytest.raises(tt.TreetopError, match="does not fit the system: its shape is"):
        tt.State(system, 0.0, wrong)
    with pytest.raises(tt.TreetopError, match="does not fit"):
        state.vector = wrong
    state._vector = wrong
    for ask in (system.evaluate, system.rate, system.mass_matrix, system.settled):
        with pytest.raises(tt.TreetopError, match="does not fit"):
            ask(state)


@pytest.mark.parametrize("time", [np.nan, np.inf, -np.inf, "soon", None, 10**400])
def test_a_time_that_is_none_is_refused(system, time):
    with pytest.raises(ModelError, match=r"^time: "):
        system.state(time=time, **PLACES)


def test_a_time_may_have_a_unit(system):
    assert system.state(time="2 min", **PLACES).time == 120.0


def test_what_is_not_finite_is_no_start(system):
    y = system.state(**PLACES).vector.copy()
    y[3] = np.nan
    with pytest.raises(tt.TreetopError, match="not all numbers of its vector are finite"):
        tt.simulate(system, tt.State(system, 0.0, y), 1.0)


def test_a_state_of_equations_in_symbols_belongs_elsewhere(system):
    t = sp.Symbol("t")
    x = sp.Function("x")(t)
    other = tt.symbolic.LagrangianSystem([x], x.diff(t) ** 2 / 2).build()
    with pytest.raises(tt.TreetopError, match="another system"):
        system.evaluate(other.state())
    with pytest.raises(tt.TreetopError, match="another system"):
        other.evaluate(system.state(**PLACES))


def test_units_are_understood(system):
    motion = {"boom": {"angle": "180 deg", "slide": "20 cm"}}
    orbit = {"position": ["7000 km", 0, 0]}
    state = system.state(**PLACES | motion | {"orbit": orbit})
    assert state["boom.angle"] == np.pi
    assert state["boom.slide"] == 0.2
    assert state["orbit.position"].tolist() == [7e6, 0, 0]


def test_vectors_are_in_the_order_of_the_labels(system):
    state = system.state(**PLACES)
    for label, value in zip(system.coordinate_labels, state.coordinates, strict=True):
        assert state[label] == value
    for label, value in zip(system.speed_labels, state.speeds, strict=True):
        assert state[label] == value


def test_free_bodies_are_kept_relative_to_the_first(system):
    state = system.state(**PLACES)
    assert state.origin.tolist() == [7e6, 1.0, 2.0]
    assert not state.vector[4:7].any()


def test_an_origin_keeps_all_digits_of_what_is_near_it(system):
    origin = {"position": [7e6, 0, 0], "velocity": [0, 7500, 0]}
    state = system.state(
        origin=origin,
        orbit={"position": [0.1, 0, 0]},
        chase={"position": [0, 0, 1e-13], "velocity": [0, 1e-13, 0]},
    )
    assert state.vector[4] == 0.1
    seen = system.observe(np.zeros(1), state.vector[None])["position_from_origin"][0]
    assert seen[2] == pytest.approx([1e-13, 0, 0], abs=1e-28)
    assert state["orbit.position"] == pytest.approx([7e6 + 0.1, 0, 0], abs=1e-9)
    assert state["orbit.velocity"].tolist() == [0, 7500, 0]


def test_a_place_on_the_ground_is_seen_from_its_frame():
    """The pad stands at (1, 2, 3), its x axis along y."""
    system = craft(gravity=False).build()
    state = system.state(chase={"position": [1, 0, 0], "velocity": [0, 1, 0]})
    now = system.evaluate(state).body["tug"]
    assert now.position == pytest.approx([1, 3, 3], abs=1e-15)
    assert now.velocity == pytest.approx([0, 0, 1], abs=1e-15)


def test_joints_named_as_arguments_of_state_start_from_the_model():
    model = tt.Model("named")
    for name in ("time", "origin", "self"):
        body = model.add_body(f"{name}_body", mass=1, inertia=[1, 1, 1])
        model.add_joint(name, tt.Revolute([0, 0, 1]), model.ground, body)
        model.start[name] = {"angle": 0.5}
    state = model.build().start()
    assert [state[f"{name}.angle"] for name in ("time", "origin", "self")] == [0.5, 0.5, 0.5]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"orbit": {"velocity": [0, 1, 0]}}, "joint 'orbit' has no position"),
        ({"bom": {"slide": 1}}, "unknown joint 'bom'.*boom"),
        ({"boom": {"slid": 1}}, "slid.*slide"),
        ({"boom": {"slide": [1, 2]}}, "start.boom.slide"),
        ({"boom": {"slide": "1 kg"}}, "start.boom.slide"),
        ({"orbit": {"attitude": [1, 1, 0, 0]}}, "start.orbit.attitude"),
        ({"orbit": {"position": [1, 2]}}, "start.orbit.position"),
        ({"boom": {"slide": float("nan")}}, "start.boom.slide"),
    ],
    ids=str,
)
def test_wrong_values_are_told_with_their_place(system, given, told):
    with pytest.raises(ModelError, match=told):
        system.state(**PLACES | given)


def test_all_that_is_wrong_is_told_at_once(system):
    with pytest.raises(ModelError) as caught:
        system.state(orbit={"velocity": [0, 1, 0]}, boom={"slid": 1, "angel": 2}, wing={})
    assert len(caught.value.problems) == 5


@pytest.mark.parametrize("label", ["boom", "boom.slid", "orbit", "orbit.position.w", ""])
def test_unknown_labels_are_told_with_the_known_ones(system, label):
    with pytest.raises(KeyError, match=r"boom\.slide"):
        system.state(**PLACES)[label]


def test_tells_what_it_is(system):
    assert repr(system.state(time=2.5, **PLACES)) == "<State of 'craft' at 2.5 s>"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("grounded", [False, True])
def test_numbers_that_stand_in_the_vector_are_those_of_an_evaluation(seed, grounded):
    model = random_tree(seed, 5, grounded=grounded)
    system = model.build()
    state = system.state(**random_motion(model, seed))
    known = system.joint_values(state)
    assert len(system.places) > len(known) // 2
    for label, value in known.items():
        assert state[label] == value, label
    for joint in system.model.joints.values():
        for item in (*joint.kind.coordinates, *joint.kind.speeds):
            name = f"{joint.name}.{item.name}"
            parts = [value for label, value in known.items() if label.startswith(f"{name}.")]
            if parts:
                assert state[name].tolist() == parts

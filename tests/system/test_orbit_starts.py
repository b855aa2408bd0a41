"""Free bodies that start on an orbit."""

import numpy as np
import pytest

import treetop as tt
from treetop.environment.frames import matrix_of
from treetop.formats.yaml.load import dumps, loads
from treetop.model.environment.orbit import state_of

MU = 3.986004418e14
ORBIT = tt.Orbit(
    semi_major_axis="6778 km",
    eccentricity=0.01,
    inclination="51.6 deg",
    node=1,
    attitude=tt.local(0, "-11.6 deg", 0),
)


@pytest.fixture
def model():
    model = tt.Model("observer")
    bus = model.add_body("bus", mass=750, inertia=[900, 800, 600])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.add_force("earth", tt.CentralGravity(MU))
    return model


def test_a_state_is_on_the_orbit(model):
    system = model.build()
    x, v = state_of(ORBIT, MU)
    q, w = ORBIT.attitude.in_orbit(x, v)
    for given in (ORBIT, {"orbit": ORBIT}):
        state = system.state(orbit=given)
        assert state["orbit.position"] == pytest.approx(x, rel=1e-15)
        assert state["orbit.velocity"] == pytest.approx(v, rel=1e-15)
        assert state["orbit.attitude"] == pytest.approx(q, abs=1e-15)
        assert state["orbit.angular_velocity"] == pytest.approx(w, abs=1e-18)


def test_attitude_may_be_given_beside_an_orbit_that_has_none(model):
    bare = tt.Orbit(semi_major_axis=7e6)
    state = model.build().state(orbit={"orbit": bare, "attitude": [0, 1, 0, 0]})
    assert state["orbit.attitude"].tolist() == [0, 1, 0, 0]


def test_the_frame_of_the_joint_is_put_there_whatever_it_begins_from():
    """A joint from a frame that is turned and elsewhere gives the same motion of the body."""
    half = np.sqrt(0.5)
    model = tt.Model("elsewhere")
    bus = model.add_body("bus", mass=750, inertia=[900, 800, 600])
    pad = model.ground.frame("pad", at=[1e3, 2e3, 3e3], attitude=[half, half, 0, 0])
    model.add_joint("orbit", tt.Free(), pad, bus)
    model.add_force("earth", tt.CentralGravity(MU))
    system = model.build()
    now = system.evaluate(system.state(orbit=ORBIT)).body["bus"]
    x, v = state_of(ORBIT, MU)
    q, w = ORBIT.attitude.in_orbit(x, v)
    assert np.array(now.position) == pytest.approx(x, abs=1e-8)
    assert np.array(now.velocity) == pytest.approx(v, abs=1e-11)
    assert matrix_of(now.attitude) == pytest.approx(matrix_of(q), abs=1e-14)
    assert np.array(now.angular_velocity) == pytest.approx(w, abs=1e-17)


def test_an_orbit_goes_through_a_file(model):
    model.set_start("orbit", orbit=ORBIT)
    text = dumps(model)
    assert "semi_major_axis: 6778 km" in text
    again = loads(text)
    assert again.start == model.start
    assert dumps(again) == text
    ours, theirs = (each.build().start().vector for each in (model, again))
    assert np.array_equal(ours, theirs)


def test_a_report_repeats_the_run(model):
    model.set_start("orbit", orbit=ORBIT)
    system = model.build()
    run = tt.simulate(system, system.start(), duration=1.0, every=1.0)
    from treetop.view.report.reproduce import model_again

    again = model_again(run).start["orbit"]
    assert again["position"] == pytest.approx(tuple(state_of(ORBIT, MU)[0]))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"orbit": {"orbit": ORBIT, "position": [1, 2, 3]}}, "says 'position' already"),
        ({"orbit": {"orbit": ORBIT, "attitude": [1, 0, 0, 0]}}, "says 'attitude' already"),
        ({"orbit": {"orbit": 5}}, "5 is not an orbit"),
        ({"orbit": {"orbit": {"hight": 5}}}, r"start\.orbit\.orbit\.hight.*'height'"),
        ({"orbit": tt.Orbit(height=5e5)}, r"start\.orbit\.orbit\.height: .*radius of the planet"),
        ({"orbit": ORBIT, "origin": {"position": [7e6, 0, 0]}}, "not about 'origin'"),
    ],
)
def test_what_cannot_be_is_refused_once(model, given, words):
    with pytest.raises(tt.ModelError, match=words) as caught:
        model.build().state(**given)
    assert len(caught.value.problems) == 1


def test_an_orbit_needs_a_planet_and_the_ground():
    model = tt.Model("adrift")
    bus = model.add_body("bus", mass=1, inertia=[1, 1, 1])
    tug = model.add_body("tug", mass=1, inertia=[1, 1, 1])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.add_joint("beside", tt.Free(), bus, tug)
    with pytest.raises(tt.ModelError, match="needs a planet"):
        model.build().state(orbit=ORBIT)
    model.add_force("earth", tt.CentralGravity(MU))
    with pytest.raises(tt.ModelError, match="does not begin at the ground"):
        model.build().state(orbit=ORBIT, beside=ORBIT)


def test_only_free_joints_have_orbits(problems_of):
    from treetop.model.initial_state import start_values

    (problem,) = problems_of(start_values, tt.Revolute([0, 0, 1]), {"orbit": ORBIT}, "start.hinge")
    assert "unknown coordinate or speed 'orbit'" in problem.what

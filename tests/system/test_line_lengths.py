"""Lines that cannot be paid out as they are told to be: one message each."""

import numpy as np
import pytest

import treetop as tt

LINE = {"mass_per_length": 0.1, "total_length": 10, "elements": 2, "tip_mass": 1}


def system(formulation="recursive", **given):
    m = tt.Model("line")
    m.add_force("gravity", tt.UniformGravity([9.81, 0, 0]))
    m.add_device("line", tt.Deployer(m.ground, **(LINE | given)))
    return m.build(formulation)


@pytest.mark.parametrize(
    ("length", "text"),
    [
        ("5 - t", r"at 5 s 0 m are outside: the line is drawn in beyond its end"),
        ("9 + t", r"at 1\.005 s 10\.005 m are outside, and the whole line has 10 m"),
    ],
)
def test_a_run_to_an_impossible_length_is_refused(length, text):
    own = system(length=length)
    with pytest.raises(tt.ModelError, match=text):
        tt.simulate(own, own.start(), duration=10)


@pytest.mark.parametrize("length", [0, -3, 12])
def test_so_is_a_start(length):
    with pytest.raises(tt.ModelError, match=r"devices\.line\.length: at 0 s .* are outside"):
        system(length=length).start()


def test_a_line_that_runs_out_by_itself_says_that_it_has_come_to_its_end():
    own = system(start_length=9.9, start_rate=5)
    with pytest.raises(tt.RunError, match="'line' has run out: all of its 10 m are outside") as got:
        tt.simulate(own, own.start(), duration=1, every=0.001, rtol=1e-6)
    assert float(got.value.run["line.length"][-1]) == pytest.approx(10, abs=1e-5)


def test_so_does_a_reel_that_draws_it_in():
    m, law = tt.Model("reel"), {"mass_per_length": 0.1, "total_length": 10, "elements": 5}
    reel = {"radius": 0.2, "inertia": 0.3, "start_length": 2, "start_rate": -4, "tip_mass": 2}
    m.add_device("line", tt.Reel(m.ground, **law, **reel))
    own = m.build()
    with pytest.raises(tt.RunError, match="'line' is drawn in to its end: nothing of its") as got:
        tt.simulate(own, own.start(), duration=1, every=0.001, rtol=1e-6)
    assert float(got.value.run["line.length"][-1]) == pytest.approx(0, abs=1e-5)


def test_a_length_that_changes_faster_than_the_line_may_is_refused():
    own = system(length="1 + 8*smoothstep(t)", greatest_speed="14 m/s")
    message = r"devices\.line\.length: at 0\.\d+ s the line passes its mouth at 14\.\d+ m/s, and"
    with pytest.raises(tt.ModelError, match=message):
        tt.simulate(own, own.start(), duration=1)
    tt.simulate(own, own.start(), duration=0.3)
    with pytest.raises(tt.ModelError, match="5 m/s is more than the greatest speed of the line"):
        system(start_length=1, start_rate=-5, greatest_speed=4)


def test_a_line_that_runs_by_itself_ends_the_run_where_it_is_too_fast():
    m = tt.Model("fast")
    m.add_force("weight", tt.UniformGravity([9.81, 0, 0]))
    law = {"mass_per_length": 0.1, "total_length": 10, "elements": 5, "tip_mass": 2}
    m.add_device("line", tt.Deployer(m.ground, start_length=1, greatest_speed=3, **law))
    own = m.build()
    message = "devices.line: the line passes its mouth at 3 m/s, and its greatest speed is 3 m/s"
    with pytest.raises(tt.RunError, match=message) as got:
        tt.simulate(own, own.start(), duration=5, every=0.01)
    run = got.value.run
    assert float(run["line.rate"][-1]) == pytest.approx(3, abs=1e-6)
    assert len(run.time) > 20


def test_a_cable_that_is_pushed_out_is_told():
    own = system(length="1 + 8*smoothstep(t/0.5)")
    with pytest.warns(UserWarning, match=r"devices\.line: a cable is pushed out of its mouth with"):
        tt.simulate(own, own.start(), duration=0.2, every=0.05, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("method", ["bdf", "generalized-alpha"])
def test_methods_that_remember_steps_are_refused(method):
    own, step = system(length=5), {} if method == "bdf" else {"step": 0.01}
    with pytest.raises(tt.ModelError, match=f"{method} does not know elements that come and go"):
        tt.simulate(own, own.start(), duration=1, method=method, **step)


@pytest.mark.parametrize("formulation", ["kane", "newton-euler", "udwadia"])
def test_other_formulations_are_refused(formulation):
    with pytest.raises(tt.ModelError, match=f"'{formulation}' does not know lines"):
        system(formulation, length=5)


def test_constraints_are_refused():
    m = tt.Model("line")
    ball = m.add_body("ball", mass=1, inertia=[1, 1, 1])
    m.add_joint("flight", tt.Free(), m.ground, ball)
    m.add_constraint("rod", tt.Distance(m.ground, ball, length=1))
    m.add_device("line", tt.Deployer(ball, **LINE, length=5))
    with pytest.raises(tt.ModelError, match="in a model with loops or constraints"):
        m.build()


def test_a_prescribed_coordinate_may_carry_a_line():
    m = tt.Model("turning mouth")
    arm = m.add_body("arm", mass=1, inertia=[1, 1, 1])
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), m.ground, arm)
    m.add_constraint("turn", tt.Prescribed("hinge.angle", "0.2*t"))
    m.add_device("line", tt.Deployer(arm.frame("mouth", at=[1, 0, 0]), **LINE, length=5))
    own = m.build()
    state = own.state(hinge={"rate": 0.2})
    seen = own.observe(np.zeros(1), state.vector[None, :])
    tip = seen["velocity"][0, own.body_names.index("line rod 2")]
    np.testing.assert_allclose(tip, [0, 1.2, 0], atol=1e-13)
    assert state["line.tension"] == pytest.approx(0.2**2 * (6 * 1 + 0.5 * 3.5), rel=1e-12)


def test_a_given_length_may_be_that_of_the_whole_line():
    own = system(length="9.5 + 0.5*smoothstep(t/0.2)")
    run = tt.simulate(own, own.start(), duration=0.3, every=0.1, rtol=1e-4, atol=1e-4)
    assert run["line.length"].values[-1] == pytest.approx(10, rel=1e-15)


@pytest.mark.compiled
def test_a_cable_that_folds_at_a_hinge_in_space_is_named():
    m = tt.Model("folding")
    hub = m.add_body("hub", mass=20, inertia=[1, 1, 1])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    law = {"mass_per_length": 0.1, "total_length": 40, "elements": 8, "tip_mass": 3}
    pushed = {"length": "20 + 5.5*sin(3*t)", "rates": [1e-3, 0]}
    m.add_device("line", tt.Deployer(hub.frame("mouth", at=[0.2, 0, 0]), **law, **pushed))
    system = m.build()
    start = system.state(flight={"angular_velocity": [0, 0, 1]})
    with pytest.raises(tt.RunError, match="'line' has folded: at 'line link 5' two") as got:
        tt.simulate(system, start, duration=6, every=0.05)
    assert got.value.run["line.tension"].values.min() < 0

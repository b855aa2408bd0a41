"""From approximate coordinates to a state that meets the constraints."""

import numpy as np
import pytest

import treetop as tt
from interpreted import interpreted_for
from random_loops import random_mechanism
from treetop.system.formulations import FORMULATIONS
from treetop.system.initial_assembly import motions_per_speed
from treetop.system.state import State

OFF = {"crank": {"angle": 1.0, "rate": 2.0}, "coupler": {"angle": -0.5}, "rocker": {"angle": 1.5}}


def unmet(system, *arguments, **options) -> str:
    with pytest.raises(tt.ModelError) as error:
        system.assembled(*arguments, **options)
    (problem,) = error.value.problems
    return str(problem)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_four_bar_closes_about_its_crank(four_bar, formulation):
    """A parallelogram: the rocker follows the crank, the coupler turns back."""
    system = four_bar.build(formulation)
    state = system.assembled(system.state(**OFF), hold=["crank"])
    assert (state["crank.angle"], state["crank.rate"]) == (1.0, 2.0)
    assert state.coordinates == pytest.approx([1.0, -1.0, 1.0], abs=1e-13)
    assert state.speeds == pytest.approx([2.0, -2.0, 2.0], abs=1e-13)
    system.require_start(state)


def test_what_is_held_stays_to_the_last_bit(four_bar):
    system = four_bar.build()
    given = system.state(crank={"angle": 0.1 + 0.2, "rate": 1 / 3}, rocker={"angle": 0.9})
    state = system.assembled(given, hold=["crank.angle"])
    assert state["crank.angle"] == 0.1 + 0.2
    state = system.assembled(given, hold=["crank.rate"])
    assert state["crank.rate"] == 1 / 3
    assert state["crank.angle"] != 0.1 + 0.2


def test_a_start_in_line_leads_on(four_bar):
    """There the error is along the bars, which no turning changes."""
    four_bar.bodies.pop("coupler")
    bar = four_bar.add_body("coupler", 1.0, [0.01, 0.1, 0.1], [0.75, 0, 0])
    bar.frame("tip", at=[1.5, 0, 0])
    system = four_bar.build()
    state = system.assembled(system.state(), hold=["crank.angle"])
    assert state["crank.angle"] == 0.0
    system.require_start(state)


@pytest.mark.parametrize("seed", interpreted_for(range(6), [0]))
def test_random_mechanisms_are_found_again(seed):
    """Loops of all joint kinds, quaternions among them, dependent constraints too."""
    model, motion = random_mechanism(seed)
    system = model.build()
    state = system.settled(system.state(**motion))
    rng = np.random.default_rng(seed)
    vector, nq = state.vector.copy(), len(system.coordinate_labels)
    vector[:nq] += 0.1 * rng.uniform(-1, 1, nq)
    for k, label in enumerate(system.coordinate_labels):
        if label.endswith("attitude.w"):
            vector[k : k + 4] /= np.linalg.norm(vector[k : k + 4])
    off = State(system, 0.0, vector)
    found = system.assembled(off)
    system.require_start(found)
    assert found.coordinates != pytest.approx(off.coordinates, abs=1e-3)
    assert found.coordinates == pytest.approx(off.coordinates, abs=1.0)


@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_motions_per_speed_are_partial_velocities(formulation):
    model, motion = random_mechanism(3)
    system = model.build(formulation)
    state = system.state(**motion)
    now = system.at(state)
    expected = now.work.V[1:].ravel()
    assert motions_per_speed(now) @ state.speeds == pytest.approx(expected, abs=1e-12)


@pytest.mark.compiled
def test_links_too_short_are_told_with_the_distance_missing(four_bar):
    """Crank and coupler point at the far end: 2 m away, 0.3 m and the rocker's 1 m reach there."""
    four_bar.bodies.pop("coupler")
    four_bar.add_body("coupler", 1.0, [0.01, 0.1, 0.1]).frame("tip", at=[0.3, 0, 0])
    system = four_bar.build()
    told = unmet(system, system.state(crank={"angle": np.pi / 2}), hold=["crank.angle"])
    gap = np.sqrt(5.0) - 1.3
    assert told.startswith(f"joints.close: 'close' cannot be met from this start: {gap:.3g} m")
    assert "hold less than crank.angle" in told


def test_a_rod_too_short_is_told_by_its_own_distance():
    m = tt.Model("rod")
    body = m.add_body("body", 1.0, [1, 1, 1])
    m.add_joint("slide", tt.Prismatic([1, 0, 0]), m.ground, body)
    m.ground.frame("high", at=[0, 0, 3])
    m.add_constraint("rod", tt.Distance("ground.high", body, length=2))
    told = unmet(m.build(), m.build().state(slide={"slide": 0.4}))
    assert told.startswith("constraints.rod: 'rod' cannot be met from this start: 1 m are missing")


def test_speeds_that_contradict_are_told(four_bar):
    system = four_bar.build()
    state = system.state(**OFF)
    told = unmet(system, state, hold=["crank.rate", "rocker.rate"])
    assert told.startswith("joints.close: 'close' cannot be met by speeds")


def test_prescribed_coordinates_are_taken_over(four_bar):
    four_bar.add_constraint("drive", tt.Prescribed("crank.angle", "0.8 + 3*t"))
    system = four_bar.build()
    state = system.assembled(system.state(**OFF))
    assert state.coordinates == pytest.approx([0.8, -0.8, 0.8], abs=1e-13)
    assert state.speeds == pytest.approx([3.0, -3.0, 3.0], abs=1e-13)
    told = unmet(system, system.state(**OFF), hold=["crank.angle"])
    assert "0.2 m or rad" in told


def test_without_constraints_a_state_stays(four_bar):
    del four_bar.joints["close"]
    system = four_bar.build()
    state = system.start()
    assert system.assembled(state) is state


@pytest.mark.parametrize(
    ("label", "said"),
    [("close", "closes a loop"), ("crank.angel", "did you mean 'crank.angle'"), ("x", "unknown")],
)
def test_labels_that_stand_for_nothing(four_bar, label, said):
    system = four_bar.build()
    assert said in unmet(system, system.start(), hold=[label])
    four_bar.set_hold(label)
    with pytest.raises(tt.ModelError, match="hold"):
        four_bar.validate()


def test_a_file_may_say_what_is_held(four_bar, tmp_path):
    for joint, values in OFF.items():
        four_bar.set_start(joint, **values)
    four_bar.set_hold("crank.angle", "crank.rate")
    four_bar.save(tmp_path / "four-bar.yaml")
    model = tt.load(tmp_path / "four-bar.yaml")
    assert model == four_bar
    start = model.build().start()
    assert start.coordinates == pytest.approx([1.0, -1.0, 1.0], abs=1e-13)
    assert start.speeds == pytest.approx([2.0, -2.0, 2.0], abs=1e-13)
    assert model.copy().hold == ("crank.angle", "crank.rate")


def test_what_a_file_holds_is_a_list(four_bar, tmp_path):
    four_bar.save(tmp_path / "wrong.yaml")
    with open(tmp_path / "wrong.yaml", "a") as file:
        file.write("hold: crank\n")
    with pytest.raises(tt.ModelError, match="'crank' is not a list of names"):
        tt.load(tmp_path / "wrong.yaml")


def test_what_pulls_against_each_other_is_told_together(four_bar):
    """Crank and rocker of a parallelogram turn alike, and are reported not to."""
    four_bar.add_constraint("left", tt.Prescribed("crank.angle", "1"))
    four_bar.add_constraint("right", tt.Prescribed("rocker.angle", "1.2"))
    system = four_bar.build()
    told = unmet(system, system.state(crank={"angle": 1}, coupler={"angle": -1}))
    (where, _, others) = told.partition(" against ")
    named = [name for name in ("left", "right", "close") if f"'{name}'" in where + others]
    assert named == ["left", "right", "close"]

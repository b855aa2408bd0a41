"""Where joints start."""

import treetop as tt
from treetop.model.initial_state import start_values


def test_units_of_each_coordinate(craft):
    craft.set_start("orbit", position=["6678.1 km", 0, 0], attitude=[1, 0, 0, 0])
    craft.set_start("boom", slide="2 m", rate="3 deg/s")
    assert craft.start["orbit"]["position"] == (6678.1e3, 0, 0)
    assert craft.start["boom"]["slide"] == 2
    craft.validate()


def test_all_problems_at_once(problems_of):
    values = {"positon": 3, "velocity": ["1 km", 0, 0], "attitude": [1, 1, 0, 0]}
    problems = problems_of(start_values, tt.Free(), values, "start.orbit")
    assert [problem.where for problem in problems] == [
        "start.orbit.positon", "start.orbit.velocity[0]", "start.orbit.attitude",
    ]  # fmt: skip
    assert problems[0].hint == "did you mean 'position'?"


def test_unknown_joint(craft, problems_of):
    (problem,) = problems_of(craft.set_start, "bom", slide=2)
    assert problem.hint == "did you mean 'boom'?"

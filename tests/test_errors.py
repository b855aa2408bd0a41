"""What errors say."""

import pickle

from treetop.errors import ModelError, Problem, RunError


def test_a_problem_says_where():
    problem = Problem("wrong", "bodies.bus", "do right", "a.yaml", 3)
    assert str(problem) == "a.yaml:3: bodies.bus: wrong (do right)"
    assert str(problem._replace(file="")) == "line 3: bodies.bus: wrong (do right)"
    assert str(problem._replace(line=0, hint="")) == "a.yaml: bodies.bus: wrong"


def test_a_problem_is_one_line():
    assert str(Problem("wrong", "bodies.a\nb")) == "bodies.a\\nb: wrong"


def test_a_problem_of_long_names_and_values_is_short():
    long = str(Problem("a" * 10**6, "b" * 10**6, "c" * 10**6))
    assert len(long) < 4000 and all(f"{c} ... {c}" in long for c in "abc")


def test_errors_travel_between_processes():
    error = pickle.loads(pickle.dumps(ModelError([Problem("wrong"), Problem("bad")])))
    assert [problem.what for problem in error.problems] == ["wrong", "bad"]
    assert str(error) == "wrong\nbad"


def test_of_many_problems_the_first_ten_are_shown_and_the_rest_counted():
    error = ModelError(Problem(f"wrong {k}") for k in range(400))
    assert len(error.problems) == 400
    lines = str(error).splitlines()
    assert (lines[0], lines[9], lines[10:]) == (
        "wrong 0",
        "wrong 9",
        ["... and 390 more like these"],
    )


def test_a_failed_run_keeps_what_was_computed():
    error = RunError("stopped", run="half", outcome="collapsed")
    assert (str(error), error.run, error.outcome) == ("stopped", "half", "collapsed")

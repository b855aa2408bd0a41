"""Functions of the user's that cannot be meant, found by trying them."""

import math

import pytest

import treetop as tt
from treetop._kernel import CompilationError
from treetop.function_checks import compiler_says, wrong_rate
from treetop.spatial import sqrt


def built(constraint):
    m = tt.Model("one body")
    body = m.add_body("body", mass=1, inertia=[1, 1, 1])
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), m.ground, body)
    m.add_joint("flight", tt.Free(), m.ground, m.add_body("other", mass=1, inertia=[1, 1, 1]))
    m.add_constraint("own", constraint)
    return m.build()


def told(constraint):
    with pytest.raises(tt.ModelError) as error:
        built(constraint)
    (problem,) = error.value.problems
    return problem


def test_rates_of_another_function():
    problem = told(tt.Prescribed("hinge.angle", function=lambda t: (t, 5.0, 0.0)))
    assert problem.where == "constraints.own.function"
    assert problem.what.startswith("the first rate")


def test_rates_of_one_coordinate_of_a_place():
    def place(t):
        return t, 0.0, t**2, 1.0, 0.0, 2 * t, 0.0, 0.0, 0.0  # the last is 2

    assert told(tt.PrescribedPose("other", function=place)).what.startswith("the second rate")


@pytest.mark.parametrize(
    "function",
    [
        lambda t: (math.sin(40 * t), 40 * math.cos(40 * t), -1600 * math.sin(40 * t)),
        lambda t: (1e7 + 7e3 * t, 7e3, 0.0),
        lambda t: (abs(t - 2), 1.0 if t > 2 else -1.0, 0.0),
        lambda t: (math.sqrt(2 - t), -0.5 / math.sqrt(2 - t), -0.25 * (2 - t) ** -1.5),
        lambda t: (math.floor(t), 0.0, 0.0),
    ],
)
def test_rates_that_fit(function):
    assert wrong_rate(function) == ""


def test_a_wrong_second_rate():
    assert wrong_rate(lambda t: (t**3, 3 * t**2, 6.1 * t)) == "second"


def test_more_parameters_than_there_are():
    problem = told(
        tt.UserConstraint(lambda t, at, p: at.position.x - p[7], "other", parameters=[1])
    )
    assert problem.where == "constraints.own.parameters"
    assert "beyond its 1 parameters" in problem.what


@pytest.mark.parametrize("function", [lambda t, at, p: 0.0, lambda t, at, p: t - p[0]])
def test_a_function_of_no_motion(function):
    problem = told(tt.UserConstraint(function, "other", parameters=[0.5]))
    assert problem.what == "its function does not depend on how its frames move"


@pytest.mark.parametrize("holonomic", [True, False])
def test_one_that_is_undefined_in_all_motions_tried_is_taken_as_it_is(holonomic):
    built(tt.UserConstraint(lambda t, at, p: sqrt(at.position.x - 9), "other", holonomic=holonomic))


def test_the_line_that_tells():
    said = (
        "Failed in nopython mode pipeline (step: nopython frontend)\n"
        "\x1b[1mNo implementation of function Function(<built-in function sin>) found for "
        "signature:\n \n >>> sin(Jet(float64 x 3))\n \nThere are 2 candidate implementations:\n"
        'File "mine.py", line 12:\ndef wrong(t, at, p):\n'
    )
    expected = "No implementation of function Function(<built-in function sin>) for sin(Jet)"
    assert compiler_says(CompilationError(said)) == f"{expected}, at mine.py:12"


def test_arguments_that_do_not_fit():
    seen = "FrameMotion(Vec3(Jet(float64 x 3) x 3), Mat3(Vec3(Jet(float64 x 3) x 3) x 3))"
    why = 'due to "TypeError: too many positional arguments".'
    said = f"Cannot bind 'args=(Jet(float64 x 3), {seen}) kws={{}}' to signature '(t, at)' {why}"
    expected = "TypeError: too many positional arguments, of (t, at)"
    assert compiler_says(CompilationError(said)) == expected

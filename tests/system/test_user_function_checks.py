"""User functions that cannot be meant, found by trying them."""

import math

import pytest

import treetop as tt
from treetop.core.compiler import CompilationError
from treetop.core.spatial import sqrt
from treetop.system.user_function_checks import (
    compiler_says,
    misbehaves,
    motions,
    writes_nothing,
    wrong_rate,
)


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
    own = tt.UserConstraint(lambda t, at, p: sqrt(at.position.x - 9), "other", holonomic=holonomic)
    assert built(own).constrained


def test_the_line_that_tells():
    said = (
        "Failed in nopython mode pipeline (step: nopython frontend)\n"
        "\x1b[1mNo implementation of function Function(<built-in function sin>) found for "
        "signature:\n \n >>> sin(Jet(float64 x 3))\n \nThere are 2 candidate implementations:\n"
        'File "mine.py", line 12:\ndef wrong(t, at, p):\n'
    )
    assert compiler_says(CompilationError(said)) == "'sin' does not take Jet, at mine.py:12"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("setitem(array(float64, 1d, C), Literal[int](0), Literal[str](on))",
         "it stores a text in an array"),
        ("add(readonly array(float64, 1d, C), UniTuple(float64 x 2))",
         "'+' does not take an array and a tuple"),
        ("getitem(float64, Literal[int](2))", "a number has nothing at a number"),
    ],
)  # fmt: skip
def test_calls_that_do_not_fit_are_told_in_words(call, expected):
    what = "No implementation of function Function(<built-in function x>) found for signature:"
    assert compiler_says(CompilationError(f"{what}\n >>> {call}")) == expected


def test_arguments_that_do_not_fit():
    seen = "FrameMotion(Vec3(Jet(float64 x 3) x 3), Mat3(Vec3(Jet(float64 x 3) x 3) x 3))"
    why = 'due to "TypeError: too many positional arguments".'
    said = f"Cannot bind 'args=(Jet(float64 x 3), {seen}) kws={{}}' to signature '(t, at)' {why}"
    expected = "TypeError: too many positional arguments, of (t, at)"
    assert compiler_says(CompilationError(said)) == expected


# --- functions that would do harm -----------------------------------------------------------

NOTHING = tt.Vec3(0.0, 0.0, 0.0)


def reads_beyond(t, motion, p):
    return tt.Wrench(tt.Vec3(p[0], p[1], 0.0), NOTHING)


def writes_beyond(t, motion, p):
    p[10**6] = 1.0
    return tt.Wrench(NOTHING, NOTHING)


def changes(t, motion, p):
    p[0] = 2.0
    return tt.Wrench(NOTHING, NOTHING)


def changes_later(t, motion, p):
    if t > 1e9:
        p[0] += 2.0
    return tt.Wrench(NOTHING, NOTHING)


def endless(t, motion, p):
    x = 1.0
    while x > 0.0:
        x += 1.0
    return tt.Wrench(tt.Vec3(x, 0.0, 0.0), NOTHING)


def late(t, motion, p):
    return tt.Wrench(tt.Vec3(p[5 if 0.2 < t < 0.31 or 0.4 < t < 1.0 else 0], 0.0, 0.0), NOTHING)


def with_force(*laws):
    m = tt.Model("one body")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("body", mass=1))
    for k, (law, parameters) in enumerate(laws):
        m.add_force(f"force{k}", tt.UserForce(law, "body", parameters=parameters))
    return m


@pytest.mark.parametrize(
    ("law", "said"),
    [
        (reads_beyond, "beyond its 1 parameters: index 1"),
        (writes_beyond, "beyond its 1 parameters|changes its parameters"),
        (changes, "changes its parameters"),
        (endless, "has not returned after"),
    ],
)
def test_a_force_that_would_do_harm_is_refused(law, said):
    with pytest.raises(tt.ModelError, match=said) as error:
        with_force((law, [1.0])).build()
    assert len(error.value.problems) == 1


def test_parameters_of_another_force_are_not_its_own():
    """Tables have room for the longest."""
    laws = (reads_beyond, [1.0, 2.0]), (reads_beyond, [1.0])
    with pytest.raises(tt.ModelError, match=r"force1.*beyond its 1 parameters"):
        with_force(*laws).build()


@pytest.mark.compiled
def test_a_change_that_no_trial_meets_is_seen_by_the_compiler():
    with pytest.raises(tt.ModelError, match="changes its parameters"):
        with_force((changes_later, [1.0])).build()


def test_constraints_and_functions_of_time_that_have_no_end():
    def ticking(t):
        while True:
            t += 1.0

    assert "has not returned after" in told(tt.Prescribed("hinge.angle", function=ticking)).what
    assert "has not returned after" in told(tt.PrescribedPose("other", function=ticking)).what
    own = tt.UserConstraint(lambda t, at, p: ticking(at.position.x), "other")
    assert "has not returned after" in told(own).what


def test_signals_that_would_do_harm():
    m = with_force()
    signal = tt.UserSignal(lambda t, motion, p: p[3], "body", parameters=[1.0])
    m.add_event("e", tt.Event(signal, rises=0.5))
    with pytest.raises(tt.ModelError, match=r"events\.e\.signal\.parameters: .* beyond its 1"):
        m.build()


@pytest.mark.compiled
def test_an_index_that_no_trial_meets_ends_the_run_in_words():
    system = with_force((late, [1.0])).build()
    with pytest.raises(
        tt.RunError, match="a function of the model reads or writes beyond"
    ) as error:
        tt.simulate(system, system.state(), 1.0)
    assert 0.0 <= error.value.run.time[-1] <= 0.2
    with pytest.raises(tt.RunError, match=r"at 0\.5 s: a function of the model reads"):
        system.evaluate(system.state(time=0.5))


def by_place(t, motion, p):
    return tt.Wrench(tt.Vec3(p[int(motion.position.x + 0.5)], 0.0, 0.0), NOTHING)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["recursive", "kane", "newton-euler"])
def test_a_table_need_not_reach_beyond_where_the_run_goes(formulation):
    """Nor does it where a system is tried when it is built, or looked at before it is run."""
    m = with_force((by_place, [2.0, 2.0]))
    m.add_event("halfway", tt.time.rises(0.5))  # structures of events are tried too
    system = m.build(formulation)
    run = tt.simulate(system, system.state(), 1.0)
    assert run["rail.slide"][-1] == pytest.approx(1.0, abs=1e-9)
    with pytest.raises(tt.RunError, match="reads or writes beyond") as error:
        tt.simulate(system, system.state(), 2.0)
    assert 1.2 < error.value.run.time[-1] < 1.5**0.5


@pytest.mark.compiled
def test_a_signal_that_reads_beyond_at_the_start():
    m = with_force()
    signal = tt.UserSignal(
        lambda t, motion, p: p[7 if 0.4 < t < 0.6 else 0], "body", parameters=[1.0]
    )
    m.add_event("e", tt.Event(signal, rises=2.0))
    system = m.build()
    with pytest.raises(tt.RunError, match=r"at 0\.5 s: a function of the model reads"):
        tt.simulate(system, system.state(time=0.5), 1.0)


@pytest.mark.compiled
def test_a_function_that_the_user_compiled_has_its_indices_checked_too():
    numba = pytest.importorskip("numba")
    system = with_force((numba.njit(late), [1.0])).build()
    with pytest.raises(tt.RunError, match="beyond an array"):
        system.rate(system.state(time=0.5))


def test_a_slow_function_is_not_taken_for_one_without_end():
    def slow(t, motion, p):
        x = 0.0
        for k in range(20_000):
            x += 1e-9 * k
        return tt.Wrench(tt.Vec3(x, 0.0, 0.0), NOTHING)

    assert misbehaves(slow, motions(1, ())) == ""


# --- functions that are to write --------------------------------------------------------------


def returned(t, z, x, p, u):
    torque = -p[0] * z[0]
    return torque if torque > 0.0 else 0.0


def renamed(t, z, x, p, u):
    u = -p[0] * z[0]  # noqa: F841


def generated(t, z, x, p, u):
    u[0] = z[0]
    yield u


async def awaited(t, z, x, p, u):
    u[0] = z[0]


SEEN: list[float] = []


def limited(t, z, x, p, u):
    return max(-z[0], -1.0)


def constant(t, z, x, p, u):
    return 1.0


def handed_on(t, z, x, p, u):
    return written(t, z, x, p, u)


def idle(t, z, x, p, u):
    x[0] = z[0]


class Software:
    def returned(self, t, z, x, p, u):
        return -z[0]

    def written(self, t, z, x, p, u):
        u[0] = -z[0]


def written(t, z, x, p, u):
    if z[0] > 0.0:
        return
    u += z
    u[:] = -z


def given_back(t, z, x, p, u):
    u[0] = z[0]
    return u


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (returned, "returns what nobody reads"),
        (Software().returned, "returns what nobody reads"),
        (renamed, "gives the name 'u' to something else"),
        (generated, "is a generator"),
        (awaited, "is a generator or asynchronous"),
        (written, ""),
        (given_back, ""),
        (Software().written, ""),
        (lambda t, z, x, p, u: u.fill(1.0), ""),
        (lambda t, z, x, p, u: SEEN.append(t), ""),
        (lambda t, z, x, p, u: -z[0], "returns what nobody reads"),
        (limited, "returns what nobody reads"),
        (constant, "returns what nobody reads"),
        (handed_on, ""),
        (idle, ""),
        (max, ""),
    ],
)
def test_commands_that_are_not_written(function, what):
    found = writes_nothing(function, 4)
    assert found.startswith(what) and bool(found) == bool(what)


@pytest.mark.parametrize("python", [False, True])
def test_a_controller_that_returns_its_command_is_refused(python):
    m = tt.Model("one body")
    body = m.add_body("body", mass=1, inertia=[1, 1, 1])
    m.add_joint("flight", tt.Free(), m.ground, body)
    m.add_device("wheel", tt.Wheel(body, [0, 0, 1], inertia=0.1))
    rate = "body.angular_velocity.z"
    law = tt.Controller(returned, 0.1, inputs=[rate], parameters=[1], to="wheel", python=python)
    m.add_controller("law", law)
    with pytest.raises(tt.ModelError, match=r"law\.function: its function returns what"):
        m.build()

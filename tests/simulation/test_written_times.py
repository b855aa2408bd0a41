"""Numbers written in user functions."""

import numpy as np

import treetop as tt
from treetop import Vec3, Wrench
from treetop.simulation.written_times import written_times
from treetop.topology.mechanism import mechanism_of

BEGIN = 37.3
TABLE = np.array([4.5, 8.25])


def helper(t):
    return 1.0 if t > 61.5 else 0.0


def test_constants_parameters_and_what_a_function_calls_are_read():
    width = 0.125

    def law(t, motion, p):
        on = helper(t) if t > BEGIN and t < BEGIN + width + p[0] + TABLE[0] else 3.75
        return Wrench(Vec3(on, 0.0, 0.0), Vec3(0.0, 0.0, 0.0))

    m = tt.Model("block")
    m.add_joint("flight", tt.Free(), m.ground, m.add_body("block", mass=1, inertia=[1, 1, 1]))
    m.add_force("push", tt.UserForce(law, "block", parameters=[7.5]))
    found = set(written_times(mechanism_of(m)))
    assert {BEGIN, width, 61.5, 3.75, 7.5, 4.5, 8.25} <= found
    assert BEGIN + width in found


def test_functions_that_call_each_other_end():
    def even(t):
        return 1.5 if t < 0 else odd(t - 1)

    def odd(t):
        return 2.5 if t < 0 else even(t - 1)

    def law(t, motion, p):
        return Wrench(Vec3(even(t), 0.0, 0.0), Vec3(0.0, 0.0, 0.0))

    m = tt.Model("block")
    m.add_joint("flight", tt.Free(), m.ground, m.add_body("block", mass=1, inertia=[1, 1, 1]))
    m.add_force("push", tt.UserForce(law, "block"))
    assert {1.5, 2.5} <= set(written_times(mechanism_of(m)))

"""A run that would take for ever says so while it runs."""

import warnings

import pytest

import treetop as tt

pytestmark = pytest.mark.compiled


def block(stiffness):
    m = tt.Model("block")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", mass=1))
    m.add_force("spring", tt.JointSpring("rail", stiffness=stiffness))
    return m.build()


def test_steps_far_too_short_for_the_duration_are_reported_at_once():
    system = block(1e18)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match=r"steps are .* long, some .* are left to 1000 s"):
            tt.simulate(system, system.state(rail={"slide": 1}), duration=1000, at=[1000])


def test_many_steps_alone_are_no_reason():
    system = block(1e6)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        start = system.state(rail={"slide": 1})
        run = tt.simulate(system, start, duration=250, at=[250], rtol=1e-6, atol=1e-6)
    assert run.statistics["steps"] > 100_000

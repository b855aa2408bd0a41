"""Steps end where lines of a prescribed length gain or lose a rod."""

import numpy as np
import pytest

import treetop as tt
from treetop.core.devices.boom_hinges import SHORTEST
from treetop.simulation.element_changes import element_changes

pytestmark = pytest.mark.compiled


def crane(length, elements=12):
    """A load on a line of 6 m that is paid out or drawn in while it swings."""
    m = tt.Model("crane")
    m.add_force("gravity", tt.UniformGravity([9.81 * np.cos(0.3), 9.81 * np.sin(0.3), 0]))
    law = {"mass_per_length": 0.3, "total_length": 6, "elements": elements, "tip_mass": 2}
    m.add_device("line", tt.Deployer(m.ground, length=length, **law))
    return m.build()


def test_times_are_those_at_which_a_rod_more_or_less_fits():
    system = crane("2 + t")  # rods of 0.5 m
    expected = 0.5 * (np.arange(4, 12) + SHORTEST) - 2.0
    found = element_changes(system, 0.0, 4.0)
    np.testing.assert_allclose(found, expected[expected > 0], atol=1e-5)
    np.testing.assert_allclose(
        element_changes(crane("6 - t"), 0.0, 4.0), 4.0 - found[::-1], atol=1e-5
    )
    assert element_changes(crane("3"), 0.0, 4.0).size == 0


def test_several_rods_between_two_looks_are_all_found():
    assert element_changes(crane("1 + 4*smoothstep(t/1e-5)"), 0.0, 1.0).size == 8


@pytest.mark.parametrize("length", ["2 + 4*smoothstep(t/4)", "6 - 4*smoothstep(t/4)"])
def test_motion_converges_as_the_tolerance_is_tightened(length):
    system, tips = crane(length), []
    for rtol in (1e-7, 1e-9, 1e-11):
        run = tt.simulate(system, system.state(), 4, at=[4.0], rtol=rtol, atol=1e-2 * rtol)
        tips.append(run.line("line").values[-1, -1])
    assert np.abs(tips[0] - tips[2]).max() < 1e-5
    assert np.abs(tips[1] - tips[2]).max() < 1e-7

"""Examples with beams, cables and tethers, in motion: accelerations by other formulations."""

import runpy

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from folders import EXAMPLES
from treetop.system.state import State

MADE = {"towed-cable": "tow", "large-bending": "boom", "tethered-satellite": "mission"}
FILES = ["electrodynamic-boost", "flying-spaghetti", "spinning-formation", "trolley-on-boom"]


def in_motion(system):
    """A little after a start with some speed of everything."""
    start = system.settled(system.start())
    y, nq = start.vector.copy(), len(system.coordinate_labels)
    rng = np.random.default_rng(3)
    y[nq : nq + len(system.speed_labels)] += 1e-2 * rng.normal(size=len(system.speed_labels))
    moving = system.settled(State(system, 0.0, y))
    gain = np.zeros_like(y)
    gain[:nq] = 0.1 * system.rate(moving)[:nq]
    return system.settled(State(system, 0.0, moving.vector + gain))


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["kane", "newton-euler"])
@pytest.mark.parametrize("name", [*MADE, *FILES])
def test_accelerations_agree(name, formulation):
    if name in MADE:
        model = runpy.run_path(str(EXAMPLES / f"{name}.py"))[MADE[name]]()
    else:
        model = tt.load(EXAMPLES / f"{name}.yaml")
    one, other = model.build("recursive"), model.build(formulation)
    state = in_motion(one)
    expected, found = one.evaluate(state), other.evaluate(other.state_of(state))
    close(found.speed_rates, expected.speed_rates, 1e-8)

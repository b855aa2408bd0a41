import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from hinged_craft import hinged_craft
from treetop.system.formulations import FORMULATIONS

RATE = [0.3, -0.2, 0.5]
MOMENTUM = np.array([3.0, -5.0, 8.0])


def craft(formulation):
    """Two bodies on a hinge in free flight, momentum in a frame askew of the outer one."""
    model, frame = hinged_craft()
    model.add_device("rotor", tt.StoredMomentum(frame, MOMENTUM))
    system = model.build(formulation)
    return system, system.state(
        flight={"angular_velocity": RATE}, hinge={"angle": 0.4, "rate": -0.6}
    )


def test_a_body_turns_by_eulers_equations_with_its_momentum():
    model = tt.Model("body")
    hub = model.add_body("hub", 50, [20, 25, 30])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_device("rotor", tt.StoredMomentum(hub, MOMENTUM))
    system = model.build()
    now = system.evaluate(system.state(flight={"angular_velocity": RATE}))
    J, w = np.diag([20, 25, 30]), np.array(RATE)
    expected = np.linalg.solve(J, -np.cross(w, J @ w + MOMENTUM))
    assert_allclose(now.body["hub"].angular_acceleration, expected, rtol=1e-13)
    assert_allclose(now.angular_momentum, J @ w + MOMENTUM, rtol=1e-14)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_accelerations_are_the_same_in_all_formulations(formulation):
    (one, start), (other, same) = craft("recursive"), craft(formulation)
    found, expected = other.evaluate(same), one.evaluate(start)
    for body in ("hub", "arm"):
        for name in ("acceleration", "angular_acceleration"):
            own, theirs = getattr(found.body[body], name), getattr(expected.body[body], name)
            assert_allclose(own, theirs, rtol=1e-9, atol=1e-11)
    assert_allclose(found.angular_momentum, expected.angular_momentum, rtol=1e-12)


def test_balances_close():
    system, start = craft("recursive")
    audit = tt.simulate(system, start, 1.0, every=0.5, rtol=1e-11, atol=1e-12).audit()
    assert audit["energy"].relative < 1e-10
    assert audit["angular momentum"].relative < 1e-12
    assert audit["linear momentum"].relative < 1e-12


def test_a_momentum_needs_three_numbers():
    with pytest.raises(tt.ModelError, match="3"):
        tt.StoredMomentum("hub", [1, 2])

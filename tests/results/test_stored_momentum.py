"""Audits of spacecraft whose wheels store momentum."""

import numpy as np
import pytest

import treetop as tt

pytestmark = pytest.mark.compiled  # wheels are interpreted by tests of their own


def craft(*devices, apart=False):
    model = tt.Model("craft")
    hub = model.add_body("hub", 10, [5, 6, 7])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    frame = hub.frame("seat", at=[0.1, 0, 0], attitude=[0.6, 0, 0.8, 0])
    for k, device in enumerate(devices):
        model.add_device(f"device{k}", device(frame))
    starts = {"flight": {"angular_velocity": [0.2, 0.1, 0.05]}}
    if apart:
        model.add_joint("other", tt.Free(), model.ground, model.add_body("probe", 3, [1, 2, 3]))
        starts["other"] = {"angular_velocity": [0.2, 0.1, 0.05], "position": [5, 0, 0]}
    system = model.build()
    return tt.simulate(system, system.state(**starts), 20.0, every=1.0)


def wheel(frame):
    return tt.Wheel(frame, [0, 0, 1], inertia=0.1, start=300)


def stored(frame):
    return tt.StoredMomentum(frame, [3, -20, 10])


@pytest.mark.parametrize("device", [wheel, stored])
def test_a_part_keeps_the_momentum_that_is_stored_in_it(device):
    audit = craft(device, apart=True).audit()
    assert audit["angular momentum of 'hub'"].relative < 1e-10
    assert audit["energy of 'hub'"].relative < 1e-8


def test_a_fast_wheel_does_not_make_the_audit_forgive_more():
    """The energy of 4500 J is the wheel's; as that of the hub it would be 400 N m s."""
    run = craft(wheel)
    found = run.audit()["angular momentum"]
    momentum = np.linalg.norm(run.data.angular_momentum.values, axis=-1).max()
    assert momentum < found.scale < 3 * momentum
    assert found.relative < 1e-10

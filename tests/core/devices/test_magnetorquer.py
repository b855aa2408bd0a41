import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from treetop.system.formulations import FORMULATIONS
from treetop.validation.attitude_actuators import against_change

FIELD = np.array([1e-5, -2e-5, 3e-5])


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(("asked", "made"), [(4.0, 4.0), (12.0, 10.0), (-12.0, -10.0)])
def test_the_torque_is_dipole_times_field(formulation, asked, made):
    model = tt.Model("craft")
    hub = model.add_body("hub", 50, [20, 25, 30])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    frame = hub.frame("coil", attitude=[math.sqrt(0.5), 0, 0, math.sqrt(0.5)])
    model.add_device("coil", tt.Magnetorquer(frame, [1, 0, 0], field=FIELD, dipole=10))
    system = model.build(formulation)
    now = system.evaluate(system.state(coil={"dipole": asked}))
    torque = np.cross([0, made, 0], FIELD)
    found = now.body["hub"].angular_acceleration
    assert_allclose(found, torque / [20, 25, 30], rtol=1e-12, atol=1e-20)
    assert now["coil.dipole_made"] == made


def test_rate_across_the_field_decays_in_a_constant_field():
    J, B, gain = 10.0, 3e-5, 5e7
    model = tt.Model("detumbling")
    hub = model.add_body("hub", 50, [J] * 3)
    model.add_joint("flight", tt.Free(), model.ground, hub)
    for name, axis in zip("xyz", np.eye(3), strict=True):
        model.add_device(name, tt.Magnetorquer(hub, axis, field=[0, 0, B]))
    read = ["hub.attitude", "hub.angular_velocity"]
    law = tt.Controller(against_change, inputs=read, to=list("xyz"), parameters=[gain, B])
    model.add_controller("bdot", law)
    system = model.build()
    start = system.state(flight={"angular_velocity": [0.01, -0.02, 0.03]})
    run = tt.simulate(system, start, 200.0, every=100.0, rtol=1e-10, atol=1e-13)
    w = run["angular_momentum"].values[-1] / J
    decay = math.exp(-gain * B**2 / J * 200.0)
    assert_allclose(w, [0.01 * decay, -0.02 * decay, 0.03], rtol=1e-7)


def test_bdot_with_a_magnetometer_and_coils():
    J, B, gain, period = 10.0, 3e-5, 5e7, 0.5
    model = tt.Model("detumbling")
    hub = model.add_body("hub", 50, [J] * 3)
    model.add_joint("flight", tt.Free(), model.ground, hub)
    for name, axis in zip("xyz", np.eye(3), strict=True):
        model.add_device(name, tt.Magnetorquer(hub, axis, field=[0, 0, B]))
    model.add_sensor("compass", tt.Magnetometer("hub", every=period, field=[0, 0, B]))
    model.add_controller("bdot", tt.Bdot("compass", period, gain=gain, to=list("xyz")))
    system = model.build()
    start = system.state(flight={"angular_velocity": [0.01, -0.02, 0.03]})
    run = tt.simulate(system, start, 50.0, every=50.0, rtol=1e-8)
    w, decay = run["angular_momentum"].values[-1] / J, math.exp(-gain * B**2 / J * 50.0)
    across = math.hypot(*w[:2]) / math.hypot(0.01, 0.02)
    assert across == pytest.approx(decay, rel=2 * gain * B**2 / J * period)
    assert w[2] == pytest.approx(0.03, rel=1e-3)


def test_a_field_has_its_unit():
    with pytest.raises(tt.ModelError, match="does not fit here"):
        tt.Magnetorquer("hub", [1, 0, 0], field=["3 A", 0, 0])

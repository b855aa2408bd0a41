"""What copies start from where a start is given, and how near they stay."""

from pathlib import Path

import numpy as np
import pytest

import treetop as tt

EXAMPLES = Path(__file__).parents[3] / "examples"


def hub(inertia=0.1, start=0.0):
    m = tt.Model("hub")
    body = m.add_body("hub", mass=2, inertia=[1, 1, 1])
    m.add_joint("axle", tt.Revolute([1, 0, 0]), m.ground, body)
    m.add_device("wheel", tt.Wheel(body, [1, 0, 0], inertia=inertia, viscous=0.05, start=start))
    return m


def begun(inertia=0.1, rate=0.3):
    system = hub(inertia).build()
    return system, system.state(axle={"rate": rate}, wheel={"speed": 10})


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("path", "number", "step"),
    [("devices.wheel.inertia", "inertia", 1e-4), ("start.axle.rate", "rate", 1e-3)],
)
def test_a_start_that_is_given_keeps_the_speeds_of_wheels(path, number, step):
    run = tt.simulate(*begun(), duration=3, every=1, sensitivities=[path])
    value = {"inertia": 0.1, "rate": 0.3}[number]
    ahead, behind = (
        tt.simulate(*begun(**{number: value + c * step}), duration=3, every=1, rtol=1e-12)
        for c in (1, -1)
    )
    for quantity in ("wheel.speed", "axle.rate"):
        found = run.sensitivity(quantity, to=path).values
        differences = (ahead[quantity].values - behind[quantity].values) / (2 * step)
        np.testing.assert_allclose(found, differences, atol=1e-4)


@pytest.mark.compiled
def test_numbers_that_say_where_a_device_starts_are_refused_where_a_start_is_given():
    system = hub(start=10.0).build()
    start = system.state(axle={"rate": 0.3})
    with pytest.raises(tt.TreetopError, match=r"'wheel\.speed' starts, and so does the start"):
        tt.simulate(system, start, duration=1, sensitivities=["devices.wheel.start"])
    run = tt.simulate(system, duration=1, sensitivities=["devices.wheel.start"])
    assert run.sensitivity("wheel.speed", to="devices.wheel.start").values[0] == pytest.approx(1)


@pytest.mark.compiled
def test_a_start_that_would_miss_the_constraints_is_refused():
    model = tt.load(EXAMPLES / "four-bar.yaml")
    with pytest.raises(tt.TreetopError, match="does not meet the constraints"):
        tt.simulate(model, duration=0.1, sensitivities=["start.pin.rate"])


@pytest.mark.compiled
def test_copies_stay_near_where_the_motion_depends_much_on_a_number():
    """A body that turns at w is pushed along its axis by F: x = F/m (1 - cos w t)/w²."""
    w, push, end = 400.0, 0.1, 50.0
    m = tt.Model("spinner")
    body = m.add_body("body", mass=1, inertia=[1, 1, 1])
    m.add_joint("fly", tt.Planar(normal="z", x="x"), m.ground, body)
    m.add_force("push", tt.FrameForce(body, force=[push, 0, 0]))
    m.set_start("fly", rate=w)
    path = "start.fly.rate"
    run = tt.simulate(m, duration=end, at=[end], sensitivities=[path], rtol=1e-11)
    speed = push * (end * np.cos(w * end) / w - np.sin(w * end) / w**2)
    found = run.sensitivity("fly.x_rate", to=path).values[-1]
    assert found == pytest.approx(speed, abs=1e-4 * push * end / w)


@pytest.mark.compiled
def test_runs_that_go_on_do_not_begin_their_sensitivities_again_unless_asked():
    run = tt.simulate(hub(), duration=1, sensitivities=["bodies.hub.inertia[0][0]"])
    with pytest.raises(tt.TreetopError, match="would begin at zero"):
        run.then(1)
    assert run.then(1, sensitivities=()).time[-1] == 2


@pytest.mark.compiled
def test_friction_by_reactions_has_sensitivities():
    """A rough pin slows a wheel by w' = - k r m g / J."""
    m = tt.Model("pin")
    wheel = m.add_body("wheel", mass=2, inertia=[0.02, 0.02, 0.04])
    m.add_joint("pin", tt.Revolute([0, 0, 1]), m.ground, wheel)
    m.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    m.add_force("friction", tt.DryFriction("pin", coefficient=0.2, radius="1 cm"))
    m.set_start("pin", rate=12)
    path = "forces.friction.coefficient"
    run = tt.simulate(m, duration=1, every=0.5, sensitivities=[path])
    found = run.sensitivity("pin.rate", to=path).values
    np.testing.assert_allclose(found, [0, -2.4525, -4.905], atol=1e-6)


@pytest.mark.compiled
def test_the_origin_of_positions_has_no_sensitivity():
    """All copies have the origin of the run, whatever other runs would choose."""
    m = tt.Model("flight")
    body = m.add_body("body", mass=2, inertia=[1, 1, 1])
    m.add_joint("fly", tt.Free(), m.ground, body)
    m.add_force("push", tt.FrameForce(body, force=[3, 0, 0]))
    run = tt.simulate(m, duration=2, at=[2], sensitivities=["bodies.body.mass"])
    assert run.sensitivity("body.position", "bodies.body.mass").values[-1, 0] == pytest.approx(-1.5)
    with pytest.raises(tt.TreetopError, match="no quantity of the motion"):
        run.sensitivity("origin", "bodies.body.mass")


def test_an_integral_that_stands_still_at_limits_is_refused():
    m = hub()
    m.add_controller(
        "hold",
        tt.Pid("axle.angle", "continuous", integral=1, upper=1, to=["wheel"]),
    )
    with pytest.raises(tt.ModelError, match="'hold' stands still at its limits"):
        tt.simulate(m, duration=1, sensitivities=["controllers.hold.integral"])

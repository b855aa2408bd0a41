"""Panels that are paid out: booms with a width, whose inertia is stored and outside alike."""

import numpy as np
import pytest

import treetop as tt

TIGHT = {"rtol": 1e-10, "atol": 1e-12}
HUB = np.array([8.0, 9.0, 10.0])  # kg m²
LAW = {"mass_per_length": 0.5, "total_length": 6, "tip_mass": 2}
PORT, WIDTH, MASS = 0.5, 2.0, 0.5 * 6  # m, m, kg


def satellite(elements=1, **panel):
    """A hub with two panels, wide along y, that go out along x and against it."""
    m = tt.Model("two panels")
    hub = m.add_body("hub", mass=100, inertia=HUB)
    m.add_joint("flight", tt.Free(), m.ground, hub)
    own = LAW | {"elements": elements, "stiffness": 50, "width": WIDTH, "second": [0, 1, 0]}
    own |= {"length": "1 + 4*smoothstep(t/20)"} | panel
    for name, side in (("right", 1.0), ("left", -1.0)):
        port = hub.frame(name, at=[PORT * side, 0, 0])
        line = tt.Deployer(port, direction=[side, 0, 0], **own)
        m.add_device(name, line)
    return m


def inertia(l, axis):
    """About an axis of the satellite, of straight panels outside by l, kg m²."""
    along = 2 * (PORT + l) ** 2 + 0.5 * ((PORT + l) ** 3 - PORT**3) / 3 + 0.5 * (6 - l) * PORT**2
    strips = MASS * WIDTH**2 / 12
    return HUB[axis] + 2 * (along * (axis > 0) + strips * (axis != 1))


@pytest.mark.compiled
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_rigid_panels_turn_as_their_inertia_says(axis):
    system = satellite().build()
    start = system.state(flight={"angular_velocity": 0.2 * np.eye(3)[axis]})
    run = tt.simulate(system, start, duration=20, every=10, **TIGHT)
    spin = run["hub.angular_velocity"].values[-1, axis]
    assert spin == pytest.approx(0.2 * inertia(1, axis) / inertia(5, axis), rel=1e-9)
    assert run.data.angular_momentum.values[0, axis] == pytest.approx(0.2 * inertia(1, axis))


@pytest.mark.compiled
def test_balances_close_while_elements_of_tumbling_panels_come_and_go():
    length = "1 + 4*smoothstep(t/8) - 3*smoothstep((t - 8)/8)"
    system = satellite(6, length=length, stiffness=[200, 40], damping=0.01).build()
    start = system.state(flight={"angular_velocity": [0.1, 0.05, 0.2]})
    run = tt.simulate(system, start, duration=16, every=0.5, rtol=1e-10, atol=1e-12)
    assert np.ptp(run["right.rods"].values) == 4
    for name in ("energy", "linear momentum", "angular momentum"):
        assert run.audit()[name].relative < 1e-9


@pytest.mark.compiled
@pytest.mark.parametrize("about", [0, 1])
def test_each_axis_has_its_stiffness(about):
    """A panel that bends about one axis alone is the boom of that stiffness."""

    def tip(stiffness):
        m = tt.Model("a panel in a field")
        m.add_force("weight", tt.UniformGravity(9.81 * np.eye(3)[[1, 2][about]]))
        own = {"mass_per_length": 0.3, "total_length": 3, "elements": 6, "second": [0, 1, 0]}
        own |= {"length": "0.6 + 2*smoothstep(t/2)", "damping": 0.02}
        m.add_device("panel", tt.Deployer(m.ground, stiffness=stiffness, **own))
        system = m.build()
        run = tt.simulate(system, system.start(), duration=2, every=1, **TIGHT)
        return run.line("panel")[-1, -1].values

    both = [400.0, 400.0]
    both[about] = 60.0
    np.testing.assert_allclose(tip(both), tip(60.0), rtol=0, atol=1e-9)
    assert np.abs(tip(both) - tip(400.0)).max() > 0.1


@pytest.mark.compiled
def test_two_panels_and_four_wires_at_once():
    m = satellite(4, stiffness=[300, 60], damping=0.05, length="1 + smoothstep(t/120)")
    for k in range(4):
        angle = np.pi / 4 + k * np.pi / 2
        out = np.array([np.cos(angle), np.sin(angle), 0.0])
        port = m.bodies["hub"].frame(f"port {k}", at=0.4 * out)
        wire = {"mass_per_length": 0.01, "total_length": 10, "elements": 5, "tip_mass": 0.1}
        line = tt.Deployer(port, direction=out, length="1 + 4*smoothstep(t/120)", **wire)
        m.add_device(f"wire {k}", line)
    system = m.build()
    start = system.state(flight={"angular_velocity": [0, 0, 2.0]})
    run = tt.simulate(system, start, duration=120, every=60, rtol=1e-10, atol=1e-12)
    for name in ("energy", "linear momentum", "angular momentum"):
        assert run.audit()[name].relative < 1e-9

    def whole(panels, wires):
        r = 0.4 + wires
        wire = 0.1 * r**2 + 0.01 * (r**3 - 0.4**3) / 3 + 0.01 * (10 - wires) * 0.4**2
        return inertia(panels, 2) + 4 * wire

    spin = run["hub.angular_velocity"].values[:, 2]  # wires swing a little
    expected = [2.0 * whole(1, 1) / whole(*outside) for outside in ((1.5, 3), (2, 5))]
    np.testing.assert_allclose(spin[1:], expected, rtol=1e-3)


def test_bad_panels_are_refused():
    port, law = "hub", {"mass_per_length": 1, "total_length": 5, "elements": 2, "length": 3}
    for given, text in (
        ({"width": 2}, "'stiffness' too"),
        ({"width": 2, "stiffness": 5}, "give 'second'"),
        ({"stiffness": [5, 0]}, "two stiffnesses above 0"),
        ({"stiffness": -5}, "less than 0"),
    ):
        with pytest.raises(tt.ModelError, match=text):
            tt.Deployer(port, **law, **given)

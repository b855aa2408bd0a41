"""Steps end where lines gain or lose a rod: motions converge, whoever decides on the length."""

import math

import numpy as np
import pytest

import treetop as tt
from treetop.core.devices.boom_hinges import SHORTEST

pytestmark = pytest.mark.compiled

REEL = {"radius": 0.2, "inertia": 0.3, "friction": 0.3}
LINES = {
    "given, out": (tt.Deployer, {"length": "2 + 4*smoothstep(t/2)"}),
    "given, in": (tt.Deployer, {"length": "6 - 4*smoothstep(t/2)"}),
    "brake": (tt.Deployer, {"start_length": 1, "brake": 12, "brake_by_rate": 5}),
    "reel, out": (tt.Reel, {"start_length": 1, "torque": -1} | REEL),
    "reel, in": (tt.Reel, {"start_length": 5.7, "start_rate": -1, "torque": -9} | REEL),
}
TOLERANCES = (1e-3, 1e-6, 1e-9, 1e-12)


def crane(kind, own, elements=12):
    """A load on a line of 6 m that is paid out or drawn in while it swings."""
    m = tt.Model("crane")
    m.add_force("gravity", tt.UniformGravity([9.81 * np.cos(0.3), 9.81 * np.sin(0.3), 0]))
    law = {"mass_per_length": 0.3, "total_length": 6, "elements": elements, "tip_mass": 2}
    m.add_device("line", kind(m.ground, **law, **own))
    return m.build()


def tip(system, **options):
    run = tt.simulate(system, system.state(), 2, at=[2.0], **options)
    return run.line("line").values[-1, -1]


@pytest.mark.parametrize("line", LINES)
def test_motion_converges_as_the_tolerance_is_tightened(line):
    """With changes at the ends of whatever steps, reels were 1e-5 m apart at all tolerances."""
    system = crane(*LINES[line])
    tips = [tip(system, rtol=rtol, atol=1e-2 * rtol) for rtol in TOLERANCES]
    off = [np.abs(each - tips[-1]).max() for each in tips[:-1]]
    assert off[0] < 1e-5
    assert off[1] < 1e-8
    assert off[2] < 1e-11


@pytest.mark.parametrize("line", LINES)
def test_all_methods_come_to_one_motion(line):
    system = crane(*LINES[line])
    exact = tip(system, rtol=1e-12, atol=1e-14)
    for method in ("dopri5", "auto", "radau"):
        found = tip(system, method=method, rtol=1e-9, atol=1e-11)
        np.testing.assert_allclose(found, exact, atol=1e-7, err_msg=method)
    errors = [np.abs(tip(system, method="rk4", step=h) - exact).max() for h in (2.5e-3, 6.25e-4)]
    assert errors[1] < errors[0] / 64  # order 4, where steps are long for the shortest rods 3
    assert errors[1] < 1e-7


@pytest.mark.parametrize("line", LINES)
def test_steps_end_where_a_rod_more_or_less_fits(line):
    """Lengths at which the number of rods changes, among samples as close as steps allow."""
    kind, own = LINES[line]
    system = crane(kind, own)
    run = tt.simulate(system, system.state(), 2, every=1e-4)
    rods, lengths = run["line.rods"].values, run["line.length"].values
    changes = np.flatnonzero(np.diff(rods))
    assert changes.size > 0
    for k in changes:
        level = (min(rods[k], rods[k + 1]) + SHORTEST) * 0.5
        low, high = sorted(lengths[k : k + 2])
        assert low - 1e-5 <= level <= high + 1e-5


def spider(length):
    """A hub that spins, with four equal lines."""
    m = tt.Model("spider")
    hub = m.add_body("hub", mass=40, inertia=[9, 9, 9])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    for k, d in enumerate(([1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0])):
        law = {"mass_per_length": 0.1, "total_length": 6, "elements": 6, "tip_mass": 0.5}
        mouth = hub.frame(f"mouth {k}", at=[0.3 * x for x in d])
        own = {"length": length, "direction": d, "second": [-d[1], d[0], 0]}
        m.add_device(f"line {k}", tt.Deployer(mouth, **law, **own))
    return m.build()


@pytest.mark.parametrize(
    ("length", "spin"), [("1 + 4.5*smoothstep(t/20)", 1.0), ("5.5 - 4.5*smoothstep(t/20)", 0.1)]
)
def test_equal_lines_change_at_one_instant_and_the_hub_stays(length, spin):
    system = spider(length)
    start = system.state(flight={"angular_velocity": [0, 0, spin]})
    run = tt.simulate(system, start, 20, every=0.1, rtol=1e-10, atol=1e-12)
    for k in range(1, 4):
        np.testing.assert_array_equal(run[f"line {k}.rods"], run["line 0.rods"])
        np.testing.assert_allclose(run[f"line {k}.lost"], run["line 0.lost"], atol=1e-11)
    assert np.ptp(run["line 0.rods"].values) == 5
    assert np.abs(run["hub.position"].values).max() < 1e-9
    audit = run.audit()
    assert max(audit[x].relative for x in ("energy", "angular momentum")) < 1e-9


def test_two_arrays_and_four_wires_at_once():
    """Panels that unfold by given angles, and wires that are paid out meanwhile, slow down the spin
    of a free craft: momenta stay, and energy is what drives and deployers give."""
    m = tt.Model("craft with arrays and wires")
    hub = m.add_body("hub", mass=100, inertia=[20, 20, 30])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    for name, side in (("right", 1.0), ("left", -1.0)):
        panel = m.add_body(name, mass=5, centre=[0, side, 0], inertia=[2, 0.5, 2.5])
        joint = tt.Revolute([side, 0, 0])
        m.add_joint(f"{name} root", joint, hub.frame(name, at=[0, side, 0]), panel)
        law = "1.5707963267948966*(1 - smoothstep(t/4))"
        m.add_constraint(f"{name} drive", tt.Prescribed(f"{name} root.angle", law))
    line = {"mass_per_length": 0.01, "total_length": 12, "elements": 4, "tip_mass": 0.2}
    for k in range(4):
        way = [math.cos(k * math.pi / 2), math.sin(k * math.pi / 2), 0.0]
        mouth = hub.frame(f"mouth {k}", at=[0.5 * x for x in way])
        length = "2 + 6*smoothstep(t/5)"
        m.add_device(f"wire {k}", tt.Deployer(mouth, length=length, direction=way, **line))
    system = m.build()
    folded = {f"{name} root": {"angle": math.pi / 2} for name in ("right", "left")}
    start = system.state(flight={"angular_velocity": [0, 0, 1.0]}, **folded)
    run = tt.simulate(system, start, duration=5, every=1, rtol=1e-10, atol=1e-12)
    audit = run.audit()
    for name in ("energy", "linear momentum", "angular momentum"):
        assert audit[name].relative < 1e-9, name
    assert [float(run[f"wire {k}.length"][-1]) for k in range(4)] == pytest.approx([8.0] * 4)
    spin = run["hub.angular_velocity"].values[:, 2]
    assert spin[0] == 1.0
    panels, out, sensors = 41.0 / 75.0, 8.5, 4 * 0.2
    wires = 4 * 0.01 * (out**3 - 0.5**3) / 3 + 4 * 0.01 * 4 * 0.5**2
    whole = float(run["angular_momentum"][0, 2])
    assert whole / (75.0 + sensors * out**2 + wires) < spin[-1] < panels  # wires straight; none

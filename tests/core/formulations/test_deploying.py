"""Lines that are paid out and drawn in: closed forms, cuts that change nothing, merges that keep
momenta."""

import numpy as np
import pytest

import treetop as tt
from flowing_line import quintic, tip_of_line
from treetop.core.devices import deployer
from treetop.validation.deployment import point_craft

TIGHT = {"rtol": 1e-10, "atol": 1e-12}
KEPT = ("mass_centre", "linear_momentum", "angular_momentum")


def craft(tip=False, kind=tt.Deployer, **given):
    """A free craft with a line, whose tip has a mass or a body."""
    m = tt.Model("craft with a line")
    hub = m.add_body("hub", mass=20, inertia=[1, 2, 3])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    own = {"mass_per_length": 0.1, "total_length": 12, "elements": 4} | given
    if tip:
        own["tip"] = m.add_body("probe", mass=3, inertia=[0.3, 0.2, 0.1]).frame(
            "eye", at=[0.2, 0, 0]
        )
    else:
        own["tip_mass"] = 3
    m.add_device("line", kind(hub.frame("mouth", at=[0.5, 0.2, 0]), **own))
    return m.build()


def bent(system, rods, slide, seed=1, velocity=(1, 2, 3)):
    """A state with a bent line in motion, so many rods being out and the exit rod so long."""
    rng = np.random.default_rng(seed)
    state = system.state(flight={"angular_velocity": [0.1, 0.2, 0.5], "velocity": velocity})
    y, nq = state.vector.copy(), len(system.coordinate_labels)
    table = system.assembly.optional.of(deployer.GROUP)
    e = table.rod_at[1] - rods
    for j in range(table.rod_at[1]):
        for m in range(2):
            y[table.q[j, 0] + m] = rng.uniform(-0.5, 0.5) if j >= e else 0.0
            y[nq + table.u[j, 0] + m] = rng.uniform(-0.5, 0.5) if j >= e else 0.0
        y[table.q[j, 1]] = 0.0 if j < e else slide if j == e else 3.0
        y[nq + table.u[j, 1]] = 0.7 if j == e else 0.0
    y[system.internal.start] = rods
    return tt.State(system, 0.0, y)


def projected(state):
    y = state.vector.copy()
    state.system.project(state.time, y, np.zeros_like(y), state.system.problem)
    return tt.State(state.system, state.time, y)


def seen(state):
    return state.system.observe(np.array([state.time]), state.vector[None, :])


FREE = {"start_length": 5}


def test_a_cut_changes_nothing_of_the_motion():
    system = craft(tip=True, **FREE)
    before = bent(system, 2, 3.4)
    after = projected(before)
    assert after["line.rods"] == 3
    for of in ("angle", "rate"):  # the kink at the mouth stays there: material leaves in line
        assert [after[f"line link 3.{of}{k}"] for k in (1, 2)] == [0.0, 0.0]
        kink = [before[f"line link 3.{of}{k}"] for k in (1, 2)]
        assert [after[f"line link 2.{of}{k}"] for k in (1, 2)] == kink != [0.0, 0.0]
    a, b = seen(before), seen(after)
    moving = [system.body_names.index(name) for name in ("hub", "line rod 4", "probe")]
    for name in ("kinetic_energy", *KEPT):
        np.testing.assert_allclose(a[name][0], b[name][0], rtol=0, atol=1e-11)
    for name in ("position", "velocity", "attitude", "angular_velocity"):
        np.testing.assert_allclose(a[name][0, moving], b[name][0, moving], rtol=0, atol=1e-12)


@pytest.mark.parametrize("tip", [False, True])
@pytest.mark.parametrize("stiffness", [0.0, 3.0])
def test_a_merge_keeps_momenta_and_what_it_takes_is_on_the_balance(tip, stiffness):
    system = craft(tip, stiffness=stiffness, **FREE)
    before = bent(system, 3, 0.2)
    if stiffness:
        before.vector[[system.coordinate_labels.index(f"line link 2.angle{k}") for k in (1, 2)]] = 0
        first = len(system.coordinate_labels)
        rates = [first + system.speed_labels.index(f"line link 2.rate{k}") for k in (1, 2)]
        before.vector[rates] = 0.0
    after = projected(before)
    assert after["line.rods"] == 2
    a, b = seen(before), seen(after)
    for name in KEPT:
        np.testing.assert_allclose(a[name], b[name], rtol=0, atol=1e-11)
    if tip:
        k = system.body_names.index("probe")
        sign = np.sign(a["attitude"][0, k] @ b["attitude"][0, k])
        np.testing.assert_allclose(a["attitude"][0, k], sign * b["attitude"][0, k], atol=1e-12)
    if not stiffness:  # outer nodes stay
        nodes = [system.body_names.index(f"line rod {k}") for k in (3, 4)]
        places = [each["position"][0, nodes] - each["position"][0, 0] for each in (a, b)]
        np.testing.assert_allclose(*places, atol=1e-12)
    gain = b["kinetic_energy"] - a["kinetic_energy"]
    assert stiffness or gain[0] < 0.0
    np.testing.assert_allclose(b["work"] - a["work"], gain, rtol=0, atol=1e-11)
    assert after["line.lost"] == pytest.approx(-gain[0], abs=1e-11)


@pytest.mark.parametrize("reel", [False, True])
def test_a_merge_of_rods_in_line_takes_the_energy_of_what_it_stops(reel):
    # Nothing moves: momenta are projected on fewer motions, and T(u⁻) - T(u⁺) = T(u⁻ - u⁺).
    kind = {"kind": tt.Reel, "radius": 0.1, "inertia": 0.02} if reel else {}
    system = craft(tip=True, **FREE, **kind)
    nq = len(system.coordinate_labels)
    labels = [*system.coordinate_labels, *system.speed_labels]
    at = {label: k for k, label in enumerate(labels)}
    for seed in range(3):
        before = bent(system, 3, 0.2, seed, velocity=(0, 0, 0))
        before.vector[[at["line link 3.angle1"], at["line link 3.angle2"]]] = 0.0
        after = projected(before)
        assert after["line.rods"] == 2
        taken_over = after.vector.copy()
        for new, old in (("link 3.rate1", "link 2.rate1"), ("link 3.rate2", "link 2.rate2")):
            taken_over[at[f"line {old}"]] = after.vector[at[f"line {new}"]]
            taken_over[at[f"line {new}"]] = 0.0
        taken_over[at["line rod 2.slide_rate"]] = after.vector[at["line rod 3.slide_rate"]]
        taken_over[at["line rod 3.slide_rate"]] = 0.0
        stopped = before.vector.copy()
        stopped[nq : len(labels)] -= taken_over[nq : len(labels)]
        energy = seen(tt.State(system, 0.0, stopped))["kinetic_energy"][0]
        if reel:
            stored, speed = 12 - 0.2 - 6, stopped[at["line rod 2.slide_rate"]]
            energy += 0.5 * (0.02 / 0.1**2 + 0.1 * stored) * speed**2
        assert after["line.lost"] == pytest.approx(energy, rel=1e-9)
        assert energy > 0.0


def turning(l):
    """Inertia of line and tip about the common mass centre, over those of L22: a point craft."""
    return 0.1 * l**3 / 3 + 3 * l**2 - (0.1 * l**2 / 2 + 3 * l) ** 2 / 33


@pytest.mark.filterwarnings("ignore:devices.line. a cable is pushed out")
@pytest.mark.compiled
def test_a_straight_line_that_is_paid_out_turns_as_its_angular_momentum_says():
    system, start = point_craft()
    run = tt.simulate(system, start, 40, at=[0, 10, 20, 40], **TIGHT)
    rate = run.data.angular_velocity.sel(body="line rod 1").values[:, 2]
    exact = 0.5 * turning(5.0) / turning(run["line.length"].values)
    np.testing.assert_allclose(rate, exact, rtol=1e-8)
    assert rate[1] == pytest.approx(0.0722189690621, rel=1e-9)
    assert rate[3] == pytest.approx(0.0013295049253, rel=1e-8)
    audit = run.audit()
    for name in ("energy", "linear momentum", "angular momentum"):
        assert audit[name].relative < 1e-10


@pytest.mark.compiled
def test_a_line_falls_out_of_a_heap():
    m = tt.Model("heap")
    m.add_force("gravity", tt.UniformGravity([9.81, 0, 0]))
    law = {"mass_per_length": 0.4, "total_length": 10, "elements": 5, "start_length": 1}
    m.add_device("line", tt.Deployer(m.ground, **law))
    system = m.build()
    run = tt.simulate(system, system.start(), duration=1, every=0.25, **TIGHT)
    assert run["line.length"].values[-1] == pytest.approx(4.1145355385782, rel=1e-9)
    l, rate = run["line.length"].values, run["line.rate"].values
    np.testing.assert_allclose(rate[1:] ** 2, 2 * 9.81 / 3 * (l**3 - 1)[1:] / l[1:] ** 2, rtol=1e-8)
    np.testing.assert_allclose(run["line.tension"].values, 0.4 * rate**2, rtol=1e-12)
    np.testing.assert_allclose(run["line.power"].values, -0.2 * rate**3, rtol=1e-12, atol=1e-15)
    assert run.audit()["energy"].relative < 1e-10


@pytest.mark.compiled
def test_rigid_booms_slow_down_a_spin():
    m = tt.Model("two booms")
    hub = m.add_body("hub", mass=100, inertia=[10, 10, 10])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    for name, side in (("right", 1.0), ("left", -1.0)):
        law = {"mass_per_length": 0.05, "total_length": 30, "elements": 1, "tip_mass": 2}
        m.add_device(
            name,
            tt.Deployer(
                hub.frame(name, at=[0.5 * side, 0, 0]),
                length="1 + 9*smoothstep(t/20)",
                direction=[side, 0, 0],
                stiffness=1,
                **law,
            ),
        )
    system = m.build()
    start = system.state(flight={"angular_velocity": [0, 0, 1]})
    run = tt.simulate(system, start, duration=20, every=10, **TIGHT)

    def inertia(l):
        out = 2 * (0.5 + l) ** 2 + 0.05 * ((0.5 + l) ** 3 - 0.5**3) / 3
        return 10 + 2 * (out + 0.05 * (30 - l) * 0.25)

    spin = run["hub.angular_velocity"].values[-1, 2]
    assert spin == pytest.approx(inertia(1) / inertia(10), rel=1e-9)
    assert spin * inertia(0) / inertia(1) == pytest.approx(0.0239755143683, rel=1e-9)


@pytest.mark.parametrize("reel", [{}, {"inertia": 5 * 0.4 * 0.2**2}])
@pytest.mark.compiled
def test_a_reel_gives_the_line_its_energy(reel):
    m = tt.Model("reel")
    m.add_force("gravity", tt.UniformGravity([9.81, 0, 0]))
    law = {"mass_per_length": 0.4, "total_length": 10, "elements": 5, "start_length": 1}
    own = {"radius": 0.2, "torque": 0.1, "friction": 0.02, "brake_by_rate": 0.3}
    m.add_device("line", tt.Reel(m.ground, **law, **own, **reel))
    system = m.build()
    run = tt.simulate(system, system.start(), duration=2, every=0.01, **TIGHT)
    l, rate = run["line.length"].values, run["line.rate"].values
    weight = -0.4 * 9.81 * (l**2 - 1) / 2
    turning = 0.5 * (reel.get("inertia", 0.0) / 0.2**2 + 0.4 * (10 - l)) * rate**2
    power = run["line.power"].values
    done = np.concatenate([[0], np.cumsum((power[1:] + power[:-1]) * 0.005)])
    np.testing.assert_allclose(weight + turning + 0.2 * l * rate**2, done, rtol=0, atol=1e-4)
    assert run["line.rods"].values[-1] > 1
    np.testing.assert_allclose(run["line.speed"].values, rate / 0.2, rtol=1e-14)
    assert run.audit()["energy"].relative < 1e-10


@pytest.mark.compiled
def test_the_motor_of_a_reel_makes_the_length_that_is_given():
    m = tt.Model("winch")
    m.add_force("gravity", tt.UniformGravity([9.81, 0, 0]))
    law = {"mass_per_length": 0.4, "total_length": 10, "elements": 5, "tip_mass": 2}
    own = {"radius": 0.2, "inertia": 0.3, "length": "4 - smoothstep(t)"}
    m.add_device("line", tt.Reel(m.ground, **law, **own))
    system = m.build()
    run = tt.simulate(system, system.start(), duration=1, every=0.25, **TIGHT)
    s, l, tension = run.time, run["line.length"].values, run["line.tension"].values
    second = -60 * s * (1 - s) * (1 - 2 * s)
    hanging = 2 + 0.4 * l
    np.testing.assert_allclose(tension, hanging * (9.81 - second), rtol=1e-9)
    reel = 0.3 / 0.2**2 + 0.4 * (10 - l)
    motor = run["line.motor_torque"].values
    np.testing.assert_allclose(motor, 0.2 * (reel * second - tension), rtol=1e-9)


def test_a_merge_at_rest_lifts_rods_to_their_chord():
    m = tt.Model("hanging line")
    m.add_force("gravity", tt.UniformGravity([0, -9.81, 0]))
    law = {"mass_per_length": 0.1, "total_length": 12, "elements": 4, "start_length": 5}
    m.add_device("line", tt.Deployer(m.ground, second=[0, 0, 1], **law))
    system = m.build()
    y, a, h, kink = system.start().vector.copy(), 0.2, 3.0, 0.3
    labels, nq = list(system.coordinate_labels), len(system.coordinate_labels)
    y[: nq + len(system.speed_labels)] = 0.0
    y[labels.index("line rod 3.slide")], y[labels.index("line rod 4.slide")] = a, h
    y[labels.index("line link 3.angle2")], y[labels.index("line link 4.angle2")] = -kink, kink
    after = projected(tt.State(system, 0.0, y))
    assert after["line.rods"] == 1
    drop = a * np.sin(kink)  # of the kink below the chord's ends, but for the slope of the chord
    centre = (a * drop / 2 + h * drop) / (a + h)
    lifted = centre - drop / 2
    assert abs(after["line.lost"]) == pytest.approx(0.1 * (a + h) * 9.81 * lifted, rel=1e-9)


def test_a_merge_leaves_rods_that_have_folded_back_the_axes_that_they_have():
    system = craft(second=[0, 0, 1], **FREE)
    y, labels = bent(system, 3, 0.2).vector, list(system.coordinate_labels)
    for k, angle2 in ((2, 0.3), (3, -0.4), (4, 2.2)):
        y[labels.index(f"line link {k}.angle1")] = 0.0
        y[labels.index(f"line link {k}.angle2")] = angle2
    before = tt.State(system, 0.0, y)
    after = projected(before)
    assert after["line.rods"] == 2
    assert np.pi / 2 < after["line link 4.angle2"] < np.pi
    assert after["line link 4.angle1"] == pytest.approx(0, abs=1e-12)
    k = system.body_names.index("line rod 4")
    a, b = (seen(each)["attitude"][0, k] for each in (before, after))
    np.testing.assert_allclose(b * np.sign(a @ b), a, atol=1e-12)


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore:devices.*a cable is pushed out")
def test_a_slack_line_that_folds_in_a_plane_comes_back():
    m = tt.Model("winch")
    hub = m.add_body("hub", mass=20, inertia=[1, 1, 1])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    law = {"mass_per_length": 0.1, "total_length": 40, "elements": 6, "tip_mass": 3}
    own = {"radius": 0.2, "inertia": 0.3, "torque": -3, "start_length": 20, "start_rate": -3}
    m.add_device("line", tt.Reel(hub.frame("mouth", at=[0.2, 0, 0]), **law, **own))
    system = m.build()
    start = system.state(flight={"angular_velocity": [0, 0, 0.1]})
    run = tt.simulate(system, start, duration=20, every=0.5)
    assert run["line.tension"].values.min() < 0 and run["line.length"].values[-1] > 14
    assert run.audit()["angular momentum"].relative < 1e-9


@pytest.mark.parametrize(
    ("angle", "ends", "duration"), [(0.3, (2, 6), 6.0), (0.1, (6, 2), 4.0)], ids=["out", "in"]
)
@pytest.mark.compiled
def test_rods_that_come_and_go_and_rods_that_material_flows_through_agree(angle, ends, duration):
    pull, (a, b) = 9.81 * np.array([np.cos(angle), np.sin(angle)]), ends

    def apart(n):
        m = tt.Model("crane")
        m.add_force("gravity", tt.UniformGravity([*pull, 0]))
        law = {"mass_per_length": 0.3, "total_length": 6, "elements": n, "tip_mass": 2}
        length = f"{a} + {b - a}*smoothstep(t/4)"
        m.add_device("line", tt.Deployer(m.ground, length=length, **law))
        system = m.build()
        settings = {"every": duration, "rtol": 1e-8, "atol": 1e-9}
        run = tt.simulate(system, system.start(), duration, **settings)
        flowing = tip_of_line(n, quintic(a, b, 4.0), pull, 0.3, 2.0, duration)
        return np.linalg.norm(run.line("line").values[-1, -1, :2] - flowing)

    assert apart(12) < apart(6) / 3.0 < 1e-3

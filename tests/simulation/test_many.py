"""Many runs side by side are to the bit what each is alone, whatever happens in them."""

import numpy as np
import pytest

import treetop as tt
from flexible_craft import craft
from treetop.core.compiler.kernel_lanes import LANES
from treetop.errors import ModelError, TreetopError
from treetop.model.paths import keys_of, with_numbers

COUNT = LANES.width + 3  # more than there are lanes: some wait for a lane


def pendulum() -> tt.Model:
    """Two links under gravity, with a spring between them."""
    m = tt.Model("pendulum")
    upper = m.add_body("upper", mass=1, centre=[0.5, 0, 0], inertia=[0.01, 0.1, 0.1])
    lower = m.add_body("lower", mass=0.5, centre=[0.3, 0, 0], inertia=[0.01, 0.05, 0.05])
    m.add_joint("top", tt.Revolute([0, 1, 0]), m.ground, upper)
    m.add_joint("knee", tt.Spherical(), upper.frame("end", at=[1, 0, 0]), lower)
    m.add_force("gravity", tt.UniformGravity([0, 0, -9.81]))
    m.add_force("spring", tt.JointSpring("top", stiffness=3, damping=0.01))
    m.start = {"top": {"angle": 0.3}, "knee": {"angular_velocity": [0.2, 0.5, 0.1]}}
    return m


def falling() -> tt.Model:
    """A block that falls on a spring, and ends the run where it turns."""
    m = tt.Model("falling block")
    block = m.add_body("block", mass=2)
    m.add_joint("rail", tt.Prismatic([0, 0, 1]), m.ground, block)
    m.add_force("gravity", tt.UniformGravity([0, 0, -9.81]))
    m.add_force("spring", tt.JointSpring("rail", stiffness=40))
    m.add_event("low", tt.Event("rail.slide", falls=-0.9))
    m.add_event("lowest", tt.Event("rail.slide_rate", rises=0.0, do="stop"))
    m.start = {"rail": {"slide": 0.1, "slide_rate": -0.2}}
    return m


def alone(model, changes, k, **settings):
    """Run k by itself."""
    numbers = {keys_of(model, path): float(values[k]) for path, values in changes.items()}
    return tt.simulate(with_numbers(model, numbers).build(), **settings)


def assert_same(found, run):
    assert found.outcome == run.outcome
    assert set(found.data) == set(run.data)
    for name, column in run.data.data_vars.items():
        np.testing.assert_array_equal(found.data[name].to_numpy(), column.to_numpy(), name)
    counts = {name: value for name, value in run.statistics.items() if name != "wall_time"}
    assert {name: found.statistics[name] for name in counts} == counts
    assert [(each.time, each.event) for each in found.events] == [
        (each.time, each.event) for each in run.events
    ]


@pytest.mark.compiled
@pytest.mark.parametrize("method", ["dop853", "dopri5"])
def test_runs_with_other_numbers_are_to_the_bit_what_each_is_alone(method):
    model, part = pendulum(), np.linspace(0.0, 1.0, COUNT)
    changes = {
        "bodies.lower.mass": 0.5 + 0.2 * part,
        "forces.spring.stiffness": 3.0 - part,
        "start.top.angle": 0.3 + 0.5 * part,
    }
    settings = {"duration": 0.4, "every": 0.1, "method": method}
    many = tt.simulate_many(model, parameters=changes, **settings)
    assert many.outcomes == ["finished"] * COUNT
    assert many.alone == {}
    for k in range(COUNT):
        assert_same(many[k].run, alone(model, changes, k, **settings))
    assert many["top.angle"].shape == (COUNT, 5)
    np.testing.assert_array_equal(many["top.angle"][:, 0], changes["start.top.angle"])


def test_runs_of_few_steps_are_too():
    model, changes = falling(), {"bodies.block.mass": np.linspace(2.0, 3.0, LANES.width + 1)}
    many = tt.simulate_many(model, parameters=changes, duration=0.02, every=0.01)
    assert many.alone == {}
    for k in range(LANES.width + 1):
        assert_same(many[k].run, alone(model, changes, k, duration=0.02, every=0.01))


@pytest.mark.compiled
def test_long_runs_with_other_starts_are_refilled_from_the_queue():
    system = pendulum().build()
    angles = np.linspace(-1.5, 3.0, 4 * COUNT)
    starts = [system.state(top={"angle": angle}) for angle in angles]
    many = tt.simulate_many(system, starts, duration=10.0, every=0.5, rtol=1e-9)
    assert many.alone == {}
    steps = {run.statistics["steps"] for run in many.runs}
    assert len(steps) > COUNT
    for start, one in zip(starts, many, strict=True):
        assert_same(one.run, tt.simulate(system, start, duration=10.0, every=0.5, rtol=1e-9))


@pytest.mark.compiled
def test_a_start_means_the_same_speeds_for_other_numbers():
    def craft(inertia):
        m = tt.Model("craft")
        hub = m.add_body("hub", mass=2, inertia=[1, 1, 1])
        m.add_joint("axle", tt.Revolute([1, 0, 0]), m.ground, hub)
        m.add_device("wheel", tt.Wheel(hub, [1, 0, 0], inertia=inertia))
        return m.build()

    rates, inertias, system = [0.1, 0.2], [0.05, 0.2], craft(0.1)
    starts = [system.state(axle={"rate": rate}, wheel={"speed": 10}) for rate in rates]
    changes = {"devices.wheel.inertia": inertias}
    many = tt.simulate_many(system, starts, changes, duration=1.0, every=0.5)
    for rate, inertia, one in zip(rates, inertias, many.runs, strict=True):
        other = craft(inertia)
        start = other.state(axle={"rate": rate}, wheel={"speed": 10})
        run = tt.simulate(other, start, duration=1.0, every=0.5)
        for quantity in ("axle.rate", "axle.angle", "wheel.speed", "kinetic_energy"):
            np.testing.assert_allclose(one[quantity], run[quantity], rtol=1e-14)
    says = "says where 'wheel.speed' starts, and so does the start"
    many = tt.simulate_many(system, starts, {"devices.wheel.start": [0.0, 5.0]}, duration=1.0)
    assert many.outcomes == ["finished", "invalid"]
    assert says in many.messages[1]
    with pytest.raises(TreetopError, match="says where runs start, and so do the starts"):
        tt.simulate_many(system, starts, {"start.axle.rate": rates}, duration=1.0)


@pytest.mark.compiled
def test_runs_that_meet_events_leave_their_lanes_and_come_back():
    model, stiffness = falling(), np.linspace(30.0, 60.0, COUNT)
    changes = {"forces.spring.stiffness": stiffness}
    many = tt.simulate_many(model, parameters=changes, duration=2.0, every=0.5)
    assert many.outcomes == ["event"] * COUNT
    assert many.alone == {}
    lowest = {len(one.run.events) for one in many}
    assert lowest == {1, 2}  # stiff springs do not let it come so low
    for k in range(COUNT):
        assert_same(many[k].run, alone(model, changes, k, duration=2.0, every=0.5))
    assert np.isnan(many["rail.slide"][:, -1]).all()


def test_a_run_that_cannot_be_made_is_a_row_with_a_message():
    model = pendulum()
    changes = {"bodies.lower.mass": [0.5, -1.0, 0.7]}
    many = tt.simulate_many(model, parameters=changes, duration=0.1, every=0.1)
    assert many.outcomes == ["finished", "invalid", "finished"]
    assert "mass" in many.messages[1]
    assert np.isnan(many["top.angle"][1]).all()
    assert np.isfinite(many["top.angle"][[0, 2]]).all()
    assert repr(many) == "<3 runs: 2 finished, 1 invalid>"


@pytest.mark.compiled
def test_a_run_that_fails_does_not_disturb_those_beside_it():
    m = tt.Model("ends that meet")
    block = m.add_body("block", mass=1)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, block)
    pole = m.ground.frame("pole", at=[1, 0, 0])
    m.add_force("spring", tt.SpringDamper(pole, block, length=0.5, stiffness=4))
    m.start = {"rail": {"slide": 0.0}}
    slides = [0.1, 1.0, 0.3]
    many = tt.simulate_many(m, parameters={"start.rail.slide": slides}, duration=0.3, every=0.1)
    assert many.outcomes == ["finished", "failed", "finished"]
    assert "the force on body 'block' is not finite" in many.messages[1]
    for k in (0, 2):
        single = alone(m, {"start.rail.slide": slides}, k, duration=0.3, every=0.1)
        assert_same(many[k].run, single)


@pytest.mark.compiled
def test_what_lanes_cannot_carry_runs_alone_and_the_result_says_so():
    model = pendulum()
    model.add_force("rub", tt.DryFriction("top", 0.1))
    changes = {"bodies.lower.mass": [0.5, 0.6]}
    many = tt.simulate_many(model, parameters=changes, duration=0.1, every=0.1)
    assert many.alone == {"devices of some kinds, contact and friction are not carried": [0, 1]}
    assert "2 not in lanes" in repr(many)
    for k in range(2):
        assert_same(many[k].run, alone(model, changes, k, duration=0.1, every=0.1))


@pytest.mark.compiled
def test_flexible_bodies_and_wheels_run_in_lanes():
    model, part = craft("root", damping=0.01), np.linspace(0.0, 1.0, COUNT)
    model.add_device("wheel", tt.Wheel("bus", [0, 0, 1], inertia=0.05, viscous=1e-3, start=20))
    model.start = {"hinge": {"angle": 0.2, "rate": 0.3}, "boom": {"mode1": 0.05}}
    model.add_event("straight", tt.coordinate("hinge.angle").rises(0.25), max_count=1)
    changes = {"start.boom.mode1": 0.1 * part, "devices.wheel.start": 30 * part}
    settings = {"duration": 0.5, "every": 0.25}
    many = tt.simulate_many(model, parameters=changes, **settings)
    assert many.alone == {}
    assert {len(one.run.events) for one in many} == {1}
    for k in range(0, COUNT, 4):
        assert_same(many[k].run, alone(model, changes, k, **settings))


@pytest.mark.compiled
def test_methods_of_fixed_steps_run_alone():
    changes, steps = {"bodies.lower.mass": [0.5, 0.6]}, {"method": "rk4", "step": 0.01}
    many = tt.simulate_many(pendulum(), parameters=changes, duration=0.1, every=0.1, **steps)
    assert many.alone == {"steps of the method 'rk4' are not made in lanes": [0, 1]}


@pytest.mark.compiled
def test_systems_of_another_structure_follow():
    model = tt.Model("with and without")
    block = model.add_body("block", mass=1)
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, block)
    model.add_force("spring", tt.JointSpring("rail", stiffness=1, damping=0.1))
    model.start = {"rail": {"slide": 1}}
    changes = {"forces.spring.damping": [0.0, 0.3, 0.0, 0.2]}
    many = tt.simulate_many(model, parameters=changes, duration=0.3, every=0.1)
    for k in range(4):
        assert_same(many[k].run, alone(model, changes, k, duration=0.3, every=0.1))


def test_bad_input_is_refused_at_once():
    model = pendulum()
    with pytest.raises(ModelError, match="lower"):
        tt.simulate_many(model, parameters={"bodies.lwer.mass": [1]}, duration=1)
    with pytest.raises(TreetopError, match="how many runs there are is not clear"):
        tt.simulate_many(model, duration=1)
    unlike = {"bodies.lower.mass": [1, 2], "bodies.upper.mass": [1]}
    with pytest.raises(TreetopError, match="as many of each"):
        tt.simulate_many(model, parameters=unlike, duration=1)
    with pytest.raises(ModelError, match="sensitivities"):
        tt.simulate_many(
            model,
            parameters={"bodies.lower.mass": [1]},
            duration=1,
            sensitivities=["bodies.upper.mass"],
        )

"""Running a system forward in time."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest

import treetop as tt
from sprung_trees import moving, sprung_tree
from treetop.core.integrators.outcome import Outcome
from treetop.errors import RunError, TreetopError
from treetop.model.run import methods
from treetop.simulation.integrators import INTEGRATORS


def broken_at_once(t, motion, p):
    return tt.Wrench(tt.Vec3(np.nan, 0.0, 0.0), tt.Vec3(0.0, 0.0, 0.0))


def broken_after_a_second(t, motion, p):
    x = np.nan if t > 1.0 else 1.0
    return tt.Wrench(tt.Vec3(x, 0.0, 0.0), tt.Vec3(0.0, 0.0, 0.0))


def broken_beyond_the_start(t, motion, p):
    x = np.nan if motion.position.x > 0.0 else 1.0
    return tt.Wrench(tt.Vec3(x, 0.0, 0.0), tt.Vec3(0.0, 0.0, 0.0))


def broken_at_an_instant(t, motion, p):
    x = np.nan if t == 0.7 else 1.0
    return tt.Wrench(tt.Vec3(x, 0.0, 0.0), tt.Vec3(0.0, 0.0, 0.0))


def steady(t, motion, p):
    return tt.Wrench(tt.Vec3(1.0, 0.0, 0.0), tt.Vec3(0.0, 0.0, 0.0))


def unbounded(t, motion, p):
    return tt.Wrench(tt.Vec3(1.0 / (t - 1.0) ** 2, 0.0, 0.0), tt.Vec3(0.0, 0.0, 0.0))


def train(law):
    """Three cars on springs, the force on the middle one."""
    model, inboard = tt.Model("train"), "ground"
    for name in ("first", "middle", "last"):
        car = model.add_body(name, mass=1, inertia=[1, 1, 1])
        model.add_joint(f"to_{name}", tt.Prismatic([1, 0, 0]), inboard, car)
        model.add_force(f"{name}_spring", tt.SpringDamper("ground.far", car, length=3, stiffness=1))
        inboard = car
    model.ground.frame("far", at=[0, 5, 0])
    model.add_force("law", tt.UserForce(law, "middle"))
    system = model.build()
    return system, system.state(to_first={"slide_rate": 1.0})


METHODS = pytest.mark.parametrize(
    "method",
    [
        {},
        {"method": "rk4", "step": 0.01},
        {"method": "radau"},
        {"method": "bdf"},
        {"method": "generalized-alpha", "step": 0.01},
    ],
    ids=lambda given: given.get("method", "dop853"),
)


@METHODS
@pytest.mark.parametrize(
    ("law", "time"),
    [
        (broken_at_once, 0.0),
        (broken_beyond_the_start, 0.0),
        pytest.param(broken_after_a_second, 1.0, marks=pytest.mark.compiled),
    ],
)
def test_a_force_that_is_not_a_number_is_told_with_body_and_time(law, time, method):
    with pytest.raises(RunError, match="the force on body 'middle' is not finite") as caught:
        tt.simulate(*train(law), 2.0, every=0.1, **method)
    assert caught.value.outcome is Outcome.NOT_FINITE
    told = float(str(caught.value).split()[1])
    assert told == pytest.approx(time, abs=0.011 if "step" in method else 1e-9)


@pytest.mark.compiled
@METHODS
def test_what_was_computed_before_a_failure_is_kept(method):
    with pytest.raises(RunError) as caught:
        tt.simulate(*train(broken_after_a_second), 2.0, every=0.1, **method)
    run = caught.value.run
    assert run.outcome == "not_finite"
    assert run.data.time.values[:10] == pytest.approx(0.1 * np.arange(10), abs=1e-15)
    assert float(run.data.time[-1]) == pytest.approx(1.0, abs=0.011)
    assert all(np.isfinite(values).all() for values in run.data.values() if values.dtype == float)


@pytest.mark.compiled
def test_samples_that_are_not_finite_do_not_get_lost_in_silence():
    with pytest.raises(RunError, match=r"at 0\.7 s") as caught:
        tt.simulate(*train(broken_at_an_instant), duration=1.0, at=[0.3, 0.7, 1.0])
    assert caught.value.run.time == [0.3]
    assert caught.value.run.outcome == "not_finite"


@pytest.mark.compiled
def test_a_step_that_collapses_is_told_with_its_time():
    with pytest.raises(
        RunError, match=r"at 1 s, after .* steps: the step size collapsed"
    ) as caught:
        tt.simulate(*train(unbounded), 2.0, every=0.1)
    assert caught.value.outcome is Outcome.STEP_COLLAPSED
    assert float(caught.value.run.data.time[-1]) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.compiled
def test_two_ends_of_a_spring_that_meet_are_told():
    model = tt.Model("meeting")
    car = model.add_body("car", mass=1)
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, car)
    model.add_force("spring", tt.SpringDamper("ground", car, length=1, stiffness=1))
    system = model.build()
    with pytest.raises(RunError, match="the force on body 'car' is not finite"):
        tt.simulate(system, system.state(), 1.0)


# --- what is asked for --------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree():
    return moving(sprung_tree(seed=8, bodies=4), seed=1)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"duration": -1.0}, "run.duration"),
        ({"duration": 0.0}, "run.duration"),
        ({"duration": np.nan}, "run.duration"),
        ({"duration": np.inf}, "run.duration"),
        ({"every": 0.0}, "run.every"),
        ({"every": -1.0}, "run.every"),
        ({"every": 1e-300}, "samples do not fit in memory"),
        ({"every": 1e-9}, "samples do not fit in memory"),
        ({"rtol": 1e-15}, "1e-15 is not a relative tolerance .*double precision"),
        ({"rtol": 2}, "2 is not a relative tolerance .give less than 1;"),
        ({"rtol": None}, "run.rtol"),
        ({"duration": None}, "run.duration"),
        ({"duration": "1 kg"}, "run.duration"),
        ({"at": [[0, 1]]}, r"at\[0\]: \[0, 1\] is not a number"),
        ({"at": ["soon"]}, "'soon' is not a number"),
        ({"at": 1.0}, "not a list"),
        ({"rtol": -1.0}, "run.rtol"),
        ({"rtol": np.nan}, "run.rtol"),
        ({"atol": 0.0}, "run.atol"),
        ({"method": "rk4"}, "rk4 needs a fixed step"),
        ({"method": "euler"}, "run.method: 'euler'"),
        ({"step": -0.1}, "run.step"),
        ({"at": [0.2, 0.1]}, "increasing times"),
        ({"at": [0.1, 0.1]}, "increasing times"),
        ({"at": [0.1, 2.0]}, "from 0 to 1 s"),
        ({"at": [-0.1]}, "from 0 to 1 s"),
        ({"at": [np.nan]}, "not a finite number"),
        ({"at": []}, "from 0 to 1 s"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(tree, settings, told):
    with pytest.raises(TreetopError, match=told):
        tt.simulate(*tree, **{"duration": 1.0} | settings)


def test_all_that_makes_no_sense_is_told_at_once(tree):
    with pytest.raises(TreetopError) as caught:
        tt.simulate(*tree, duration=-1, rtol=0, atol=-1, method="euler")
    assert len(caught.value.problems) == 4


def test_every_method_has_its_integrator():
    assert INTEGRATORS.keys() == methods.METHODS.keys()
    assert all(INTEGRATORS[word].fixed == method.fixed for word, method in methods.METHODS.items())


def test_times_may_carry_units(tree):
    fixed = {"method": "rk4", "step": "5 ms"}
    assert list(tt.simulate(*tree, "20 ms", every="10 ms", **fixed).time) == [0, 0.01, 0.02]
    assert list(tt.simulate(*tree, "20 ms", at=[0, "20 ms"], **fixed).time) == [0, 0.02]


@pytest.mark.parametrize(
    ("samples", "times"),
    [
        ({"every": 0.25}, [0, 0.25, 0.5, 0.75, 1.0]),
        ({"every": 0.4}, [0, 0.4, 0.8, 1.0]),
        ({"every": 5.0}, [0, 1.0]),
        ({"at": [0.0, 0.3, 1.0]}, [0, 0.3, 1.0]),
        ({"at": [0.7]}, [0.7]),
        ({"every": 0.1}, np.arange(11) / 10),
        ({"every": 1 / 3}, [0, 1 / 3, 2 / 3, 1]),
    ],
    ids=str,
)
def test_samples_are_where_they_were_asked_for(tree, samples, times):
    data = tt.simulate(*tree, 1.0, rtol=1e-3, **samples).data
    assert data.time.values == pytest.approx(np.array(times), abs=1e-15)
    assert float(data.time[-1]) == times[-1]


@pytest.mark.compiled
def test_samples_are_five_hundred_parts_when_nothing_is_said(tree):
    assert tt.simulate(*tree, 1.0, rtol=1e-3).data.time.size == 501


def test_a_run_starts_at_the_time_of_its_state():
    model = sprung_tree(seed=8, bodies=4)
    system, state = moving(model, seed=1)
    later = type(state)(system, 10.0, state.vector)
    ours, theirs = (tt.simulate(system, s, 1.0, every=0.5).data for s in (later, state))
    assert ours.time.values.tolist() == [10.0, 10.5, 11.0]
    assert ours.coordinates.values == pytest.approx(theirs.coordinates.values, rel=1e-9)


def test_the_start_is_not_changed_by_the_run(tree):
    system, start = tree
    before = start.vector.copy()
    tt.simulate(system, start, 0.1, every=0.1, rtol=1e-3)
    assert np.array_equal(start.vector, before)


@pytest.mark.compiled
@pytest.mark.parametrize("grounded", [False, True])
def test_momenta_and_energy_are_kept_without_external_forces_and_dampers(grounded):
    """Springs and joints are internal; a grounded tree keeps its energy alone."""
    model = sprung_tree(seed=9, bodies=15, grounded=grounded, roots=2, gravity=grounded)
    for name, force in list(model.forces.items()):
        if isinstance(force, tt.SpringDamper | tt.JointSpring):
            model.forces[name] = force.__class__(**vars(force) | {"damping": 0.0})
    data = tt.simulate(*moving(model, seed=3), 5.0, every=0.5, rtol=1e-12, atol=1e-13).data
    kept = {"energy": (data.kinetic_energy + data.potential_energy, data.kinetic_energy)}
    for name in () if grounded else ("linear_momentum", "angular_momentum"):
        kept[name] = data[name], data[name]
    for name, (quantity, size) in kept.items():
        assert np.ptp(quantity.values, axis=0).max() < 1e-11 * np.abs(size).max(), name


# --- interruption -------------------------------------------------------------------------


def test_a_run_is_stopped_after_the_wall_time_that_it_is_allowed():
    with pytest.raises(RunError, match=r"after \d+ steps: the wall time") as caught:
        tt.simulate(*train(steady), 1e9, every=1e6, limit=0.3)
    run = caught.value.run
    assert run.outcome == "stopped"
    assert 0 < run.time[-1] < 1e9
    assert run.statistics["wall_time"] > 0.3


@pytest.mark.compiled
@pytest.mark.posix
def test_ctrl_c_stops_cleanly_and_keeps_what_was_computed():
    script = """
        import os, signal, threading
        import treetop as tt
        signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background
        model = tt.Model("long")
        wheel = model.add_body("wheel", mass=1, inertia=[1, 1, 1])
        model.add_joint("axle", tt.Revolute([0, 0, 1]), model.ground, wheel)
        model.add_force("spring", tt.JointSpring("axle", stiffness=1))
        system = model.build()
        start = system.state(axle={"angle": 1})
        tt.simulate(system, start, 1.0)  # compiled by now
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        run = tt.simulate(system, start, 1e9, every=1e4)
        assert run.outcome == "interrupted", run.outcome
        assert 0 < run.data.time.size < 1e9
        assert abs(float(run.data.kinetic_energy[-1] + run.data.potential_energy[-1]) - 0.5) < 1e-3
        print("kept", run.data.time.size)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("kept")


def test_a_result_whose_start_has_another_length_is_not_run_again(tree):
    system, start = tree
    run = tt.simulate(system, start, 0.001, every=0.001)
    for wrong in (np.ones(1), np.ones(1000), np.ones((2, 3))):
        dims = [f"part{k}" for k in range(wrong.ndim)]
        damaged = tt.Run(run.data.drop_vars("start").assign(start=(dims, wrong)), system)
        with pytest.raises(TreetopError, match="does not fit the system"):
            damaged.rerun()


def test_surfaces_are_among_the_forces_of_a_run():
    model = tt.Model("plate in air")
    bus = model.add_body("bus", 10.0, [1.0, 1.0, 1.0])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    model.add_force("push", tt.FrameForce(bus, force=[1.0, 0.0, 0.0]))
    air = tt.ExponentialAtmosphere(1e-12, "400 km", "60 km")
    model.set_environment(tt.Planet(mu=4e14, radius=6.4e6, atmosphere=air))
    model.add_surface("sail", tt.surfaces.Cannonball(bus, area=1.0, drag=2.0))
    system = model.build()
    start = system.state(flight=tt.Orbit(height="400 km"))
    run = tt.simulate(system, start, duration=1.0, every=1.0)
    assert list(run.data.force.values) == ["push", "sail"]
    v = run["bus.velocity"].values[0]
    drag = run.data.applied_force.sel(force="sail").values[0]
    assert drag == pytest.approx(-1e-12 * np.linalg.norm(v) * v, rel=1e-9)

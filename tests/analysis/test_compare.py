"""One model by several formulations: those that are right agree, one that is wrong is found."""

from importlib import import_module

import numpy as np
import pytest

import treetop as tt
from random_loops import random_mechanism
from random_trees import random_motion, random_tree
from sprung_trees import sprung_tree
from treetop.analysis import compare
from treetop.errors import ModelError, RunError, TreetopError
from treetop.system.formulations import FORMULATIONS
from wrong_formulations import DRAGGED, LOST, RESTLESS, UNFIT, heavier

pytestmark = pytest.mark.compiled  # whole runs, which say no more of kernels interpreted


@pytest.fixture
def formulations(monkeypatch):
    """Put formulations in the place of those there are."""

    def put(**given):
        right = FORMULATIONS
        table = {name: right[name] if one is None else one for name, one in given.items()}
        for name in ("treetop.analysis.compare", "treetop.system.built"):
            monkeypatch.setattr(import_module(name), "FORMULATIONS", table)

    return put


@pytest.fixture
def pendulum() -> tt.Model:
    model = tt.Model("pendulum")
    rod = model.add_body("rod", 2.0, [0.2, 0.2, 0.01], [0.0, 0.0, -0.5])
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), model.ground, rod)
    model.add_force("weight", tt.UniformGravity())
    model.set_start("hinge", angle=0.5)
    model.run = tt.RunSettings(duration=1.0)
    return model


PAIR = ("recursive", "newton-euler")  # as unlike as two can be


def quantities(differences) -> set[str]:
    return {difference.quantity for difference in differences}


# --- agreement ----------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("grounded", [True, False])
def test_random_trees_agree(seed, grounded):
    make = sprung_tree if seed % 2 else random_tree
    model = make(seed, 6, grounded=grounded, roots=1 + seed % 3, light=0.2)
    start = model.build().state(**random_motion(model, seed, speed=0.5))
    found = compare(model, start=start, duration=0.5)
    assert found.agrees, str(found)
    assert set(found.solutions) == set(FORMULATIONS)
    assert not found.warnings


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [0, 6, 10])
def test_random_mechanisms_agree_where_they_are_determined(seed):
    """Constraints that depend on each other leave some reactions open, and no motion."""
    model, motion = random_mechanism(seed)
    system = model.build("newton-euler")
    found = compare(model, start=system.settled(system.state(**motion)), duration=0.2)
    assert found.agrees, str(found)
    assert not found.refusals
    counts = found.solutions["udwadia"].counts
    assert bool(found.indeterminate) == (counts["rank"] < counts["constraints"]) == (seed != 6)
    assert ("leave others open: j" in str(found)) == (seed != 6)


def test_a_pendulum_agrees(pendulum):
    found = compare(pendulum, PAIR)
    assert found.agrees, str(found)
    assert len(found.instants) == 8
    assert found.instants[0] == 0.0
    assert found.instants[-1] == 1.0
    assert quantities(found.motions) == {"position", "attitude", "joint angle"}
    for solution in found.solutions.values():
        assert solution.counts["degrees_of_freedom"] == 1
        assert solution.counts["constraints"] == solution.counts["speeds"] - 1
        assert 0 < solution.time_per_evaluation < 1
        assert solution.audit["energy"].relative < 1e-7


def test_at_rest_there_is_only_rounding_to_compare(pendulum):
    """Springs that pull against each other, a rod that hangs, and nothing that moves."""
    rod = pendulum.bodies["rod"]
    for side in (-1.0, 1.0):
        hook = pendulum.ground.frame(f"hook{side:g}", at=[0.7 * side, 0, -0.3])
        ring = rod.frame(f"ring{side:g}", at=[0.3 * side, 0, -0.3])
        pendulum.add_force(f"spring{side:g}", tt.SpringDamper(hook, ring, 0.1, 300.0))
    pendulum.set_start("hinge", angle=0.0)
    found = compare(pendulum, PAIR)
    assert found.agrees, str(found)


def test_user_forces_are_taken(pendulum):
    def brake(t, motion, p):
        return tt.Wrench(tt.Vec3(0.0, 0.0, 0.0), motion.angular_velocity * -p[0])

    pendulum.add_force("brake", tt.UserForce(brake, "rod", parameters=[0.1]))
    assert compare(pendulum, PAIR, duration=0.5).agrees


def test_a_start_of_any_formulation(pendulum):
    start = pendulum.build("kane").state(hinge={"angle": 0.2, "rate": 1.0}, time=2.0)
    found = compare(pendulum, PAIR, start=start)
    assert found.agrees
    assert found.instants[0] == 2.0
    assert found.instants[-1] == 3.0


def test_rk4_errors_are_measured_by_half_the_step(pendulum):
    pendulum.run = tt.RunSettings(duration=0.5, method=tt.Rk4(step=0.01))
    found = compare(pendulum, PAIR)
    assert found.agrees
    assert found.finer.method == tt.Rk4(step=0.005)
    assert 1e-9 < found.solutions["recursive"].errors["joint angle"] < 1e-6


# --- disagreement -------------------------------------------------------------------------


@pytest.mark.parametrize("part", [0.1, 1e-7])
def test_a_wrong_mass_is_found(pendulum, formulations, part):
    formulations(recursive=None, kane=heavier(part))
    found = compare(pendulum)
    assert not found.agrees
    assert {"joint turn acceleration", "attitude"} <= quantities(found.disagreements)


def test_the_one_that_is_wrong_is_told(pendulum, formulations):
    formulations(wrong=heavier(1e-3), recursive=None, kane=None)
    found = compare(pendulum)
    assert {d.between for d in found.disagreements} == {("wrong", "recursive"), ("wrong", "kane")}
    assert found.reference == "recursive"
    assert "! 1.0e-03" in str(found)
    assert "do NOT agree: 1 of 3 pairs" in str(found)


def test_what_cannot_be_seen_at_rest_is_seen_along_the_run(pendulum, formulations):
    formulations(recursive=None, kane=DRAGGED)
    found = compare(pendulum)
    assert "joint turn acceleration" in quantities(found.disagreements)
    start = pendulum.build().start()
    rates = (pendulum.build(name).rate(start) for name in ("recursive", "kane"))
    np.testing.assert_allclose(*rates, rtol=1e-14)


def test_a_run_that_fails_is_told(pendulum, formulations):
    formulations(recursive=None, kane=None, lost=LOST)
    found = compare(pendulum)
    assert not found.agrees
    assert not found.disagreements
    assert "at 0.5" in found.failures["lost"]
    assert "FAILED: lost" in str(found)
    assert "NOT agree" not in str(found)
    told = "The formulations that finished agree: 1 of 1 pairs are within what is allowed; but lost"
    assert told in " ".join(str(found).split())


@pytest.mark.parametrize("first", [True, False])
def test_a_run_that_does_not_end_is_stopped_and_told(pendulum, formulations, first):
    there = {"restless": RESTLESS}, {"recursive": None, "kane": None}
    formulations(
        **{name: one for part in there[:: 1 if first else -1] for name, one in part.items()}
    )
    found = compare(pendulum, duration=0.2, limit=2.0)
    assert not found.agrees
    assert set(found.solutions) == {"recursive", "kane"}
    assert "the wall time that the run was allowed is over" in found.failures["restless"]
    assert "FAILED: restless: at" in str(found)


def test_where_the_finer_run_fails_a_coarser_one_tells_the_error(pendulum, monkeypatch):
    def simulate(system, start, method, **settings):
        if method.rtol < 1e-9 and system.formulation == PAIR[1]:
            raise RunError("too fine")
        return tt.simulate(system, start, method=method, **settings)

    exact = compare(pendulum, PAIR, rtol=1e-9)
    monkeypatch.setattr(import_module("treetop.analysis.compare"), "simulate", simulate)
    found = compare(pendulum, PAIR, rtol=1e-9)
    assert found.agrees
    first, other = (found.solutions[name].errors["joint angle"] for name in PAIR)
    assert first == exact.solutions[PAIR[0]].errors["joint angle"]
    assert 2 < other / exact.solutions[PAIR[1]].errors["joint angle"] < 30
    assert f"Warning: {PAIR[1]}: the finer run came to no end" in str(found)
    assert "dop853 with rtol 1e-08" in found.warnings[0]


def test_which_formulation_is_at_work_is_told_on_any_output(pendulum, capsys):
    compare(pendulum, PAIR)
    told = capsys.readouterr().err
    assert "treetop: recursive, 1 of 2" in told
    assert "treetop: newton-euler, 2 of 2" in told
    compare(pendulum, PAIR, progress=False)
    assert capsys.readouterr().err == ""


def test_one_that_cannot_solve_it_is_listed_with_its_reason(pendulum, formulations):
    formulations(recursive=None, unfit=UNFIT, kane=None)
    found = compare(pendulum)
    assert found.agrees
    assert found.refusals == {"unfit": "forces: it has no springs (add one)"}
    assert "Cannot solve it: unfit: forces: it has no springs" in str(found)


def test_one_alone_proves_nothing(pendulum, formulations):
    formulations(recursive=None, unfit=UNFIT)
    found = compare(pendulum)
    assert not found.agrees
    assert "Nothing is compared" in str(found)


@pytest.mark.compiled
def test_motion_that_errors_have_grown_over_is_told():
    model, inboard = tt.Model("chaos"), "ground"
    for n in range(2):
        rod = model.add_body(f"rod{n}", 1.0, [0.1, 0.1, 0.1], [0, 0, -0.5])
        tip = rod.frame("tip", at=[0, 0, -1])
        model.add_joint(f"hinge{n}", tt.Revolute([0, 1, 0]), inboard, rod)
        inboard = tip
    model.add_force("weight", tt.UniformGravity())
    model.set_start("hinge0", angle=2.5)
    model.set_start("hinge1", angle=1.0)
    assert not compare(model, PAIR, duration=1.0, rtol=1e-6).warnings
    found = compare(model, PAIR, duration=15.0, rtol=1e-3)
    assert any("attitude is known to" in warning for warning in found.warnings)
    assert "Warning: recursive: attitude" in str(found)


# --- bad input ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"formulations": ["kane", "cane"]}, "did you mean 'kane'"),
        ({"formulations": ["kane", "kane"]}, "needs two or more"),
        ({"duration": -1}, "run.duration"),
        ({"rtol": 1e-20}, "run.rtol"),
    ],
)
def test_bad_arguments(pendulum, arguments, message):
    with pytest.raises(ModelError, match=message):
        compare(pendulum, **arguments)


def test_without_a_duration(pendulum):
    pendulum.run = tt.RunSettings()
    with pytest.raises(ModelError, match="needs a duration"):
        compare(pendulum)


def test_a_model_that_nothing_can_solve(pendulum):
    pendulum.add_body("loose", 1.0)
    with pytest.raises(ModelError, match="loose"):
        compare(pendulum)


def test_a_start_that_leaves_a_loop_open(four_bar):
    four_bar.set_start("crank", angle=0.3)
    with pytest.raises(TreetopError, match="nearest") as error:
        compare(four_bar, duration=1.0)
    assert len(str(error.value).splitlines()) == 1  # though its digits differ


def test_a_start_of_another_model(pendulum):
    other = tt.Model("other")
    other.add_joint("rail", tt.Prismatic([1, 0, 0]), other.ground, other.add_body("block", 1.0))
    with pytest.raises(TreetopError, match="belongs to another system"):
        compare(pendulum, start=other.build().start())


def test_accelerations_are_compared_beyond_events_that_change_nothing():
    along = import_module("treetop.analysis.compare")._along
    model = tt.Model("pendulum")
    bob = model.add_body("bob", 1.0, [0.1, 0.1, 0.1], [0, 0, -1])
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), model.ground, bob)
    model.add_force("weight", tt.UniformGravity())
    for changes, last in (({}, 2.0), ({"off": "weight"}, 0.2)):
        model.events.clear()
        model.add_event("passes", tt.coordinate("hinge.angle").falls(0.99), **changes)
        system = model.build()
        run = tt.simulate(system, system.state(hinge={"angle": 1.0}), 2.0, every=0.01)
        assert max(state.time for state in along(run)) <= last
        assert (max(state.time for state in along(run)) == 2.0) == (not changes)

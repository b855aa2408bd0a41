"""Stiffness is seen, said and acted upon."""

import warnings
from typing import NamedTuple

import numpy as np
import pytest

import treetop as tt
from pausing import died, resumed
from stiff import VAN_DER_POL, block, creeping, van_der_pol
from treetop.core.integrators.stiffness import (
    CONFIRMED,
    FORGET,
    FOUND,
    SINCE,
    STEPS,
    SURE,
    no_stiffness,
    note,
)


class Seen(NamedTuple):
    """As much of a loop as is looked at."""

    stiffness: np.ndarray
    clock: np.ndarray


def looked(answers):
    loop = Seen(no_stiffness(), np.zeros(1))
    for k, beyond in enumerate(answers):
        loop.clock[0] = float(k)
        note(loop, beyond)
    return loop.stiffness


def test_it_takes_many_looks_to_be_sure():
    assert looked([True] * (SURE - 1))[FOUND] == 0.0
    seen = looked([True] * (SURE + 3))
    assert (seen[FOUND], seen[SINCE], seen[STEPS]) == (1.0, SURE - 1, 4.0)


def test_looks_that_say_the_contrary_let_it_be_forgotten():
    seen = looked(([True] * (SURE - 1) + [False] * FORGET) * 3)
    assert (seen[CONFIRMED], seen[FOUND]) == (0.0, 0.0)
    assert looked([True, True, False] * SURE)[FOUND] == 1.0


STIFFLY = {"rtol": 1e-7, "atol": 1e-10, "every": 0.1}


@pytest.fixture(scope="module")
def start():
    return block().state(rail={"slide": 1})


@pytest.mark.compiled
def test_a_stiff_run_says_which_method_to_use(start):
    with pytest.warns(UserWarning, match="is stiff from .* method='radau' .* 'auto'"):
        run = tt.simulate(block(), start, 1.0, **STIFFLY)
    assert run.statistics["stiff_steps"] > 0.9 * run.statistics["steps"]


@pytest.mark.compiled
def test_auto_goes_on_by_radau_where_it_is_stiff(start):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = tt.simulate(block(), start, 1.0, method="auto", **STIFFLY)
    assert np.abs(run["rail.slide"].values - creeping(run.time)).max() < 1e-7
    assert run.time.tolist() == pytest.approx(np.linspace(0, 1, 11), abs=1e-12)
    assert run.statistics["changes_of_method"] == 1
    assert run.statistics["evaluations"] < 1000


@pytest.mark.compiled
def test_auto_changes_to_and_fro(tmp_path):
    """Van der Pol's oscillator creeps and jumps; each jump is easy for an explicit method.  The
    work in a jump, which no error control looks at, is worse than the motion."""
    settings = {"at": [1, 2], "method": "auto", "rtol": 1e-7, "atol": 1e-9}
    with pytest.warns(tt.AuditWarning, match="energy"):
        run = tt.simulate(van_der_pol(), van_der_pol().state(x=2), 2, **settings)
    assert run.statistics["changes_of_method"] >= 1
    assert run["x"].values[-1] == pytest.approx(VAN_DER_POL[0], rel=1e-5)
    assert run.time.tolist() == [1.0, 2.0]


@pytest.mark.compiled
def test_auto_resumes_to_the_bit(start, tmp_path):
    settings = {"duration": 1.0, "method": "auto", **STIFFLY}
    whole = tt.simulate(block(), start, **settings)
    died(block(), start, tmp_path / "run", **settings)
    again, deaths = resumed(tmp_path / "run")
    assert deaths > 0
    assert np.array_equal(whole.data.coordinates, again.data.coordinates)
    assert np.array_equal(whole.data.speeds, again.data.speeds)
    counts = [{**run.statistics, "wall_time": 0} for run in (whole, again)]
    assert counts[0] == counts[1]


@pytest.mark.compiled
@pytest.mark.parametrize("stiffness", [1.0, 1e4, 1e8])
@pytest.mark.parametrize("rtol", [1e-3, 1e-6, 1e-9])
def test_fast_oscillations_without_damping_are_not_stiff(stiffness, rtol):
    m = tt.Model("oscillator")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", mass=1))
    m.add_force("spring", tt.JointSpring("rail", stiffness=stiffness))
    system = m.build()
    last = 300.0 / stiffness**0.5
    run = tt.simulate(system, system.state(rail={"slide": 1}), last, every=last, rtol=rtol)
    assert run.statistics["steps"] > 60
    assert "stiff_steps" not in run.statistics


@pytest.mark.compiled
def test_in_a_model_file():
    model = tt.Model("any")
    model.run = tt.RunSettings(duration=1, method="auto")
    from treetop.formats.yaml.writer import dumps

    assert "method: auto" in dumps(model)

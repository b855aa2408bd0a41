"""Whatever is locked, released, docked and undocked: momentum is conserved, what holds, holds."""

import os

import numpy as np
import pytest

import treetop as tt
from random_stages import SPAN, random_stages, random_start
from staged import momenta
from treetop.topology.stage_graph import visits

SEQUENCES = int(os.environ.get("TREETOP_SEQUENCES", "50"))  # 500 take ten times as long
LOCKED_TWICE = (7, 40)  # two bodies held together by two joints: rows that vanish


def require_sound(seed, formulation="recursive"):
    model = random_stages(seed)
    system = model.build(formulation)
    duration = SPAN * (len(model.stages) - 1) + SPAN / 2
    run = tt.simulate(
        system, random_start(system, seed), duration, every=SPAN / 2, rtol=1e-9, atol=1e-11
    )
    assert run.outcome == "finished" and len(run.events) == len(model.stages) - 1
    assert momenta(run) < 1e-12
    assert run.audit().passed(1e-9)
    structures = {visit.stage: visit.structure for visit in visits(model)}
    for stage, structure in structures.items():
        within = run.data.stage.values == stage
        for joint in structure.locked:
            labels = [str(each) for each in run.data.speed.values if each.startswith(f"{joint}.")]
            assert np.abs(run.data.speeds.sel(speed=labels).values[within]).max() < 1e-11
    for event in run.events:
        k = list(run.time).index(event.time)
        T = run.data.kinetic_energy.values
        assert T[k - 1] - T[k] == pytest.approx(event.energy_lost, abs=1e-11 * max(1, T[0]))


@pytest.mark.compiled
def test_a_random_sequence():
    require_sound(LOCKED_TWICE[0])


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["kane", "kane-absolute", "newton-euler", "udwadia"])
def test_random_sequences_by_other_formulations(formulation):
    for seed in (*range(3), *LOCKED_TWICE):
        require_sound(seed, formulation)


@pytest.mark.compiled
@pytest.mark.parametrize("first", range(0, SEQUENCES, 25))
def test_many_random_sequences(first):
    for seed in range(first, first + 25):
        require_sound(seed)

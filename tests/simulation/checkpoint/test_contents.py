"""A simulation that remembers what another one knew goes on as that does, to the bit."""

import numpy as np
import pytest

import treetop as tt
from kept_mechanisms import four_bar
from treetop.core.compiler import INTERPRETED
from treetop.core.integrators.outcome import Outcome
from treetop.model.run.options import settings_from
from treetop.simulation.checkpoint import contents
from treetop.simulation.hybrid import HybridSimulation

STEPPED = {"step": 1e-3}
WAYS = [
    ("recursive", "dop853", STEPPED),
    ("recursive", "radau", STEPPED | {"rtol": 1e-3}),
    ("recursive", "bdf", STEPPED | {"rtol": 1e-3}),
    ("recursive", "generalized-alpha", STEPPED),
    pytest.param("udwadia", "rk4", STEPPED, marks=pytest.mark.compiled),  # else too slow
    ("newton-euler", "rk4", STEPPED | {"constraints": "baumgarte"}),
    ("kane", "rk4", STEPPED | {"constraints": "partition"}),
    ("recursive", "rk4", STEPPED | {"constraints": "nullspace"}),
]
GIVEN = {"duration": 0.2, "rtol": 1e-9, "atol": 1e-9}


def hybrid(formulation, method, settings) -> HybridSimulation:
    model, start = four_bar()
    model.add_event("turned", tt.coordinate("a.angle").rises(1.003))
    system = model.build(formulation)
    begin = system.assembled(system.state(**start), ["a"])
    times = np.append(np.linspace(0.0, 0.01, 11), 0.2)
    return HybridSimulation(begin, settings_from(GIVEN | {"method": method} | settings), times)


def kept(hybrid: HybridSimulation) -> tuple:
    """What would be in files, as copies."""
    segments = hybrid.segments
    samples = [s.plan.samples[: contents.certain_samples(s, s is segments[-1])] for s in segments]
    rows = [row for segment in segments for row in segment.passed]
    arrays = {name: array.copy() for name, array in contents.remembered(hybrid).items()}
    return arrays, np.concatenate([each.ravel() for each in samples]), np.concatenate([[], *rows])


@pytest.mark.parametrize(
    "formulation, method, settings", WAYS, ids=lambda x: x if isinstance(x, str) else ""
)
def test_of_all_that_methods_and_ways_to_keep_constraints_know(formulation, method, settings):
    first = hybrid(formulation, method, settings)
    while not first.segments[0].passed:
        assert first.advance(2) is Outcome.PAUSED
    arrays, samples, events = kept(first)
    second = hybrid(formulation, method, settings)
    for _, array in everything(second):  # what is not remembered is seen
        array[...] = -7 if array.dtype == np.int64 else np.nan
    assert contents.remember(second, arrays, samples, events) is Outcome.PAUSED
    for each in (first, second):
        each.advance(2)
    for (name, one), (_, two) in zip(everything(first), everything(second), strict=True):
        assert one.tobytes() == two.tobytes(), name
    assert kept(first)[1].tobytes() == kept(second)[1].tobytes()
    assert first.segments[0].seen.keys() == second.segments[0].seen.keys()
    assert first.log == second.log


def everything(hybrid: HybridSimulation) -> list[tuple[str, np.ndarray]]:
    """All arrays of the time loop, and the work of the system."""
    segment = hybrid.segments[0]
    places = [*segment.loop._asdict().items(), *segment.context.work._asdict().items()]
    for name, place in places:  # which becomes longer
        if isinstance(place, tuple):
            parts = place._asdict() if hasattr(place, "_asdict") else dict(enumerate(place))
            places += [(f"{name}.{k}", part) for k, part in parts.items()]
    handles = ("evaluator", "geometry", "exact", "_handle")
    return [(k, a) for k, a in places if isinstance(a, np.ndarray) and not k.endswith(handles)]


@pytest.mark.skipif(not INTERPRETED, reason="handles are plain numbers")
@pytest.mark.parametrize(
    "way", [WAYS[0], WAYS[3], WAYS[5], WAYS[6]], ids=lambda way: f"{way[0]}-{way[1]}"
)
def test_no_handle_is_kept(way):
    segment = hybrid(*way).segments[0]
    assert not [k for k, a in contents._arrays("", contents._memory(segment)) if a.dtype == object]

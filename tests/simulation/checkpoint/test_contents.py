"""A journey that remembers what another one knew goes on as that does, to the bit."""

import numpy as np
import pytest

import treetop as tt
from kept_mechanisms import four_bar
from treetop.core.compiler import INTERPRETED
from treetop.core.integrators.outcome import Outcome
from treetop.simulation.checkpoint import contents
from treetop.simulation.hybrid import Journey

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
GIVEN = {
    "duration": 0.2, "rtol": 1e-9, "atol": 1e-9, "step": None, "constraints": "project",
    "gains": None, "rho_inf": 0.8, "index": 2,
}  # fmt: skip


def journey(formulation, method, settings) -> Journey:
    model, start = four_bar()
    model.add_event("turned", tt.coordinate("a.angle").rises(1.003))
    system = model.build(formulation)
    begin = system.assembled(system.state(**start), ["a"])
    times = np.append(np.linspace(0.0, 0.01, 11), 0.2)
    return Journey(begin, GIVEN | {"method": method} | settings, times)


def kept(journey: Journey) -> tuple:
    """What would be in files, as copies."""
    legs = journey.legs
    samples = [leg.plan.samples[: contents.certain_samples(leg, leg is legs[-1])] for leg in legs]
    rows = [row for leg in legs for row in leg.passed]
    arrays = {name: array.copy() for name, array in contents.remembered(journey).items()}
    return arrays, np.concatenate([each.ravel() for each in samples]), np.concatenate([[], *rows])


@pytest.mark.parametrize(
    "formulation, method, settings", WAYS, ids=lambda x: x if isinstance(x, str) else ""
)
def test_of_all_that_methods_and_ways_to_keep_constraints_know(formulation, method, settings):
    first = journey(formulation, method, settings)
    while not first.legs[0].passed:
        assert first.advance(2) is Outcome.PAUSED
    arrays, samples, events = kept(first)
    second = journey(formulation, method, settings)
    for _, array in everything(second):  # what is not remembered is seen
        array[...] = -7 if array.dtype == np.int64 else np.nan
    assert contents.remember(second, arrays, samples, events) is Outcome.PAUSED
    for each in (first, second):
        each.advance(2)
    for (name, one), (_, two) in zip(everything(first), everything(second), strict=True):
        assert one.tobytes() == two.tobytes(), name
    assert kept(first)[1].tobytes() == kept(second)[1].tobytes()
    assert first.legs[0].seen.keys() == second.legs[0].seen.keys()
    assert first.log == second.log


def everything(journey: Journey) -> list[tuple[str, np.ndarray]]:
    """All arrays of the time loop, and the work of the system."""
    leg = journey.legs[0]
    places = [*leg.loop._asdict().items(), *leg.context.work._asdict().items()]
    for name, place in places:  # which becomes longer
        if isinstance(place, tuple):
            parts = place._asdict() if hasattr(place, "_asdict") else dict(enumerate(place))
            places += [(f"{name}.{k}", part) for k, part in parts.items()]
    handles = ("watcher", "geometry")
    return [(k, a) for k, a in places if isinstance(a, np.ndarray) and not k.endswith(handles)]


@pytest.mark.skipif(not INTERPRETED, reason="handles are plain numbers")
@pytest.mark.parametrize(
    "way", [WAYS[0], WAYS[3], WAYS[5], WAYS[6]], ids=lambda way: f"{way[0]}-{way[1]}"
)
def test_no_handle_is_kept(way):
    leg = journey(*way).legs[0]
    assert not [k for k, a in contents._arrays("", contents._memory(leg)) if a.dtype == object]

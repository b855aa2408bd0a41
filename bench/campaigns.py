"""Campaigns: the same cases of a hub with two panels by Basilisk's Monte Carlo, and what a run of a
spacecraft of two bodies costs in lanes, alone, and built anew.

Both codes work with two processes and to the accuracy of the orbit bench.  Basilisk keeps nothing
but what its execution function writes: a run that retains data sleeps a second by its own account.
"""

import functools
import json
import math
import shutil
import tempfile
import time
from pathlib import Path

import numpy as np
from Basilisk.utilities.MonteCarlo.Controller import Controller
from Basilisk.utilities.MonteCarlo.Dispersions import UniformDispersion

import treetop as tt

from . import HERE
from .basilisk import BasiliskRun
from .craft import ORBIT, Craft
from .orbit import ACCURACY, Ours, Theirs, accurate, distance
from .timing import Figure, least_times, seconds

CASES, WORKERS = 128, 2
CRAFT = Craft(2)
VARIED = {  # ours, Basilisk's, least, greatest
    f"forces.spring{i}.{field}": (f"panels[{i}].{short}", 0.9 * value, 1.1 * value)
    for i in range(2)
    for field, short, value in (
        ("stiffness", "k", CRAFT.stiffness),
        ("damping", "c", CRAFT.damping),
    )
}
RUNS = 32


def figures():
    yield from _monte_carlo()
    yield _cost_of_a_run(1.0, 3.2)
    yield _cost_of_a_run(0.1, None)


# --- against Basilisk ---------------------------------------------------------------------------


def _monte_carlo():
    ours, theirs = Ours(CRAFT), Theirs(CRAFT)
    families = [functools.partial(theirs, *accurate(theirs, each)) for each in theirs.families]
    setting = min(families, key=seconds).args
    (rtol,) = accurate(ours, ours.settings)
    folder = Path(tempfile.mkdtemp())
    try:
        found, spent = _by_basilisk(setting, folder)
        _by_treetop(found, rtol, folder / "warm")  # compiles what there is to compile
        rates, wall = _by_treetop(found, rtol, folder / "ours")
        _require_accurate(found, rates, setting, rtol)
    finally:
        shutil.rmtree(folder)
    note = f"{CASES} cases, {WORKERS} processes each, rate to {ACCURACY:g}: {spent:.1f} s by "
    note += f"{setting}, {wall:.2f} s by rtol {rtol:g}"
    yield Figure("Monte Carlo, hub and 2 panels: Basilisk / ours", spent / wall, "x", 50, note=note)


def _by_basilisk(setting, folder):
    """What each case had and came to, and the wall time."""
    control = Controller()
    control.setSimulationFunction(functools.partial(_created, setting))
    control.setExecutionFunction(functools.partial(_executed, str(folder)))
    control.setExecutionCount(CASES)
    control.setThreadCount(WORKERS)
    control.setShouldDisperseSeeds(False)
    control.setShouldArchiveParameters(False)
    control.setShowProgressBar(False)
    control.setVerbose(False)
    for name, low, high in VARIED.values():
        control.addDispersion(UniformDispersion(name, [low, high]))
    began = time.perf_counter()
    failures = control.executeSimulations()
    spent = time.perf_counter() - began
    if failures:
        raise RuntimeError(f"Basilisk: {len(failures)} cases failed")
    return [json.loads(file.read_text()) for file in sorted(folder.glob("*.case"))], spent


def _created(setting):
    return BasiliskRun(CRAFT, *setting)


def _executed(folder, run):
    run.until(ORBIT)
    numbers = [value for panel in run.panels for value in (panel.k, panel.c)]
    case = {"numbers": numbers, "rate": run.hub_rate.tolist()}
    with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".case", delete=False) as file:
        json.dump(case, file)


def _by_treetop(found, rtol, store):
    """Rates at the ends of the same cases, and the wall time."""
    began = time.perf_counter()
    campaign = tt.Campaign(_model(rtol), store)
    campaign.cases({name: [case["numbers"][j] for case in found] for j, name in enumerate(VARIED)})
    campaign.keep(**{axis: tt.last(f"orbit.angular_velocity.{axis}") for axis in "xyz"})
    results = campaign.run(workers=WORKERS, progress=False)
    rates = np.stack([results.values(axis) for axis in "xyz"], axis=1)
    return rates, time.perf_counter() - began


def _model(rtol):
    model = CRAFT.model()
    start = CRAFT.start(model.build())
    of_hub = ("attitude", "position", "angular_velocity", "velocity")
    model.set_start("orbit", **{name: start[f"orbit.{name}"].tolist() for name in of_hub})
    for i in range(CRAFT.panels):
        model.set_start(f"hinge{i}", angle=CRAFT.panel_angle(i))
    method = tt.Dop853(rtol=rtol, atol=1e-3 * rtol)
    model.run = tt.RunSettings(duration=ORBIT, every=ORBIT, method=method)
    return model


def _require_accurate(found, rates, setting, rtol):
    """Each code against its own converged answer, in some of the cases."""
    for k in (0, CASES // 2):
        numbers = found[k]["numbers"]
        exact = _created(("RKF78", 0.1, 1e-14))
        for panel, (stiffness, damping) in zip(
            exact.panels, np.reshape(numbers, (2, 2)), strict=True
        ):
            panel.k, panel.c = stiffness, damping
        exact.until(ORBIT)
        model = _model(3e-14)
        changed = {
            f"spring{i}": tt.JointSpring(f"hinge{i}", k, damping=c)
            for i, (k, c) in enumerate(np.reshape(numbers, (2, 2)).tolist())
        }
        model.forces = {**model.forces, **changed}
        run = tt.simulate(model)["orbit.angular_velocity"].values[-1]
        off = distance(found[k]["rate"], exact.hub_rate), distance(rates[k], run)
        if max(off) > 10 * ACCURACY:
            raise ValueError(f"case {k}: off by {off} with {setting} and rtol {rtol:g}")


# --- what a run costs ---------------------------------------------------------------------------


def _cost_of_a_run(orbits, bound):
    """Per core, of runs over so many orbits."""
    folder = Path(tempfile.mkdtemp())
    campaign = _dispersed(orbits, folder / "c")
    values = campaign._runner(RUNS, {}).draws.values(0, RUNS)
    side_by_side, alone = (campaign._runner(10**6, {}, lanes) for lanes in (True, False))
    racers = {
        "lanes": lambda: side_by_side.rows_of(values),
        "alone": lambda: alone.rows_of(values),
        "anew": lambda: [alone.row(each) for each in values],
    }
    spent = least_times(racers, repeats=5, clock=time.process_time)
    shutil.rmtree(folder)
    each = {name: 1e3 * value / RUNS for name, value in spent.items()}
    note = ", ".join(f"{name} {value:.2f} ms" for name, value in each.items()) + " per run"
    name = f"campaign over {orbits:g} orbit: built anew / lanes"
    return Figure(name, each["anew"] / each["lanes"], "x", bound, note=note)


def _dispersed(orbits, store):
    model = tt.load(HERE.parent / "examples" / "two-body-spacecraft.yaml")
    duration = orbits * 2 * math.pi * math.sqrt(6678.1e3**3 / 3.986e14)
    method = tt.Dop853(rtol=1e-10, atol=1e-13)
    model.run = tt.RunSettings(duration=duration, every=duration / 10, method=method)
    campaign = tt.Campaign(model, store, seed=3)
    campaign.vary("forces.spring.stiffness", "25 N/m ± 5 %")
    campaign.vary("bodies.tug.mass", "1200 kg ± 20 kg")
    campaign.keep(most=tt.most("boom.slide"), load=tt.most(tt.reaction("boom").force))
    campaign._planned(runs=10**6)
    return campaign

"""The run of each example, kept in build/docs-runs until its source changes."""

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import treetop as tt
from staging import DOCS, ROOT

sys.path.append(str(DOCS / "examples"))  # for what scripts share

KEPT = ROOT / "build" / "docs-runs"
SCRIPTS: dict[str, Callable[[SimpleNamespace], tt.Run]] = {
    "atmospheric-drag": lambda s: _run(s.satellite(), duration=6 * 3600, every=60),
    "eight-body-tree": lambda s: _run(s.model(), duration=10, every=0.05, rtol=1e-10),
    "towed-cable": lambda s: _run(s.tow(), duration=600, every=2),
    "tethered-satellite": lambda s: _run(s.mission(), duration=s.END, every=120, method="radau"),
    "large-bending": lambda s: _run(s.boom(), duration=10, every=0.05),
    "asteroid": lambda s: _run(s.prospector(), duration=2 * s.DAY, every=300, rtol=1e-9),
    "observer": lambda s: _run(s.observer(), duration=300, every=1, seed=1),
    "agile-satellite": lambda s: _run(s.agile_satellite(), duration=40, every=0.2),
    "flexible-rocket": lambda s: _run(s.rocket(), duration=20, every=0.05),
    "solar-sail": lambda s: _run(s.sail(), duration=900, every=1, rtol=1e-9, atol=1e-10),
    "beam-spin-up": lambda s: s.spun_up("geometric", duration=18.0),
    "plate-spin-up": lambda s: s.spun_up("geometric"),
    "wire-booms": lambda s: s.spun_faster(),
    "flexible-array": lambda s: s.slew(s.modes().chosen(range(6))),
    "flexible-four-bar": lambda s: s.run_of(),
    "flexible-manipulator": lambda s: s.moved(6.0),
    "nesc-orbits": lambda s: s.flown("10D", every=60),
    "booster-campaign": lambda s: _run(s.launcher(), duration=2.5, every=0.02),
    "tip-off-campaign": lambda s: _run(s.stages(), **s.stages().run.arguments),
    "rolling-and-other-constraints": lambda s: _run(
        s.disc_of_bodies(0.3, -2.0, 6.0), duration=6, every=0.02, rtol=1e-10
    ),
    "impacts": lambda s: s.bounces(0.5, 2.0),
}
"""What is played of an example that is a script; where that is equations, of one of its systems as
bodies."""


def source(name: str) -> Path | None:
    """What an example's run is made from."""
    files = [ROOT / "examples" / f"{name}.yaml", ROOT / "examples" / f"{name}.py"]
    if name in SCRIPTS:
        files.append(DOCS / "examples" / f"{name}.py")
    return next((path for path in files if path.exists()), None)


def run(name: str) -> tt.Run:
    """The run of an example; computed if there is none, or an older one."""
    path, made_from = KEPT / f"{name}.nc", source(name)
    assert made_from is not None
    if not path.exists() or path.stat().st_mtime < made_from.stat().st_mtime:
        path.parent.mkdir(parents=True, exist_ok=True)
        print(f"run: {name}", flush=True)
        _computed(name, made_from).save(path)
    return tt.load_run(path)


def _computed(name: str, made_from: Path) -> tt.Run:
    if made_from.suffix == ".yaml":
        model = tt.load(made_from)
        return _run(model, **model.run.arguments)
    return SCRIPTS[name](SimpleNamespace(**runpy.run_path(str(made_from))))


def _run(model: tt.Model, **settings: object) -> tt.Run:
    system = model.build()
    return tt.simulate(system, system.start(), **settings)

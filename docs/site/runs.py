"""The run of each example, kept in build/docs-runs until its source changes."""

import sys
from pathlib import Path

import treetop as tt
from staging import DOCS, ROOT

sys.path.append(str(DOCS))
from make_playbacks import FLAGS, PART, examples

__all__ = ["FLAGS", "PART", "run"]

KEPT = ROOT / "build" / "docs-runs"
RUNS = examples()


def run(name: str) -> tt.Run:
    """The run of an example; computed if there is none, or an older one."""
    kept = KEPT / f"{name}.nc"
    if not kept.exists() or kept.stat().st_mtime < source(name).stat().st_mtime:
        kept.parent.mkdir(parents=True, exist_ok=True)
        print(f"run: {name}", flush=True)
        RUNS[name]().save(kept)
    return tt.load_run(kept)


def source(name: str) -> Path:
    """What an example's run is made from."""
    folders = (ROOT / "examples", DOCS / "examples")
    return next(path for folder in folders for path in folder.glob(f"{name}.[py]*"))

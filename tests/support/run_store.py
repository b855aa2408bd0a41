"""One run of each model in a session of tests, for all tests and worker processes that need it."""

import hashlib
import pickle
from functools import cache
from pathlib import Path

import treetop as tt
from folders import ROOT
from treetop.files.whole import write_whole

try:
    import fcntl
except ImportError:  # each process computes its own, and the last one is kept
    fcntl = None

SOURCES = ROOT / "src" / "treetop"


class RunStore:
    """Runs in a folder of the session, under a hash of the model file and of the package.

    Their data are pickled: most examples run in less time than a result takes to be written and
    read as NetCDF.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def run(self, model: Path) -> tt.Run:
        """The run that a model file asks for: computed by whoever comes first, a copy for each."""
        kept = self.folder / f"{model.stem}-{_key(model)}"
        with kept.with_suffix(".lock").open("w") as lock:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            if not kept.exists():
                write_whole(kept, pickle.dumps(_computed(model).data))
        return tt.Run(pickle.loads(kept.read_bytes()))


def _computed(path: Path) -> tt.Run:
    model = tt.load(path)
    system = model.build()
    return tt.simulate(system, system.start(), **model.run.arguments)


def _key(model: Path) -> str:
    return hashlib.sha256(model.read_bytes() + _sources()).hexdigest()[:16]


@cache
def _sources() -> bytes:
    digest = hashlib.sha256()
    for source in sorted(SOURCES.rglob("*.py")):
        digest.update(source.relative_to(SOURCES).as_posix().encode() + source.read_bytes())
    return digest.digest()

"""How long a user waits: for help, for an import, for a warm run, and once for compilation.

Each figure is the least of several fresh processes, from start to exit.  Python keeps bytecode, as
it does unless it is forbidden to.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from . import HERE
from .timing import Figure, least_times, seconds

EXAMPLE = HERE.parent / "examples" / "two-body-spacecraft.yaml"


def figures():
    with tempfile.TemporaryDirectory() as folder:
        demo = ["run", str(EXAMPLE), "--out", str(Path(folder) / "run.nc")]
        cold = seconds(lambda: _treetop(*demo, TREETOP_CACHE=str(Path(folder) / "cache")))
        spent = least_times(
            {
                "help": lambda: _treetop("--help"),
                "import": lambda: _python("-c", "import treetop"),
                "python": lambda: _python("-c", "pass"),
                "demo": lambda: _treetop(*demo, TREETOP_CACHE=str(Path(folder) / "cache")),
            },
            repeats=5,
        )
    bare = f"of which Python itself {spent['python']:.3f} s"
    yield Figure("start: treetop --help", spent["help"], "s", at_most=0.3, note=bare)
    yield Figure("start: import treetop", spent["import"], "s", at_most=0.5, note=bare)
    yield Figure("start: warm run of the demo", spent["demo"], "s", at_most=2.5)
    once = cold - spent["demo"]
    yield Figure(
        "start: compilation, once", once, "s", at_most=60, note="first run less a warm one"
    )


def _treetop(*arguments, **environment):
    _python("-c", "from treetop.cli import main; main()", *arguments, **environment)


def _python(*arguments, **environment):
    subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": ""} | environment,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

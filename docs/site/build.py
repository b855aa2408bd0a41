"""Builds the site: ``python docs/site/build.py`` writes build/docs/index.html."""

import gc
import sys
from argparse import ArgumentParser
from pathlib import Path

from sphinx.cmd.build import main as sphinx

import formulas
from commands import stage_commands
from gallery import stage_gallery
from reference import stage_reference
from staging import PAGES, ROOT, stage

HERE = Path(__file__).parent
SITE = ROOT / "build" / "docs"


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    what = "leave out playbacks and sources"
    parser.add_argument("--without-runs", action="store_true", help=what)
    with_runs = not parser.parse_args().without_runs
    gc.set_threshold(20_000, 50, 100)  # doctrees are large, and live to the end
    formulas.install()
    stage()
    stage_gallery(with_runs)
    stage_reference()
    stage_commands()
    strict = ["--fail-on-warning", "--keep-going", "--nitpicky"]
    whole = ["--write-all"]  # a page that is new changes the contents beside all others
    tags = [] if with_runs else ["--tag", "quick"]
    return sphinx([*strict, *whole, *tags, "-q", "-j", "2", "-c", str(HERE), str(PAGES), str(SITE)])


if __name__ == "__main__":
    sys.exit(main())

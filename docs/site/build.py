"""Builds the site: ``python docs/site/build.py`` writes build/docs/index.html."""

import sys
from pathlib import Path

from sphinx.cmd.build import main as sphinx

import formulas
from reference import stage_reference
from staging import PAGES, ROOT, stage

HERE = Path(__file__).parent
SITE = ROOT / "build" / "docs"


def main() -> int:
    formulas.install()
    stage()
    stage_reference()
    strict = ["--fail-on-warning", "--keep-going", "--nitpicky"]
    return sphinx([*strict, "-q", "-j", "2", "-c", str(HERE), str(PAGES), str(SITE)])


if __name__ == "__main__":
    sys.exit(main())

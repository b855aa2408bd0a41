"""treetop examples: listed, copied, never over a file that is here."""

import json
from pathlib import Path

import pytest

from treetop.cli.examples import folder

NAMES = sorted(path.name for path in folder().glob("*.yaml"))


def test_listed_with_a_title(treetop):
    listing = json.loads(treetop("examples", "--json").stdout)
    assert set(NAMES) <= set(listing)
    assert all(listing.values())
    assert "two-body-spacecraft" in treetop("examples").stdout


@pytest.mark.parametrize("name", NAMES)
def test_copied_and_good(treetop, name):
    treetop("examples", name.removesuffix(".yaml"))
    assert Path(name).read_bytes() == (folder() / name).read_bytes()
    treetop("check", name)


def test_never_overwrites_unless_told(treetop):
    Path("two-body-spacecraft.yaml").write_text("mine")
    assert "--force" in treetop("examples", "two-body-spacecraft", code=2).stderr
    assert Path("two-body-spacecraft.yaml").read_text() == "mine"
    treetop("examples", "two-body-spacecraft", "--force")
    assert Path("two-body-spacecraft.yaml").read_text() != "mine"


def test_unknown(treetop):
    assert "two-body-spacecraft" in treetop("examples", "nothing", code=2).stderr

"""treetop warm-up."""

import json

import pytest
from click.testing import CliRunner

from treetop.cli import main
from treetop.core import cache, compilation
from treetop.core.compiler import INTERPRETED, cached_code, shipped

pytestmark = pytest.mark.compiled


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """What is to be compiled; nothing is."""
    found = []
    monkeypatch.setenv("TREETOP_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TREETOP_PROCESSOR", "baseline")
    monkeypatch.setattr(compilation, "prepare", lambda *entries: found.extend(entries))
    for each in (cache.user_folder, shipped.shipped_folder):
        each.cache_clear()
    yield found
    for each in (cache.user_folder, shipped.shipped_folder):
        each.cache_clear()


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_all_kernels_are_compiled_and_that_is_remembered(asked):
    told = CliRunner().invoke(main, ["warm-up", "--json"])
    assert told.exit_code == 0, told.output
    answer = json.loads(told.output)
    assert answer["kernels"] == len(asked) == len(set(asked)) > 150
    assert answer["processor"] == shipped.native_target()[1]
    assert answer["folder"] == str(cached_code.cache_folder())
    assert shipped._is_warm()


def test_where_nothing_can_be_kept_that_is_said(asked, tmp_path):
    (tmp_path / "cache").touch()
    told = CliRunner().invoke(main, ["warm-up"])
    assert told.exit_code == 2
    assert "TREETOP_CACHE" in told.output or "NUMBA_DISABLE_JIT" in told.output
    assert not asked

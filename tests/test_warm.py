"""What is kept of a cache from before."""

import pytest

import warm

pytestmark = pytest.mark.compiled  # no kernels are at work


def test_machine_code_of_tests_is_kept_while_their_helpers_are_the_same(tmp_path, monkeypatch):
    """An edit of helpers does not rename what kernels of tests are kept as, and leaves it stale."""
    support = tmp_path / "support"
    support.mkdir()
    (support / "helper.py").write_text("two = 2")
    cache = tmp_path / "cache"
    kept = {"treetop.core.formulations.kane", "equations_0123"}
    others = {"wrong_formulations", "treetop.analysis.timing"}
    monkeypatch.setattr(warm, "cache_folder", lambda: cache)
    monkeypatch.setattr(warm, "TESTS", tmp_path)

    def left():
        for name in kept | others:
            (cache / name).mkdir(parents=True, exist_ok=True)
            (cache / name / "derivative-24.0123").touch()
        warm.remove_stale_code()
        return {each.name for each in cache.glob("*/")}

    assert left() == kept  # of helpers that nobody knows
    assert left() == kept | others
    (support / "helper.py").write_text("two = 3")
    assert left() == kept
    assert left() == kept | others


def test_where_nothing_is_kept_nothing_is_removed(tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(warm, "cache_folder", lambda: None)
    warm.remove_stale_code()
    assert (tmp_path / "mine").exists()

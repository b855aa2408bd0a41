"""What is kept of a cache from before."""

import pytest

import warm

pytestmark = pytest.mark.compiled  # no kernels are at work


def test_machine_code_of_tests_is_removed(tmp_path, monkeypatch):
    """An edit of theirs does not rename the cache, and could leave it stale."""
    kept = {"treetop.core.formulations.kane", "equations_0123"}
    for name in (*kept, "wrong_formulations", "treetop.analysis.timing"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "derivative-24.0123").touch()
    monkeypatch.setattr(warm, "cache_folder", lambda: tmp_path)
    warm.remove_code_from_elsewhere()
    assert {each.name for each in tmp_path.iterdir()} == kept


def test_where_nothing_is_kept_nothing_is_removed(tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(warm, "cache_folder", lambda: None)
    warm.remove_code_from_elsewhere()
    assert (tmp_path / "mine").exists()

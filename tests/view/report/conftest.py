"""Runs with everything in them, none of which was simulated."""

import pytest

import treetop as tt


@pytest.fixture
def loaded(run, tmp_path):
    """The run as another person gets it: from a file."""
    run.save(tmp_path / "line.nc")
    return tt.load_run(tmp_path / "line.nc")

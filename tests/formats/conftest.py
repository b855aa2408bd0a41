"""A model file with everything in it."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def text() -> str:
    """The text of a sound model."""
    return (Path(__file__).parent / "everything.yaml").read_text("utf-8")

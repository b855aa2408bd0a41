"""Every run of the tests sees the same random numbers."""

import os

import numpy as np
import pytest
from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("fixed")


@pytest.fixture
def rng() -> np.random.Generator:
    """A generator with a fixed seed, new for each test."""
    return np.random.default_rng(20260101)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        reason = pytest.mark.skip(reason="too slow without the compiler")
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(reason)

"""Which cases of a test run without the compiler, too."""

from collections.abc import Container, Iterable

import pytest


def interpreted_for(values: Iterable, kept: Container) -> list:
    """Parameters of a test: all of the values are compiled, and interpreted those that are kept."""
    return [v if v in kept else pytest.param(v, marks=pytest.mark.compiled) for v in values]

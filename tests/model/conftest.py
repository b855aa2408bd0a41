"""A sound model, and what an unsound one says."""

from collections.abc import Callable
from typing import Any

import pytest

import treetop as tt
from treetop.errors import ModelError, Problem


@pytest.fixture
def problems_of() -> Callable[..., list[Problem]]:
    """The problems of a call that must fail."""

    def call(make: Callable[..., Any], *args: Any, **kwargs: Any) -> list[Problem]:
        with pytest.raises(ModelError) as caught:
            make(*args, **kwargs)
        return caught.value.problems

    return call


@pytest.fixture
def craft() -> tt.Model:
    """A bus in flight with a tug on a boom."""
    model = tt.Model("craft")
    bus = model.add_body("bus", mass=2200, inertia=[2300, 4500, 3600])
    tug = model.add_body("tug", mass=1200, inertia=[1700, 2000, 600])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.add_joint(
        "boom",
        tt.Cylindrical([1, 0, 0]),
        bus.frame("port", at=[1, 0, 1]),
        tug.frame("tail", at=[-1, 0, 1]),
    )
    return model

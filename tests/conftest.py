"""Every run of the tests sees the same random numbers; a mechanism that everybody knows; runs that
tests share."""

import gc
import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

import treetop as tt
from folders import EXAMPLES
from run_store import RunStore
from treetop.core.compiler import INTERPRETED
from treetop.errors import ModelError, Problem

settings.register_profile("fixed", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("fixed")

gc.set_threshold(20_000, 50, 100)  # modules and tests are many, and live to the end

WITHOUT_KERNELS = [
    "campaigns",
    "checks",
    "cli",
    "docs",
    "files",
    "fitting",
    "formats",
    "model",
    "structures",
    "topology",
    "view",
]
"""Folders whose tests say nothing of kernels, and so need not run interpreted."""


@pytest.fixture
def rng() -> np.random.Generator:
    """A generator with a fixed seed, new for each test."""
    return np.random.default_rng(20260101)


@pytest.fixture(scope="session")
def run_store(tmp_path_factory: pytest.TempPathFactory) -> RunStore:
    """Runs of model files, each computed once in a session."""
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    return RunStore(shared / "runs")


@pytest.fixture(scope="session")
def example_run(run_store: RunStore) -> Callable[[str], tt.Run]:
    """The run of an example, as its file asks for it."""
    return lambda name: run_store.run(EXAMPLES / f"{name}.yaml")


@pytest.fixture
def four_bar() -> tt.Model:
    """A parallelogram in the plane of x and y: by count it could not move, and it does."""
    model, z = tt.Model("four-bar"), [0, 0, 1]
    for name, length in (("crank", 1.0), ("coupler", 2.0), ("rocker", 1.0)):
        bar = model.add_body(name, 1.0, [0.01, 0.1, 0.1], [length / 2, 0, 0])
        bar.frame("tip", at=[length, 0, 0])
    far = model.ground.frame("far", at=[2, 0, 0])
    model.add_joint("crank", tt.Revolute(z), model.ground, "crank")
    model.add_joint("coupler", tt.Revolute(z), "crank.tip", "coupler")
    model.add_joint("rocker", tt.Revolute(z), far, "rocker")
    model.add_joint("close", tt.Revolute(z), "rocker.tip", "coupler.tip")
    model.set_start("crank", angle=1.0, rate=2.0)
    model.set_start("coupler", angle=-1.0, rate=-2.0)
    model.set_start("rocker", angle=1.0, rate=2.0)
    model.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    return model


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


if INTERPRETED:
    collect_ignore = list(WITHOUT_KERNELS)


def pytest_collection_finish() -> None:
    gc.freeze()  # what there is by now


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    marks = {"compiled"} if INTERPRETED else set()
    marks |= {"posix"} if os.name == "nt" else set()
    left = [item for item in items if any(map(item.get_closest_marker, marks))]
    if left:
        items[:] = [item for item in items if not any(map(item.get_closest_marker, marks))]
        config.hook.pytest_deselected(items=left)

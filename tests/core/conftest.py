"""Random trees in random motion, with the naive computation to compare them with; a module to be
compiled."""

import os
from dataclasses import dataclass

import pytest

from folders import ROOT
from naive import Naive
from sprung_trees import moving, sprung_tree
from treetop.system.state import State
from treetop.system.system import System

TREES = {
    "free": {"seed": 1, "bodies": 12},
    "grounded": {"seed": 2, "bodies": 14, "grounded": True},
    "massless bodies within": {"seed": 3, "bodies": 20, "light": 0.5, "grounded": True},
    "three free roots, 60 bodies": {"seed": 4, "bodies": 60, "roots": 3},
    "two grounded roots, 60 bodies": {"seed": 5, "bodies": 60, "roots": 2, "grounded": True},
}


@dataclass
class Tree:
    system: System
    state: State

    def __post_init__(self):
        self.naive = Naive(self.system)
        self.q, self.u = self.state.coordinates, self.state.speeds


def chosen(name: str):
    """Large trees say no more of kernels interpreted."""
    large = TREES[name]["bodies"] > 20
    return pytest.param(name, marks=[pytest.mark.compiled] if large else [])


@pytest.fixture(scope="package", params=map(chosen, TREES), ids=str)
def tree(request) -> Tree:
    model = sprung_tree(**TREES[request.param])
    return Tree(*moving(model, seed=7))


@pytest.fixture
def twice_path(tmp_path) -> str:
    """Where a process finds the package, and a module with an entry that prints what it returns
    and how often it was found in the cache."""
    (tmp_path / "twice.py").write_text(
        "from treetop.core.compiler import entry\n"
        "@entry(0.0, 0.0)\n"
        "def twice(x):\n"
        "    return 2 * x\n"
        "print(twice(1.5), sum(twice.function.stats.cache_hits.values()))\n"
    )
    return f"{tmp_path}{os.pathsep}{ROOT / 'src'}"

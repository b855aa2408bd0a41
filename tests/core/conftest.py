"""Random trees in random motion, with the naive computation to compare them with."""

from dataclasses import dataclass

import pytest

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

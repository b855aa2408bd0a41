"""A hundred random trees and mechanisms with flexible bodies, by formulations that share no
equation of motion, and their laws of energy."""

from collections.abc import Iterator
from typing import Any

import numpy as np

import treetop as tt
from treetop.system.state import State
from treetop.validation.case import Check
from treetop.validation.random_flexible import random_mechanism, random_motion, random_tree

TREES, MECHANISMS = range(60), range(60, 100)
OTHERS = ("kane", "newton-euler")


def checks() -> list[Check]:
    trees, closed = [*map(_tree, TREES)], [*map(random_mechanism, MECHANISMS)]
    return [*_agreement("trees", trees), *_agreement("mechanisms", closed), _energy(trees)]


def _tree(seed: int) -> tuple[tt.Model, dict[str, Any]]:
    model = random_tree(seed)
    return model, random_motion(model, seed)


def _agreement(name: str, models: list) -> Iterator[Check]:
    for formulation in OTHERS:
        worst = max(difference(model, motion, formulation) for model, motion in models)
        yield Check(f"{len(models)} {name}: {formulation} - recursive", worst, 0.0, 1e-9)


def difference(model: tt.Model, motion: dict[str, Any], formulation: str) -> float:
    """Difference of accelerations from those of the recursion, in parts of the greatest."""
    one, other = model.build(), model.build(formulation)
    state = one.settled(one.state(**motion))
    reference = one.evaluate(state).speed_rates
    found = other.evaluate(other.state_of(state)).speed_rates
    return float(np.abs(found - reference).max() / np.abs(reference).max())


def _energy(models: list) -> Check:
    """The greatest power that is unaccounted for, in parts of the kinetic energy per second."""
    worst = max(lost_power(model.build(), motion) for model, motion in models[::6])
    return Check("trees: rate of energy - power", worst, 0.0, 1e-7, "1/s")


def lost_power(system: tt.System, motion: dict[str, Any], step: float = 1e-5) -> float:
    """The rate of energy by central differences along the motion, less the power that enters."""
    state = system.state(**motion)
    rate = system.rate(state)

    def energy(steps: float) -> float:
        now = system.evaluate(State(system, 0.0, state.vector + steps * step * rate))
        return now.kinetic_energy + now.potential_energy

    gained = (8 * (energy(1) - energy(-1)) - (energy(2) - energy(-2))) / (12 * step)
    return abs(gained - rate[-2]) / system.evaluate(state).kinetic_energy

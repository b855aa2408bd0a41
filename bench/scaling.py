"""Ten thousand bodies: time per body against a hundred, and memory of a model and a run."""

import resource
import subprocess
import sys

import treetop as tt

from .timing import Figure, least_times

MANY, FEW = 10_000, 100


def figures():
    # A process that only runs the model must not have Pinocchio in its memory.
    from random_trees import random_motion

    from .dynamics import Ours, chain

    models = {n: chain(n) for n in (FEW, MANY)}
    racers = {n: Ours(m, random_motion(m, seed=1, speed=0.1)) for n, m in models.items()}
    turns = {n: lambda n=n: racers[n].repeat(MANY // n) for n in racers}
    spent = least_times(turns, repeats=51)
    note = f"{spent[MANY] / MANY * 1e9:.0f} and {spent[FEW] / MANY * 1e9:.0f} ns"
    ratio = spent[MANY] / spent[FEW]
    yield Figure(f"time per body, {MANY} / {FEW}", ratio, at_most=1.5, note=note)

    yield from _absolute()

    child = subprocess.run(
        [sys.executable, "-m", __spec__.name], check=True, capture_output=True, text=True
    )
    note = "peak, model and run of one second with ten samples"
    yield Figure(f"memory of {MANY} bodies", float(child.stdout), "GB", at_most=1, note=note)


def _absolute():
    """Newton-Euler equations with multipliers: ten times the bodies."""
    from random_trees import random_motion

    from .dynamics import Ours, chain

    few, many = 100, 1000
    models = {n: chain(n) for n in (few, many)}
    racers = {
        n: Ours(m, random_motion(m, seed=1, speed=0.1), "newton-euler") for n, m in models.items()
    }
    spent = least_times({n: lambda n=n: racers[n].repeat(2) for n in racers}, repeats=31)
    note = f"{spent[few] / 2e-6 / few:.2f} and {spent[many] / 2e-6 / many:.2f} µs per body"
    ratio = spent[many] / spent[few]
    yield Figure(f"newton-euler, chain of {many} / {few}", ratio, at_most=15, note=note)


def main():
    """Run a large model and print the most memory it took, in GB."""
    from random_trees import random_tree

    model = random_tree(1, MANY, ("revolute",), grounded=True, efforts=False)
    system = model.build()
    tt.simulate(system, system.state(), duration=1.0, every=0.1, rtol=1e-6)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)


if __name__ == "__main__":
    main()

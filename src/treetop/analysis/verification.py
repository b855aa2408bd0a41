"""A run checked by another: an independent formulation, with finer tolerances."""

from __future__ import annotations

import numpy as np

from treetop.analysis.trajectories import UNITS, distances, finer, sizes_of, values_of
from treetop.errors import ModelError, TreetopError
from treetop.results import Run
from treetop.results.audit import Audit, Drift
from treetop.simulation.simulate import simulate
from treetop.system.system import System

INDEPENDENT = ("newton-euler", "kane", "recursive")  # to be tried in this order


def verify(run: Run, formulation: str | None = None) -> Audit:
    """How far a run is from another of the same model, at all of its samples.

    The other one solves other equations, with tolerances ten times finer or half the step: what is
    found is the error of the run itself, by whatever it was caused.

    Parameters
    ----------
    run : Run
    formulation : str, optional
        That of the other run; by default the first of "newton-euler", "kane" and "recursive" that
        can solve the model and is not the run's own.

    Returns
    -------
    Audit
        The greatest distance in each quantity of the motion, relative to its size.

    Examples
    --------
    >>> print(tt.verify(run))     # doctest: +SKIP
    """
    system = _independent(run, formulation)
    other = simulate(system, system.state_of(run.start), **finer(run.settings).arguments)
    # At events each has samples of its own as well.
    common = np.intersect1d(run.time, other.time)
    mine, theirs = (
        values_of(Run(each.data.sel(time=common), each.system)) for each in (run, other)
    )
    sizes = sizes_of(run, mine)
    return Audit(
        tuple(
            Drift(f"{name} by {system.formulation}", _apart(name, mine, theirs), sizes[name], unit)
            for name, unit in UNITS.items()
            if name in mine
        )
    )


def _apart(name: str, a: dict[str, np.ndarray], b: dict[str, np.ndarray]) -> float:
    return float(distances(name, a[name], b[name]).max()) if name in b else np.inf


def _independent(run: Run, formulation: str | None) -> System:
    """The model built by another formulation."""
    if formulation is not None:
        return run.model.build(formulation)
    formulation_of_run = run.data.attrs["formulation"]
    for name in INDEPENDENT:
        if name != formulation_of_run:
            try:
                return run.model.build(name)
            except ModelError:
                continue
    raise TreetopError(f"no formulation but '{formulation_of_run}' can solve '{run.model.name}'")

"""Which modes a body keeps, and why: one table gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.structures.arguments import number, refusal
from treetop.structures.modes.effective_mass import EffectiveMasses, effective_masses
from treetop.structures.modes.modal_cost import ModalCosts
from treetop.structures.modes.modes import Modes
from treetop.structures.structure import DIRECTIONS

__all__ = ["Selection", "mode_selection"]


@dataclass(frozen=True)
class Selection:
    """Modes of a body, which of them are kept, and why. As a string it is a table.

    Attributes
    ----------
    modes : Modes
        All of them.
    kept : ndarray of bool, shape (m,)
    reasons : tuple of str
        Why each is kept or not.
    masses : EffectiveMasses
    costs : ModalCosts or None
    """

    modes: Modes
    kept: np.ndarray
    reasons: tuple[str, ...]
    masses: EffectiveMasses
    costs: ModalCosts | None

    @property
    def chosen(self) -> Modes:
        """The modes that are kept."""
        return self.modes.chosen(self.kept)

    def __str__(self) -> str:
        return "\n".join(line.rstrip() for line in self._lines())

    def _lines(self) -> Iterator[str]:
        axes = "".join(f"{f'% {word}':>8}" for word in DIRECTIONS)
        cost = f"{'% cost':>8}" if self.costs else ""
        yield f"{'mode':>4}  {'kind':<20}{'Hz':>12}{axes}{cost}  {'kept':<5}why"
        largest = np.abs(self.costs.shares).max(axis=1) if self.costs else None
        for k, label in enumerate(self.modes.labels):
            shares = "".join(f"{100 * share:8.2f}" for share in self.masses.shares[k])
            cost = "" if largest is None else f"{100 * largest[k]:8.3g}"
            chosen = "yes" if self.kept[k] else "no"
            frequency = f"{self.modes.frequencies[k]:12.6g}"
            yield f"{k:4d}  {label:<20.20}{frequency}{shares}{cost}  {chosen:<5}{self.reasons[k]}"
        yield self._sum("kept", self.masses.of_modes[self.kept].sum(axis=0))
        yield self._sum("all of these", self.masses.of_modes.sum(axis=0))
        yield self._sum("moved by no mode", self.masses.held)

    def _sum(self, label: str, masses: np.ndarray) -> str:
        there = self.masses.total > 1e-12 * self.masses.total.max()
        shares = masses / np.where(there, self.masses.total, np.inf)
        return f"{'':4}  {label:<20}{'':12}" + "".join(f"{100 * share:8.2f}" for share in shares)


def mode_selection(
    modes: Modes,
    *,
    lowest: float = 0.0,
    highest: float = np.inf,
    least_mass: float | None = None,
    costs: ModalCosts | None = None,
    cost_share: float | None = None,
) -> Selection:
    """Choose among normal modes.

    Parameters
    ----------
    modes : Modes
    lowest, highest : float
        Modes outside this band [Hz] are left out.
    least_mass : float, optional
        Within it those are kept whose effective mass along or about an axis is at least this share.
    costs : ModalCosts, optional
    cost_share : float, optional
        And those that together make up this share of the cost of each output. If neither is given,
        all of the band are kept.
    """
    if cost_share is not None and costs is None:
        raise ModelError([Problem("a share of costs that are not given", "costs", "modal_costs")])
    if costs is not None and len(costs.of_modes) != len(modes):
        what = f"costs of {len(costs.of_modes)} modes for {len(modes)}"
        raise refusal(what, "costs", "those of the same modes")
    low, high = (number(f, "frequencies", "a number, in Hz") for f in (lowest, highest))
    if least_mass is not None:
        number(least_mass, "least_mass", "a share, from 0 to 1")
    masses = effective_masses(modes)
    by_mass, by_cost = _by_mass(masses, least_mass), _by_cost(costs, cost_share)
    any_wanted = least_mass is not None or cost_share is not None
    chosen, reasons = [], []
    for k, frequency in enumerate(modes.frequencies):
        why = [words for words in (by_mass.get(k), by_cost.get(k)) if words]
        if not low <= frequency <= high:
            why, keep = [f"below {low:g} Hz" if frequency < low else f"above {high:g} Hz"], False
        elif any_wanted:
            keep = bool(why)
            why = why or ["moves and shows too little"]
        else:
            why, keep = ["in the band"], True
        chosen.append(keep)
        reasons.append(", ".join(why))
    return Selection(modes, np.array(chosen), tuple(reasons), masses, costs)


def _by_mass(masses: EffectiveMasses, least: float | None) -> dict[int, str]:
    if least is None:
        return {}
    axis = masses.shares.argmax(axis=1)
    most = masses.shares.max(axis=1)
    found = np.flatnonzero(most >= least).tolist()
    whole = [*(f"mass along {x}" for x in "xyz"), *(f"inertia about {x}" for x in "xyz")]
    return {k: f"{100 * most[k]:.3g} % of the {whole[axis[k]]}" for k in found}


def _by_cost(costs: ModalCosts | None, share: float | None) -> dict[int, str]:
    if costs is None or share is None:
        return {}
    output = np.abs(costs.shares).argmax(axis=1)
    found = np.flatnonzero(costs.dominant(share)).tolist()
    return {
        k: f"{100 * costs.shares[k, output[k]]:.3g} % of the cost of {costs.outputs[output[k]]}"
        for k in found
    }

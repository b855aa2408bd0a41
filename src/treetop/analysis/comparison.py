"""What a comparison of formulations found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from treetop.model.run import RunSettings
from treetop.results import Audit


@dataclass(frozen=True)
class Difference:
    """How far two formulations are apart in one quantity.

    Attributes
    ----------
    quantity : str
    between : tuple of str
        The two formulations.
    value, allowed : float
        The difference, and how large it may be; in `unit`.
    unit : str
        ``"1"`` for differences relative to the largest value.
    """

    quantity: str
    between: tuple[str, str]
    value: float
    allowed: float
    unit: str

    @property
    def passed(self) -> bool:
        """Whether the two agree; NaN does not."""
        return self.value <= self.allowed

    @property
    def severity(self) -> float:
        """The difference in units of what is allowed."""
        return self.value / self.allowed if self.value else 0.0


@dataclass(frozen=True)
class Solution:
    """How one formulation solves the model.

    Attributes
    ----------
    counts : dict
        Coordinates, speeds, constraint equations, their rank, degrees of freedom.
    time_per_evaluation : float, s
    statistics : dict
        Counts of steps and evaluations, and the wall time in s.
    audit : Audit
    errors : dict of float
        For each quantity of the motion, the greatest distance of the run from one with finer
        tolerances by the same formulation.
    """

    counts: dict[str, int]
    time_per_evaluation: float
    statistics: dict[str, Any]
    audit: Audit
    errors: dict[str, float]


@dataclass(frozen=True)
class Comparison:
    """What the formulations say of one model. Print it for a table.

    Attributes
    ----------
    title : str
        The name of the model.
    settings, finer : RunSettings
        Of the runs, and of those that their errors are measured by.
    instants : tuple of float, s
        When the equations were evaluated.
    sizes : dict of float
        The largest value of each quantity that is compared by evaluation, SI.
    solutions : dict of Solution
        By formulation.
    refusals : dict of str
        Formulations that cannot solve the model, and why.
    failures : dict of str
        Formulations that should have solved it and did not, and why.
    indeterminate : tuple of str
        Joints and constraints whose loads are left open by constraints that depend on each other:
        only the unique parts of these are compared.
    evaluations, motions : tuple of Difference
        Of all pairs: at equal states along the run, relative; and at the end of the runs.
    warnings : tuple of str
        What limits the worth of the comparison.
    """

    title: str
    settings: RunSettings
    finer: RunSettings
    instants: tuple[float, ...]
    sizes: dict[str, float]
    solutions: dict[str, Solution]
    refusals: dict[str, str]
    failures: dict[str, str]
    indeterminate: tuple[str, ...]
    evaluations: tuple[Difference, ...]
    motions: tuple[Difference, ...]
    warnings: tuple[str, ...]

    @property
    def differences(self) -> tuple[Difference, ...]:
        """All of them."""
        return self.evaluations + self.motions

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The formulations that were compared, two by two."""
        return list(combinations(self.solutions, 2))

    @property
    def disagreements(self) -> list[Difference]:
        """The differences that are too large."""
        return [difference for difference in self.differences if not difference.passed]

    @property
    def agrees(self) -> bool:
        """Whether there is a pair, every pair agrees and no formulation failed."""
        return bool(self.pairs) and not self.disagreements and not self.failures

    @property
    def reference(self) -> str:
        """The formulation that agrees with most others, the first of them if there are several."""
        apart = {difference.between for difference in self.disagreements}
        opponents = {name: sum(name in pair for pair in apart) for name in self.solutions}
        return min(opponents, key=lambda name: opponents[name], default="")

    def worst(self) -> Iterator[Difference]:
        """For each quantity the difference, among all pairs, that comes nearest to its limit."""
        for quantity in dict.fromkeys(d.quantity for d in self.differences):
            yield max(
                (d for d in self.differences if d.quantity == quantity), key=lambda d: d.severity
            )

    def as_dict(self) -> dict[str, Any]:
        """Everything as numbers and texts, for a program."""
        answer = asdict(self) | {"agrees": self.agrees, "reference": self.reference}
        answer |= {"settings": self.settings.as_dict(), "finer": self.finer.as_dict()}
        for name, solution in self.solutions.items():
            drifts = {d.name: asdict(d) | {"relative": d.relative} for d in solution.audit.drifts}
            answer["solutions"][name]["audit"] = drifts
        for part in ("evaluations", "motions"):
            answer[part] = [asdict(d) | {"passed": d.passed} for d in getattr(self, part)]
        return answer

    def __str__(self) -> str:
        from treetop.analysis.table import table

        return table(self)

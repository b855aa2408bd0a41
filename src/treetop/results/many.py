"""Many runs of one model, looked at together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from treetop.results.run import Run


@dataclass(frozen=True)
class OneOfMany:
    """What has come of one of many runs.

    Attributes
    ----------
    run : Run, optional
        As far as it came; None if it could not begin.
    outcome : str
        That of the run; "invalid" of numbers that make no model, "failed" of a run that could not
        go on.
    message : str
        Why, or what the run is warned of.
    alone : str
        Why it has not run in a lane, beside others; empty if it has.
    """

    run: Run | None = None
    outcome: str = "invalid"
    message: str = ""
    alone: str = ""


class ManyRuns(Sequence[OneOfMany]):
    """Many runs, by their numbers; quantities by their names.

    Attributes
    ----------
    time : ndarray, s
        Where samples were wanted.
    """

    def __init__(self, runs: Sequence[OneOfMany], time: np.ndarray) -> None:
        self._runs, self.time = list(runs), time

    def __len__(self) -> int:
        return len(self._runs)

    def __iter__(self) -> Iterator[OneOfMany]:
        return iter(self._runs)

    def __getitem__(self, key):
        """One of the runs by its number; of a quantity, by its name, what it is in each run at each
        of the times, ``(runs, times, ...)``: not a number where a run has not come to."""
        if not isinstance(key, str):
            return self._runs[key]
        found: np.ndarray | None = None
        for k, run in enumerate(self.runs):
            if run is None:
                continue
            values = run[key].to_numpy()
            if found is None:
                found = np.full((len(self), len(self.time), *values.shape[1:]), np.nan)
            _, here, there = np.intersect1d(self.time, run.time, return_indices=True)
            found[k, here] = values[there]
        return np.full((len(self), len(self.time)), np.nan) if found is None else found

    @property
    def runs(self) -> list[Run | None]:
        """Each run by itself, as `treetop.simulate` gives it."""
        return [one.run for one in self]

    @property
    def outcomes(self) -> list[str]:
        return [one.outcome for one in self]

    @property
    def messages(self) -> list[str]:
        """Why runs failed, or what they are warned of."""
        return [one.message for one in self]

    @property
    def alone(self) -> dict[str, list[int]]:
        """Which runs were not made in lanes, by the reason."""
        found: dict[str, list[int]] = {}
        for k, one in enumerate(self):
            if one.alone:
                found.setdefault(one.alone, []).append(k)
        return found

    def __repr__(self) -> str:
        counts = {each: self.outcomes.count(each) for each in dict.fromkeys(self.outcomes)}
        said = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
        alone = sum(map(len, self.alone.values()))
        return f"<{len(self)} runs: {said}{f'; {alone} not in lanes' if alone else ''}>"

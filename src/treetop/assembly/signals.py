"""Functions of time, collected into one table."""

from __future__ import annotations

from typing import Any

import numpy as np

from treetop.core.tables.tables import Signals
from treetop.model import Table


class SignalBook:
    """Takes constants and tables in, gives row numbers out, and the table in the end."""

    def __init__(self) -> None:
        self.signals: list[tuple[tuple[float, ...], np.ndarray, bool]] = []

    def add(self, value: Any) -> int:
        """A number, three numbers, or a `Table` of such."""
        table = value if isinstance(value, Table) else Table((0.0,), (value,))
        rows = np.zeros((len(table.times), 3))
        rows[:, : table.size] = np.reshape(table.values, (len(table.times), table.size))
        self.signals.append((table.times, rows, table.interpolation == "hold"))
        return len(self.signals) - 1

    def add_component(self, value: Any, k: int) -> int:
        """The k-th of three numbers, or of the three of a `Table`."""
        if not isinstance(value, Table):
            return self.add(value[k])
        part = tuple(row[k] for row in value.values)
        return self.add(Table(value.times, part, value.interpolation))

    def table(self) -> Signals:
        lengths = [len(times) for times, _, _ in self.signals]
        return Signals(
            at=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
            hold=np.array([hold for _, _, hold in self.signals], dtype=np.int64),
            time=np.array([t for times, _, _ in self.signals for t in times], dtype=float),
            value=np.concatenate([np.zeros((0, 3)), *(rows for _, rows, _ in self.signals)]),
        )

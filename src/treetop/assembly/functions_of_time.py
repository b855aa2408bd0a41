"""Functions of time that constraints and springs follow, collected into one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from treetop.assembly.poses import Pose
from treetop.assembly.sliding import SlidingBook
from treetop.assembly.splines import Piecewise, spline_pieces, table_pieces
from treetop.core.tables.kinds import EXPRESSION, ORBIT, SPLINE, USER_FUNCTION
from treetop.core.tables.sliding import Sliding
from treetop.core.tables.tables import Drives, UserConstraintTables
from treetop.model import Spline, Table, UserConstraint
from treetop.model.functions.expression import TIME, Step, passages, steps_of


class OrbitPart(NamedTuple):
    """One coordinate of a point on Kepler's orbit: ``a (cos E - e) + b sin E``."""

    motion: tuple[float, float, float]  # mean motion, eccentricity, mean anomaly at time 0
    a: float
    b: float


Law = str | Spline | Piecewise | Table | OrbitPart | Callable[..., Any]


class DriveBook:
    """Takes functions of time in, gives row numbers out, and the table in the end."""

    def __init__(self) -> None:
        self.sorts: list[int] = []
        self.rows: list[list[tuple[float, list[float], tuple[int, int, int]]]] = []
        self.functions: dict[int, Callable[..., Any]] = {}
        self.guides: list[tuple[list[int], np.ndarray]] = []
        self.user: list[UserConstraint] = []
        self.frames: list[np.ndarray] = []
        self.sliding = SlidingBook()

    def add(self, law: Law) -> int:
        d, none = len(self.sorts), (0, 0, 0)
        if isinstance(law, (Spline, Piecewise, Table)):
            times, numbers = table_pieces(law) if isinstance(law, Table) else spline_pieces(law)
            rows = [(t, list(c), none) for t, c in zip(times, numbers, strict=True)]
            self.sorts.append(SPLINE)
        elif isinstance(law, str):
            steps = steps_of(law)
            rows = [(0.0, [step.number, 0.0, 0.0, 0.0], step[:3]) for step in steps]
            self.sorts.append(EXPRESSION)
        elif isinstance(law, OrbitPart):
            rows = [(0.0, [*law.motion, 0.0], none), (0.0, [law.a, law.b, 0.0, 0.0], none)]
            self.sorts.append(ORBIT)
        else:
            rows = []
            self.sorts.append(USER_FUNCTION)
            self.functions[d] = law
        self.rows.append(rows)
        return d

    def add_angles(self, angles: tuple[Law, ...], axes: np.ndarray) -> int:
        """An attitude by turns about three axes, the rows of a matrix."""
        self.guides.append(([*map(self.add, angles), -1], axes.ravel()))
        return len(self.guides) - 1

    def add_quaternion(self, parts: tuple[Law, ...]) -> int:
        """An attitude by the components of a quaternion of any length."""
        self.guides.append(([*map(self.add, parts)], np.zeros(9)))
        return len(self.guides) - 1

    def add_own(
        self, constraint: UserConstraint, a: Pose, others: list[Pose]
    ) -> tuple[float, float]:
        """The number of a function of more than time, and of the first frame it looks at."""
        number, first = len(self.user), len(self.frames)
        self.user.append(constraint)
        self.frames += [np.hstack([a.R.ravel(), a.p, b.R.ravel(), b.p]) for b in others]
        return float(number), float(first)

    def table(self) -> Drives:
        rows = [row for part in self.rows for row in part]
        return Drives(
            sort=np.array(self.sorts, dtype=np.int64),
            at=np.cumsum([0, *map(len, self.rows)], dtype=np.int64),
            time=np.array([time for time, _, _ in rows], dtype=float),
            number=np.array([numbers for _, numbers, _ in rows], dtype=float).reshape(-1, 4),
            step=np.array([step for _, _, step in rows], dtype=np.int64).reshape(-1, 3),
            user_function=None,  # compiled where the model is built
            guide=np.array([drives for drives, _ in self.guides], dtype=np.int64).reshape(-1, 4),
            axes=np.array([axes for _, axes in self.guides], dtype=float).reshape(-1, 9),
            user=self._user_table(),
            sliding=Sliding(*self.sliding.tables(), fill=None),  # compiled likewise
        )

    def _user_table(self) -> UserConstraintTables:
        parameters = np.zeros((len(self.user), max([1, *(len(c.parameters) for c in self.user)])))
        for row, constraint in zip(parameters, self.user, strict=True):
            row[: len(constraint.parameters)] = constraint.parameters
        return UserConstraintTables(
            np.array(self.frames).reshape(-1, 24), parameters, user_function=None, fill=None
        )

    @property
    def breaks(self) -> np.ndarray:
        """Times at which a third rate jumps, or a peak may be that steps would pass over, s."""
        found: list[float] = []
        for sort, rows in zip(self.sorts, self.rows, strict=True):
            if sort == SPLINE:
                found += [time for time, _, _ in rows]
            elif sort == EXPRESSION:
                found += passages([Step(*step, numbers[0]) for _, numbers, step in rows])
        return np.array(found, dtype=float)

    @property
    def timed(self) -> bool:
        """Whether there is a function of time of which only values are known."""
        return bool(self.user) or any(
            sort in (USER_FUNCTION, ORBIT)
            or (sort == EXPRESSION and any(step[0] == TIME for _, _, step in rows))
            for sort, rows in zip(self.sorts, self.rows, strict=True)
        )

    @property
    def most_steps(self) -> int:
        """Greatest number of steps of an expression."""
        return max(map(len, self.rows), default=0)

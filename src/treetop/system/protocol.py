"""What simulations and results ask of a system, be it a built model or the user's own equations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from treetop.core.interface import Formulation
    from treetop.model.model import Model
    from treetop.system.state import State


class EvaluationContext(Protocol):
    """Arrays that evaluations write, and the handle by which kernels find them."""

    @property
    def problem(self) -> Any: ...
    @property
    def alive(self) -> Any: ...


class SystemEvaluation(Protocol):
    """A system at one state."""

    @property
    def rate(self) -> np.ndarray: ...
    @property
    def problem(self) -> Any: ...
    def not_finite_part(self) -> str: ...
    def trouble(self) -> str: ...


class DynamicalSystem(Protocol):
    """Equations of motion with all that a run and its result need.

    Attributes
    ----------
    model : Model or None
        What the user built, stages and events included; systems in the user's own equations have
        none.
    equations : Formulation or None
        By which a model is solved.
    size : int
        Of states.
    uncontrolled : int
        How many numbers at the end of a state the error control leaves out.
    origin_index : int
        Where in a state the origin begins that projection may move, -1 without one.
    derivative, project, problem
        The rate of a state and the projection onto constraints, compiled, and the handle that both
        take.
    timed : bool
        Whether something acts by functions of time of which only values are known.
    """

    formulation: str
    uncontrolled: int
    size: int
    derivative: Any
    project: Any
    coordinate_labels: list[str]
    speed_labels: list[str]
    body_names: list[str]

    @property
    def problem(self) -> Any: ...
    @property
    def model(self) -> Model | None: ...
    @property
    def equations(self) -> Formulation | None: ...
    @property
    def origin_index(self) -> int: ...
    @property
    def geometry(self) -> tuple[Any, Any]:
        """The chart of its states and the tables that have its sizes, or nothing of both."""
        ...

    @property
    def breaks(self) -> np.ndarray:
        """Times at which a force, or a rate of a prescribed motion, may jump, s."""
        ...

    @property
    def timed(self) -> bool: ...
    @property
    def title(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def labels(self) -> dict[str, Any]: ...

    def convert_state(self, state: State) -> State: ...
    def require_own(self, state: State) -> None: ...
    def require_start(self, state: State) -> None: ...
    def rate(self, state: State) -> np.ndarray: ...
    def observe(self, times: np.ndarray, vectors: np.ndarray) -> dict[str, np.ndarray]: ...
    def joint_values(self, state: State) -> dict[str, float]: ...
    def at(self, state: State) -> SystemEvaluation: ...
    def context(self) -> EvaluationContext: ...
    def unmet(self, ahead: Iterable[State]) -> str: ...
    def locked(self, start: State, ahead: Iterable[State]) -> str: ...

"""Many runs of one model: with other starts, or with other numbers."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from treetop.core.compilation import prepare
from treetop.errors import ModelError, Problem, RunError, TreetopError
from treetop.model import Model
from treetop.model.paths import Keys, keys_of, numbers_at, with_numbers
from treetop.results.many import ManyRuns, OneOfMany
from treetop.simulation.hybrid import HybridSimulation
from treetop.simulation.integrators import needed_kernels
from treetop.simulation.sample_times import sample_times
from treetop.simulation.side_by_side import Member, ended
from treetop.simulation.simulate import checked_settings, judge, recorded
from treetop.simulation.start_checks import require_runnable
from treetop.system.same_start import same_start, starts_elsewhere
from treetop.system.state import State, require_system
from treetop.system.system import System


def simulate_many(
    system: System | Model,
    starts: Sequence[State] | None = None,
    parameters: Mapping[str, Sequence[float] | np.ndarray] | None = None,
    duration: float | str | None = None,
    **settings: Any,
) -> ManyRuns:
    """Run a system forward in time many times over, several runs at once in the lanes of one core.

    Each run is to the bit that of `treetop.simulate` with the same settings, whatever runs beside
    it.  What lanes cannot carry runs alone, and the result says which runs, and why.

    Parameters
    ----------
    system : System or Model
    starts : sequence of State, optional
        One for each run, or for all of them that which the model describes.  With `parameters`,
        coordinates and speeds of a start hold for the system with its numbers.
    parameters : mapping, optional
        Numbers of the model by their paths, ``{"bodies.tug.mass": masses}``, SI: as many as there
        are runs.  The model is built anew for each run.
    duration : number, s
    **settings
        As in `treetop.simulate`: `every` or `at`, `method`, `constraints`, their options and
        `seed`.

    Returns
    -------
    ManyRuns
        A run that fails, or whose numbers make no model, is one of them, with a message.

    Examples
    --------
    >>> import treetop as tt
    >>> m = tt.Model("car on a spring")
    >>> rail = m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("car", mass=1))
    >>> spring = m.add_force("spring", tt.JointSpring(rail, stiffness=4))
    >>> m.set_start("rail", slide=1)
    >>> runs = tt.simulate_many(m, parameters={"bodies.car.mass": [1, 4]}, duration=3.14159265)
    >>> runs["rail.slide"][:, -1].round(6).tolist()
    [1.0, -1.0]
    """
    model = system if isinstance(system, Model) else None
    chosen = checked_settings({"duration": duration} | settings, model)
    if chosen.sensitivities:
        what = "sensitivities of many runs at once are not computed"
        raise ModelError([Problem(what, "run.sensitivities", "use treetop.simulate for each run")])
    if model is not None:
        system = model.build()
    require_system(system)
    if not isinstance(system, System):
        raise TreetopError("equations in symbols do not run side by side (use treetop.simulate)")
    given = _Given(system, starts, _changes(system.model, parameters or {}))
    prepare(*needed_kernels(chosen.method.kind, system.model))
    found = [OneOfMany() for _ in range(given.count)]

    def begun() -> Iterator[Member]:
        for k in range(given.count):
            try:
                start = given.start(k)
                require_runnable(start.system, start, chosen)
                yield Member(HybridSimulation(start, chosen, sample_times(start, chosen)), k)
            except TreetopError as error:
                found[k] = OneOfMany(None, "invalid", str(error))

    times = np.zeros(0)
    for member in ended(begun()):
        times = member.hybrid.times
        found[member.index] = outcome_of(member)
    return ManyRuns(found, times)


class _Given:
    """Systems and starts of many runs."""

    def __init__(
        self, system: System, starts: Sequence[State] | None, changes: dict[str, _Changes]
    ) -> None:
        self._system, self._starts, self._changes = system, starts, changes
        counts = {name: len(each.values) for name, each in changes.items()}
        counts |= {"starts": len(starts)} if starts is not None else {}
        if len(set(counts.values())) != 1:
            said = ", ".join(f"{name}: {count}" for name, count in counts.items()) or "none"
            what = f"how many runs there are is not clear ({said})"
            raise TreetopError(f"{what}; give starts, or values of parameters, as many of each")
        self.count = next(iter(counts.values()))
        for name, each in changes.items():
            if starts is not None and any(keys[0] == "start" for keys in each.numbers):
                what = f"'{name}' says where runs start, and so do the starts that were given"
                raise TreetopError(f"{what} (give one of the two)")
        if starts is not None and len({start.time for start in starts}) > 1:
            raise TreetopError("starts at different times (runs side by side begin at one time)")

    def start(self, k: int) -> State:
        """Where run k starts, in its own system."""
        system = self._system
        if self._changes:
            keys: dict[Keys, float] = {}
            for each in self._changes.values():
                keys |= dict.fromkeys(each.numbers, float(each.values[k]))
            system = with_numbers(system.model, keys).build(system.formulation)
        if self._starts is None:
            start = system.start()
        elif system is self._system:
            start = self._starts[k]
        else:
            if label := starts_elsewhere(system, self._system):
                what = f"a parameter says where '{label}' starts, and so does the start given"
                raise TreetopError(f"{what} (give one of the two)")
            start = same_start(system, self._starts[k])
        start = system.convert_state(start)
        system.require_start(start)
        return start


class _Changes(NamedTuple):
    """Numbers of a model, and what they are in each run."""

    numbers: tuple[Keys, ...]
    values: np.ndarray


def _changes(model: Model, parameters: Mapping[str, Any]) -> dict[str, _Changes]:
    found = {}
    for name, values in parameters.items():
        numbers = tuple(keys for keys, _ in numbers_at(model, keys_of(model, name)))
        found[name] = _Changes(numbers, np.asarray(values, dtype=float))
    return found


def outcome_of(member: Member) -> OneOfMany:
    """What has come of a simulation, once it has ended."""
    try:
        if member.error:
            raise member.error
        run, cause = recorded(member.hybrid, member.outcome, member.wall_time)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            judge(run, member.hybrid, cause, member.outcome)
        warned = [*member.warned, *warned]
    except RunError as error:
        return OneOfMany(error.run, "failed", str(error), member.reason)
    except TreetopError as error:
        return OneOfMany(None, "failed", str(error), member.reason)
    message = "; ".join(str(each.message) for each in warned)
    return OneOfMany(run, run.outcome, message, member.reason)

"""User functions that events call."""

from __future__ import annotations

from traceback import extract_tb

import numpy as np

from treetop.errors import RunError, TreetopError
from treetop.model.events import Event
from treetop.simulation.state_transfer import with_work
from treetop.system.state import State


def called_at(name: str, event: Event, state: State) -> State:
    """The state that follows when an event calls its function: another one, if that returns one;
    what it does to the energies counts as work.

    Raises
    ------
    RunError
        If it fails, or returns what the run cannot go on from.
    """
    copy = State(state.system, state.time, state.vector)
    try:
        returned = event.call(copy)
    except Exception as error:  # of whatever kind: it is the user's
        raise _failed(name, error) from error
    if returned is None:
        if not np.array_equal(copy.vector, state.vector):
            raise _refused(name, "changed the state that it was given, and returned nothing")
        return state
    return with_work(state, _checked(name, state, returned))


def _checked(name: str, state: State, returned: object) -> State:
    if not isinstance(returned, State):
        raise _refused(name, f"returned {returned!r}")
    if returned.time != state.time:
        raise _refused(name, f"returned a state at {returned.time:g} s")
    size = returned.system.equations.length(returned.system.tables)
    if np.shape(returned.vector) != (size,):
        raise _refused(
            name, f"returned a state of shape {np.shape(returned.vector)}, not ({size},)"
        )
    try:
        found = state.system.convert_state(returned)
        if not np.isfinite(found.vector).all():
            raise TreetopError("its vector is not finite")
        state.system.require_start(found)
    except TreetopError as error:
        raise _refused(name, f"returned a state that does not fit: {error}") from None
    return found


def _failed(name: str, error: Exception) -> RunError:
    what = f"failed by {type(error).__name__}: {error}"
    _, *of_user = extract_tb(error.__traceback__)
    place = f", at {of_user[0].filename}:{of_user[0].lineno}" if of_user else ""
    return RunError(f"the function that the event '{name}' calls {what}{place}")


def _refused(name: str, what: str) -> RunError:
    hint = "let it return nothing, or a state of the same system and time"
    return RunError(f"the function that the event '{name}' calls {what} ({hint})")

"""Which quantities are meant: by name, by component, all of a body or joint, or by a pattern."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from treetop.errors import TreetopError
from treetop.system.quantities import near_names, quantity_of

if TYPE_CHECKING:
    from treetop.results import Run

# Of a whole body these say what others do not: the moving origin is a matter of numerics.
_LEFT_OUT = "position_from_origin"


def chosen(runs: Sequence[Run], names: Iterable[str]) -> list[str]:
    """The quantities that the names stand for, all of which every run has.

    Parameters
    ----------
    runs : sequence of Run
    names : iterable of str
        Quantities (``"boom.slide"``), components of them (``"bus.position.x"``), bodies, joints and
        constraints (``"boom"``: all of it), patterns (``"*.angle"``); none: the coordinates.
    """
    found = [name for each in names for name in _meant(runs[0], each)]
    for k, run in enumerate(runs[1:], start=2):
        for name in found or coordinates(runs[0]):
            if not _known(run, name):
                raise TreetopError(f"run {k} has no {name!r}, which the first one has")
    return list(dict.fromkeys(found or coordinates(runs[0])))


def coordinates(run: Run) -> list[str]:
    """The coordinates of the joints."""
    return list(dict.fromkeys(quantity_of(str(label)) for label in run.data.coordinate.values))


def _meant(run: Run, name: str) -> list[str]:
    if _known(run, name):
        return [name]
    pattern = f"{name}.*" if name in _owners(run) else name
    found = [each for each in whole_quantities(run) if fnmatchcase(each, pattern)]
    if pattern != name:
        found = [each for each in found if not each.endswith(f".{_LEFT_OUT}")]
        moving = coordinates(run)
        found.sort(key=lambda each: each not in moving)  # what moves, then what that causes
    if not found:
        raise TreetopError(_unknown(run, name))
    return found


def whole_quantities(run: Run) -> list[str]:
    """All but single components of coordinates and speeds, which their wholes show."""
    return [name for name in run.quantities if name.count(".") < 2]


def _known(run: Run, name: str) -> bool:
    if name in run.quantities:
        return True
    try:
        return name != "time" and run[name] is not None
    except KeyError:
        return False


def _owners(run: Run) -> Iterator[str]:
    """Bodies, joints and constraints."""
    return iter(dict.fromkeys(name.split(".")[0] for name in run.quantities if "." in name))


def _unknown(run: Run, name: str) -> str:
    near = near_names(name, [*run.quantities, *_owners(run)])
    hint = f"perhaps {' or '.join(near)}?" if near else f"there are: {_some(run)}"
    return f"no quantity {name!r} in this run ({hint})"


def _some(run: Run) -> str:
    names = whole_quantities(run)
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")

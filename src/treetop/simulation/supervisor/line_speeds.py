"""Lines that pass their mouths faster than they may: the run ends."""

from __future__ import annotations

from collections.abc import Iterable

from treetop.errors import TreetopError
from treetop.model.events import Event
from treetop.model.signals import Quantity
from treetop.model.specification import path
from treetop.system.line_lengths import too_fast
from treetop.system.system import System
from treetop.topology.lines import deployers

OUT, IN = "too fast out", "too fast in"


def speed_limits(system: System) -> dict[str, Event]:
    """Events of lines, running by themselves, that pass their greatest speed, by name."""
    found = {}
    for name, greatest in _limits(system).items():
        rate = Quantity(f"{name}.rate")
        found[f"{name} {OUT}"] = rate.rises(greatest)
        found[f"{name} {IN}"] = rate.falls(-greatest)
    return found


def require_speeds(system: System, events: Iterable[str]) -> None:
    """Refuse to go on where a line has passed its greatest speed."""
    passed = set(events)
    for name, greatest in _limits(system).items():
        if passed & {f"{name} {OUT}", f"{name} {IN}"}:
            hint = "brake it"
            raise TreetopError(f"{path('devices', name)}: {too_fast(greatest, greatest)} ({hint})")


def _limits(system: System) -> dict[str, float]:
    """Greatest speeds, where there are any, of lines whose lengths are not given, m/s."""
    lines = deployers(system.mechanism.model).items()
    free = {name: float(line.greatest_speed) for name, line in lines if line.length is None}
    return {name: greatest for name, greatest in free.items() if greatest < float("inf")}

"""A comparison as one table of plain text, to be shown to a review board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any

from treetop.analysis.comparison import Comparison, Difference, Solution
from treetop.analysis.evaluations import LEAST, UNITS
from treetop.analysis.trajectories import in_words

LABEL, CELL, WIDTH = 30, 14, 100
COUNTS = {
    "degrees of freedom": "degrees_of_freedom",
    "coordinates": "coordinates",
    "speeds": "speeds",
    "constraint equations": "constraints",
    "  of rank": "rank",
}


def table(found: Comparison) -> str:
    """All that was found; formulations are columns."""
    parts = [_heading(found)]
    if found.solutions:
        parts += [_costs(found.solutions), _drifts(found.solutions)]
    if found.pairs:
        parts += [_evaluations(found), _motions(found), _worst(found)]
    parts.append(_verdict(found))
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts)


def _heading(found: Comparison) -> Iterator[str]:
    yield f"{found.title}: one model by several formulations, {found.settings.duration:g} s"
    yield from _wrapped(
        f"Runs by {in_words(found.settings)}; their errors by {in_words(found.finer)}."
    )
    for name, reason in found.refusals.items():
        yield from _wrapped(f"Cannot solve it: {name}: {reason}")
    for name, reason in found.failures.items():
        yield from _wrapped(f"FAILED: {name}: {reason}")


def _costs(solutions: Mapping[str, Solution]) -> Iterator[str]:
    each = solutions.values()
    yield _row("", solutions)
    for label, name in COUNTS.items():
        yield _row(label, (s.counts[name] for s in each))
    yield _row("time per evaluation [us]", (f"{1e6 * s.time_per_evaluation:.3g}" for s in each))
    for name in ("steps", "evaluations"):
        yield _row(name, (s.statistics[name] for s in each))
    yield _row("wall time [s]", (f"{s.statistics['wall_time']:.2f}" for s in each))


def _drifts(solutions: Mapping[str, Solution]) -> Iterator[str]:
    """The audits: what each run kept, and how well."""
    audits = [s.audit for s in solutions.values()]
    yield "Greatest relative drift of what each run must keep"
    for name in dict.fromkeys(drift.name for audit in audits for drift in audit.drifts):
        yield _row(f"  {name}", (_small(a[name].relative) if name in a else "" for a in audits))


def _evaluations(found: Comparison) -> Iterator[str]:
    first, last, count = found.instants[0], found.instants[-1], len(found.instants)
    yield f"Equations at equal states, at {count} instants from {first:g} to {last:g} s:"
    yield f"largest difference from {found.reference}, relative to the largest value"
    yield f"(or to {LEAST:g} of what the forces and motion at hand could make it, if that is more)"
    for name in found.sizes:
        yield _differences(f"  {name}", name, found)
    if found.indeterminate:
        names = ", ".join(found.indeterminate)
        yield from _wrapped(
            f"Of reactions and loads the unique parts; constraints leave others open: {names}"
        )


def _motions(found: Comparison) -> Iterator[str]:
    yield (
        f"Motion at the end: difference from {found.reference}, and the error of each run itself"
    )
    for name, unit in dict.fromkeys((d.quantity, d.unit) for d in found.motions):
        yield _differences(f"  {name} [{unit}]", name, found)
        yield _row("    error", (_small(s.errors[name]) for s in found.solutions.values()))


def _differences(label: str, quantity: str, found: Comparison) -> str:
    """The differences from the reference, in the columns of the others."""
    of_others = {
        name: d
        for d in found.differences
        if d.quantity == quantity and found.reference in d.between
        for name in d.between
    }
    return _row(
        label,
        ("" if name == found.reference else _marked(of_others[name]) for name in found.solutions),
    )


def _worst(found: Comparison) -> Iterator[str]:
    line = "{:28}{:>17}{:>12}{:>10}   {}"
    yield line.format("The worst of all pairs", "largest value", "difference", "allowed", "between")
    for d in found.worst():
        name, size = f"  {d.quantity} [{d.unit}]", ""
        if d.unit == "1":
            name, size = f"  {d.quantity}", f"{found.sizes[d.quantity]:.3g} {UNITS[d.quantity]}"
        yield line.format(name, size, _marked(d), _small(d.allowed), " and ".join(d.between))


def _verdict(found: Comparison) -> Iterator[str]:
    for warning in found.warnings:
        yield from _wrapped(f"Warning: {warning}")
    apart = dict.fromkeys(d.between for d in found.disagreements)
    for pair in apart:
        quantities = [d.quantity for d in found.disagreements if d.between == pair]
        yield from _wrapped(f"DISAGREE: {' and '.join(pair)} in {', '.join(quantities)}")
    if not found.pairs:
        yield "Nothing is compared: fewer than two formulations solved the model."
        return
    failed = f"{', '.join(found.failures)} FAILED" if found.failures else ""
    who = "The formulations that finished" if failed else "The formulations"
    verdict = "do NOT agree" if apart else "agree"
    count = f"{len(found.pairs) - len(apart)} of {len(found.pairs)}"
    sentence = f"{who} {verdict}: {count} pairs are within what is allowed"
    yield from _wrapped(
        f"{sentence}; but {failed}: no agreement of all." if failed else f"{sentence}."
    )


def _marked(difference: Difference) -> str:
    return f"{'' if difference.passed else '! '}{_small(difference.value)}"


def _wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, subsequent_indent="    ")


def _row(label: str, cells: Iterable[Any]) -> str:
    return f"{label:{LABEL}}" + "".join(f"{cell!s:>{CELL}}" for cell in cells)


def _small(value: float) -> str:
    return f"{value:.1e}" if value else "0"

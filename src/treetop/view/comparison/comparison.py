"""Formulations of one model: how far each pair is apart, in units of what is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from treetop.view.comparison.strip_chart import Group, Strip, strips_figure
from treetop.view.text import number, pretty_unit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from treetop.analysis.comparison import Comparison, Difference


def comparison_figure(found: Comparison) -> Figure:
    """A row for each quantity, a dot for each pair of formulations."""
    equations = Group("equations at equal states", _strips(found.evaluations))
    motions = Group("motion at the end of the runs", _strips(found.motions))
    verdict = "agree" if found.agrees else "do not agree"
    title = f"{found.title}: {len(found.solutions)} formulations {verdict}"
    return strips_figure(title, (equations, motions), "difference of each pair / what is allowed")


def _strips(differences: Iterable[Difference]) -> tuple[Strip, ...]:
    rows: dict[str, list[Difference]] = {}
    for difference in differences:
        rows.setdefault(difference.quantity, []).append(difference)
    return tuple(_strip(quantity, row) for quantity, row in rows.items())


def _strip(quantity: str, row: list[Difference]) -> Strip:
    """The remark gives the pair that is farthest apart."""
    worst = max(row, key=lambda difference: difference.severity)
    unit = pretty_unit(worst.unit)
    apart = f"{number(worst.value, 2)} {unit}".strip()
    remark = f"{apart}: {worst.between[0]}, {worst.between[1]}" if worst.value else "none"
    return Strip(quantity, tuple(difference.severity for difference in row), remark)

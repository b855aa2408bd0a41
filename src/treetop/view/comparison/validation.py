"""Cases with known answers: every check as its difference in units of the tolerance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from treetop.view.comparison.strip_chart import Group, Strip, strips_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def validation_figure(answers: Sequence[Mapping[str, Any]]) -> Figure:
    """A row for each case, a dot for each of its checks; `answers` as ``treetop validate --json``
    gives them."""
    strips = tuple(_strip(answer) for answer in answers)
    passed = sum(answer["passed"] for answer in answers)
    title = f"{passed} of {len(answers)} cases with known answers passed"
    return strips_figure(title, (Group("", strips),), "difference from the reference / tolerance")


def _strip(answer: Mapping[str, Any]) -> Strip:
    shares = tuple(map(_share, answer["checks"]))
    if not shares:
        return Strip(answer["case"], (math.nan,), "FAILED: no result")
    count = f"{len(shares)} check{'' if len(shares) == 1 else 's'}"
    return Strip(answer["case"], shares, count + ("" if answer["passed"] else ", FAILED"))


def _share(check: Mapping[str, Any]) -> float:
    if check["difference"] is None:
        return math.nan
    if not check["tolerance"]:  # exact or not
        return math.inf if check["difference"] else 0.0
    return abs(check["difference"]) / check["tolerance"]

"""What is wrong with the plan of a campaign."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from treetop.errors import ModelError, Problem
from treetop.model.campaign.plan import CampaignPlan, Variation
from treetop.model.paths import keys_of, numbers_at, with_numbers
from treetop.model.specification import path, unknown

if TYPE_CHECKING:
    from treetop.model.model import Model


def campaign_problems(model: Model) -> Iterator[Problem]:
    """Paths, names and events of the plan that the model does not have, and units that do not
    fit."""
    plan = model.campaign
    if plan is None:
        return
    taken: dict[Any, str] = {}
    for name, variation in plan.vary.items():
        yield from _variation_problems(model, variation, path("campaign", "vary", name), taken)
    for name in plan.cases:
        probe = Variation((name,), plan.cases[name] or (0.0,))
        yield from _variation_problems(model, probe, path("campaign", "cases", name), taken)
    if len({len(values) for values in plan.cases.values()}) > 1:
        yield Problem("lists are not of one length", "campaign.cases", "give each path every case")
    for k, (a, b, _) in enumerate(plan.correlate):
        for name in (a, b):
            if name not in plan.vary:
                yield unknown("parameter", name, plan.vary, path("campaign", "correlate", k))
    yield from _kept_problems(model, plan)


def _kept_problems(model: Model, plan: CampaignPlan) -> Iterator[Problem]:
    for name, kept in plan.keep.items():
        if kept.event and kept.event not in model.events:
            yield unknown("event", kept.event, model.events, path("campaign", "keep", name))
    numbers = [name for name, kept in plan.keep.items() if kept.number]
    for name in plan.require:
        if name not in numbers:
            yield unknown("number that is kept", name, numbers, path("campaign", "require", name))


def _variation_problems(
    model: Model, variation: Variation, where: str, taken: dict[Any, str]
) -> Iterator[Problem]:
    """Paths that are not there, are varied twice, or are not what is said of them."""
    for each in variation.paths:
        try:
            keys = keys_of(model, each)
            numbers = list(numbers_at(model, keys))
        except ModelError as error:
            yield from (problem._replace(where=where) for problem in error.problems)
            continue
        if not numbers or not (variation.factor or numbers[0][0] == keys):
            inner = "vary one of its numbers, or give a factor" if numbers else "give it a value"
            yield Problem(f"{each} is not a number in this model", where, inner)
            continue
        if variation.factor and not any(value for _, value in numbers):
            yield Problem(f"{each} is zero, and stays so by any factor", where, "give a value")
            continue
        for found, _ in numbers:
            if found in taken:
                yield Problem(f"{path(*found)} is varied twice", where, f"also in {taken[found]}")
            taken[found] = where
        text = variation.distribution.text
        if text:
            try:
                with_numbers(model, {keys: text})
            except ModelError as error:
                yield from (problem._replace(where=where) for problem in error.problems)

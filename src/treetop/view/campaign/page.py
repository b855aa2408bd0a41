"""The page of a campaign."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.errors import TreetopError
from treetop.files.whole import write_whole
from treetop.view.campaign.figures import envelope, histograms, scatter, settling
from treetop.view.pages import require_page_file
from treetop.view.playback.overlay import overlay
from treetop.view.report.html import Number, facts, figure, heading, paragraph, section, table
from treetop.view.report.inline import inline
from treetop.view.report.motion import embedded
from treetop.view.report.shell import Page

if TYPE_CHECKING:
    from treetop.campaigns.results import CampaignResults
    from treetop.results import Run

PARTS = {
    "required": "Requirements",
    "numbers": "Numbers",
    "sensitivities": "Sensitivities",
    "envelopes": "Envelopes",
    "parameters": "Parameters",
    "failures": "Failures",
    "motion": "Worst cases",
    "again": "Reproduce",
}
EVEN = ("sobol", "latin-hypercube")  # samplings whose runs are not independent
SHOWN = 20  # failed runs, and kinds of warnings
STRONGEST = 3  # parameters that a number is drawn over


def report(
    results: CampaignResults,
    out: str | os.PathLike[str] | None = None,
    runs: Mapping[str, Run] | None = None,
    on: str = "",
) -> str:
    """The page of a campaign, with a playback of runs laid over each other if some are given;
    written to a file, if one is given."""
    if out is not None:
        require_page_file(out)
    sections = {
        "required": _required(results),
        "numbers": _numbers(results),
        "sensitivities": _sensitivities(results),
        "envelopes": _envelopes(results),
        "parameters": _parameters(results),
        "failures": _failures(results),
        "motion": _motion(runs, on) if runs else "",
        "again": _again(results),
    }
    top = f"{facts('glance', _glance(results))}\n{_alert(results)}"
    script = (files("treetop.view.report") / "page.js").read_text("utf-8") if runs else ""
    found = Page(results.name, "Report of a campaign", top, PARTS, sections, script).html()
    if out is not None:
        write_whole(out, found.encode())
    return found


def _glance(results: CampaignResults) -> list[tuple[str, Any]]:
    return [
        ("runs", Number(results.runs)),
        *((what, Number(count)) for what, count in results.counts.items()),
        ("parameters", Number(len(results.parameters))),
        ("sampling", results.plan.sampling),
        ("seed", Number(results.plan.seed, 20)),
    ]


def _alert(results: CampaignResults) -> str:
    """What must not be missed."""
    left = results.runs - results.done
    said = [f"{left} runs have not been computed"] * (left > 0)
    said += [f"{results.failed} runs failed: they count as the worst"] * (results.failed > 0)
    return paragraph(f"{', and '.join(said)}.", "alert") if said else ""


def _independent(results: CampaignResults) -> bool:
    return results.plan.sampling not in ("factorial", "saltelli") or not results.plan.vary


def _required(results: CampaignResults) -> str:
    """How often requirements are met."""
    required = results.plan.require
    if not required or not _independent(results):
        return ""
    rows = []
    for name, bound in required.items():
        met, worst = results.requirement(name), results.worst(name)
        extreme = Number(results.values(name)[worst[0]]) if worst else ""
        parts = (Number(met.value, 6), Number(met.lower, 6), Number(met.upper, 6))
        rows.append((name, bound.data, *parts, Number(met.missing), extreme, *map(str, worst)))
    heads = ["number", "requirement", "met by", "at least", "at most", "missing", "worst", "in run"]
    note = (
        "Parts of the runs. Between 'at least' and 'at most' lies the probability with 95 % "
        "confidence (Clopper and Pearson); runs without the number count as failing for the one "
        "and as meeting it for the other."
    )
    return section(
        "required", PARTS["required"], table("met", heads, rows), paragraph(note, "note")
    )


def _numbers(results: CampaignResults) -> str:
    """Statistics and histograms of what is kept."""
    if not results.numbers:
        return ""
    rows = [_number_row(results, name) for name in results.numbers]
    heads = ["number", "what", "unit", "runs", "least", "mean", "deviation", "most"]
    heads += ["1 %", "99 %", "99 % is below"] if _independent(results) else []
    note = (
        "The last column is the upper bound of the 99th percentile with 95 % confidence, by order "
    )
    note += "statistics; infinite where there are too few runs to say."
    drawn = figure(inline(histograms(results), "histograms", "histograms"), "Runs by number.")
    settled = figure(
        inline(settling(results), "settling", "convergence of means"),
        "Means of the first runs, and twice their standard error.",
    )
    said = paragraph(note, "note") if _independent(results) else ""
    return section("numbers", PARTS["numbers"], table("kept", heads, rows), said, drawn, settled)


def _number_row(results: CampaignResults, name: str) -> tuple[Any, ...]:
    values = results.values(name)
    there = values[np.isfinite(values)]
    about = (name, results.plan.keep[name].words, results.units[name], Number(len(there)))
    if not len(there):
        return (*about, *[""] * (7 if _independent(results) else 4))
    found = there.min(), there.mean(), there.std(), there.max()
    row = (*about, *(Number(float(each)) for each in found))
    if not _independent(results):
        return row
    low, high = results.percentile(name, 1), results.percentile(name, 99)
    upper = Number(high.upper) if np.isfinite(high.upper) else "∞"
    return (*row, Number(low.value), Number(high.value), upper)


def _sensitivities(results: CampaignResults) -> str:
    """Which parameters numbers go with."""
    if not results.numbers or not results.parameters:
        return ""
    saltelli = results.plan.sampling == "saltelli"
    parts = [_sobol(results) if saltelli else _ranks(results)]
    for name in results.numbers:
        found = results.rank_correlations(name)
        known = [each for each in found if np.isfinite(found[each])]
        strongest = sorted(known, key=lambda each: -abs(found[each]))[:STRONGEST]
        if strongest and np.isfinite(results.values(name)).any():
            drawn = inline(
                scatter(results, name, strongest), f"scatter-{name}", f"scatter of {name}"
            )
            caption = f"{name} over the parameters that it goes with most."
            parts.append(figure(drawn, caption))
    return section("sensitivities", PARTS["sensitivities"], *parts)


def _ranks(results: CampaignResults) -> str:
    found = {name: results.rank_correlations(name) for name in results.numbers}
    rows = [
        (parameter, *(_rounded(found[name][parameter]) for name in results.numbers))
        for parameter in results.parameters
    ]
    note = "Spearman's rank correlations: 1 where a number only grows with a parameter."
    return table("ranks", ["parameter", *results.numbers], rows) + paragraph(note, "note")


def _sobol(results: CampaignResults) -> str:
    parts = []
    for name in results.numbers:
        rows = [
            (parameter, *(Number(value, 3) for value in index))
            for parameter, index in results.sobol_indices(name).items()
        ]
        heads = ["parameter", "first order", "standard error", "total", "standard error"]
        parts.append(heading(name) + table("", heads, rows))
    return "".join(parts)


def _rounded(value: float) -> Any:
    return Number(value, 3) if np.isfinite(value) else "constant"


def _envelopes(results: CampaignResults) -> str:
    """Quantities over time, in all runs."""
    drawn = [
        figure(
            inline(envelope(results, name), f"envelope-{name}", f"envelope of {name}"),
            f"{name}: all runs, 90 % of them, and their median.",
        )
        for name in results.histories
    ]
    return section("envelopes", PARTS["envelopes"], *drawn) if drawn else ""


def _parameters(results: CampaignResults) -> str:
    """What varies, and what came of it in the models that were built."""
    rows = []
    for name in results.parameters:
        variation = results.plan.vary.get(name)
        how = variation.distribution.words if variation else "given cases"
        how = f"factor: {how}" if variation and variation.factor else how
        values = results.parameter(name)
        there = values[np.isfinite(values)]
        spread: list[Any] = [""] * 3
        if len(there):
            spread = [Number(float(f(there))) for f in (np.min, np.mean, np.max)]
        paths = ", ".join(variation.paths) if variation else name
        rows.append((name, paths if paths != name else "", how, *spread))
    heads = ["parameter", "paths", "distribution", "least", "mean", "most"]
    said = [(a, b, Number(r)) for a, b, r in results.plan.correlate]
    correlated = table("correlated", ["parameter", "with", "correlation"], said)
    note = "Values are those of the models that were built, SI."
    if not rows:
        return ""
    parts = table("varied", heads, rows), correlated, paragraph(note, "note")
    return section("parameters", PARTS["parameters"], *parts)


def _failures(results: CampaignResults) -> str:
    """Runs that failed, and what others were warned of."""
    rows = [
        (str(each.run), each.outcome, Number(each.time), each.message)
        for each in results.failures(SHOWN)
    ]
    more = results.failed - len(rows)
    note = paragraph(f"... and {more} more.", "note") if more > 0 else ""
    warned = sorted(results.warnings().items(), key=lambda each: -each[1])[:SHOWN]
    said = [(Number(count), text) for text, count in warned]
    parts = [table("failed", ["run", "outcome", "time [s]", "why"], rows), note]
    if said:
        parts += [heading("Warnings"), table("warned", ["runs", "of what"], said)]
    return section("failures", PARTS["failures"], *parts) if rows or said else ""


def _motion(runs: Mapping[str, Run], on: str) -> str:
    """Runs laid over each other."""
    try:
        playback = overlay(runs, on=on)
    except TreetopError as error:  # a page that was not built takes no part of the report with it
        return section("motion", PARTS["motion"], paragraph(f"There is no playback here: {error}."))
    first, *others = runs
    said = f"{first[0].upper()}{first[1:]}, and translucent over it: {', '.join(others)}."
    return section("motion", PARTS["motion"], paragraph(said), *embedded(playback))


def _again(results: CampaignResults) -> str:
    """What it takes to repeat any run."""
    store = results.store
    identity = json.loads(store.about["identity"])
    pairs = [
        ("store", store.folder.name),
        ("formulation", identity["formulation"]),
        *((name, version) for name, version in identity["versions"].items()),
    ]
    how = "Run number k is repeated, to the same bits, by: treetop campaign MODEL --rerun k"
    return section("again", PARTS["again"], paragraph(how), facts("made-with", pairs))

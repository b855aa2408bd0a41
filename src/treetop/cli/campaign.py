"""treetop campaign: many runs of a model file, and the report of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from treetop.cli.options import as_json, located
from treetop.errors import TreetopError

if TYPE_CHECKING:
    from treetop.campaigns.results import CampaignResults


class _RunsUnlessSaid(click.Group):
    """Commands of which the first is meant where none is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, "-h", "--help"):
            args = ["run", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_RunsUnlessSaid)
def campaign() -> None:
    """Run a model many times with parameters that vary.

    `treetop campaign MODEL` is short for `treetop campaign run MODEL`; `treetop campaign report
    STORE` writes a report of the runs in a store on one page.
    """


@campaign.command()
@click.argument("source", metavar="MODEL", type=click.Path(path_type=Path))
@click.option("--runs", type=click.IntRange(min=1), help="How many runs there are to be in all.")
@click.option("--store", type=click.Path(path_type=Path), help="Folder; MODEL.campaign here.")
@click.option("--seed", type=int, help="Of the numbers that runs are given.")
@click.option(
    "--sampling", help="random, latin-hypercube, sobol, factorial or saltelli.", metavar="WORD"
)
@click.option("--workers", type=click.IntRange(min=1), help="Processes; one for each core.")
@click.option("--cluster", metavar="ADDRESS", help="Of a scheduler of dask.distributed.")
@click.option("--formulation", default="recursive", show_default=True, help="Equations.")
@click.option("--resume", is_flag=True, help="Go on with the runs in the store.")
@click.option("--rerun", type=click.IntRange(min=0), metavar="K", help="Run number K alone.")
@click.option("--out", type=click.Path(path_type=Path), help="Result of --rerun; MODEL-K.nc here.")
@as_json
def run(
    source: Path,
    runs: int | None,
    store: Path | None,
    resume: bool,
    rerun: int | None,
    out: Path | None,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Run MODEL many times, as its section 'campaign' says.

    Runs are written to a store, a folder, as they come; what is there survives whatever happens.
    With --resume the runs that are missing are computed, or added if --runs says more. A run of the
    store is repeated, with its full result, by --rerun.
    """
    import treetop as tt

    store = store or Path(f"{source.stem}.campaign")
    if store.exists() and not resume and rerun is None:
        raise TreetopError(f"{store}: is there already (go on with --resume, or name another)")
    if resume and not store.exists():
        click.echo(f"{store}: no store there, so from the beginning", err=True)
    with located(source):
        model = tt.load(source)
        if model.campaign is None:
            raise TreetopError(f"{source}: says nothing of a campaign (add 'campaign: ...')")
        found = tt.Campaign(model, store, **given)
        if rerun is not None:
            _rerun(found, rerun, out or Path(f"{source.stem}-{rerun}.nc"))
            return
        results = found.run(runs, workers=workers, cluster=cluster)
    _tell(results, store, as_json)


def _rerun(found: Any, k: int, out: Path) -> None:
    """Run number k again, and save its result."""
    from treetop.cli.summary import text
    from treetop.files.whole import require_writable

    require_writable(out)
    result = found.rerun(k)
    result.save(out)
    click.echo(f"run {k}: {text(result)}\nresult in {out} ({len(result.time)} samples)")


@campaign.command()
@click.argument("store", metavar="STORE", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), help="Page: FILE.html; STORE-report.html here."
)
@click.option("--model", type=click.Path(path_type=Path), help="Show its worst runs moving.")
@click.option("--worst", type=click.IntRange(1, 5), default=3, show_default=True, help="How many.")
@click.option("--on", default="", metavar="BODY", help="That the worst runs are laid upon.")
@as_json
def report(
    store: Path, out: Path | None, model: Path | None, worst: int, on: str, as_json: bool
) -> None:
    """Write a report of the runs in STORE on one page.

    With --model, its file, the worst runs of each requirement are run again, and move in one
    playback, laid over the model as it is.

    The page needs nothing besides: it is opened by double click, offline, and can be printed.
    """
    import treetop as tt
    from treetop.view.pages import require_page_file

    out = out or Path(f"{store.stem}-report.html")
    require_page_file(out)
    results = tt.CampaignResults(store)
    runs = None
    if model is not None:
        with located(model):
            given = {"seed": results.plan.seed, "sampling": results.plan.sampling}
            runs = tt.Campaign(model, store, **given, formulation=results.formulation).worst(worst)
    results.report(out, runs, on)
    if as_json:
        click.echo(json.dumps(_answer(results) | {"report": str(out)}))
        return
    click.echo(f"report in {out}")


def _tell(results: CampaignResults, store: Path, as_json: bool) -> None:
    """Say what came of a campaign; one that is not complete, or fails what is required, is not
    good."""
    answer = _answer(results)
    if as_json:
        click.echo(json.dumps(answer | {"store": str(store)}))
    else:
        click.echo(_text(results, answer))
        click.echo(f"runs in {store}; treetop campaign report {store} shows them")
    if results.done < results.runs:
        click.echo(f"{results.runs - results.done} runs are missing: --resume goes on", err=True)
    if results.done < results.runs or results.failed:
        sys.exit(1)


def _answer(results: CampaignResults) -> dict[str, Any]:
    """Outcomes, statistics of numbers, and requirements."""
    numbers = {}
    independent = results.plan.sampling not in ("factorial", "saltelli")
    for name in results.numbers:
        numbers[name] = {"unit": results.units[name], "mean": results.mean(name)}
        if independent:
            numbers[name] |= {
                f"p{level:g}": results.percentile(name, level)._asdict() for level in (1, 50, 99)
            }
    required = {
        name: {"bound": bound.data, **results.requirement(name)._asdict()}
        for name, bound in results.plan.require.items()
        if independent
    }
    counts = {"runs": results.runs, "done": results.done, "outcomes": results.counts}
    return {"model": results.name, **counts, "numbers": numbers, "requirements": required}


def _text(results: CampaignResults, answer: dict[str, Any]) -> str:
    outcomes = ", ".join(f"{count} {what}" for what, count in answer["outcomes"].items())
    lines = [f"{results.name}: {results.done} of {results.runs} runs ({outcomes})"]
    for failure in results.failures(3):
        lines.append(f"  run {failure.run} {failure.outcome}: {failure.message}")
    for name, found in answer["numbers"].items():
        spread = ""
        if "p50" in found:
            spread = f", 1 % {found['p1']['value']:.6g}, 99 % {found['p99']['value']:.6g}"
        lines.append(f"  {name:24} mean {found['mean']:.6g}{spread} {found['unit']}")
    for name, met in answer["requirements"].items():
        bounds = f"{met['lower']:.4%} to {met['upper']:.4%} at 95 % confidence"
        lines.append(f"  {name} {met['bound']}: met by {met['value']:.4%} ({bounds})")
    return "\n".join(lines)

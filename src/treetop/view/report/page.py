"""The page of a run."""

from __future__ import annotations

import os
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from treetop.files.whole import write_whole
from treetop.view.pages import require_page_file
from treetop.view.report.audits import audit_section
from treetop.view.report.devices import devices_section
from treetop.view.report.histories import histories_section
from treetop.view.report.html import Number, facts
from treetop.view.report.log import log_section
from treetop.view.report.model import model_section
from treetop.view.report.motion import motion_section
from treetop.view.report.orbit import orbit_section
from treetop.view.report.policy import policy
from treetop.view.report.reproduce import again_section
from treetop.view.report.run_facts import ending, good, run_section, warnings_of, when

if TYPE_CHECKING:
    from treetop.results import Run

PARTS = {
    "motion": "Motion",
    "orbit": "Orbit",
    "model": "Model",
    "run": "Run",
    "audit": "Audit",
    "histories": "Histories",
    "control": "Devices and control",
    "log": "Events",
    "again": "Reproduce",
}


def report(run: Run, out: str | os.PathLike[str] | None = None, name: str = "run.nc") -> str:
    """The page of a run; written to a file, if one is given.

    Parameters
    ----------
    run : Run
    out : path, optional
        In a folder that exists; its name ends in .html.
    name : str
        What the result is called in the commands that repeat the run.
    """
    if out is not None:
        require_page_file(out)
    found = page(run, name)
    if out is not None:
        write_whole(out, found.encode())
    return found


def page(run: Run, name: str = "run.nc") -> str:
    """One HTML page that needs nothing besides."""
    title = run.data.attrs["title"]
    folder = files("treetop.view.report")
    style, script = ((folder / file).read_text("utf-8") for file in ("page.css", "page.js"))
    sections = {
        "motion": motion_section(run),
        "orbit": orbit_section(run),
        "model": model_section(run),
        "run": run_section(run),
        "audit": audit_section(run),
        "histories": histories_section(run),
        "control": devices_section(run),
        "log": log_section(run),
        "again": again_section(run, name),
    }
    links = "".join(
        f'<a href="#{key}">{escape(PARTS[key])}</a>' for key, part in sections.items() if part
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy(f"{chr(10)}{script}")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>{escape(title)}: report of a run</title>
<style>
{style}</style>
</head>
<body>
<header>
<p class="over">Report of a run</p>
<h1>{escape(title)}</h1>
{facts("glance", _glance(run))}
{_alert(run)}
<nav>{links}</nav>
</header>
<main>
{chr(10).join(filter(None, sections.values()))}
</main>
<footer>Made by Treetop from the result alone. Units are SI, angles rad.</footer>
<script>
{script}</script>
</body>
</html>
"""


def _glance(run: Run) -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = [("outcome", ending(run))]
    if len(run.time):
        span = float(run.time[-1] - run.time[0])
        pairs.append(("time covered [s]", Number(span)))
    if not run.symbolic:
        pairs += [
            ("bodies", Number(len(run.model.bodies))),
            ("joints", Number(len(run.model.joints))),
        ]
    pairs.append(("speeds", Number(run.data.sizes["speed"])))
    pairs.append(("by", f"{run.data.attrs['formulation']}, {run.settings.method.kind}"))
    drifts = run.audit().drifts
    if drifts:
        worst = max(drifts, key=lambda drift: drift.relative)
        pairs.append((f"worst drift, {worst.name}", Number(worst.relative, 2)))
    if run.events:
        pairs.append(("events", Number(len(run.events))))
    pairs.append(("computed", when(run)))
    return pairs


def _alert(run: Run) -> str:
    """What must not be missed."""
    if good(run) and run.audit().passed():
        return ""
    first = warnings_of(run)[0]
    return f'<p class="alert" role="alert">{escape(first[0].upper() + first[1:])}.</p>'

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
from treetop.view.report.reproduce import again_section
from treetop.view.report.run_facts import ending, good, run_section, warnings_of, when
from treetop.view.report.shell import Page

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


def report(
    run: Run,
    out: str | os.PathLike[str] | None = None,
    name: str = "run.nc",
    author: str = "",
    revision: str = "",
) -> str:
    """The page of a run; written to a file, if one is given.

    Parameters
    ----------
    run : Run
    out : path, optional
        In a folder that exists; its name ends in .html.
    name : str
        What the result is called in the commands that repeat the run.
    author, revision : str
        Who answers for the page, and which issue of it this is.
    """
    if out is not None:
        require_page_file(out)
    found = page(run, name, author, revision)
    if out is not None:
        write_whole(out, found.encode())
    return found


def page(run: Run, name: str = "run.nc", author: str = "", revision: str = "") -> str:
    """One HTML page that needs nothing besides."""
    script = (files("treetop.view.report") / "page.js").read_text("utf-8")
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
    issued = [("author", author), ("revision", revision)]
    glance = [*_glance(run), *((head, text) for head, text in issued if text)]
    top = f"{facts('glance', glance)}\n{_alert(run)}"
    title = run.data.attrs["title"]
    return Page(title, "Report of a run", top, PARTS, sections, script).html()


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

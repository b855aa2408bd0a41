"""Reproducing a run: the model as it was run, and the commands."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.checks.checks import missing_functions
from treetop.formats.yaml.load import dumps
from treetop.model.initial_state import ORBIT
from treetop.system.quantities import quantity_of
from treetop.topology.flexible_expansion import expanded, flexible_bodies
from treetop.topology.spanning_tree import spanning_tree
from treetop.view.report.html import heading, paragraph, section

if TYPE_CHECKING:
    from treetop.model import Model
    from treetop.results import Run

SAME = 1e-12  # of a start, relative: the same but for rounding
SYMBOLIC = (
    "The equations themselves are not in the result: build them again in Python, and simulate them "
    "with the settings above."
)
FLEXIBLE = (
    "Flexible bodies whose modes the result holds, and not this text; run the result itself: "
)
FUNCTIONS = "It calls user functions, which a file only names: "


def again_section(run: Run, name: str) -> str:
    """Commands that repeat the run, and the model to copy or download."""
    if run.symbolic:
        return section("again", "Reproducing this run", paragraph(SYMBOLIC))
    model = model_again(run)
    formulation = run.data.attrs["formulation"]
    commands = [
        f"treetop run {_quoted(name)}  # the result carries its model, start and settings",
        f"treetop run model.yaml --formulation {formulation}  # the model below, saved as that",
        f"treetop compare {_quoted(name)}  # by all formulations: how far they are apart",
    ]
    return section(
        "again",
        "Reproducing this run",
        f'<pre class="commands"><code>{escape(chr(10).join(commands))}</code></pre>',
        heading("The model as it was run"),
        *map(paragraph, _missing(model)),
        '<p class="buttons"><button type="button" data-copy="yaml">Copy</button> '
        '<button type="button" data-save="yaml" data-name="model.yaml">Download</button></p>',
        f'<pre id="yaml"><code>{escape(dumps(model))}</code></pre>',
    )


def model_again(run: Run) -> Model:
    """The model, with the settings of the run and the start that it began from."""
    model = run.model.copy()
    model.run = replace(run.settings, at=None)
    if len(run.time) and float(run.time[0]) == float(run.data.attrs["start_time"]):
        found = _first(run, model)
        others = {name: start for name, start in model.start.items() if name not in model.joints}
        if not _same(found, model):
            model.start, model.hold, model.equilibrium = others | found, None, None
    return model


def _first(run: Run, model: Model) -> dict[str, Any]:
    """Coordinates and speeds at the first sample, by joint and name, unless they are at rest at
    zero; loops close by themselves."""
    joints = expanded(model).joints.keys() - {joint.name for joint in spanning_tree(model).closing}
    data = run.data.isel(time=0)
    parts: dict[tuple[str, str], list[float]] = {}
    for variable, dim in (("coordinates", "coordinate"), ("speeds", "speed")):
        for label, value in zip(data[dim].values, data[variable].values, strict=True):
            joint, _, name = quantity_of(str(label)).partition(".")
            if joint in joints:  # and is not of bodies that were released later
                parts.setdefault((joint, name), []).append(float(value))
    start: dict[str, Any] = {}
    for (joint, name), values in parts.items():
        if values != _at_rest(name, len(values)):
            start.setdefault(joint, {})[name] = tuple(values) if len(values) > 1 else values[0]
    return start


def _same(found: dict[str, Any], model: Model) -> bool:
    """Whether the model's own start is the one found."""
    for joint in found.keys() | (model.start.keys() & model.joints.keys()):
        mine, theirs = model.start.get(joint, {}), found.get(joint, {})
        if ORBIT in mine:
            return False
        for name in mine.keys() | theirs.keys():
            size = np.size(mine.get(name, theirs.get(name)))
            a, b = (each.get(name, _at_rest(name, size)) for each in (mine, theirs))
            if not _alike(a, b):
                return False
    return True


def _alike(a: Any, b: Any) -> bool:
    """Whether numbers are the same; those that are given as text are written anew."""
    try:
        return np.allclose(np.asarray(a, dtype=float), b, rtol=SAME, atol=SAME)
    except (TypeError, ValueError):
        return False


def _at_rest(name: str, size: int) -> list[float]:
    """What coordinates and speeds are that nobody gives."""
    return [1.0, 0.0, 0.0, 0.0] if name == "attitude" else [0.0] * size


def _missing(model: Model) -> list[str]:
    """What the text cannot hold."""
    bent = [b.name for b in flexible_bodies(model) if not b.source or "modes" in b.source]
    lines = [FLEXIBLE + ", ".join(bent) + "."] if bent else []
    called = [problem.where for problem in missing_functions(model)]
    called += [n for n, f in model.forces.items() if getattr(f, "function_name", "")]
    called += [n for n, c in model.constraints.items() if getattr(c, "function_name", "")]
    return lines + ([FUNCTIONS + ", ".join(dict.fromkeys(called)) + "."] if called else [])


def _quoted(name: str) -> str:
    from shlex import quote

    return quote(name)

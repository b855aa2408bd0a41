"""The tutorial as a notebook, run by Jupyter without a browser: cells run, and what they show is
tables and the playback."""

import re

import pytest

from folders import DOCS, EXAMPLES
from treetop.view.playback.page import TEMPLATE

nbformat = pytest.importorskip("nbformat", reason="Jupyter is not installed")
nbclient = pytest.importorskip("nbclient", reason="Jupyter is not installed")
pytest.importorskip("ipykernel", reason="Jupyter is not installed")
pytestmark = pytest.mark.compiled  # in another process

NOTEBOOKS = ("two-body-spacecraft", "docking", "four-bar", "low-orbit-day")
SHOWN = {
    "m": "1 bodies, 1 joints, 1 forces",
    "system": "recursive formulation",
    "now": "hinge.reaction_force",
    "run": "finished",
    "run.audit()": "energy",
    "run['hinge.angle']": "hinge.angle",
}
"""Last lines of cells, and what must be in the table that each shows."""


def cells_of(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def executed(lines, folder):
    """A notebook of these cells, after all of them were run."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(line) for line in lines])
    client = nbclient.NotebookClient(
        book, timeout=300, resources={"metadata": {"path": str(folder)}}
    )
    return client.execute()


def test_examples_run_as_notebooks(tmp_path):
    first = "import treetop as tt, warnings; warnings.simplefilter('ignore')"
    files = [str(EXAMPLES / f"{name}.yaml") for name in NOTEBOOKS]
    made = "m = tt.load({!r}); s = m.build(); run = tt.simulate(s, duration=2, every=0.1)\nrun"
    objects = ["m", "s", "s.evaluate(run.start)", "run.audit()"]
    lines = [first, *(line for file in files for line in (made.format(file), *objects))]
    for cell in executed(lines, tmp_path).cells[1:]:
        (output,) = cell.outputs  # nothing is printed beside
        assert output.data["text/html"].startswith("<table>"), cell.source


def test_the_pendulum_of_the_tutorial_runs_as_a_notebook(tmp_path):
    lines = [*cells_of("tutorial/pendulum.md")[:2], *SHOWN]
    if TEMPLATE.is_file():
        lines.append("run.view()")
    done = executed(lines, tmp_path)
    nbformat.validate(done)
    shown = {cell.source: cell.outputs for cell in done.cells}
    for line, part in SHOWN.items():
        (output,) = shown[line]
        assert part in output.data["text/html"], line
        assert output.data["text/plain"]
    if TEMPLATE.is_file():
        assert "<iframe" in shown["run.view()"][0].data["text/html"]
    assert not [
        each for outputs in shown.values() for each in outputs if each.output_type == "error"
    ]

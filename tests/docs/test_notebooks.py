"""The tutorial as a notebook, run by Jupyter without a browser: cells run, and what they show is
tables and the playback."""

import re

import pytest

from folders import DOCS
from treetop.view.playback.page import TEMPLATE

nbformat = pytest.importorskip("nbformat", reason="Jupyter is not installed")
nbclient = pytest.importorskip("nbclient", reason="Jupyter is not installed")
pytest.importorskip("ipykernel", reason="Jupyter is not installed")
pytestmark = pytest.mark.compiled  # in another process

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


def test_the_pendulum_of_the_tutorial_runs_as_a_notebook(tmp_path):
    lines = [*cells_of("tutorial/pendulum.md")[:2], *SHOWN]
    if TEMPLATE.is_file():
        lines.append("run.view()")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(line) for line in lines])
    done = nbclient.NotebookClient(
        book, timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
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

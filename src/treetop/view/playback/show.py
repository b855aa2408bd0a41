"""A run to be watched: as a file, in a browser, in a notebook."""

from __future__ import annotations

import os
import sys
import tempfile
import webbrowser
from html import escape
from pathlib import Path

from treetop.errors import TreetopError
from treetop.results import Run
from treetop.view.playback.page import page, write_page

HEIGHT = 560  # pixels, in a notebook


class Shown:
    """The page of a run: notebooks show it in place.

    Attributes
    ----------
    path : Path or None
        The file, if one was written.
    notes : str
        How large it is, and what was left out.
    """

    def __init__(self, run: Run, path: Path | None, notes: str) -> None:
        self._run, self.path, self.notes = run, path, notes

    def _repr_html_(self) -> str:
        # The page is a document of its own: nothing of it and of the notebook meets.
        content = escape(page(self._run), quote=True)
        style = f"width: 100%; height: {HEIGHT}px; border: 0"
        return f'<iframe srcdoc="{content}" style="{style}" allowfullscreen></iframe>'

    def __repr__(self) -> str:
        return f"<page of a run in {self.path}: {self.notes}>" if self.path else "<page of a run>"


def view(run: Run, out: str | os.PathLike[str] | None = None, open: bool = False) -> Shown:
    """Write the page, open it in the browser, or both; see `Run.view`."""
    if out is None and (open or not in_notebook()):
        folder = tempfile.mkdtemp(prefix="treetop-") if open else "."
        out = Path(folder) / f"{file_name(run)}.html"
    notes = "" if out is None else write_page(run, out)
    path = None if out is None else Path(out)
    if open and path is not None:
        open_in_browser(path)
    return Shown(run, path, notes)


def file_name(run: Run) -> str:
    """The title of a run as a name that any file can have."""
    title = str(run.data.attrs["title"])
    words = "".join(c if c.isalnum() else " " for c in title).split()
    return "-".join(words)[:80] or "run"


def open_in_browser(path: Path) -> None:
    if not webbrowser.open(path.resolve().as_uri()):
        raise TreetopError(f"{path}: no browser could be started; open the file yourself")


def in_notebook() -> bool:
    """Whether what is returned is shown as HTML."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return type(shell).__name__ == "ZMQInteractiveShell" or "google.colab" in sys.modules

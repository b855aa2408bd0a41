"""What is seen of results: methods of runs, campaigns and linear models.

They reach up to `view`, which is imported when the first is called; no other module does.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from treetop.view.playback.show import Shown


class RunViews:
    """Figures, playback, film and report of a run."""

    def plot(
        self: Any, *quantities: str, out: str | os.PathLike | None = None, degrees: bool = False
    ) -> Figure:
        """Draw quantities over time; `treetop.plot` draws several runs.

        Parameters
        ----------
        *quantities : str
            Names as in ``run[name]``, components of them (``"bus.position.x"``), bodies and joints
            (``"boom"``: all of it), patterns (``"*.angle"``); none: the coordinates.
        out : path, optional
            Save the figure there, in a folder that exists: .png, .pdf or .svg.
        degrees : bool
            Draw angles and their rates in degrees.
        """
        from treetop.view.plots import plot

        return plot(self, *quantities, out=out, degrees=degrees)

    def view(self: Any, out: str | os.PathLike | None = None, open: bool = False) -> Shown:
        """Watch the motion: a page of one HTML file, which opens anywhere, offline.

        Parameters
        ----------
        out : path, optional
            Write the page there, in a folder that exists. By default it is named after the model
            and written here; in a notebook it is not written but shown in place.
        open : bool
            Open it in the browser.
        """
        from treetop.view.playback import view

        return view(self, out, open)

    def video(self: Any, out: str | os.PathLike, **options: Any) -> str:
        """Write a film, .webm, or an animated image, .gif, .png or .webp, by the machine's browser.
        Options: ``seconds`` to play, 10, ``rate`` of frames, 25/s, ``size``, (1280, 720) pixels."""
        from treetop.view.video import write_video

        return write_video(self, out, **options)

    def report(
        self: Any, out: str | os.PathLike | None = None, author: str = "", revision: str = ""
    ) -> str:
        """Show everything of this run on one page: model, motion, audits, events, playback.

        Parameters
        ----------
        out : path, optional
            Write the page there, in a folder that exists: one file, to be opened in a browser.
        author, revision : str
            Who answers for the page, and which issue of it this is.

        Returns
        -------
        str
            The page, HTML.
        """
        from treetop.view.report import report

        return report(self, out, author=author, revision=revision)

    def to_gltf(self: Any, path: str | os.PathLike) -> None:
        """Write bodies with their looks and their motion as an animated ``.glb`` file."""
        from treetop.view.gltf import write_gltf

        write_gltf(self, path)


class CampaignViews:
    """The report of a campaign."""

    def report(
        self: Any,
        out: str | os.PathLike[str] | None = None,
        runs: Mapping[str, Any] | None = None,
        on: str = "",
    ) -> str:
        """Show everything of the campaign on one page of HTML, which is returned.

        Parameters
        ----------
        out : path, optional
            As of `Run.report`.
        runs : mapping of Run, optional
            Such as `Campaign.worst` gives: shown in one playback, laid over each other.
        on : str
            The body on which they are laid; see `treetop.overlay`.
        """
        from treetop.view.campaign import report

        return report(self, out, runs, on)


class ResponseViews:
    """Diagrams of what has a response to frequencies."""

    def plot(
        self: Any,
        kind: str = "bode",
        frequencies: Iterable[float] | None = None,
        out: str | os.PathLike[str] | None = None,
    ) -> Figure:
        """Draw the responses, of a loop the open one's, as a "bode", "nyquist" or "nichols"
        diagram, or the "root-locus"."""
        from treetop.view.frequency_response import linear_figure

        return linear_figure(self, kind, frequencies, out)

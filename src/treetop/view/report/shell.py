"""The frame that pages of reports have in common."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import NamedTuple

from treetop.view.report.policy import policy


class Page(NamedTuple):
    """A page of sections by key, with links to those that are there.

    Attributes
    ----------
    title, sort : str
        Of what it is, and what sort of page: "Report of a run".
    top : str
        Markup below the title.
    titles, sections : mapping
        Titles of sections for links, and their markup; what is empty is left out.
    script : str
    """

    title: str
    sort: str
    top: str
    titles: Mapping[str, str]
    sections: Mapping[str, str]
    script: str = ""

    def html(self) -> str:
        """One HTML page that needs nothing besides."""
        style = (files("treetop.view.report") / "page.css").read_text("utf-8")
        links = "".join(
            f'<a href="#{key}">{escape(self.titles[key])}</a>'
            for key, part in self.sections.items()
            if part
        )
        return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy(f"{chr(10)}{self.script}")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>{escape(self.title)}: {self.sort[0].lower()}{self.sort[1:]}</title>
<style>
{style}</style>
</head>
<body>
<header>
<p class="over">{self.sort}</p>
<h1>{escape(self.title)}</h1>
{self.top}
<nav>{links}</nav>
</header>
<main>
{chr(10).join(filter(None, self.sections.values()))}
</main>
<footer>Made by Treetop from the result alone. Units are SI, angles rad.</footer>
<script>
{self.script}</script>
</body>
</html>
"""

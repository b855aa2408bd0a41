"""The gallery: docs/examples/index.md as cards, a page for each example, playbacks."""

import re
from pathlib import Path

import pictures
from staging import DOCS, PAGES, ROOT, copy, page, write

EXTRA = PAGES / "_extra"
PLAYED = EXTRA / "playback"
ITEM = re.compile(r"^- \[(?P<title>[^]]*)\]\((?P<name>[^)/]*)\.md\): (?P<text>.*)$", re.MULTILINE)
ITEMS = re.compile(r"(?:^- \[[^]]*\]\([^)/]*\.md\): .*\n)+", re.MULTILINE)
LANGUAGES = {".yaml": "yaml", ".py": "python"}
IMAGE = re.compile(r"!\[[^]]*\]\(([^)]*)\)")


def stage_gallery(with_runs: bool) -> None:
    """Write the gallery and the pages of all examples in it."""
    PLAYED.mkdir(parents=True, exist_ok=True)
    front = Path("examples") / "index.md"
    text = page(DOCS / front, front)
    for item in ITEM.finditer(text):
        stage_example(item["name"], item["title"], with_runs)
    if with_runs:
        pictures.take({page: picture(page.stem) for page in PLAYED.glob("*.html")})
    write(PAGES / front, ITEMS.sub(cards, text))


def stage_example(name: str, title: str, with_runs: bool) -> None:
    """Write the page of an example: its own if it has one, what it is made from, its playback."""
    own, staged = DOCS / "examples" / f"{name}.md", Path("examples") / f"{name}.md"
    parts = [page(own, staged) if own.exists() else f"# {title}\n\n{description(name)}"]
    if with_runs:
        parts.append(playback(name))
        if not own.exists():
            parts.append(f"![What moves, over time]({figure(name)})")
    if model := source(name):
        copy(model, PAGES / "files" / "examples" / model.name)
        language = LANGUAGES[model.suffix]
        lines = f"```{{literalinclude}} /files/examples/{model.name}\n:language: {language}\n```"
        parts += ["## The model", f"`treetop examples {model.name}` copies it.", lines]
    write(PAGES / staged, "\n\n".join(part for part in parts if part) + "\n")


def source(name: str) -> Path | None:
    """The model of an example, among other files that it may have."""
    files = (ROOT / "examples").glob(f"{name}.*")
    return next((path for path in files if path.suffix in LANGUAGES), None)


def description(name: str) -> str:
    """What an example says of itself at its head."""
    path = source(name)
    assert path
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return text.split('"""')[1]
    lines = re.match(r"(#.*\n)*", text)
    assert lines
    first, *more = [line.lstrip("# ") for line in lines[0].splitlines()]
    return "\n".join([f"{first}.", *more])


def playback(name: str) -> str:
    """The playback of an example, in its page."""
    import runs
    from treetop.view import playback

    if runs.source(name) is None:
        return ""
    write(PLAYED / f"{name}.html", playback.page(runs.run(name)))
    where = f"../playback/{name}.html"
    frame = f'<iframe class="playback" src="{where}" loading="lazy" title="Playback"></iframe>'
    alone = f'<p class="alone"><a href="{where}">The playback on a page of its own</a></p>'
    return f"## Playback\n\n{frame}\n{alone}"


def figure(name: str) -> str:
    """A plot of an example that has no page with figures of its own."""
    import runs

    path = PAGES / "examples" / "figures" / f"{name}.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    runs.run(name).plot(out=path)
    return f"figures/{name}.svg"


def cards(items: re.Match) -> str:
    """A list of examples as cards."""
    each = [card(item) for item in ITEM.finditer(items[0])]
    return "\n".join(["::::{grid} 1 2 2 3", ":gutter: 3", "", *each, "::::", ""])


def card(item: re.Match) -> str:
    name, text = item["name"], item["text"]
    lines = [f":::{{grid-item-card}} {item['title']}", f":link: {name}", ":link-type: doc"]
    if shown := thumbnail(name):
        lines.append(f":img-top: {shown}")
    return "\n".join([*lines, "", text[0].upper() + text[1:], ":::", ""])


def thumbnail(name: str) -> str:
    """What a card shows: a picture of the playback, else the first figure of the page, if any."""
    if picture(name).exists():
        return f"pictures/{name}.png"
    figure = IMAGE.search((PAGES / "examples" / f"{name}.md").read_text(encoding="utf-8"))
    return figure[1] if figure else ""


def picture(name: str) -> Path:
    return PAGES / "examples" / "pictures" / f"{name}.png"

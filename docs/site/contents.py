"""The order of the site. Pages say nothing of it, so that they read well on a code host, too."""

GUIDES = [
    "model-files", "joints", "constraints", "contact", "stages", "structures", "modes", "flexible",
    "user-forces", "symbolic", "equations", "methods", "compare", "checkpoints", "view",
]  # fmt: skip
THEORY = [
    "recursive", "kane", "newton-euler", "udwadia", "absolute", "loops", "constraints", "keeping",
    "forces", "friction", "impulses", "stages", "flexible", "structures", "second-order",
    "lagrange", "moving-origin", "time-loop",
]  # fmt: skip

TREES: dict[str, dict[str, list[str]]] = {
    "index": {
        "Begin": ["conventions"],
        "Guides": GUIDES,
        "Theory": [f"theory/{name}" for name in THEORY],
        "Evidence": ["validation", "studies/constraint-methods"],
        "Reference": ["api/index"],
        "Project": ["contributing", "changelog"],
    },
}
"""Below which page, under which caption, stand which pages."""


def toctrees(page: str) -> str:
    """What is added to a page, so that the site knows what stands below it."""
    trees = TREES.get(page, {}).items()
    return "\n".join(_toctree(caption, pages) for caption, pages in trees if pages)


def _toctree(caption: str, pages: list[str]) -> str:
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    absolute = [f"/{page}" for page in pages]
    return "\n".join(["", "```{toctree}", *options, "", *absolute, "```", ""])

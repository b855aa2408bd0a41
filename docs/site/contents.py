"""The order of the site. Pages say nothing of it, so that they read well on a code host, too."""

import re

TREES: dict[str, dict[str, list[str]]] = {
    "index": {
        "Begin": [
            "install",
            "tutorial/index",
            "conventions",
            "guide/capabilities",
            "examples/index",
        ],
        "Coming from elsewhere": [
            "guide/from-basilisk",
            "guide/from-mujoco",
            "guide/from-exudyn",
            "guide/from-adams",
            "guide/from-discos",
        ],
        "Models": [
            "guide/model-files",
            "guide/urdf",
            "guide/joints",
            "guide/constraints",
            "guide/contact",
            "guide/orbits",
            "guide/stages",
            "guide/user-forces",
        ],
        "Devices and control": [
            "guide/devices",
            "guide/propulsion",
            "guide/deployment",
            "guide/tethers",
            "guide/control",
        ],
        "Environment": ["guide/environment", "guide/surfaces", "guide/heat"],
        "Flexible bodies": [
            "guide/structures",
            "guide/modes",
            "guide/flexible",
            "guide/beams",
            "guide/sliding",
        ],
        "Runs and results": [
            "guide/methods",
            "guide/results",
            "guide/checkpoints",
            "guide/campaigns",
            "guide/fits",
            "guide/fmi",
            "guide/files",
            "guide/view",
            "guide/report",
            "guide/audit",
            "guide/compare",
            "guide/linear-models",
        ],
        "Symbols": ["guide/equations", "guide/symbolic"],
        "Evidence": [
            "validation",
            "studies/constraint-methods",
            "studies/variable-steps-with-controllers",
            "studies/cable-models",
        ],
        "Reference": ["theory/index", "api/index", "command-line"],
        "Project": ["readme", "threat-model", "contributing", "changelog"],
    },
}
"""Below which page, under which caption, stand which pages; elsewhere, those that a page lists."""

TITLES = {"readme": "What it can do", "contributing": "Contributing", "tutorial/index": "Tutorial"}
LISTED = ("tutorial/index", "theory/index", "examples/index")
ITEM = re.compile(r"^(?:-|\d\.) \[[^]]*\]\(([^)]*)\.md\)", flags=re.MULTILINE)


def toctrees(page: str, text: str) -> str:
    """What is added to a page, so that the site knows what stands below it."""
    folder = page.rpartition("/")[0]
    listed = {"": [f"{folder}/{name}" for name in ITEM.findall(text)]}
    trees = (listed if page in LISTED else TREES.get(page, {})).items()
    return "\n".join(_toctree(caption, pages) for caption, pages in trees if pages)


def _toctree(caption: str, pages: list[str]) -> str:
    options = [":hidden:", ":titlesonly:", *([f":caption: {caption}"] if caption else [])]
    absolute = [f"{TITLES[page]} </{page}>" if page in TITLES else f"/{page}" for page in pages]
    return "\n".join(["", "```{toctree}", *options, "", *absolute, "```", ""])

"""How Sphinx makes the site from the pages that staging.py has gathered."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path
from pkgutil import resolve_name

from docutils.nodes import Element
from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from formulas import STATIC  # noqa: E402
from gallery import EXTRA  # noqa: E402

project = "Treetop"
author = "Treetop developers"
copyright = "Treetop developers"
version = release = version_of("treetop")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "formulas",
]
if not tags.has("quick"):  # noqa: F821  # Sphinx puts it here
    extensions.append("sphinx.ext.viewcode")
nitpicky = True
default_role = "py:obj"
highlight_language = "text"  # indented blocks are formulas and tables, not Python

autodoc_typehints = "none"  # docstrings tell types, with units
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_param = napoleon_use_rtype = False  # types are words, not names to be linked
napoleon_custom_sections = [("Attributes", "params_style")]  # as parameters, several on a line

myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 4

html_theme = "furo"
html_title = "Treetop"
exclude_patterns = ["_katex", "_extra", "files"]
html_extra_path = [str(EXTRA)]
html_static_path = [str(HERE / "static"), str(STATIC)]
html_css_files = ["katex.min.css", "site.css"]
html_math_renderer = "katex"
html_copy_source = False
html_show_search_summary = False  # it would fetch pages, which a browser refuses to a site on disk
html_show_sphinx = False
html_logo = html_favicon = str(HERE / "static" / "logo.svg")
html_theme_options = {
    "navigation_with_keys": True,
    "light_css_variables": {
        "color-brand-primary": "#2a5db0",
        "color-brand-content": "#2a5db0",
        "font-stack": "Inter, system-ui, -apple-system, Segoe UI, Roboto, Helvetica, sans-serif",
    },
    "dark_css_variables": {"color-brand-primary": "#8ab4f8", "color-brand-content": "#8ab4f8"},
}
pygments_style = "default"
pygments_dark_style = "github-dark"
copybutton_exclude = ".linenos, .gp, .go"


def setup(app: Sphinx) -> None:
    app.connect("missing-reference", as_it_stands)


def as_it_stands(app: Sphinx, env: object, node: Element, contnode: Element) -> Element | None:
    """Words of docstrings that lead nowhere stay words, unless they misname a thing of Treetop."""
    target = node.get("reftarget", "")
    known = not target.startswith("treetop.") or exists(target)
    return contnode if node.get("refdomain") == "py" and known else None


def exists(name: str) -> bool:
    try:
        resolve_name(name)
    except (AttributeError, ImportError):
        return False
    return True

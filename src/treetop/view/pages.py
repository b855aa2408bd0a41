"""Files of pages."""

from __future__ import annotations

import os
from pathlib import Path

from treetop.errors import TreetopError
from treetop.files.whole import require_writable


def require_page_file(out: str | os.PathLike[str]) -> None:
    """Raise unless a page can be written at `out`: better before it is made than after."""
    if Path(out).suffix.lower() not in (".html", ".htm"):
        raise TreetopError(f"{out}: this is a page of HTML; end its name with .html")
    require_writable(out)

"""What a browser may do with the page: run its own two scripts, and load nothing from elsewhere."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

from treetop.errors import TreetopError
from treetop.view.playback.page import template

_SCRIPTS = re.compile(r"script-src ([^;\"]+);")


def policy(script: str) -> str:
    """The content policy of a page with this script, and with the playback in a frame: a frame that
    is made from text obeys the policy of the page around it, too."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join([_hash(script), *_playback()])}",
            "style-src 'unsafe-inline'",  # figures set their lines and letters so
            "img-src data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _playback() -> list[str]:
    """What the playback's own policy says of its script."""
    try:
        match = _SCRIPTS.search(template())
    except TreetopError:  # it was not built, and the report does without
        return []
    return [match[1]] if match else []

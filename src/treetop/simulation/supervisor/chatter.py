"""Events that come so often that a run would not come to its end."""

from __future__ import annotations

from collections import defaultdict

from treetop.errors import RunError

CHATTER_INTERVAL = 1e-9  # part of a run: an event that comes again sooner is about to chatter
CHATTER_COUNT = 50  # times in a row that it may
CHANGES_WATCHED = 1000  # changes, after which their pace is looked at,
MAX_CHANGES_AHEAD = 1e6  # and how many may lie ahead at that pace
STEADY_PACE = 0.9  # part of the time of as many before: shorter, they are about to come to an end
HINT = "let it act only once ('max_count'), or put distance between what switches on and off"


class Pace:
    """How often events happen, and change what follows."""

    def __init__(self, duration: float) -> None:
        self.duration = duration
        self.recent: dict[str, list[float]] = defaultdict(list)
        self.changes: list[tuple[float, str]] = []
        self.began = 0.0

    def note(self, name: str, time: float) -> None:
        """Refuse an event that happens again and again in no time."""
        recent = self.recent[name]
        if recent and time - recent[-1] > CHATTER_INTERVAL * self.duration:
            recent.clear()
        recent.append(time)
        if len(recent) > CHATTER_COUNT:
            text = f"the event '{name}' chatters: it happened {CHATTER_COUNT} times from "
            raise RunError(f"{text}{recent[0]:.12g} to {time:.12g} s ({HINT})")

    def changed(self, names: str, time: float) -> None:
        """Refuse changes that follow each other so fast, at a steady pace, that the run would not
        come to its end; a pace that quickens, as of a ball that comes to rest, is let be."""
        changes = self.changes
        self.began = self.began if changes else time
        changes.append((time, names))
        count = len(changes) // 4
        if len(changes) < CHANGES_WATCHED or len(changes) % (CHANGES_WATCHED // 2):
            return
        first, middle, last = (changes[-1 - k * count][0] for k in (2, 1, 0))
        left = self.began + self.duration - last
        if last - middle < STEADY_PACE * (middle - first):
            return
        ahead = 2 * count * left / max(last - first, 1e-300)
        if ahead > MAX_CHANGES_AHEAD:
            raise RunError(self._endless(changes[-count:], last - middle, ahead))

    def _endless(self, recent: list[tuple[float, str]], time: float, ahead: float) -> str:
        names = list(dict.fromkeys(name for _, name in recent))
        names_in_words = ", ".join(f"'{name}'" for name in names[:5]) + (
            ", ..." if names[5:] else ""
        )
        text = f"{names_in_words} follow each other every {time / len(recent):.3g} s"
        return f"{text}: {ahead:.2g} more changes to the end of the run ({HINT})"

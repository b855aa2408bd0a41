"""Orders of three turns, such as ``zyx``."""

TURN_ORDER_HINT = "give one such as zyx (about z, then the new y, then the new x) or zxz"


def is_turn_order(word: str) -> bool:
    """Whether a word names three axes, no two in a row the same."""
    return len(word) == 3 and not set(word) - set("xyz") and word[0] != word[1] != word[2]

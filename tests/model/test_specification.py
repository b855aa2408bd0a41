"""Names that are not known, and those that were meant."""

import difflib

from treetop.model import specification
from treetop.model.specification import unknown

NAMES = [f"panel_{side}_{k}" for side in ("left", "right") for k in range(500)]


def test_the_nearest_are_those_that_a_close_look_at_all_finds():
    for wrong in ("panel_lft_17", "panle_right_400", "panelleft3", "Panel_left_250", "boom"):
        near = difflib.get_close_matches(wrong, NAMES, n=1, cutoff=0.6)
        hint = unknown("body", wrong, NAMES, "").hint
        assert hint.startswith(f"did you mean '{near[0]}'" if near else "there are: ")


def test_a_thousand_wrong_names_take_a_close_look_at_few_each(monkeypatch):
    looked = []

    def counted(name, choices, n, cutoff):
        looked.append(len(choices))
        return []

    monkeypatch.setattr(specification.difflib, "get_close_matches", counted)
    for k in range(1000):
        unknown("body", f"pannel_{k}", NAMES, "")
    assert sum(looked) <= 1000 * specification.CLOSER

"""A tree as text."""

from treetop.view.diagram import text, tree_of


def test_a_loop(four_bar):
    assert text(tree_of(four_bar)).splitlines() == [
        "four-bar",
        "ground",
        "├─ crank (revolute) ── crank, 1 kg",
        "│  └─ coupler (revolute) ── coupler, 1 kg [1]",
        "└─ rocker (revolute) ── rocker, 1 kg [1]",
        "",
        "[1] close (revolute) closes a loop: rocker.tip to coupler.tip",
    ]

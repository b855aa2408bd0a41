"""All impacts of one instant, found together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from treetop.simulation.impact.impulse import Part, Seize, impact, motions
from treetop.simulation.mode_switching import Strike
from treetop.simulation.mode_switching.element import LEAVING
from treetop.system.state import State

APPROACH_FRACTION = 1e-9  # part of the fastest approach: slower impacts follow in their turn


class Impacts(NamedTuple):
    """What was struck, what that took, and what stays together after it."""

    state: State  # velocities just after
    strikes: list[Strike]
    parts: list[Part]
    stay: list[bool]


def foremost(strikes: Iterable[Strike]) -> list[Strike]:
    """The elements that are struck now, and all that rest and may be struck with them; what does
    not approach yet, such as the next ball of a cradle, is struck by what follows."""
    candidates = list(strikes)
    fastest = max((strike.closing for strike in candidates), default=0.0)
    return [
        each for each in candidates if not each.event or each.closing >= APPROACH_FRACTION * fastest
    ]


def impacts_at(state: State, strikes: list[Strike]) -> Impacts:
    """Find impacts; what would leave too slowly has no restitution, and stays."""
    system, before = state.system, motions(state.system.at(state))
    z = system.joint_vectors(state.vector)[0].copy()
    for strike in strikes:
        label, at = strike.element.near_side(strike)
        if label in system.coordinate_labels:
            z[system.coordinate_labels.index(label)] = at
    while True:
        found = impact(system, state.time, z, before, [strike.hit for strike in strikes])
        slow = [
            strike.gives_back and part.after <= strike.rest
            for strike, part in zip(strikes, found.parts, strict=True)
        ]
        if not any(slow):
            break
        strikes = [
            strike.without_restitution() if stays else strike
            for strike, stays in zip(strikes, slow, strict=True)
        ]
    q, u = len(system.coordinate_labels), len(system.speed_labels)
    z[q : q + u] = found.whole.speeds
    after = State(system, state.time, system.own_vector(z))
    fastest = max((strike.closing for strike in strikes), default=0.0)
    stay = [_stays(*each, fastest) for each in zip(strikes, found.parts, strict=True)]
    return Impacts(after, strikes, found.parts, stay)


def _stays(strike: Strike, part: Part, fastest: float) -> bool:
    if isinstance(strike.hit, Seize):
        return True
    slow = part.after <= LEAVING * fastest or part.after <= strike.rest < np.inf
    return slow and not strike.gives_back

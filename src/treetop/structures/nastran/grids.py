"""Grid points and coordinate systems of bulk data.

Letters: p positions in the basic system, R whose columns are the axes of a system in the basic one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.structures.nastran.bulk import Card


class Grid(NamedTuple):
    """A grid point: number, position (3,), and axes (3, 3) of its displacements as columns."""

    number: int
    position: np.ndarray
    axes: np.ndarray


class _System(NamedTuple):
    kind: str  # R, C or S
    origin: np.ndarray
    axes: np.ndarray

    def position(self, x: np.ndarray) -> np.ndarray:
        """Where coordinates of this system are in the basic one."""
        a, b, c = x
        if self.kind == "C":
            x = np.array([a * np.cos(np.radians(b)), a * np.sin(np.radians(b)), c])
        elif self.kind == "S":
            theta, phi = np.radians([b, c])
            x = a * np.array(
                [np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)]
            )
        return self.origin + self.axes @ x

    def local_axes(self, p: np.ndarray) -> np.ndarray:
        """The axes of displacements at a position: radial and around for C and S."""
        if self.kind == "R":
            return self.axes
        x, y, z = self.axes.T @ (p - self.origin)
        phi = np.arctan2(y, x)
        around = np.array([-np.sin(phi), np.cos(phi), 0.0])
        if self.kind == "C":
            turned = np.column_stack([[np.cos(phi), np.sin(phi), 0.0], around, [0.0, 0.0, 1.0]])
        else:
            theta = np.arctan2(np.hypot(x, y), z)
            radial = [np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)]
            down = [np.cos(theta) * np.cos(phi), np.cos(theta) * np.sin(phi), -np.sin(theta)]
            turned = np.column_stack([radial, down, around])
        return self.axes @ turned


def grids(cards: Iterable[Card]) -> list[Grid]:
    """All grid points of cards, by number."""
    cards = list(cards)
    systems = _systems(cards)
    defaults = next((card for card in cards if card.name == "GRDSET"), Card("GRDSET", [], 0))
    found: dict[int, Grid] = {}
    for card in cards:
        if card.name != "GRID":
            continue
        number = card.integer(0)
        if number in found:
            what = f"GRID {number} is there twice"
            raise ModelError([Problem(what, hint="one card for each", line=card.line)])
        system = _system(systems, card, card.integer(1, defaults.integer(1, 0)))
        p = system.position(np.array([card.real(k, 0.0) for k in (2, 3, 4)]))
        moved = _system(systems, card, card.integer(5, defaults.integer(5, 0)))
        found[number] = Grid(number, p, moved.local_axes(p))
    if not found:
        raise ModelError([Problem("there are no GRID cards", hint="bulk data with grid points")])
    return [found[number] for number in sorted(found)]


def _system(systems: dict[int, _System], card: Card, number: int) -> _System:
    if number not in systems:
        what = f"there is no coordinate system {number}"
        raise ModelError([Problem(what, hint="CORD2R, CORD2C or CORD2S", line=card.line)])
    return systems[number]


def _systems(cards: list[Card]) -> dict[int, _System]:
    found = {0: _System("R", np.zeros(3), np.eye(3))}
    waiting = [card for card in cards if card.name in ("CORD2R", "CORD2C", "CORD2S")]
    while waiting:
        ready = [card for card in waiting if card.integer(1, 0) in found]
        if not ready:
            _system(found, waiting[0], waiting[0].integer(1, 0))
        for card in ready:
            found[card.integer(0)] = _defined(card, found[card.integer(1, 0)])
        waiting = [card for card in waiting if card not in ready]
    return found


def _defined(card: Card, reference: _System) -> _System:
    """A system by three points: its origin, one on its z axis, one in its plane of x and z."""
    a, b, c = (
        reference.position(np.array([card.real(k, 0.0) for k in range(first, first + 3)]))
        for first in (2, 5, 8)
    )
    z = b - a
    y = np.cross(z, c - a)
    if np.linalg.norm(y) <= 1e-12 * np.linalg.norm(z) * np.linalg.norm(c - a):
        what = f"the three points of {card.name} {card.integer(0)} are on a line"
        raise ModelError([Problem(what, hint="origin, z axis, plane of x and z", line=card.line)])
    z, y = z / np.linalg.norm(z), y / np.linalg.norm(y)
    return _System(card.name[-1], a, np.column_stack([np.cross(y, z), y, z]))

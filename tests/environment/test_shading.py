"""What surfaces hide of each other: directions, tables, and averages over them."""

import math

import numpy as np
import pytest

from treetop.core.compiler import kernel
from treetop.core.environment import shading as core
from treetop.core.environment.shading import NO_SHADING, cell_of, shade_for
from treetop.core.spatial import Vec3
from treetop.environment import facets as f
from treetop.environment import shading
from treetop.environment.shading import BodySurfaces, cells, directions, openness, shading_of

X, Y, Z = np.eye(3)


@kernel
def hide(shading, shade, s):
    core.hide(shading, shade, 0, s, shade.sun)


def opened(shading, rows, s):
    shade = shade_for(1, rows, shading)
    hide(shading, shade, Vec3(*(np.array(s) / np.linalg.norm(s))))
    return shade.sun


def two_plates(gap=1.0, both=True):
    """A plate of 2 × 2 below one of 2 × 2."""
    below = f.rectangle(np.zeros(3), 2 * X, 2 * Y, (1, 1), both)
    return f.joined([below, f.rectangle(gap * Z, 2 * X, 2 * Y, (1, 1), both)])


def table(facets, level=4):
    return shading_of([BodySurfaces(1, np.arange(len(facets.kind)), facets)], level=level)


def test_directions_are_even():
    points = directions(3)
    assert len(points) == 642
    assert np.linalg.norm(points, axis=1) == pytest.approx(np.ones(642))
    assert points.sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-12)
    assert points.T @ points == pytest.approx(np.eye(3) * 642 / 3, abs=1e-10)


def test_all_directions_within_reach_are_found(rng):
    reach, first, near = cells(3)
    nodes = directions(3)
    for s in rng.normal(size=(200, 3)):
        s /= np.linalg.norm(s)
        cell = cell_of(Vec3(*s), 24)
        close = np.flatnonzero(np.linalg.norm(nodes - s, axis=1) < reach)
        assert set(close) <= set(near[first[cell] : first[cell + 1]])
        assert len(close) >= 6


def hidden_part(s, gap):
    """The hidden part of a plate below another of the same size, 2 × 2."""
    offset = gap * s[:2] / s[2]
    return np.prod(np.maximum(0.0, 1 - np.abs(offset) / 2))


@pytest.mark.compiled
@pytest.mark.parametrize("both", [True, False])
def test_a_plate_is_hidden_as_its_shadow_says(both):
    parts = openness(two_plates(both=both))
    for s, (below, above) in zip(directions(), parts, strict=True):
        if s[2] > 0.05:
            assert above == 1.0
            assert below == pytest.approx(1 - hidden_part(s, 1.0), abs=0.06)
        elif s[2] < -0.05 and both:
            assert below == 1.0
            assert above == pytest.approx(1 - hidden_part(-s, 1.0), abs=0.06)
    errors = [parts[i, 0] - 1 + hidden_part(s, 1) for i, s in enumerate(directions()) if s[2] > 0.1]
    assert np.sqrt(np.mean(np.square(errors))) < 0.02


@pytest.mark.compiled
def test_the_average_follows_the_shadow(rng):
    plates = table(two_plates())
    errors = []
    for s in rng.normal(size=(300, 3)):
        s = np.abs(s) / np.linalg.norm(s)
        if s[2] > 0.15:
            below, above = opened(plates, 2, s)
            assert -1e-15 <= below <= 1 + 1e-15
            assert above == pytest.approx(1.0, abs=1e-6)
            errors.append(below - 1 + hidden_part(s, 1.0))
    assert np.sqrt(np.mean(np.square(errors))) < 0.01
    assert np.abs(errors).max() < 0.04


@pytest.mark.compiled
def test_the_average_is_smooth():
    """Its fourth differences fall as the fourth power of the step."""
    plates = table(two_plates())

    def along(h):
        angles = 0.6 + h * np.arange(-2, 3)
        parts = [opened(plates, 2, [math.sin(a), 0.2, math.cos(a)])[0] for a in angles]
        return abs(np.array([1, -4, 6, -4, 1]) @ parts)

    coarse, fine = along(4e-3), along(2e-3)
    assert fine < coarse / 12


def test_few_directions_are_averaged_as_many():
    plates = table(two_plates(gap=0.2), 1)
    below, above = opened(plates, 2, [0, 0, 1])
    assert below < 0.3
    assert above == pytest.approx(1.0)
    assert opened(plates, 2, [0.1, 0.2, -1]) == pytest.approx([1.0, below], abs=0.3)


def test_tables_of_many_facets_have_fewer_directions(monkeypatch):
    monkeypatch.setattr(shading, "MOST_ENTRIES", 200)
    assert len(table(two_plates(gap=0.6), 4).direction) == 42
    assert len(table(two_plates(gap=0.6), 0).direction) == 12


def test_the_same_facets_are_looked_at_once(monkeypatch):
    first = table(two_plates(gap=0.7), 1)
    monkeypatch.setattr(shading, "openness", lambda *_: pytest.fail("looked at again"))
    again = table(two_plates(gap=0.7), 1)
    assert np.array_equal(again.open_part, first.open_part)


@pytest.mark.compiled
def test_convex_shapes_hide_nothing_of_themselves():
    box = f.box(np.zeros(3), np.array([1.0, 2.0, 3.0]), (2, 2, 2))
    assert openness(box, 2).min() == 1.0
    assert table(box, 2) is not None
    assert table(box, 2).body.size == 0
    assert table(box, 2) == NO_SHADING


@pytest.mark.compiled
def test_a_sphere_hides_a_sphere():
    """One beside the other: seen along the line between them the far one is hidden."""
    far = f.sphere(np.zeros(3), 1.0, None)
    near = f.sphere(3 * Z, 1.0, None)
    parts = openness(f.joined([far, near]), 3)
    for s, (below, above) in zip(directions(3), parts, strict=True):
        off = 3 * math.sqrt(max(0.0, 1 - s[2] ** 2))
        lens = 0.0
        if off < 2:
            lens = 2 * math.acos(off / 2) - off / 2 * math.sqrt(4 - off * off)
        hidden = lens / math.pi
        assert (below if s[2] > 0 else above) == pytest.approx(1 - hidden, abs=0.07)
        assert (above if s[2] > 0 else below) == 1.0

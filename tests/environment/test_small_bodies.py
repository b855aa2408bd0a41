"""Shapes of small bodies: volume and mass centre, what is inside, surfaces that are refused."""

import numpy as np
import pytest

from brick import CENTRE, CORNERS, FACES
from treetop.environment.small_bodies import (
    GRAVITATION,
    closed_surface,
    inside,
    mascons,
    polyhedron,
)
from treetop.errors import ModelError

AWAY = np.array([30.0, -20.0, 10.0])


def moved():
    """A brick whose middle is away from the origin."""
    return CORNERS - CENTRE + AWAY, FACES


def test_volume_and_mass_centre_of_a_moved():
    found = closed_surface(*moved())
    assert found.volume == pytest.approx(6.0, rel=1e-14)
    assert found.centre == pytest.approx(AWAY, rel=1e-14)
    table = polyhedron(found, 12.0)
    assert table.sigma == pytest.approx(2.0, rel=1e-14)
    assert np.abs(table.vertices).max(axis=0) == pytest.approx([1.5, 1.0, 0.5])


def test_corners_at_one_place_are_one():
    """As files have them that list the corners of each triangle anew."""
    vertices, faces = moved()
    found = closed_surface(vertices[faces].reshape(-1, 3), np.arange(36).reshape(-1, 3))
    assert len(found.vertices) == 8
    assert found.volume == pytest.approx(6.0, rel=1e-14)


def test_what_is_inside(rng):
    places = rng.uniform(-2.0, 2.0, (2000, 3))
    within = (np.abs(places) < [1.5, 1.0, 0.5]).all(axis=1)
    assert 50 < within.sum() < 500
    assert (inside(closed_surface(*moved()), places) == within).all()


def test_mascons_are_counted_from_their_mass_centre():
    found = mascons([1e12, 3e12], [[4.0, 0.0, 0.0], [8.0, 4.0, 0.0]])
    assert found.mu == pytest.approx(GRAVITATION * np.array([1e12, 3e12]))
    assert found.at == pytest.approx(np.array([[-3.0, -3.0, 0.0], [1.0, 1.0, 0.0]]))
    with pytest.raises(ModelError, match="one row for each"):
        mascons([1.0, 2.0], [[0.0, 0.0, 0.0]])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda faces: faces[:-1], "not closed: 3 edges have one face only"),
        (lambda faces: faces[:, ::-1], "seen from inside"),
        (lambda faces: np.vstack([faces[:-1], faces[-1:, ::-1]]), "go the same way along an edge"),
        (lambda faces: faces + 1, "not there"),
        (lambda faces: np.vstack([faces[:-1], [[0, 1, 1]]]), "face 11 has no area"),
        (lambda faces: faces[:, :2], "rows of three vertices"),
        (lambda faces: faces[:0], "not there"),
    ],
)
def test_surfaces_that_are_wrong_are_refused(wrong, message):
    vertices, faces = moved()
    with pytest.raises(ModelError, match=message):
        closed_surface(vertices, wrong(faces))


def test_vertices_have_to_be_numbers():
    vertices, faces = moved()
    vertices[3, 1] = np.nan
    with pytest.raises(ModelError, match="rows of three numbers"):
        closed_surface(vertices, faces)

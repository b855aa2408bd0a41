"""Gaps between shapes along a run, given by positions that are known."""

import numpy as np
import pytest

import treetop as tt
from treetop.errors import ModelError


def test_spheres_and_capsules(recorded, histories):
    run = recorded(histories)
    apart = run.distance("bus.port", "tug.tail")
    spheres = run.clearance(tt.Sphere("bus.port", 0.1), tt.Sphere("tug.tail", 0.2))
    assert spheres.values == pytest.approx(apart.values - 0.3, abs=1e-14)
    assert spheres.attrs["units"] == "m"
    assert run.clearance("bus.port", "tug.tail").values == pytest.approx(apart.values, abs=1e-14)
    rod = tt.Capsule("bus", "bus.port", 0.1)  # square to the line between the bodies
    assert run.clearance("tug", rod).values == pytest.approx(apart.values - 0.1, abs=1e-14)


def test_planes_on_bodies_and_on_the_ground(recorded, histories, model):
    bus, tug = model.bodies["bus"], model.bodies["tug"]
    bus.frame("wall", at=[0.2, 0, 0], attitude=[np.sqrt(0.5), 0, np.sqrt(0.5), 0])  # z along x
    run = recorded(histories)
    walled = run.clearance(tt.Sphere(tug, 0.1), tt.Plane("bus.wall")).values
    assert walled == pytest.approx(run.distance("bus", "tug").values - 0.3, abs=1e-12)
    pad = run.clearance(tt.Plane("ground", [1, 0, 0]), "bus").values
    assert pad == pytest.approx(run["bus.position"].sel(axis="x").values, abs=1e-12)


@pytest.mark.parametrize(
    ("a", "b", "what"),
    [
        (tt.Plane("bus"), tt.Plane("tug"), "two planes"),
        (tt.Sphere("bus", 1), "bus.port", "both shapes are on 'bus'"),
        (3, "bus", "3 is not a shape"),
    ],
)
def test_what_has_no_gap(a, b, what, recorded, histories):
    with pytest.raises(ModelError, match=what):
        recorded(histories).clearance(a, b)

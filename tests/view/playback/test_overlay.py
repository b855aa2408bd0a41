"""Runs laid over each other are where their results have them."""

import numpy as np
import pytest

import treetop as tt
from craft_in_orbit import two_bodies
from treetop.errors import ModelError, TreetopError
from treetop.view.playback.overlay import COLOURS, overlaid_scene

pytestmark = pytest.mark.compiled


def drifting(speed: float, every: float = 0.5) -> tt.Run:
    """Two bodies that nothing acts on, one of which leaves the other at some speed and turns."""
    m = tt.Model("drifting")
    m.add_body("bus", mass=100, inertia=[1, 1, 1])
    m.add_body("tug", mass=1, inertia=[1, 1, 1])
    m.add_joint("a", tt.Free(), m.ground, "bus")
    m.add_joint("b", tt.Free(), m.ground, "tug")
    m.set_start("a", velocity=[0, 1, 0])
    m.set_start("b", velocity=[speed, 1, 0], angular_velocity=[0, 0, speed])
    return tt.simulate(m.build(), duration=2, every=every)


def placed(scene: dict, name: str) -> np.ndarray:
    """Where a body is in space, along time."""
    (body,) = [each for each in scene["bodies"] if each["name"] == name]
    return body["positions"].values + scene["rootPosition"].values


def attitude(scene: dict, name: str) -> np.ndarray:
    (body,) = [each for each in scene["bodies"] if each["name"] == name]
    return body["attitudes"].values


def test_bodies_of_others_are_where_they_were():
    slow, quick = drifting(0.5), drifting(2.0, every=0.3)
    scene = overlaid_scene({"planned": slow, "run 3": quick})
    t = scene["times"].values
    assert t.tolist() == [0, 0.5, 1, 1.5, 2]
    for name, speed in (("tug", 0.5), ("tug, run 3", 2.0)):
        there = np.stack([speed * t, t, 0 * t], axis=1)
        np.testing.assert_allclose(placed(scene, name), there, atol=1e-12)
    np.testing.assert_allclose(placed(scene, "bus, run 3"), placed(scene, "bus"), atol=1e-12)
    turned = np.stack([np.cos(t), 0 * t, 0 * t, np.sin(t)], axis=1)  # at 2 rad/s
    np.testing.assert_allclose(np.abs(attitude(scene, "tug, run 3")), np.abs(turned), atol=0.02)
    assert "over it translucent run 3: in space" in scene["notes"][-1]


def test_runs_are_laid_upon_a_body():
    scene = overlaid_scene({"planned": drifting(0.5), "run 3": drifting(2.0)}, on="tug")
    t = scene["times"].values
    np.testing.assert_allclose(placed(scene, "tug, run 3"), placed(scene, "tug"), atol=1e-12)
    apart = placed(scene, "bus, run 3") - placed(scene, "bus")
    np.testing.assert_allclose(apart[:, 0], -1.5 * t, atol=1e-12)


def test_orbits_are_followed_between_samples():
    model = two_bodies()
    every = [tt.simulate(model.build(), duration=300, every=step) for step in (15, 20)]
    scene = overlaid_scene({"planned": every[0], "again": every[1]})
    for name in ("bus", "tug"):
        np.testing.assert_allclose(placed(scene, f"{name}, again"), placed(scene, name), atol=0.02)


def test_ghosts_are_translucent_and_of_one_colour():
    run = drifting(0.5)
    scene = overlaid_scene({"planned": run, "a": run, "b": run})
    looks = [look for body in scene["bodies"] for look in body["looks"] if ", a" in body["name"]]
    assert {(look["colour"], look["opacity"]) for look in looks} == {(COLOURS[0], 0.4)}
    page = tt.overlay({"planned": run, "a": run})
    assert "<html" in page


def test_bad_input(tmp_path):
    run = drifting(0.5)
    with pytest.raises(ModelError, match=r"unknown body 'bos'.*did you mean 'bus'"):
        overlaid_scene({"planned": run}, on="bos")
    with pytest.raises(TreetopError, match="0 runs cannot be laid over each other"):
        overlaid_scene({})
    with pytest.raises(TreetopError, match="name"):
        tt.overlay({"planned": run}, tmp_path / "page.txt")

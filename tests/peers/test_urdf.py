"""Accelerations of robots in URDF files, each read by Pinocchio and by us."""

import warnings
from pathlib import Path

import numpy as np
import pytest

import treetop as tt
from random_trees import UNIFORM_GRAVITY, random_motion
from treetop.formats.yaml.load import dumps, loads
from treetop.model.body import Body

pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install treetop[peers]")

from peers.agreement import RELATIVE
from peers.pinocchio_urdf import PinocchioRobot

ROBOTS = Path(__file__).parents[1] / "formats" / "urdf" / "robots"
FREE = {"rover", "quadruped", "space_arm"}

pytestmark = [pytest.mark.peers, pytest.mark.compiled]


def robot(file: Path, free: bool) -> tuple[tt.Model, dict]:
    model = tt.Model(file.stem)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        frames = model.add_urdf(file, joint=tt.Free() if free else None)
    model.add_force("gravity", tt.UniformGravity(UNIFORM_GRAVITY))
    return model, frames


def moving(model: tt.Model, peer: PinocchioRobot, seed: int) -> dict:
    """A random motion in which joints follow those that they mimic."""
    motion = random_motion(model, seed)
    motion = {name: values for name, values in motion.items() if values}
    for name in model.joints:
        found = peer.leader(name)
        if found:
            (q, v), (leader_q, leader_v) = motion[name], motion[found[0]]
            leads = motion[found[0]]
            motion[name] = {
                q: found[1] * leads[leader_q] + found[2],
                v: found[1] * leads[leader_v],
            }
    return motion


def accelerations(model: tt.Model, motion: dict, bodies: list[str]) -> tuple:
    system = model.build()
    now = system.evaluate(system.state(**motion))
    return tuple(
        np.array([getattr(now.body[body], what) for body in bodies])
        for what in ("acceleration", "angular_acceleration")
    )


@pytest.mark.parametrize("file", sorted(ROBOTS.glob("*.urdf")), ids=lambda file: file.stem)
def test_accelerations_are_those_of_pinocchio(file):
    free = file.stem in FREE
    model, frames = robot(file, free)
    peer = PinocchioRobot(file, free, UNIFORM_GRAVITY)
    links = {link: frame.name for link, frame in frames.items() if isinstance(frame, Body)}
    for seed in (1, 2, 3):
        motion = moving(model, peer, seed)
        theirs = peer.accelerations(motion)
        ours = accelerations(model, motion, list(links.values()))
        for k, mine in enumerate(ours):
            other = np.array([theirs[link][k] for link in links])
            assert np.abs(mine - other).max() < RELATIVE * np.abs(other).max()
    again = accelerations(loads(dumps(model)), motion, list(links.values()))
    assert all(np.array_equal(one, other) for one, other in zip(ours, again, strict=True))

"""Runs by the command line that are killed at random moments, and resumed."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import treetop as tt
from staged_flight import flight

TREETOP = [sys.executable, "-c", "from treetop.cli import main; main()"]
OPTIONS = ["--checkpoint-every", "0.05", "--limit", "1"]


def hopping() -> tt.Model:
    """A body that hops along a rail until it rests, a pendulum that swings from it and is let go
    of, and a boom that slides out and latches: blows, rest, release and capture."""
    m = flight()
    hopper = m.add_body("hopper", mass=3, inertia=[0.1, 0.1, 0.1])
    boom = m.add_body("boom", mass=0.5, inertia=[0.1, 0.1, 0.1])
    m.add_joint("rail", tt.Prismatic([0, 0, 1]), m.ground.frame("far", at=[9, 0, 0]), hopper)
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), hopper, boom.frame("end", at=[0, 0, 0.5]))
    m.add_force("floor", tt.RigidStop("rail", lower=0.0, restitution=0.7, rest=0.02))
    m.add_force("catch", tt.Latch("hinge", place=0.4))
    m.set_start("rail", slide=1.0)
    m.set_start("hinge", angle=-0.5, rate=1.0)
    del m.events["landed"]
    return m


def killed(folder: Path, times: int, within: float, options: list[str]) -> tuple[tt.Run, int]:
    """The result of a run that was killed so many times, each within so many seconds after
    a checkpoint, as far as it did not end before; and how often it was."""
    moments = np.random.default_rng(20261116).uniform(0.0, within, times)
    state, kills = folder / "model.nc.part" / "state.npz", 0
    for moment in moments:
        before = _written(state)
        with _begun(folder, [*options, "--resume"]) as process:
            while process.poll() is None and _written(state) == before:
                time.sleep(0.002)
            time.sleep(moment)
            if process.poll() is not None:
                assert process.returncode == 0, process.communicate()
                break
            process.send_signal(signal.SIGKILL)
            kills += 1
    _ended(folder, [*options, "--resume"])
    assert not state.parent.exists()
    return tt.load_run(folder / "model.nc"), kills


def whole(folder: Path, options: list[str]) -> tt.Run:
    """The run without an interruption."""
    _ended(folder, [*options, "--out", "whole.nc"])
    return tt.load_run(folder / "whole.nc")


def _written(state: Path) -> int:
    """When that was, ns; 0 if it is not there."""
    try:
        return state.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _ended(folder: Path, options: list[str]) -> None:
    with _begun(folder, options) as process:
        told = process.communicate()
    assert process.returncode == 0, told


def _begun(folder: Path, options: list[str]) -> subprocess.Popen:
    model = folder / "model.yaml"
    if not model.exists():
        hopping().save(model)
    return subprocess.Popen(
        [*TREETOP, "run", "model.yaml", *OPTIONS, *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )

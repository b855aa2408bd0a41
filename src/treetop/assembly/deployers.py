"""The table of lines that are paid out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import accumulate

import numpy as np

from treetop.assembly.frames import FrameBook
from treetop.assembly.functions_of_time import DriveBook
from treetop.assembly.numbering import Labels
from treetop.core.devices.deployer import NO_DEPLOYERS, Deployers
from treetop.model.devices.deployer import Deployer
from treetop.model.devices.reel import Reel
from treetop.topology.lines import RodNames, deployers, rod_names
from treetop.topology.mechanism import Mechanism

Numbers = Mapping[str, int]


def deployer_table(
    model: Mechanism,
    frames: FrameBook,
    labels: Labels,
    states: Numbers,
    outputs: Numbers,
    drives: DriveBook,
) -> Deployers:
    """The labels of the tree's joints are given in order."""
    lines = deployers(model.model)
    if not lines:
        return NO_DEPLOYERS
    rods = [rod_names(model.model, name) for name in lines]
    parts = [own for each in rods for own in each]
    both = list(zip(lines.values(), rods, strict=True))
    q, u = ({label: k for k, label in enumerate(each)} for each in labels)
    return Deployers(
        mouth=_integers([frames.add(line.mouth) for line in lines.values()]),
        store=_integers([frames.add(line.storage or line.mouth) for line in lines.values()]),
        tip=_integers([_number(frames, line.tip) for line in lines.values()]),
        law=np.array([_law(line) for line in lines.values()], dtype=float),
        width=np.array([_width(frames, line, own[0]) for line, own in both], dtype=float),
        guided=_integers([line.guided for line in lines.values()]),
        triad=np.array([np.ravel(line.triad) for line in lines.values()], dtype=float),
        begin=np.array(
            [
                (*line.angles, *line.rates, line.start_length or 0.0, line.start_rate)
                for line in lines.values()
            ],
            dtype=float,
        ),
        drive=_integers(
            [-1 if line.length is None else drives.add(line.length) for line in lines.values()]
        ),
        state=_integers([states[f"{name}.rods"] for name in lines]),
        output=_integers([outputs[f"{name}.length"] for name in lines]),
        rod_at=_integers([0, *accumulate(map(len, rods))]),
        body=_integers([frames.numbers[own.rod] for own in parts]),
        q=_pairs([(q[f"{own.link}.angle1"], q[f"{own.rod}.slide"]) for own in parts]),
        u=_pairs([(u[f"{own.link}.rate1"], u[f"{own.rod}.slide_rate"]) for own in parts]),
    )


def _law(line: Deployer) -> tuple[float, ...]:
    """The numbers of `treetop.core.devices.deployer.Deployers.law`."""
    own = line.mass_per_length, line.rod, line.tip_mass, *line.EI, line.damping
    brake = line.brake_by_length, line.brake_by_square, line.brake_by_rate
    reel = (line.radius, line.inertia, line.creep) if isinstance(line, Reel) else (0.0, 0.0, 0.0)
    return *own, *brake, *reel


def _width(frames: FrameBook, line: Deployer, first: RodNames) -> tuple[float, ...]:
    """The row of `treetop.core.devices.deployer.Deployers.width`."""
    radius = float(line.width) / math.sqrt(12.0) * np.array(line.triad[1])
    in_rod = frames.in_joint[frames.numbers[first.rod]].R @ radius
    _, mouth = frames.seen_from_joint(line.mouth)
    return *in_rod, *(mouth.R @ radius)


def _number(frames: FrameBook, tip: str | None) -> int:
    """The number of the body at a tip; 0 if there is none."""
    return frames.numbers[tip.partition(".")[0]] if tip else 0


def _integers(values: list[int]) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def _pairs(rows: list[tuple[int, int]]) -> np.ndarray:
    return np.array(rows, dtype=np.int64).reshape(-1, 2)

"""What the cases with closed loops share: their formulations, and what must be conserved."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

import treetop as tt
from treetop.system.formulations import FORMULATIONS
from treetop.validation.case import Check

ALL = tuple(FORMULATIONS)
SPARSE = ("recursive", "newton-euler")  # affordable where bodies or steps are many
TOLERANCES: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-14}


def runs(
    model: tt.Model,
    start: Callable[[tt.System], tt.State],
    times: Any,
    formulations: tuple[str, ...] = ALL,
    another: bool = True,
    **settings: Any,
) -> Iterator[tuple[str, tt.Run]]:
    """The motion by each formulation; by the first with constraints kept another way, too."""
    options = TOLERANCES | {"duration": times[-1], "at": times} | settings
    for name in formulations:
        system = model.build(name)
        yield name, tt.simulate(system, start(system), **options)
    system = model.build(formulations[0])
    if another and system.constrained:
        yield "nullspace", tt.simulate(system, start(system), constraints="nullspace", **options)


def conserved(name: str, run: tt.Run, energy: float = 1e-10) -> list[Check]:
    """Energy with the work done, and the points that joints keep together, against their speeds."""
    place, velocity = gaps(run)
    fastest = float(np.linalg.norm(run.data.velocity, axis=-1).max())
    return [
        Check(f"{name}: energy", run.audit()["energy"].relative, 0.0, energy),
        Check(f"{name}: constraints", float(run.data.constraint_error.max()), 0.0, 1e-11, "m"),
        Check(f"{name}: points apart", place, 0.0, 1e-11, "m"),
        Check(f"{name}: their velocities apart", velocity / fastest, 0.0, 1e-10),
    ]


def gaps(run: tt.Run) -> tuple[float, float]:
    """The greatest distance, and speed, between the two points of a joint that closes a loop.

    Told by the motion of the bodies alone, with nothing that the formulations use themselves.
    """
    place, velocity = 0.0, 0.0
    for joint in (run.model.joints[name] for name in run.system.assembly.closing):
        (p_a, v_a), (p_b, v_b) = (motion_of(run, end) for end in (joint.inboard, joint.outboard))
        place = max(place, float(np.linalg.norm(p_b - p_a, axis=-1).max()))
        velocity = max(velocity, float(np.linalg.norm(v_b - v_a, axis=-1).max()))
    return place, velocity


def motion_of(run: tt.Run, reference: str) -> tuple[np.ndarray, np.ndarray]:
    """Places and velocities of a frame's origin, in rows."""
    frame = run.model.frame(reference)
    r = np.array(frame.at)
    if frame.body == "ground":
        return np.broadcast_to(r, (len(run.time), 3)), np.zeros((len(run.time), 3))
    body = run.data.sel(body=frame.body)
    R = Rotation.from_quat(np.roll(body.attitude.values, -1, axis=1))
    turning = np.cross(body.angular_velocity.values, r)
    return body.position.values + R.apply(r), body.velocity.values + R.apply(turning)

"""Tables of surfaces by hand, and a body that carries them."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry
from treetop.core.environment.shading import NO_SHADING, cast, shade_for
from treetop.core.environment.surfaces import NO_AIR, Ambient, Surfaces, exerted
from treetop.core.forces.power_balance import Account, account_of
from treetop.core.kinematics.frames import push
from treetop.core.spatial import Vec3, zero3
from treetop.core.tables.motion import Origin


class Frames(NamedTuple):
    body: np.ndarray
    p: np.ndarray
    R: np.ndarray


class Work(NamedTuple):
    R: np.ndarray
    p: np.ndarray
    V: np.ndarray
    F: np.ndarray


def turn(axis, angle):
    a = np.array(axis) / np.linalg.norm(axis)
    K = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def frames_at(bodies, places, attitudes):
    return Frames(
        np.array(bodies),
        np.array(places, dtype=float),
        np.array([R.ravel() for R in attitudes], dtype=float),
    )


def work_of(attitudes, places, motions):
    """Bodies after the ground; motions are angular, then linear."""
    R = np.array([np.eye(3).ravel(), *(R.ravel() for R in attitudes)])
    p, V = np.zeros((len(R), 3)), np.zeros((len(R), 6))
    p[1:], V[1:] = places, motions
    return Work(R, p, V, np.zeros((len(R), 6)))


def surfaces_of(frames, surfaces, shading=NO_SHADING):
    """Surfaces of dictionaries: `rows` of (kind, place, normal, area, arm), `law`, `air` and
    `light`."""
    rows = [row for each in surfaces for row in each["rows"]]
    count = [0, *(len(each["rows"]) for each in surfaces)]
    area = np.array([row[3] for row in rows], dtype=float)
    table = Surfaces(
        frame=np.arange(len(surfaces)),
        body=frames.body[: len(surfaces)].copy(),
        row_at=np.cumsum(count),
        air_law=np.array([each.get("law", NO_AIR) for each in surfaces]),
        air=np.array([each.get("air", (0, 0, 0)) for each in surfaces], dtype=float),
        light=np.array([each.get("light", (0, 0, 0)) for each in surfaces], dtype=float),
        kind=np.array([row[0] for row in rows]),
        place=np.array([row[1] for row in rows], dtype=float),
        normal=np.array([row[2] for row in rows], dtype=float),
        area=area,
        arm=np.array([row[4] for row in rows], dtype=float),
        radius=np.sqrt(area / np.pi),
        shading=shading,
    )
    return table, shade_for(len(surfaces), len(rows), shading)


def dark(**changes):
    """Nothing but what is given."""
    none = Vec3(0.0, 0.0, 0.0)
    return Ambient(0.0, 0.0, 0.0, none, Vec3(0.0, 0.0, 1.0), 0.0)._replace(**changes)


FRAMES = frames_at([1], [[0, 0, 0]], [np.eye(3)])
SAMPLES = (
    *surfaces_of(FRAMES, [{"rows": [(0, (0, 0, 0), (0, 0, 1), 1.0, 0)]}]),
    *(FRAMES, work_of([np.eye(3)], [[0] * 3], [[0] * 6]), Origin(zero3(), zero3()), dark()),
)


@entry(Account(0.0, zero3()), *SAMPLES)
def applied(surfaces, shade, frames, work, origin, ambient):
    """Let air and light press on the bodies; return what that does to energy and momentum."""
    cast(surfaces, shade, frames, work, origin, ambient)
    total = Account(0.0, zero3())
    for j in range(surfaces.frame.size):
        at, force, torque = exerted(surfaces, shade, frames, work, origin, ambient, j)
        push(work.F, at, force, torque)
        total = total + account_of(at, force, torque)
    return total

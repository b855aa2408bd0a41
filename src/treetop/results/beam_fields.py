"""Results of beams along their arc length: shape, strains, section forces.

Strains are those of `treetop.core.forces.elastic_hinge`, found again from how the rods stand; what
a beam does not give way to, the reactions of its hinges tell.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import xarray as xr

from treetop.errors import TreetopError
from treetop.model.beam import Line
from treetop.model.specification import unknown
from treetop.results.distance import turned
from treetop.topology.beam_expansion import Elasticity, HingeRow
from treetop.topology.beam_pieces import pieces
from treetop.topology.mechanism import Mechanism

PARTS = ("x", "y", "z")
MEANING = {
    "position": ("m", "position of the axis, inertial axes"),
    "velocity": ("m/s", "velocity of the axis, inertial axes"),
    "attitude": ("1", "attitude of the section, its x along the beam, to inertial axes"),
    "strain": ("1", "stretch, and shear along y and z, axes of the section"),
    "curvature": ("rad/m", "twist, and curvatures about y and z, axes of the section"),
    "force": ("N", "force of the outer part on the inner, x tension, axes of the section"),
    "moment": ("N m", "moment of the outer part on the inner, x torsion, axes of the section"),
}


def beam_fields(data: xr.Dataset, mechanism: Mechanism, name: str) -> xr.Dataset:
    """Fields of a beam along time and arc length."""
    beams = mechanism.model.beams
    if name not in beams:
        problem = unknown("beam", name, beams, "")
        raise TreetopError(f"{problem.what} ({problem.hint})")
    line: Line = beams[name].line
    own = data.sel(body=mechanism.beam(name).rods)
    cut = pieces(line)
    found = {key: own[key].values for key in ("position", "velocity", "attitude")}
    dims = dict.fromkeys(found, ("time", "s", "axis")) | {"attitude": ("time", "s", "component")}
    across = _sections(data, mechanism, name)
    dims |= dict.fromkeys(across, ("time", "section", "part"))
    coords: dict[str, Any] = {
        "time": data.time,
        "s": ("s", [piece.s for piece in cut], {"units": "m"}),
        "section": ("section", [piece.last for piece in cut[:-1]], {"units": "m"}),
        "axis": list(PARTS),
        "part": list(PARTS),
        "component": data.component.values,
    }
    variables = {
        key: (dims[key], values, dict(zip(("units", "long_name"), MEANING[key], strict=True)))
        for key, values in (found | across).items()
    }
    return xr.Dataset(variables, coords)


class _Strained(NamedTuple):
    """Strains of hinges and their rates, (time, hinge, 3); attitudes of the axes between."""

    E: np.ndarray
    u: np.ndarray
    phi: np.ndarray
    u_rate: np.ndarray
    phi_rate: np.ndarray


def _sections(data: xr.Dataset, mechanism: Mechanism, name: str) -> dict[str, np.ndarray]:
    """Strains, curvatures, forces and moments at the hinges."""
    line: Line = mechanism.model.beams[name].line
    h, rows = float(line.length) / line.elements, _rows(mechanism, name)
    seen = _strained(data, mechanism, [row.F for row in rows], [row.M for row in rows])
    K, C = (np.array([getattr(row, each) for row in rows]) for each in ("stiffness", "damping"))
    elastic = (
        K[:, :3] * seen.u + C[:, :3] * seen.u_rate,
        K[:, 3:] * seen.phi + C[:, 3:] * seen.phi_rate,
    )
    held = _reactions(data, mechanism, name, rows)
    force, moment = (
        mine + turned(_back(seen.E), other) for mine, other in zip(elastic, held, strict=True)
    )
    curvature = seen.phi / h + np.array(line.bent)
    return {"strain": seen.u / h, "curvature": curvature, "force": force, "moment": moment}


def _rows(mechanism: Mechanism, name: str) -> list[HingeRow]:
    """What is between the rods of a beam, in order; sliders are left out."""
    rods = set(mechanism.beam(name).rods)
    rows = (row for f in mechanism.forces.values() if isinstance(f, Elasticity) for row in f.rows)
    return [row for row in rows if {_body(row.F), _body(row.M)} <= rods]


def _body(reference: str) -> str:
    return reference.partition(".")[0]


def _reactions(
    data: xr.Dataset, mechanism: Mechanism, name: str, rows: list[HingeRow]
) -> tuple[np.ndarray, np.ndarray]:
    """Forces and torques of hinges, as joints, on the inner of two rods each, inertial axes."""
    hinges = mechanism.beam(name).hinges
    joints, own = [mechanism.joints[each] for each in hinges], data.sel(joint=hinges)
    axes = _poses(data, mechanism, [joint.inboard for joint in joints]).attitude
    outward = [
        joint.bodies[0] == _body(row.F) or joint.bodies[1] == _body(row.M)
        for joint, row in zip(joints, rows, strict=True)
    ]
    sign = np.where(outward, -1.0, 1.0)[:, None]
    force, torque = own.reaction_force.values, own.reaction_torque.values
    return sign * turned(axes, force), sign * turned(axes, torque)


def _strained(data: xr.Dataset, mechanism: Mechanism, F: list[str], M: list[str]) -> _Strained:
    a, b = (_poses(data, mechanism, each) for each in (F, M))
    q = _product(_back(a.attitude), b.attitude)
    q = q * np.where(q[..., :1] < 0.0, -1.0, 1.0)
    half, size = q[..., 1:], np.sqrt(2.0 + 2.0 * q[..., :1])
    s = np.linalg.norm(half, axis=-1, keepdims=True)
    g = np.where(s > 0.0, np.arctan2(s, q[..., :1]) / np.where(s > 0.0, s, 1.0), 1.0)
    E = _product(a.attitude, np.concatenate([0.5 * size, half / size], axis=-1))
    u, v, w, mean = (
        turned(_back(E), each) for each in (b.p - a.p, b.v - a.v, b.w - a.w, 0.5 * (a.w + b.w))
    )
    middle = mean - 0.5 * np.cross(half / (1.0 + q[..., :1]), w)
    along = half * np.sum(half * w, axis=-1, keepdims=True) / np.where(s > 0.0, s * s, 1.0)
    return _Strained(E, u, 2.0 * g * half, v - np.cross(middle, u), g * w + (1.0 - g) * along)


class _Poses(NamedTuple):
    attitude: np.ndarray
    p: np.ndarray
    v: np.ndarray
    w: np.ndarray


def _poses(data: xr.Dataset, mechanism: Mechanism, references: list[str]) -> _Poses:
    """How frames stand and move, inertial axes."""
    frames = [mechanism.frame(each) for each in references]
    own = data.sel(body=[frame.body for frame in frames])
    attitude = own.attitude.values
    arm = turned(attitude, np.array([frame.at for frame in frames]))
    w = turned(attitude, own.angular_velocity.values)
    return _Poses(
        _product(attitude, np.array([frame.attitude for frame in frames])),
        own.position_from_origin.values + arm,
        own.velocity.values + np.cross(w, arm),
        w,
    )


def _product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The quaternion of a turn b after a turn a."""
    w = a[..., :1] * b[..., :1] - np.sum(a[..., 1:] * b[..., 1:], axis=-1, keepdims=True)
    v = a[..., :1] * b[..., 1:] + b[..., :1] * a[..., 1:] + np.cross(a[..., 1:], b[..., 1:])
    return np.concatenate([w, v], axis=-1)


def _back(q: np.ndarray) -> np.ndarray:
    return q * np.array([1.0, -1.0, -1.0, -1.0])

"""All that dynamics needs of a flexible body, in one small file: moments of mass and some nodes.

It stands for its modes wherever a flexible body is described; the structure is no longer needed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from functools import partial
from typing import Any

import numpy as np
from scipy import sparse

from treetop.errors import ModelError, Problem
from treetop.files import content_of
from treetop.files.npz import npz_arrays, npz_content
from treetop.files.whole import write_whole
from treetop.structures.arguments import instance
from treetop.structures.body.modal_integrals import Moments, NodeMotion, moments, node_motion
from treetop.structures.body.modal_thermal_loads import modal_thermal_loads
from treetop.structures.elements.thermal_loads import ThermalLoads
from treetop.structures.modes.damping import Damping
from treetop.structures.modes.modes import Modes
from treetop.structures.surface import Skin, seen_stress, skin
from treetop.structures.surface_stress import SurfaceStress

__all__ = ["ReducedBody", "load_reduced", "reduced", "save_reduced"]

MODES = "those of a structure, such as normal_modes(structure, fixed='root')"
FORMAT = "treetop flexible body 2"
_SPARSE = ("expansion", "gradient", "rotation")  # of thermal loads


@dataclass(frozen=True)
class ReducedBody:
    """What is left of a structure and its modes.

    Attributes
    ----------
    moments : Moments
        With damping, and stiffened or not.
    nodes : dict of NodeMotion
        By name.
    angular_frequencies : ndarray
        Of the modes [rad/s].
    skin : Skin or None
        What can be seen of the structure.
    thermal : ThermalLoads or None
        Loads of thermal strain on its coordinates.
    stress : SurfaceStress or None
        Stresses at the points that can be seen.
    """

    moments: Moments
    nodes: dict[str, NodeMotion]
    angular_frequencies: np.ndarray
    skin: Skin | None = None
    thermal: ThermalLoads | None = None
    stress: SurfaceStress | None = None

    def __len__(self) -> int:
        return len(self.angular_frequencies)


def reduced(
    modes: Modes,
    nodes: str | int | Iterable[str | int],
    stiffening: str | None = None,
    damping: Damping | None = None,
) -> ReducedBody:
    """What dynamics needs of modes.

    Parameters
    ----------
    modes : Modes
    nodes : name, number, or several
        That frames may be fixed to.
    stiffening, damping
        As in `treetop.structures.body.modal_integrals`.
    """
    instance(modes, Modes, "modes", MODES)
    nodes = [nodes] if isinstance(nodes, str | int) else nodes
    found = moments(modes, stiffening, damping)
    internal = len(found.modal_mass) - len(modes)
    motions = {str(node): node_motion(modes, node, stiffening, internal) for node in nodes}
    thermal = modal_thermal_loads(modes, found)
    rates, stress = modes.angular_frequencies, seen_stress(modes)
    return ReducedBody(found, motions, rates, skin(modes), thermal, stress)


def save_reduced(body: ReducedBody, path: str | os.PathLike[str]) -> None:
    """Write a reduced body as an ``.npz`` file, whole or not at all."""
    write_whole(path, reduced_content(body))


def reduced_content(body: ReducedBody) -> bytes:
    """What is in the file of a reduced body."""
    instance(body, ReducedBody, "body", "what treetop.flexible.reduced makes of modes")
    arrays = {f"moments_{name}": value for name, value in asdict(body.moments).items()}
    arrays |= {"format": FORMAT, "angular_frequencies": body.angular_frequencies}
    arrays["nodes"] = np.array(list(body.nodes), dtype=str)
    for name in NodeMotion._fields:
        rows = [getattr(node, name) for node in body.nodes.values()]
        arrays[f"node_{name}"] = np.array(rows)
    if body.skin is not None:
        arrays |= {f"skin_{name}": value for name, value in body.skin._asdict().items()}
    if body.stress is not None:
        arrays |= {f"stress_{name}": value for name, value in body.stress._asdict().items()}
    if body.thermal is not None:
        arrays |= {f"thermal_{name}": getattr(body.thermal, name).toarray() for name in _SPARSE}
        arrays["thermal_across"], arrays["thermal_sizes"] = body.thermal.across, body.thermal.sizes
        arrays["thermal_labels"] = np.array(body.thermal.labels, dtype=str)
    return npz_content(arrays)


def load_reduced(path: str | os.PathLike[str]) -> ReducedBody:
    """Read a reduced body from an ``.npz`` file; nothing in it is run."""
    return reduced_in(content_of(path, partial(_error, path)), path)


def reduced_in(content: bytes, path: str | os.PathLike[str]) -> ReducedBody:
    """The reduced body in the content of a file of this name."""
    arrays = npz_arrays(content, partial(_error, path))
    if str(arrays.get("format")) != FORMAT:
        raise _error(path, f"is not a '{FORMAT}'")
    try:
        values: dict[str, Any] = {
            each.name: arrays[f"moments_{each.name}"] for each in fields(Moments)
        }
        found = Moments(**values | {"mass": float(values["mass"])})
        parts = [arrays[f"node_{name}"] for name in NodeMotion._fields]
        nodes = dict(zip(arrays["nodes"].tolist(), map(NodeMotion, *parts), strict=True))
        rates = arrays["angular_frequencies"]
        seen, thermal = _skin(arrays), _thermal(arrays)
        body = ReducedBody(found, nodes, rates, seen, thermal, _stress(arrays, seen))
        _require_shapes(body)
    except (KeyError, ValueError, TypeError) as error:
        raise _error(path, f"is damaged: {error}") from None
    return body


def _skin(arrays: dict[str, np.ndarray]) -> Skin | None:
    if "skin_points" not in arrays:
        return None
    found = Skin(*(arrays[f"skin_{name}"] for name in Skin._fields))
    found.require_fit(len(arrays["angular_frequencies"]))
    return found


def _stress(arrays: dict[str, np.ndarray], skin: Skin | None) -> SurfaceStress | None:
    if "stress_kind" not in arrays or skin is None:
        return None
    kind, *parts = (arrays[f"stress_{name}"] for name in SurfaceStress._fields)
    found = SurfaceStress(str(kind), *parts)
    found.require_fit(len(arrays["angular_frequencies"]), len(skin.points))
    return found


def _thermal(arrays: dict[str, np.ndarray]) -> ThermalLoads | None:
    if "thermal_sizes" not in arrays:
        return None
    expansion, gradient, rotation = (
        sparse.csr_array(arrays[f"thermal_{name}"]) for name in _SPARSE
    )
    labels = tuple(arrays["thermal_labels"].tolist())
    across, sizes = arrays["thermal_across"], arrays["thermal_sizes"]
    return ThermalLoads(expansion, gradient, rotation, across, sizes, labels)


def _require_shapes(body: ReducedBody) -> None:
    """Refuse arrays that do not fit each other: kernels would run out of their room."""
    m = len(body.moments.modal_mass)
    shapes = {
        "first0": (3,), "first1": (3, m), "first2": (3, m, m), "inertia0": (3, 3),
        "inertia1": (m, 3, 3), "inertia2": (m, m, 3, 3), "arm": (3, m), "turn": (m, m, 3),
        "modal_mass": (m, m), "modal_stiffness": (m, m), "modal_damping": (m, m),
    }  # fmt: skip
    found = {name: getattr(body.moments, name) for name in shapes}
    for name, node in body.nodes.items():
        widths = ((3,), (3, m), (3, m), (3, m, m), (3, m, m))
        for part, value, shape in zip(NodeMotion._fields, node, widths, strict=True):
            shapes[f"{part} of node {name}"], found[f"{part} of node {name}"] = shape, value
    if body.thermal is not None:
        for name, shape, value in _thermal_shapes(body.thermal, m):
            shapes[f"thermal {name}"], found[f"thermal {name}"] = shape, value
    for name, shape in shapes.items():
        if found[name].shape != shape or not np.isfinite(found[name]).all():
            raise ValueError(f"{name} should be {shape} finite numbers")


def _thermal_shapes(thermal: ThermalLoads, m: int) -> list[tuple[str, tuple, np.ndarray]]:
    count = len(thermal.labels)
    rows = {"expansion": count, "gradient": 3 * count, "rotation": 3 * count}
    matrices = [(name, (rows[name], m), getattr(thermal, name).toarray()) for name in _SPARSE]
    return [
        *matrices,
        ("across", (count, 3, 3), thermal.across),
        ("sizes", (count,), thermal.sizes),
    ]


def _error(path: str | os.PathLike[str], what: str) -> ModelError:
    hint = "give a file that treetop.flexible.save_reduced wrote"
    return ModelError([Problem(what, hint=hint, file=str(path))])

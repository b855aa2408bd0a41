"""A structure as arrays by name, and back: the layout of its files.

A sparse matrix ``name`` is three arrays, ``name_row``, ``name_column`` and ``name_value``; on the
way back a full matrix ``name`` will do. `docs/guide/structures.md` has the table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from scipy import sparse

from treetop.structures.arguments import refusal
from treetop.structures.elements.geometric_stiffness import GeometricStiffness
from treetop.structures.elements.thermal_loads import ThermalLoads
from treetop.structures.mass.points import Arms, MassPoints, Slopes
from treetop.structures.recovery import Recovery
from treetop.structures.structure import Structure

FORMAT = "treetop structure 1"

Arrays = dict[str, np.ndarray]
_SEEN = {"lines": 2, "triangles": 3}
_THERMAL = {"expansion": 1, "gradient": 3, "rotation": 3}  # rows of each element


def structure_arrays(structure: Structure) -> Arrays:
    """All of a structure, as arrays of numbers and texts."""
    found: Arrays = {
        "format": np.array(FORMAT),
        "positions": structure.positions,
        "degrees": structure.degrees,
        "node_names": np.array(list(structure.names), dtype=str),
        "node_numbers": np.array(list(structure.names.values()), dtype=int),
    }
    found |= {name: getattr(structure, name) for name in _SEEN if len(getattr(structure, name))}
    for name in ("mass", "stiffness", "motion"):
        found |= _triplets(name, getattr(structure, name))
    if structure.points is not None:
        found |= _points_arrays(structure.points)
    if structure.geometric is not None:
        found |= _triplets("geometric_gradient", structure.geometric.gradient)
        found |= _triplets("geometric_stress", structure.geometric.stress)
        found["geometric_terms"] = structure.geometric.terms
        found["geometric_factors"] = structure.geometric.factors
    if structure.thermal is not None:
        found |= _thermal_arrays(structure.thermal)
    for name, recovery in structure.recoveries.items():
        found |= _triplets(f"recovery_{name}", recovery.matrix)
        about = {"labels": recovery.labels, "unit": recovery.unit}
        found[f"recovery_{name}_about"] = np.array(json.dumps(about))
    return found


def _points_arrays(points: MassPoints) -> Arrays:
    found = {"point_masses": points.masses, "point_positions": points.positions}
    found |= _triplets("point_shape", points.shape)
    if points.arms is not None:
        found["arm_lengths"] = points.arms.lengths
        found |= _triplets("arm_rotation", points.arms.rotation)
        found |= _triplets("arm_spread", points.arms.spread)
    if points.slopes is not None:
        found["slope_count"] = np.array(points.slopes.gradient.shape[0])
        found |= _triplets("slope_gradient", points.slopes.gradient)
        found |= _triplets("slope_spread", points.slopes.spread)
    return found


def _thermal_arrays(thermal: ThermalLoads) -> Arrays:
    found = {"thermal_sizes": thermal.sizes, "thermal_across": thermal.across}
    found["thermal_labels"] = np.array(thermal.labels, dtype=str)
    for name in _THERMAL:
        found |= _triplets(f"thermal_{name}", getattr(thermal, name))
    return found


def _triplets(name: str, matrix: sparse.csr_array) -> Arrays:
    entries = matrix.tocoo()
    return {
        f"{name}_row": entries.row.astype(np.int64),
        f"{name}_column": entries.col.astype(np.int64),
        f"{name}_value": entries.data,
    }


def structure_of_arrays(arrays: Mapping[str, np.ndarray]) -> Structure:
    """The structure that arrays of this layout describe."""
    if "format" in arrays and str(arrays["format"]) != FORMAT:
        raise refusal(f"is {str(arrays['format'])!r}", "format", repr(FORMAT))
    positions = _numbers(arrays, "positions")
    if "degrees" in arrays:
        degrees = _whole(arrays, "degrees")
    else:
        count = len(positions)
        degrees = np.stack([np.repeat(np.arange(count), 6), np.tile(np.arange(6), count)], axis=1)
    n = len(degrees)
    plain = Structure(
        positions, degrees, _matrix(arrays, "mass", (n, n)), _matrix(arrays, "stiffness", (n, n))
    )
    motion = plain.motion
    if _present(arrays, "motion"):
        motion = _matrix(arrays, "motion", (6 * len(positions), n))
    return replace(
        plain,
        names=_names(arrays, len(positions)),
        points=_points(arrays, n) if "point_masses" in arrays else None,
        geometric=_geometric(arrays, n) if "geometric_terms" in arrays else None,
        motion=motion,
        recoveries=_recoveries(arrays, n),
        thermal=_thermal(arrays, n) if "thermal_sizes" in arrays else None,
        **{name: _seen(arrays, name, len(positions)) for name in _SEEN if name in arrays},
    )


def _seen(arrays: Mapping[str, np.ndarray], name: str, count: int) -> np.ndarray:
    """Lines or triangles between nodes."""
    found, width = _whole(arrays, name), _SEEN[name]
    if found.ndim != 2 or found.shape[1] != width or not ((found >= 0) & (found < count)).all():
        what = f"is of shape {found.shape}, or not of the {count} nodes"
        raise refusal(what, name, f"{width} nodes from 0 on for each")
    return found


def _names(arrays: Mapping[str, np.ndarray], count: int) -> dict[str, int]:
    if "node_names" not in arrays:
        return {}
    names = [str(name) for name in np.atleast_1d(arrays["node_names"])]
    numbers = _whole(arrays, "node_numbers").ravel()
    if len(names) != len(numbers) or (
        len(names) and not (numbers >= 0).all() & (numbers < count).all()
    ):
        what = f"{len(names)} names for {len(numbers)} of {count} nodes"
        raise refusal(what, "node_numbers", "a node from 0 on for each name")
    return dict(zip(names, numbers.tolist(), strict=True))


def _points(arrays: Mapping[str, np.ndarray], n: int) -> MassPoints:
    masses = _numbers(arrays, "point_masses")
    size = 3 * len(masses)
    arms = None
    if "arm_lengths" in arrays:
        lengths = _numbers(arrays, "arm_lengths")
        rotation = _matrix(arrays, "arm_rotation", (3 * len(lengths), n))
        arms = Arms(lengths, rotation, _matrix(arrays, "arm_spread", (size, 3 * len(lengths))))
    slopes = None
    if "slope_count" in arrays:
        count = int(_whole(arrays, "slope_count"))
        spread = _matrix(arrays, "slope_spread", (size, count))
        slopes = Slopes(_matrix(arrays, "slope_gradient", (count, n)), spread)
    positions = _numbers(arrays, "point_positions")
    if positions.shape != (len(masses), 3):
        what = f"is of shape {positions.shape} for {len(masses)} masses"
        raise refusal(what, "point_positions", "three numbers for each")
    return MassPoints(masses, positions, _matrix(arrays, "point_shape", (size, n)), arms, slopes)


def _geometric(arrays: Mapping[str, np.ndarray], n: int) -> GeometricStiffness:
    terms = _whole(arrays, "geometric_terms")
    factors = _numbers(arrays, "geometric_factors")
    if (
        terms.ndim != 2
        or terms.shape[1] != 3
        or terms.min(initial=0) < 0
        or len(factors) != len(terms)
    ):
        what = f"is of shape {terms.shape} for {len(factors)} factors"
        raise refusal(what, "geometric_terms", "three rows, counted from 0, for each factor")
    a, b, stress = 1 + terms.max(axis=0, initial=-1)
    return GeometricStiffness(
        _matrix(arrays, "geometric_gradient", (max(a, b), n), grows=True),
        terms,
        factors,
        _matrix(arrays, "geometric_stress", (stress, n), grows=True),
    )


def _thermal(arrays: Mapping[str, np.ndarray], n: int) -> ThermalLoads:
    sizes, across = _numbers(arrays, "thermal_sizes"), _numbers(arrays, "thermal_across")
    labels = tuple(str(label) for label in np.atleast_1d(arrays.get("thermal_labels", ())))
    count = len(sizes)
    if len(labels) != count or across.shape != (count, 3, 3):
        what = f"{count} sizes, {len(labels)} labels and {len(across)} matrices of elements"
        raise refusal(what, "thermal_sizes", "one each per element")
    expansion, gradient, rotation = (
        _matrix(arrays, f"thermal_{name}", (k * count, n)) for name, k in _THERMAL.items()
    )
    return ThermalLoads(expansion, gradient, rotation, across, sizes, labels)


def _recoveries(arrays: Mapping[str, np.ndarray], n: int) -> dict[str, Recovery]:
    found = {}
    for key in arrays:
        if key.startswith("recovery_") and key.endswith("_about"):
            name = key.removeprefix("recovery_").removesuffix("_about")
            labels, unit = _about(str(arrays[key]), key)
            rows = int(np.prod([len(names) for names in labels]))
            found[name] = Recovery(_matrix(arrays, f"recovery_{name}", (rows, n)), labels, unit)
    return found


def _about(text: str, key: str) -> tuple[tuple[tuple[str, ...], ...], str]:
    try:
        about = json.loads(text)
        return tuple(tuple(map(str, names)) for names in about["labels"]), str(about["unit"])
    except (ValueError, KeyError, TypeError):
        hint = 'JSON such as {"labels": [["1", "2"], ["xx", "yy"]], "unit": "Pa"}'
        raise refusal("does not give labels and unit", key, hint) from None


def _present(arrays: Mapping[str, np.ndarray], name: str) -> bool:
    return name in arrays or f"{name}_value" in arrays


def _matrix(
    arrays: Mapping[str, np.ndarray], name: str, shape: tuple[int, int], grows: bool = False
) -> sparse.csr_array:
    if name in arrays:
        matrix = sparse.csr_array(_numbers(arrays, name))
    else:
        row, column = (_whole(arrays, f"{name}_{part}") for part in ("row", "column"))
        value = _numbers(arrays, f"{name}_value")
        if not row.shape == column.shape == value.shape:
            raise refusal("rows, columns and values differ in number", name, "one each per entry")
        if len(row) and (min(row.min(), column.min()) < 0):
            raise refusal("a row or column is negative", name, "they count from 0")
        if grows and len(row):
            shape = (max(shape[0], int(row.max()) + 1), shape[1])
        if len(row) and (row.max() >= shape[0] or column.max() >= shape[1]):
            what = f"has an entry at {row.max()}, {column.max()}"
            raise refusal(what, name, f"{shape[0]} by {shape[1]} entries, counted from 0")
        matrix = sparse.csr_array((value, (row, column)), shape=shape)
    if matrix.shape != shape:
        raise refusal(f"is of shape {matrix.shape}", name, f"{shape[0]} by {shape[1]}")
    return matrix


def _numbers(arrays: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    if name not in arrays:
        raise refusal("is missing", name, "the layout asks for it")
    value = np.asarray(arrays[name])
    if value.dtype.kind not in "fiu":
        raise refusal("is not made of numbers", name, "floating-point numbers")
    numbers = value.astype(float)
    if not np.isfinite(numbers).all():
        raise refusal("has entries that are not finite", name, "numbers")
    return numbers


def _whole(arrays: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    numbers = _numbers(arrays, name)
    if (numbers != np.round(numbers)).any():
        raise refusal("has entries that are not whole", name, "integers")
    return numbers.astype(np.int64)

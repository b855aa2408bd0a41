"""Modes of a system from those of its components, and modes of components from those of the system.

Each component has the six small motions of its frame beside its modal coordinates.  Connections are
linear equations of these; what satisfies them is spanned by their null space, on which the matrices
of all components are projected.  System modes seen in one component are displacements of it, and a
singular value decomposition finds the few shapes that span them.  Synthesis after W. C. Hurty,
*AIAA Journal* 3 (1965), 678-685.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from reprlib import repr as short
from typing import NamedTuple

import numpy as np
from scipy import linalg

from treetop.errors import ModelError, Problem
from treetop.structures.arguments import (
    array,
    indices,
    instance,
    is_finite,
    refusal,
    rotation,
    vector,
)
from treetop.structures.arguments import count as checked_count
from treetop.structures.modes.damping import Damping, MatrixDamping, damped
from treetop.structures.modes.modes import Modes, modes_of
from treetop.structures.structure import numbered_directions

__all__ = [
    "Component", "Connection", "SystemModes", "component_damping", "projected_modes",
    "system_modes",
]  # fmt: skip


MEETING = 1e-6  # of the size of components, by how much connected nodes may miss each other


@dataclass(frozen=True)
class Component:
    """A body of a system, where it stands.

    Attributes
    ----------
    modes : Modes
    position : array_like, shape (3,)
        Of its frame's origin in the system [m].
    attitude : array_like, shape (3, 3)
        Rotation matrix from its axes to those of the system.
    """

    modes: Modes
    position: Sequence[float] | np.ndarray = (0.0, 0.0, 0.0)
    attitude: Sequence[Sequence[float]] | np.ndarray = ((1, 0, 0), (0, 1, 0), (0, 0, 1))

    def __post_init__(self) -> None:
        instance(self.modes, Modes, "component.modes", "such as craig_bampton makes")
        object.__setattr__(self, "position", vector(self.position, "component.position"))
        object.__setattr__(self, "attitude", rotation(self.attitude, "component.attitude"))

    def mass(self) -> np.ndarray:
        """Mass (6 + m, 6 + m) of the frame's motion along the system's axes, and of the modes."""
        structure, shapes = self.modes.structure, self.modes.shapes
        whole = np.hstack([structure.rigid_modes() @ self._to_own_axes(), shapes])
        return whole.T @ (structure.mass @ whole)

    def stiffness(self) -> np.ndarray:
        """Stiffness of the same coordinates: the frame's motion has none."""
        return linalg.block_diag(np.zeros((6, 6)), self.modes.stiffness)

    def node_motion(self, node: str | int) -> np.ndarray:
        """Displacement and rotation (6, 6 + m) of a node along the system's axes."""
        structure, A = self.modes.structure, np.asarray(self.attitude)
        arm = A @ structure.position(node)
        rigid = np.eye(6)
        rigid[:3, 3:] = np.cross(np.eye(3), arm).T
        elastic = [
            rows(node) @ self.modes.shapes for rows in (structure.translation, structure.rotation)
        ]
        return np.hstack([rigid, np.vstack([A @ part for part in elastic])])

    def place(self, node: str | int) -> np.ndarray:
        """Where a node is in the system [m]."""
        return self.position + self.attitude @ self.modes.structure.position(node)

    def _to_own_axes(self) -> np.ndarray:
        A = np.asarray(self.attitude)
        return linalg.block_diag(A.T, A.T)


class Connection(NamedTuple):
    """Two nodes in one place that move together, or one that is held.

    Attributes
    ----------
    one, other : tuple of str and (str or int)
        Component and node; without `other` the node is held by the ground.
    directions : str
        Along and about which of the system's axes, of ``x y z rx ry rz``.
    """

    one: tuple[str, str | int]
    other: tuple[str, str | int] | None = None
    directions: str = "x y z rx ry rz"


@dataclass(frozen=True)
class SystemModes:
    """Modes of a system of components.

    Attributes
    ----------
    components : mapping from str to Component
    squares : ndarray, shape (s,)
        ω² [rad²/s²], ascending; exactly zero where the system moves without deforming.
    shapes : mapping from str to ndarray, shape (6 + m, s)
        Motion of each component's frame, and its modal coordinates, in each mode of unit mass.
    """

    components: Mapping[str, Component]
    squares: np.ndarray
    shapes: Mapping[str, np.ndarray]

    @property
    def angular_frequencies(self) -> np.ndarray:
        """[rad/s]."""
        return np.sqrt(np.maximum(self.squares, 0.0))

    @property
    def frequencies(self) -> np.ndarray:
        """[Hz]."""
        return self.angular_frequencies / (2 * np.pi)

    @property
    def elastic(self) -> np.ndarray:
        """Indices of the modes that deform something."""
        return np.flatnonzero(self.squares)

    def motion(self, component: str, node: str | int) -> np.ndarray:
        """Displacement and rotation (6, s) of a node in the system's axes."""
        return self.component(component).node_motion(node) @ self.shapes[component]

    def component(self, name: str) -> Component:
        """One of them."""
        return _component(self.components, name, "components")

    def damping_ratios(self, dampings: Mapping[str, Damping]) -> np.ndarray:
        """Part of critical damping of each mode that deforms something, by that of components."""
        found = np.zeros(len(self.squares))
        for name, damping in dampings.items():
            D = damped(damping, self.component(name).modes).damping
            found += np.einsum("ks,kl,ls->s", self.shapes[name][6:], D, self.shapes[name][6:])
        return found[self.elastic] / (2 * self.angular_frequencies[self.elastic])


def system_modes(
    components: Mapping[str, Component],
    connections: Iterable[Connection],
    *,
    count: int | None = None,
) -> SystemModes:
    """All modes of components that are connected at nodes, or the lowest of them."""
    if not isinstance(components, Mapping) or not components:
        raise refusal(f"are {short(components)}", "components", "at least one, by name")
    for name, one in components.items():
        instance(one, Component, f"components.{name}", "Component(modes, position, attitude)")
    if count is not None:
        checked_count(count, "count")
    starts = dict(zip(components, _starts(components.values()), strict=True))
    size = sum(6 + len(c.modes) for c in components.values())
    rows = [
        _equations(components, starts, size, instance(each, Connection, "connections", "a list"))
        for each in connections
    ]
    basis = _null(np.vstack(rows)) if rows else np.eye(size)
    mass = linalg.block_diag(*(c.mass() for c in components.values()))
    stiffness = linalg.block_diag(*(c.stiffness() for c in components.values()))
    bent = np.ones(size, dtype=bool)
    for a in starts.values():
        bent[a : a + 6] = False
    rigid = _unit(basis @ linalg.null_space(basis[bent], rcond=1e-10), mass)
    squares, elastic = _elastic(basis - rigid @ (rigid.T @ (mass @ basis)), mass, stiffness)
    squares = np.concatenate([np.zeros(rigid.shape[1]), squares])[:count]
    whole = np.hstack([rigid, elastic])[:, :count]
    parts = {name: whole[a : a + 6 + len(components[name].modes)] for name, a in starts.items()}
    return SystemModes(dict(components), squares, parts)


def _unit(motions: np.ndarray, mass: np.ndarray) -> np.ndarray:
    """The motions scaled to unit mass."""
    try:
        factor = np.linalg.cholesky(motions.T @ mass @ motions)
    except np.linalg.LinAlgError:
        what = "some motion of the connected system has no mass"
        hint = "give bodies inertia about their axes"
        raise ModelError([Problem(what, "components", hint)]) from None
    return linalg.solve_triangular(factor, motions.T, lower=True).T


def _elastic(
    motions: np.ndarray, mass: np.ndarray, stiffness: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Modes that motions contain, by eigenvalues 1/ω²: lowest modes have the largest."""
    sizes, turned = np.linalg.eigh(motions.T @ stiffness @ motions)
    if not sizes.size:
        return sizes, motions
    stiff = sizes > 1e-14 * sizes[-1]
    root = motions @ (turned[:, stiff] / np.sqrt(sizes[stiff]))
    periods, turned = np.linalg.eigh(root.T @ mass @ root)
    there = np.flatnonzero(periods > 1e-14 * periods[-1])[::-1]
    return 1 / periods[there], root @ (turned[:, there] / np.sqrt(periods[there]))


def projected_modes(
    system: SystemModes, component: str, which: Sequence[int] | None = None, least: float = 1e-6
) -> Modes:
    """Modes of a component that span what it does in modes of the system.

    Parameters
    ----------
    system : SystemModes
    component : str
    which : sequence of int, optional
        Modes of the system; unless said all that deform something.
    least : float
        Shapes are left out whose singular value is less than this part of the largest.
    """
    modes, total = system.component(component).modes, len(system.squares)
    wanted = system.elastic if which is None else indices(which, "which")
    if np.any((wanted < 0) | (wanted >= total)):
        raise refusal("there is no such mode of the system", "which", f"0 to {total - 1}")
    if not (is_finite(least) and 0 <= least < 1):
        raise refusal(f"is {least!r}", "least", "from 0 to below 1")
    seen = system.shapes[component][6:, wanted]
    root = np.linalg.cholesky(modes.mass)
    turned, sizes, _ = np.linalg.svd(root.T @ seen, full_matrices=False)
    if sizes.size == 0 or sizes[0] == 0:
        what = "these modes of the system do not deform the component"
        raise ModelError([Problem(what, f"components.{component}", "take others, or a rigid body")])
    significant = turned[:, sizes > least * sizes[0]]
    shapes = modes.shapes @ linalg.solve_triangular(root.T, significant)
    labels = ("projected",) * shapes.shape[1]
    return modes_of(modes.structure, shapes, modes.fixed, labels)


def component_damping(system: SystemModes, ratios: Sequence[float]) -> dict[str, MatrixDamping]:
    """Damping of components by which the lowest modes of their system have given damping.

    Of all that do and feed no energy into any motion, it is the nearest to equal ratios of all
    modes of all components (projections in turn, after R. L. Dykstra, *Journal of the American
    Statistical Association* 78 (1983), 837-842). Where there are too few component modes it comes
    as near as it can; `SystemModes.damping_ratios` gives the ratios.

    Parameters
    ----------
    system : SystemModes
    ratios : sequence of float
        Parts of critical damping of the lowest modes that deform something.
    """
    wanted = array(ratios, "ratios")
    if wanted.ndim != 1 or not wanted.size:
        raise refusal(f"are of shape {wanted.shape}", "ratios", "one for each of the lowest modes")
    lowest = system.elastic[: len(wanted)]
    if len(lowest) < len(wanted):
        what = f"{len(wanted)} ratios for {len(lowest)} modes that deform something"
        raise ModelError([Problem(what, "ratios", f"at most {len(lowest)}")])
    if not np.all((wanted >= 0) & (wanted < 1)):
        raise ModelError([Problem("ratios of damping", "ratios", "from 0 to below 1")])
    rates = system.angular_frequencies[lowest]
    scales, seen = [], []
    for name, component in system.components.items():
        squares, turned = component.modes.decoupled()
        squares = np.maximum(squares, 0.0)  # motion as one piece has rounding for a frequency
        # In normal coordinates scaled by these, a matrix of damping is one of ratios.
        scale = component.modes.mass @ turned * squares**0.25
        scales.append(np.sqrt(2) * scale)
        seen.append(scale.T @ system.shapes[name][6:, lowest] / np.sqrt(rates))
    found = _nearest_ratios(seen, wanted)
    names = zip(system.components, scales, found, strict=True)
    return {name: MatrixDamping(scale @ part @ scale.T) for name, scale, part in names}


def _nearest_ratios(seen: list[np.ndarray], wanted: np.ndarray) -> list[np.ndarray]:
    """Positive matrices Z nearest to one number times unity, with Σ aᵀ Z a = wanted."""
    back = np.linalg.pinv(sum((a.T @ a) ** 2 for a in seen), rcond=1e-12)
    found = [wanted.mean() * np.eye(len(a)) for a in seen]
    cut = [np.zeros_like(part) for part in found]
    for _ in range(2000):
        missing = wanted - _ratios(seen, found)
        if np.abs(missing).max() <= 1e-10:
            break
        pulls = back @ missing
        raised = [part + (a * pulls) @ a.T + c for part, a, c in zip(found, seen, cut, strict=True)]
        found = [_positive(part) for part in raised]
        cut = [before - after for before, after in zip(raised, found, strict=True)]
    return found


def _ratios(seen: list[np.ndarray], found: list[np.ndarray]) -> np.ndarray:
    return sum(np.einsum("ks,kl,ls->s", a, part, a) for a, part in zip(seen, found, strict=True))


def _positive(matrix: np.ndarray) -> np.ndarray:
    """The nearest symmetric matrix without negative eigenvalues."""
    sizes, turned = np.linalg.eigh(matrix)
    return (turned * np.maximum(sizes, 0.0)) @ turned.T


def _starts(components: Iterable[Component]) -> list[int]:
    sizes = [6 + len(c.modes) for c in components]
    return [0, *np.cumsum(sizes[:-1]).tolist()]


def _equations(
    components: Mapping[str, Component], starts: Mapping[str, int], size: int, link: Connection
) -> np.ndarray:
    """Rows of a connection: what moves together has no difference."""
    wanted = numbered_directions(link.directions, "connections")
    rows = np.zeros((6, size))
    places = []
    for end, sign in ((link.one, 1.0), (link.other, -1.0)):
        if end is None:
            continue
        if not isinstance(end, tuple) or len(end) != 2:
            raise refusal(f"is {end!r}", "connections", "(component, node)")
        name, node = end
        part = _component(components, name, "connections")
        motion = part.node_motion(node)
        rows[:, starts[name] : starts[name] + motion.shape[1]] += sign * motion
        places.append(part.place(node))
    _require_meeting(link, places, components)
    return rows[wanted]


def _component(components: Mapping[str, Component], name: str, where: str) -> Component:
    if name not in components:
        raise refusal(f"no component is named {name!r}", where, ", ".join(components))
    return components[name]


def _require_meeting(
    link: Connection, places: list[np.ndarray], components: Mapping[str, Component]
) -> None:
    """Nodes that are apart cannot move together in all directions and turn as well."""
    gap = float(np.linalg.norm(places[0] - places[-1]))
    sizes = [np.ptp(part.modes.structure.positions, axis=0).max() for part in components.values()]
    if gap > MEETING * max(sizes):
        (one, node), (other, its) = link.one, link.other or link.one
        what = f"node {node} of {one!r} and node {its} of {other!r} are {gap:.3g} m apart"
        raise refusal(what, "connections", "place components so that connected nodes meet")


def _null(rows: np.ndarray) -> np.ndarray:
    scaled = rows / np.maximum(np.abs(rows).max(axis=1, keepdims=True), 1e-300)
    return linalg.null_space(scaled, rcond=1e-10)

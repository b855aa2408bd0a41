"""A mechanical system in symbols, before anything is derived from it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import sympy as sp


@dataclass(frozen=True)
class Inertia:
    """A part of the kinetic energy, ½ eᵀ W e: e is linear in the speeds, W depends on coordinates
    alone."""

    e: tuple[sp.Expr, ...]
    W: sp.Matrix
    where: str  # in the user's description


@dataclass(frozen=True)
class SymbolicBody:
    """A body that is to be seen: its mass centre, its rotation and its angular velocity, which
    is in body axes."""

    name: str
    position: tuple[sp.Expr, ...]
    rotation: sp.Matrix
    velocity: tuple[sp.Expr, ...]
    angular_velocity: tuple[sp.Expr, ...]


@dataclass(frozen=True)
class Equations:
    """Equations of motion that are already derived: M u' = Q, and the power of all forces, if the
    change of energy is known by it."""

    M: sp.Matrix
    Q: sp.Matrix
    power: sp.Expr | None


@dataclass(frozen=True)
class Description:
    """All that the motion follows from, in the symbols of the derivation.

    Attributes
    ----------
    q, u, z, p : list of Symbol
        Coordinates, speeds, variables with rates of their own, parameters.
    q_rates, z_rates : list
        Rates of q and z, in terms of all of them.
    kinetic, potential, dissipation : Expr
        Energies, and Rayleigh's function.
    inertias : list of Inertia
        Further parts of the kinetic energy.
    forces : list of Expr
        Along each speed.
    equations : Equations, optional
        Given instead of being derived from energies.
    constraints : list of Expr
        Those without speeds are constraints on positions.
    bodies, outputs : lists
        What is to be seen.
    """

    q: list[sp.Symbol]
    u: list[sp.Symbol]
    z: list[sp.Symbol]
    p: list[sp.Symbol]
    q_rates: list[sp.Expr]
    z_rates: list[sp.Expr] = field(default_factory=list)
    kinetic: sp.Expr = sp.S.Zero
    inertias: list[Inertia] = field(default_factory=list)
    potential: sp.Expr = sp.S.Zero
    dissipation: sp.Expr = sp.S.Zero
    forces: list[sp.Expr] = field(default_factory=list)
    equations: Equations | None = None
    constraints: list[sp.Expr] = field(default_factory=list)
    bodies: list[SymbolicBody] = field(default_factory=list)
    outputs: list[sp.Expr] = field(default_factory=list)

    @property
    def balanced(self) -> bool:
        """Whether the change of energy is known by the power of all that acts."""
        return self.equations is None or self.equations.power is not None

    @property
    def timed(self) -> bool:
        """Whether time itself occurs in what the motion follows from."""
        return any("Symbol('t', real=True)" in text for text in _texts(self))

    def key(self) -> str:
        """A name for all that the code of these equations depends on."""
        digest = hashlib.sha256(sp.__version__.encode())
        for source in sorted(Path(__file__).parent.glob("*.py")):
            digest.update(source.read_bytes())
        for part in _texts(self):
            digest.update(part.encode() + b"\n")
        return digest.hexdigest()[:24]


def _texts(value: Any) -> Iterator[str]:
    """Text that is the same in every process, for equal descriptions."""
    if isinstance(value, sp.Basic | sp.MatrixBase):
        yield sp.srepr(value)
    elif isinstance(value, list | tuple):
        yield f"{len(value)}"
        for part in value:
            yield from _texts(part)
    elif hasattr(value, "__dataclass_fields__"):
        for part in fields(value):
            yield part.name
            yield from _texts(getattr(value, part.name))
    else:
        yield repr(value)

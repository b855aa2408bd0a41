"""Lagrange's equations and twice differentiated constraints, from energies and conditions.

    L = T - V      p = ∂L/∂u      M = ∂p/∂u      Q = ∂L/∂q - D(p) - ∂F/∂u + forces

D is the rate in time at constant speeds.  A constraint on positions becomes χ = D(φ), one on speeds
is χ itself; then A = ∂χ/∂u and b = -D(χ).

Energy: h = u·p - L changes by the power of forces without potential, of Rayleigh's function F, of
what depends on time by itself, and of constraints that move,

    dh/dt = u·(forces - ∂F/∂u) - ∂L/∂t + λ·c,    c = A u
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from treetop.symbolic.description import Description, Inertia
from treetop.symbolic.notation import TIME


@dataclass(frozen=True)
class Derived:
    """Everything that is to be computed at a state, in symbols.

    Attributes
    ----------
    q_rates, z_rates : list
    M, Q, A, b : Matrix
    power : Expr
        Of all that has no potential, but for the constraints.
    c : list
        ``A u`` where the constraints hold; zero for those that do no work.
    phi, J, chi : list, Matrix, list
    kinetic, potential : Expr
        The part of h that comes from V is its potential energy: a V linear in the speeds has none.
    excess : Expr
        By how much kinetic and potential energy exceed h.
    """

    q_rates: list[sp.Expr]
    z_rates: list[sp.Expr]
    M: sp.Matrix
    Q: sp.Matrix
    power: sp.Expr
    A: sp.Matrix
    b: sp.Matrix
    c: list[sp.Expr]
    phi: list[sp.Expr]
    J: sp.Matrix
    chi: list[sp.Expr]
    kinetic: sp.Expr
    potential: sp.Expr
    excess: sp.Expr
    bodies: list[sp.Expr]


def derived(description: Description) -> Derived:
    """All equations of a system."""
    rate = Rate(description)
    q, u = description.q, description.u
    if description.equations is None:
        M, Q, power = lagrange(description, rate)
    else:
        M, Q, power = (
            description.equations.M,
            description.equations.Q,
            description.equations.power or sp.S.Zero,
        )
    phi = [c for c in description.constraints if not c.has(*u)]
    chi = [c if c.has(*u) else rate(c) for c in description.constraints]
    A = jacobian(chi, u)
    kinetic = description.kinetic + sum((energy(part) for part in description.inertias), sp.S.Zero)
    return Derived(
        q_rates=description.q_rates,
        z_rates=description.z_rates,
        M=M,
        Q=Q,
        power=power,
        A=A,
        b=-sp.Matrix(len(chi), 1, [rate(x) for x in chi]),
        c=[moving(x, sp.Matrix([row]), u) for x, row in zip(chi, A.tolist(), strict=True)],
        phi=phi,
        J=jacobian(phi, q),
        chi=chi,
        kinetic=kinetic,
        potential=description.potential - along(u, gradient(description.potential, u)),
        excess=excess(description, M) if description.equations is None else sp.S.Zero,
        bodies=[entry for body in description.bodies for entry in seen_of(body, u, rate)],
    )


class Rate:
    """D: the rate in time of an expression, at constant speeds."""

    def __init__(self, description: Description) -> None:
        self._rates = dict(zip(description.q, description.q_rates, strict=True))
        self._variable_rates = dict(zip(description.z, description.z_rates, strict=True))

    def __call__(self, expression: sp.Expr) -> sp.Expr:
        return self._along(expression, self._rates) + self.explicit(expression)

    def explicit(self, expression: sp.Expr) -> sp.Expr:
        """The part that does not come from the coordinates."""
        return self._along(expression, self._variable_rates) + sp.diff(expression, TIME)

    @staticmethod
    def _along(expression: sp.Expr, rates: dict[sp.Symbol, sp.Expr]) -> sp.Expr:
        occurring = expression.free_symbols
        parts = [sp.diff(expression, s) * r for s, r in rates.items() if s in occurring]
        return sp.Add(*parts)


def lagrange(description: Description, rate: Rate) -> tuple[sp.Matrix, sp.Matrix, sp.Expr]:
    """M, Q, and the power of what has no potential."""
    q, u, n = description.q, description.u, len(description.u)
    L = description.kinetic - description.potential
    p, lost = gradient(L, u), gradient(description.dissipation, u)
    M = jacobian(p, u)
    acting = [f - d for f, d in zip(description.forces, lost, strict=True)]
    Q = sp.Matrix(n, 1, [sp.diff(L, q[i]) - rate(p[i]) + acting[i] for i in range(n)])
    power = along(u, acting) - rate.explicit(L)
    for part in description.inertias:
        M_part, Q_part = of_inertia(part, q, u, rate)
        M, Q = M + M_part, Q + Q_part
        power -= explicit_rate(part, rate)
    return M, Q, power


def of_inertia(part: Inertia, q: list, u: list, rate: Rate) -> tuple[sp.Matrix, sp.Matrix]:
    """What ½ eᵀ W e adds to M and Q, without multiplying it out.

    With E = ∂e/∂u the momenta are Eᵀ W e, so that M gains Eᵀ W E, and Q loses
    Eᵀ (W D(e) + D(W) e) + (D(E) - ∂e/∂q)ᵀ W e, and gains ½ eᵀ ∂W/∂q e.
    """
    e, W = sp.Matrix(part.e), part.W
    E = jacobian(part.e, u)
    turning = E.applyfunc(rate) - jacobian(part.e, q)
    WE, We, Wd = W * E, W * e, W * e.applyfunc(rate) + W.applyfunc(rate) * e
    growing = sp.Matrix(len(q), 1, [(e.T * W.diff(s) * e)[0] / 2 for s in q])
    return WE.T * E, growing - E.T * Wd - turning.T * We


def explicit_rate(part: Inertia, rate: Rate) -> sp.Expr:
    """∂/∂t of ½ eᵀ W e: by itself, W does not change."""
    e = sp.Matrix(part.e)
    return (e.T * part.W * e.applyfunc(rate.explicit))[0]


def energy(part: Inertia) -> sp.Expr:
    e = sp.Matrix(part.e)
    return (e.T * part.W * e)[0] / 2


def excess(description: Description, M: sp.Matrix) -> sp.Expr:
    """2 T - u·∂T/∂u, which vanishes for a kinetic energy that is purely quadratic in the speeds."""
    u, rest = description.u, dict.fromkeys(description.u, sp.S.Zero)
    p = gradient(description.kinetic, u)
    if M.has(*u):
        total = 2 * description.kinetic - along(u, p)
    else:
        at_rest = [p_s.xreplace(rest) for p_s in p]
        total = 2 * description.kinetic.xreplace(rest) + along(u, at_rest)
    for part in description.inertias:
        e = sp.Matrix(part.e)
        total += (e.xreplace(rest).T * part.W * e)[0]
    return total


def gradient(expression: sp.Expr, symbols: list) -> list[sp.Expr]:
    return [sp.diff(expression, s) for s in symbols]


def along(u: list, f: list) -> sp.Expr:
    """``u·f``."""
    return sp.Add(*(s * part for s, part in zip(u, f, strict=True)))


def jacobian(expressions: list | tuple, symbols: list) -> sp.Matrix:
    rows = [gradient(e, symbols) for e in expressions]
    return sp.Matrix(len(rows), len(symbols), [entry for row in rows for entry in row])


def moving(chi: sp.Expr, row: sp.Matrix, u: list[sp.Symbol]) -> sp.Expr:
    """``A u`` of one constraint where it holds.

    If χ is linear in the speeds, what remains is what it demands of a system at rest.  A
    homogeneous one, of any degree, leaves nothing (Euler).
    """
    if not row.has(*u):
        return -chi.xreplace(dict.fromkeys(u, sp.S.Zero))
    product = (row * sp.Matrix(u))[0]
    for degree in (1, 2, 3, 4):
        if sp.expand(product - degree * chi) == 0:
            return sp.S.Zero
    return product


def seen_of(body, u: list[sp.Symbol], rate: Rate) -> list[sp.Expr]:
    """Position, rotation, velocity and angular velocity; then what accelerations are made of: the
    parts at constant speeds, and those per unit of each speed's rate."""
    V = [*body.velocity, *body.angular_velocity]
    parts = [*body.position, *body.rotation, *V, *map(rate, V)]
    return [*parts, *jacobian(V, u)]

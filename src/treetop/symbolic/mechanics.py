"""Systems that were set up with `sympy.physics.mechanics`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp
from sympy.physics.mechanics import (
    KanesMethod,
    LagrangesMethod,
    Point,
    ReferenceFrame,
    System,
    Vector,
)

from treetop.errors import ModelError, Problem, TreetopError
from treetop.symbolic.description import Description, Equations
from treetop.symbolic.labels import Labels
from treetop.symbolic.lagrangian import LagrangianSystem, clashes
from treetop.symbolic.notation import Notation, mapping
from treetop.symbolic.system import SymbolicSystem


def from_sympy(
    method: KanesMethod | LagrangesMethod | System,
    parameters: Mapping[Any, Any] | None = None,
    outputs: Mapping[str, Any] | None = None,
    units: Mapping[Any, str] | None = None,
    breaks: Sequence[float] = (),
    name: str = "",
) -> SymbolicSystem:
    """A system that `treetop.simulate` runs, of what SymPy's mechanics has set up.

    Constraints, with dependent coordinates and speeds, are solved together with the equations of
    motion and kept by projection; they may depend on each other.

    Parameters
    ----------
    method : KanesMethod, LagrangesMethod or System
        Of a `KanesMethod` the equations must have been formed, or its bodies given.
    parameters : mapping
        The value of every symbol.
    outputs, units, breaks, name
        As for `LagrangianSystem`.

    Examples
    --------
    >>> from treetop.symbolic import from_sympy
    >>> from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols
    >>> q = dynamicsymbols("q")
    >>> oscillator = LagrangesMethod(q.diff() ** 2 / 2 - 2 * q**2, [q])
    >>> system = from_sympy(oscillator)
    >>> float(system.evaluate(system.state(q=1.0)).speed_rates[0])
    -4.0
    """
    mappings = {"parameters": parameters, "outputs": outputs, "units": units}
    seen: dict[str, Any] = {key: mapping(value, key) for key, value in mappings.items()}
    seen |= {"name": name or type(method).__name__, "breaks": breaks}
    if isinstance(method, LagrangesMethod):
        return _lagrange(method, **seen)
    if isinstance(method, KanesMethod):
        return _kane(method, **seen)
    if isinstance(method, System):
        return _system(method, **seen)
    known = "a KanesMethod, LagrangesMethod or System of sympy.physics.mechanics"
    raise TreetopError(f"{type(method).__name__} is not {known}")


def _lagrange(method: LagrangesMethod, **seen: Any) -> SymbolicSystem:
    rates = list(method._qdots)
    still = method._L[0].xreplace(dict.fromkeys(rates, sp.S.Zero))
    on_places = list(method._hol_coneqs)
    constraints = {f"holonomic.{k}": c for k, c in enumerate(on_places, start=1)}
    on_speeds = list(method.coneqs)[len(on_places) :]
    constraints |= {f"nonholonomic.{k}": c for k, c in enumerate(on_speeds, start=1)}
    velocities = [(_velocity(at, method.inertial), F) for at, F in method.forcelist or ()]
    forces = {
        q: sp.Add(*(v.diff(rate, method.inertial).dot(F) for v, F in velocities))
        for q, rate in zip(method.q, rates, strict=True)
    }
    return LagrangianSystem(
        list(method.q),
        kinetic_energy=method._L[0] - still,
        potential=-still,
        forces=forces,
        constraints=constraints,
        **seen,
    ).build()


def _kane(method: KanesMethod, **seen: Any) -> SymbolicSystem:
    if method.bodies is None:
        hint = "call its kanes_equations(bodies, loads) first"
        raise ModelError([Problem("has no equations yet", "KanesMethod", hint)])
    on_speeds = method._k_nh * method.u + method._f_nh if method._udep else []
    rates = [q_rate - rate for q_rate, rate in method.kindiffdict().items()]
    free = _free(method._inertial, method.q, method.u, rates, method._uaux, method)
    return _built(free, list(method._f_h), list(on_speeds), **seen)


def _system(system: System, **seen: Any) -> SymbolicSystem:
    if not system.bodies:
        raise ModelError([Problem("there is nothing that could move", "System", "add bodies")])
    loads = [*system.loads, *(load for a in system.actuators for load in a.to_loads())]
    free = KanesMethod(
        system.frame,
        q_ind=list(system.q),
        u_ind=list(system.u),
        kd_eqs=list(system.kdes),
        u_auxiliary=list(system.u_aux) or None,
    )
    free.kanes_equations(list(system.bodies), loads)
    time, on_places = sp.physics.mechanics.dynamicsymbols._t, system.holonomic_constraints
    usual = [*on_places.diff(time), *system.nonholonomic_constraints]
    on_speeds = list(system.velocity_constraints)
    velocity_constraints = (
        on_speeds if on_speeds != usual else list(system.nonholonomic_constraints)
    )
    return _built(free, list(on_places), velocity_constraints, **seen)


def _free(
    frame: ReferenceFrame, q: Any, u: Any, rates: list[Any], auxiliary: Any, method: KanesMethod
) -> KanesMethod:
    """The system without its constraints."""
    if not method._udep:
        return method
    free = KanesMethod(
        frame, q_ind=list(q), u_ind=list(u), kd_eqs=rates, u_auxiliary=list(auxiliary) or None
    )
    free.kanes_equations(list(method.bodies), list(method.loads or []))
    return free


def _built(
    method: KanesMethod,
    on_places: list[Any],
    on_speeds: list[Any],
    parameters: dict[Any, Any],
    outputs: dict[str, Any],
    units: dict[Any, str],
    breaks: Sequence[float],
    name: str,
) -> SymbolicSystem:
    """Equations of motion of a `KanesMethod` without constraints of its own, under others."""
    q, u, q_rates = list(method.q), list(method.u), method.kindiffdict()
    problems = list(clashes(q, u, outputs))
    if problems:
        raise ModelError(problems)
    notation = Notation(q, u, rates=q_rates)
    see, where = notation.translated, "equations"
    constraints = {f"configuration.{k}": c for k, c in enumerate(on_places, start=1)}
    constraints |= {f"velocity.{k}": c for k, c in enumerate(on_speeds, start=1)}
    M, Q, n = method.mass_matrix, method.forcing, len(u)
    unused = dict.fromkeys(method._uaux, sp.S.Zero)
    kinetic = see(_kinetic_energy(method).xreplace(unused), where)
    power = see(_power(method).xreplace(unused), where)
    description = Description(
        q=notation.q,
        u=notation.u,
        z=[],
        p=[],
        q_rates=[see(rate, "kinematic equations") for rate in q_rates.values()],
        kinetic=kinetic,
        equations=Equations(
            sp.Matrix(n, n, notation.vector(M, where)),
            sp.Matrix(n, 1, notation.vector(Q, where)),
            None if _carried(kinetic, notation.u) else power,
        ),
        constraints=[see(c, f"constraints.{key}") for key, c in constraints.items()],
        outputs=[see(o, f"outputs.{key}") for key, o in outputs.items()],
    )
    description.p.extend(notation.p)
    values = notation.values(parameters)
    notation.require()
    text = f"{name}\ncoordinates: {q}\nspeeds: {u}\nconstraints: {constraints}"
    labels = Labels.of(notation, constraints, [], outputs, units, text)
    return SymbolicSystem(name, description, labels, values, breaks)


def _kinetic_energy(method: KanesMethod) -> sp.Expr:
    return sp.Add(*(body.kinetic_energy(method._inertial) for body in method.bodies))


def _power(method: KanesMethod) -> sp.Expr:
    """Power of all loads."""
    frame = method._inertial
    return sp.Add(*(_velocity(at, frame).dot(F) for at, F in method.loads or ()))


def _carried(kinetic: sp.Expr, u: list[sp.Symbol]) -> bool:
    """Whether something moves even if all speeds are zero: then not only loads do work."""
    return kinetic.xreplace(dict.fromkeys(u, sp.S.Zero)) != 0


def _velocity(at: Point | ReferenceFrame, frame: ReferenceFrame) -> Vector:
    return at.vel(frame) if isinstance(at, Point) else at.ang_vel_in(frame)

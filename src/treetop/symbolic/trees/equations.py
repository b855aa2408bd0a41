"""The equations of motion of a model, in symbols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import sympy as sp

from treetop.errors import ModelError, Problem
from treetop.model import JointSpring, Model, Table
from treetop.model.specification import path
from treetop.symbolic.trees.forces import LAWS, Loads
from treetop.symbolic.trees.inertia import inertias
from treetop.symbolic.trees.kane import inertia_forces, mass_matrix
from treetop.symbolic.trees.length import LEGIBLE, length
from treetop.symbolic.trees.motion import Tree
from treetop.symbolic.trees.symbols import TIME, Meaning, SymbolBook
from treetop.symbolic.trees.tidy import tidy
from treetop.topology.spanning_tree import spanning_tree

if TYPE_CHECKING:
    from treetop.symbolic.writing.code import Program

LIMIT = 20  # speeds of a model whose equations take seconds, not minutes


@dataclass(frozen=True)
class Equations:
    """``M(q) u' = f(q, u, t)`` and ``q' = N(q) u``, the equations of motion of a model.

    Attributes
    ----------
    name : str
        That of the model.
    time : Symbol
    coordinates, speeds : tuple of Symbol
        In the order of ``System.coordinate_labels`` and ``System.speed_labels``.
    mass_matrix : Matrix
        M, symmetric.
    forcing : Matrix
        f, a column: all forces, and the inertia forces at constant speeds.
    kinematics : Matrix
        The rates of the coordinates, a column.
    definitions : dict
        Symbols that stand for expressions, in an order in which they can be computed.
    parameters : dict
        The value of each parameter that matters, SI: ``mass_matrix.subs(parameters)``.
    inputs : tuple of Symbol
        What forces of the user's own exert, in N and N m.
    tables : dict of Table
        Functions of the time that the equations name.
    meanings : dict
        Of each symbol: where it comes from, and its SI unit.
    notes : tuple of str
        What was done for the sake of length.
    """

    name: str
    time: sp.Symbol
    coordinates: tuple[sp.Symbol, ...]
    speeds: tuple[sp.Symbol, ...]
    mass_matrix: sp.ImmutableMatrix
    forcing: sp.ImmutableMatrix
    kinematics: sp.ImmutableMatrix
    definitions: dict[sp.Symbol, sp.Expr]
    parameters: dict[sp.Symbol, float]
    inputs: tuple[sp.Symbol, ...]
    tables: dict[str, Table]
    meanings: dict[sp.Symbol, Meaning]
    notes: tuple[str, ...] = ()

    @cached_property
    def program(self) -> Program:
        """The equations as a sequence of assignments, what they share computed once."""
        from treetop.symbolic.writing.code import program

        return program(self)

    def text(self) -> str:
        """The equations and the meaning of all symbols, to be read."""
        from treetop.symbolic.writing.text import text

        return text(self)

    def latex(self) -> str:
        """The equations as an ``align*`` environment of LaTeX."""
        from treetop.symbolic.writing.latex import latex

        return latex(self)

    def c(self) -> str:
        """A file in C99 that computes M, f, and the rates of the state."""
        from treetop.symbolic.writing.c import c

        return c(self)

    def python(self) -> str:
        """A Python module that computes M, f, and the rates of the state."""
        from treetop.symbolic.writing.python import python

        return python(self)

    def casadi(self) -> str:
        """A Python module that builds them in CasADi's symbols."""
        from treetop.symbolic.writing.casadi import casadi

        return casadi(self)


def equations(
    model: Model,
    names: Mapping[str, str] | None = None,
    numbers: bool = False,
    limit: int = LIMIT,
) -> Equations:
    """Derive the equations of motion of a model in symbols.

    Coordinates and speeds are those of the built model.  Masses, inertias, lengths and strengths
    become symbols, whose values are kept; what is zero stays zero.  Directions stay numbers.

    Parameters
    ----------
    model : Model
        Functions of user forces need not be known: their forces and torques become inputs.
    names : mapping, optional
        Other names for symbols: ``{"m_upper": "m", "m_lower": "m"}``.  Parameters of equal value
        may share one.
    numbers : bool
        Put the values of parameters in place of symbols.
    limit : int
        Refuse a model with more speeds.

    Examples
    --------
    >>> import treetop as tt
    >>> m = tt.Model("pendulum")
    >>> rod = m.add_body("rod", mass=2, inertia=[0.1, 0.1, 0], centre=[0, 0, -0.5])
    >>> hinge = m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, rod)
    >>> weight = m.add_force("weight", tt.UniformGravity())
    >>> found = tt.symbolic.equations(m)
    >>> found.mass_matrix[0, 0], found.forcing[0]
    (I_rod_yy + c_rod**2*m_rod, -c_rod*g*m_rod*sin(q1))
    """
    model.validate()
    _require_tree(model)
    _require_small(model, limit)
    book = SymbolBook(names or {}, numbers)
    tree = Tree(model, book)
    bodies = inertias(tree)
    loads = Loads(tree, bodies)
    M = mass_matrix(tree, bodies)
    f = [inertia + loads.along(j) for j, inertia in enumerate(inertia_forces(tree, bodies))]
    book.check()
    entries = [M[j, k] for j in range(len(f)) for k in range(j + 1)]
    definitions = _needed([*entries, *f], book.definitions)
    values = [*entries, *f, *definitions.values()]
    legible = length(*values) <= LEGIBLE
    if legible:
        values = [tidy(value, frozenset(book.parameters)) for value in values]
    return _collected(model.name, tree, loads, values, list(definitions), legible)


def _collected(
    name: str,
    tree: Tree,
    loads: Loads,
    values: list[sp.Expr],
    defined: list[sp.Symbol],
    legible: bool,
) -> Equations:
    """The result; values are those of the lower triangle of M, then of f, then of definitions."""
    n, book = len(tree.u), tree.book
    cut = n * (n + 1) // 2
    definitions = dict(zip(defined, values[cut + n :], strict=True))
    used = set().union(*(value.free_symbols for value in values))
    return Equations(
        name=name,
        time=TIME,
        coordinates=tuple(tree.q),
        speeds=tuple(tree.u),
        mass_matrix=sp.ImmutableMatrix(n, n, lambda j, k: values[_place(int(j), int(k))]),
        forcing=sp.ImmutableMatrix(n, 1, values[cut : cut + n]),
        kinematics=sp.ImmutableMatrix(len(tree.q), 1, tree.q_rates),
        definitions=definitions,
        parameters={symbol: value for symbol, value in book.parameters.items() if symbol in used},
        inputs=tuple(loads.inputs),
        tables=book.tables,
        meanings=book.meanings,
        notes=tuple(_notes(definitions, book, legible)),
    )


def _place(j: int, k: int) -> int:
    """Where an entry of a symmetric matrix stands in a list of its lower triangle."""
    j, k = max(j, k), min(j, k)
    return j * (j + 1) // 2 + k


def _notes(definitions: Iterable[sp.Symbol], book: SymbolBook, legible: bool) -> Iterator[str]:
    if any(book.is_shortening(symbol) for symbol in definitions):
        yield "long expressions have names of their own, z1 and so on, and stand at the end"
    if not legible:
        yield "the equations are long: nothing was simplified"


def _require_tree(model: Model) -> None:
    """Equations in symbols are those of a tree whose forces all have such laws: no joint closes a
    loop, no constraint is added."""
    hint = "give a tree; a model with loops can be run, by any formulation"
    problems = [
        Problem(f"joint '{joint.name}' closes a loop", path("joints", joint.name), hint)
        for joint in spanning_tree(model).closing
    ]
    problems += [
        Problem(f"'{name}' is a constraint", path("constraints", name), "leave it out")
        for name in model.constraints
    ]
    problems += [
        Problem(f"a {force.kind} has no law in symbols", path("forces", name), "leave it out")
        for name, force in model.forces.items()
        if force.kind not in LAWS
    ]
    problems += [
        Problem(
            "a tether that goes slack has no law in symbols", path("forces", name), "leave it out"
        )
        for name, force in model.forces.items()
        if getattr(force, "tension_only", False)
    ]
    problems += [
        Problem("an expression in t has no law in symbols", path("forces", name), "give a Table")
        for name, force in model.forces.items()
        if isinstance(force, JointSpring) and isinstance(force.rest, str)
    ]
    problems += [
        Problem("a beam has no law in symbols", path("bodies", body.name), "leave it out")
        for body in model.beams.values()
    ]
    if problems:
        raise ModelError(problems)


def _require_small(model: Model, limit: int) -> None:
    speeds = sum(item.size for joint in model.joints.values() for item in joint.kind.speeds)
    if not speeds:
        hint = "add a body, and a joint that lets it move"
        raise ModelError([Problem("there is nothing that could move", "joints", hint)])
    if speeds > limit:
        what = f"{speeds} speeds are more than {limit}: the equations would be very long"
        raise ModelError([Problem(what, "joints", f"take a smaller model, or the limit {speeds}")])


def _needed(
    results: Iterable[sp.Expr], definitions: Mapping[sp.Symbol, sp.Expr]
) -> dict[sp.Symbol, sp.Expr]:
    """The definitions that results rest on, in their order."""
    used: set[sp.Symbol] = set().union(*(result.free_symbols for result in results))
    for symbol in reversed(list(definitions)):
        if symbol in used:
            used |= definitions[symbol].free_symbols
    return {symbol: value for symbol, value in definitions.items() if symbol in used}

"""Mechanical systems in coordinates of the user's choice, by Lagrange's equations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from treetop.errors import ModelError, Problem
from treetop.symbolic.bodies import GivenBody, described, given_body, impossible
from treetop.symbolic.derivation import derived
from treetop.symbolic.description import Description
from treetop.symbolic.labels import Labels
from treetop.symbolic.notation import Notation, is_variable, mapping, name_of
from treetop.symbolic.system import SymbolicSystem


@dataclass(eq=False, repr=False)
class LagrangianSystem:
    """A mechanical system by its energies and constraints, in any coordinates, any number of them.

    There may be more coordinates than degrees of freedom, the kinetic energy need only be positive
    semidefinite in the rates, and constraints may depend on each other: they are all kept, and
    solved as Udwadia and Phohomsiri do.

    Parameters
    ----------
    coordinates : SymPy functions of time, or symbols, one or several
        As from ``sympy.physics.mechanics.dynamicsymbols``.
    kinetic_energy : expression, J
        Of the coordinates, their rates and the time; what `add_body` adds is on top.
    potential : expression or sequence of expressions, J
        With rates in it, as for the force of a magnetic field, it is a generalised potential: L is
        ``T - V``.
    dissipation : expression or sequence of expressions, W
        Rayleigh's functions: their slopes in the rates resist the motion.
    forces : mapping
        Generalised forces without potential, by coordinate or its name.
    constraints : expression, sequence, or mapping from names to either
        What must vanish. With rates in it, of any nonlinearity, it is a constraint on speeds;
        without, on positions.
    parameters : mapping
        The value of every other symbol.
    rates : sequence of symbols, optional
        What stands for the rates of the coordinates; needed where these are symbols.
    auxiliary : mapping, optional
        Further variables of time by their rates, such as a reference orbit or a controller.
        Energies and constraints take their motion as known.
    outputs : mapping, optional
        Expressions by name, to be seen in results.
    units : mapping, optional
        Units of coordinates, auxiliary variables and outputs, by symbol or name, for labels.
    breaks : sequence of float, s
        Times at which an expression jumps; a step ends there.
    name : str

    Examples
    --------
    >>> import sympy as sp
    >>> from sympy.physics.mechanics import dynamicsymbols
    >>> from treetop.symbolic import LagrangianSystem
    >>> (x, y), (m, g, l) = dynamicsymbols("x y"), sp.symbols("m g l")
    >>> pendulum = LagrangianSystem(
    ...     [x, y],
    ...     kinetic_energy=m * (x.diff() ** 2 + y.diff() ** 2) / 2,
    ...     potential=m * g * y,
    ...     constraints={"rod": x**2 + y**2 - l**2},
    ...     parameters={m: 2, g: 9.81, l: 0.5},
    ... )
    >>> system = pendulum.build()
    >>> now = system.evaluate(system.state(x=0.5))
    >>> round(float(now.speed_rates[1]), 12)
    -9.81
    """

    coordinates: Any
    kinetic_energy: Any = 0
    potential: Any = 0
    dissipation: Any = 0
    forces: Any = None
    constraints: Any = ()
    parameters: Any = None
    rates: Any = None
    auxiliary: Any = None
    outputs: Any = None
    units: Any = None
    breaks: Sequence[float] = ()
    name: str = "system"

    def __post_init__(self) -> None:
        self.coordinates = _several(self.coordinates)
        self.potential, self.dissipation = _several(self.potential), _several(self.dissipation)
        for what in ("parameters", "auxiliary", "outputs", "units"):
            setattr(self, what, mapping(getattr(self, what), what))
        self.rates = _rates(self.coordinates, self.rates)
        self.forces = self._along(mapping(self.forces, "forces"))
        self.bodies: dict[str, GivenBody] = {}
        constraints, self.constraints = self.constraints, {}
        for key, expression in _named(constraints):
            self.add_constraint(key, expression)
        problems = list(self._misnamed())
        if problems:
            raise ModelError(problems)

    def add_body(
        self,
        name: str,
        mass: Any,
        inertia: Any = None,
        position: Any = (0, 0, 0),
        rotation: Any = None,
        angular_velocity: Any = None,
    ) -> None:
        """Add the kinetic energy of a rigid body, or of a particle, and see it in results.

        Parameters
        ----------
        name : str
        mass : number or expression of coordinates, kg
        inertia : three moments or 3 x 3 matrix, kg m², optional
            About the mass centre, in body axes. None: a particle.
        position : three expressions, m
            R of the mass centre, in inertial axes.
        rotation : 3 x 3 matrix, optional
            S turns body components into inertial ones; of any parameters, which may be more than
            three. It need be orthogonal only where the constraints hold.
        angular_velocity : three expressions, rad/s, optional
            In body axes; default: what follows from S.
        """
        if name in self.bodies:
            raise ModelError([Problem("is there already", f"bodies.{name}", "give another name")])
        properties = (mass, inertia, position, rotation, angular_velocity)
        self.bodies[name] = given_body(f"bodies.{name}", *properties, self._rate_of)

    def add_constraint(self, name: str, expression: Any) -> None:
        """Add an expression that must vanish, or several in a sequence or matrix."""
        many = _several(expression)
        for k, one in enumerate(many, start=1):
            key = name if len(many) == 1 else f"{name}.{k}"
            if key in self.constraints:
                problem = Problem("is there already", f"constraints.{key}", "give another name")
                raise ModelError([problem])
            self.constraints[key] = one

    def build(self) -> SymbolicSystem:
        """Derive, compile and check the equations of motion."""
        notation, description = self._described()
        values = notation.values(self.parameters)
        notation.require()
        problems = list(impossible(description, values))
        if problems:
            raise ModelError(problems)
        return SymbolicSystem(self.name, description, self._labels(notation), values, self.breaks)

    def equations(self) -> tuple[sp.Matrix, sp.Matrix, sp.Matrix, sp.Matrix]:
        """M, Q, A and b of ``M q'' = Q`` and ``A q'' = b``, in the symbols given."""
        notation, description = self._described()
        notation.require()
        found = derived(description)
        M, Q, A, b = (notation.back(x) for x in (found.M, found.Q, found.A, found.b))
        return M, Q, A, b

    # --- inside ---------------------------------------------------------------------------

    def _described(self) -> tuple[Notation, Description]:
        rates = {sp.Derivative(z, *z.args): sp.sympify(r) for z, r in self.auxiliary.items()}
        notation = Notation(self.coordinates, self.rates, list(self.auxiliary), rates)
        see = notation.translated
        bodies, inertias = [], []
        for name, body in self.bodies.items():
            seen, parts = described(name, body, notation)
            bodies.append(seen)
            inertias += parts
        description = Description(
            q=notation.q,
            u=notation.u,
            z=notation.z,
            p=[],
            q_rates=list(notation.u),
            z_rates=[see(r, f"auxiliary.{name_of(z)}") for z, r in self.auxiliary.items()],
            kinetic=see(self.kinetic_energy, "kinetic_energy"),
            inertias=inertias,
            potential=sp.Add(*(see(V, "potential") for V in self.potential)),
            dissipation=sp.Add(*(see(F, "dissipation") for F in self.dissipation)),
            forces=[see(self.forces.get(q, 0), f"forces.{name_of(q)}") for q in self.coordinates],
            constraints=[see(c, f"constraints.{name}") for name, c in self.constraints.items()],
            bodies=bodies,
            outputs=[see(o, f"outputs.{name}") for name, o in self.outputs.items()],
        )
        description.p.extend(notation.p)
        return notation, description

    def _misnamed(self) -> Iterator[Problem]:
        if not self.coordinates:
            yield Problem("there is nothing that could move", "coordinates", "name one or more")
        variables = [*self.coordinates, *self.auxiliary]
        for symbol in variables:
            if not is_variable(symbol):
                hint = "use dynamicsymbols, or symbols together with rates"
                yield Problem(f"{symbol} is no function of time", "coordinates", hint)
        for symbol in self.auxiliary:
            if not isinstance(symbol, AppliedUndef):
                yield Problem("is no function of time", f"auxiliary.{symbol}", "use dynamicsymbols")
        for key in self.forces:
            if key not in self.coordinates:
                hint = "name the coordinate along which it acts"
                yield Problem("is no coordinate", f"forces.{key}", hint)
        yield from clashes(variables, self.rates, self.outputs)

    def _along(self, forces: Mapping[Any, Any]) -> dict[Any, Any]:
        """Forces by coordinate, some of which may be called by name."""
        by_name = {name_of(q): q for q in self.coordinates}
        found = {
            by_name.get(key, key) if isinstance(key, str) else key: f for key, f in forces.items()
        }
        if len(found) < len(forces):
            what = "a coordinate is given by symbol and by name"
            raise ModelError([Problem(what, "forces", "give the sum of its forces once")])
        return found

    def _labels(self, notation: Notation) -> Labels:
        return Labels.of(
            notation, self.constraints, self.bodies, self.outputs, self.units, self._text()
        )

    def _text(self) -> str:
        """The system as a person would write it down, for results."""
        parts = {
            "coordinates": ", ".join(map(name_of, self.coordinates)),
            "auxiliary": {name_of(z): str(r) for z, r in self.auxiliary.items()},
            "kinetic energy": str(self.kinetic_energy),
            "bodies": {n: f"mass {b.mass}, at {list(b.position)}" for n, b in self.bodies.items()},
            "potential": [str(V) for V in self.potential],
            "dissipation": [str(F) for F in self.dissipation],
            "forces": {name_of(q): str(f) for q, f in self.forces.items()},
            "constraints": {name: str(c) for name, c in self.constraints.items()},
            "parameters": {str(s): str(v) for s, v in self.parameters.items()},
        }
        return "\n".join(f"{key}: {value}" for key, value in parts.items())

    def _rate_of(self, matrix: sp.Matrix) -> sp.Matrix:
        """The rate of expressions of the coordinates, in the user's symbols."""
        rates = dict(zip(self.coordinates, self.rates, strict=True)) | self.auxiliary
        time = Notation(self.coordinates, self.rates, list(self.auxiliary)).time
        stands = {s: sp.Dummy() for s in [*rates, time]}
        plain = matrix.xreplace(stands)
        total = plain.diff(stands[time])
        for symbol, rate in rates.items():
            total += plain.diff(stands[symbol]) * sp.sympify(rate)
        return total.xreplace({dummy: symbol for symbol, dummy in stands.items()})


def clashes(
    variables: Sequence[Any], rates: Sequence[Any], outputs: Mapping[str, Any]
) -> Iterator[Problem]:
    """Names that would mean two things."""
    names = [name_of(v) for v in variables]
    names += [name_of(r) for r in rates if not isinstance(r, sp.Derivative)]
    names += [f"{name_of(r.expr)}_rate" for r in rates if isinstance(r, sp.Derivative)]
    names += list(outputs)
    for name in sorted({name for name in names if names.count(name) > 1}):
        hint = "coordinates, their rates, auxiliary variables and outputs need names of their own"
        yield Problem(f"'{name}' would mean two things", "names", hint)


def _several(values: Any) -> list[Any]:
    single = isinstance(values, str) or not isinstance(values, Iterable | sp.MatrixBase)
    return [values] if single else list(values)


def _named(constraints: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(constraints, Mapping):
        yield from constraints.items()
    else:
        yield from ((f"c{k}", c) for k, c in enumerate(_several(constraints), start=1))


def _rates(coordinates: list[Any], rates: Any) -> list[Any]:
    if rates is not None:
        symbols = _several(rates)
        if len(symbols) != len(coordinates):
            what = f"{len(symbols)} rates for {len(coordinates)} coordinates"
            raise ModelError([Problem(what, "rates", "give one for each")])
        return symbols
    plain = [q for q in coordinates if isinstance(q, sp.Symbol)]
    if plain:
        what = f"nothing stands for the rate of {', '.join(map(str, plain))}"
        hint = "use dynamicsymbols, or name the symbols of the rates"
        raise ModelError([Problem(what, "rates", hint)])
    return [sp.Derivative(q, *q.args) for q in coordinates if isinstance(q, AppliedUndef)]

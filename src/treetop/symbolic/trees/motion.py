"""How the bodies of a tree and the points on them move, in symbols.

    W  partial angular velocities of a body, in its own axes; column j belongs to speed j
    w  angular velocity    alpha  angular acceleration at constant speeds

A point is the end of a path from the ground, a `Vector` whose part in body k is fixed in k, but for
the slides of joints.  So with s that part and s' its rate in k,

    v_j = Σ W_k,j × s + slide_j         partial velocities
    a   = Σ alpha_k × s + w_k × (w_k × s + 2 s')     acceleration at constant speeds
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import sympy as sp

from treetop.assembly.numbering import Link, labels, links
from treetop.model import Frame, Model
from treetop.model.body import GROUND
from treetop.model.rotation import matrix
from treetop.symbolic.trees.exact import exact
from treetop.symbolic.trees.joints import Across, across, quaternion_rates
from treetop.symbolic.trees.rotations import Fixed, product
from treetop.symbolic.trees.symbols import SymbolBook
from treetop.symbolic.trees.triples import NONE, Rows, Triple
from treetop.symbolic.trees.vectors import Axes, Vector
from treetop.topology.spanning_tree import spanning_tree


@dataclass(frozen=True, eq=False)
class Point:
    """A point fixed to a body: its place, and its slides per unit of each speed."""

    body: int
    place: Vector
    slides: dict[int, Vector]


class Tree:
    """The bodies of a model in motion; body 0 is the ground.

    Attributes
    ----------
    q, u : list of Symbol
    q_rates : list of Expr
        ``q' = N(q) u``.
    W : list of dict
        Of each body: partial angular velocities in its axes, by the number of the speed.
    w, alpha : list of Triple
        Of each body: angular velocity, and angular acceleration at constant speeds, in its axes.
    """

    def __init__(self, model: Model, book: SymbolBook) -> None:
        self.model, self.book = model, book
        self.chain = links(spanning_tree(model).joints)
        self.numbers = {GROUND: 0} | {link.body: i for i, link in enumerate(self.chain, start=1)}
        self.q = self._symbols("q", "coordinates")
        self.u = self._symbols("u", "speeds")
        self.q_rates: list[sp.Expr] = []
        self.axes = Axes(book)
        self.origins = [Point(0, Vector({}), {})]
        self.W: list[dict[int, Triple]] = [{}]
        self.w, self.alpha = [NONE], [NONE]
        self._turns: dict[int, tuple[int, Triple]] = {}  # axis of a speed, and body it is fixed in
        self._gained = [Vector({})]
        self._places: dict[str, Triple] = {}
        self.partial_velocity = cache(self._partial_velocity)
        for number, link in enumerate(self.chain, start=1):
            self._hang(number, link)

    def _symbols(self, letter: str, what: str) -> list[sp.Symbol]:
        units = [
            item.unit
            for link in self.chain
            for item in getattr(link.joint.kind, what)
            for _ in range(item.size)
        ]
        names = getattr(labels([link.joint for link in self.chain]), what)
        pairs = zip(names, units, strict=True)
        return [
            self.book.symbol(f"{letter}{k}", label, unit)
            for k, (label, unit) in enumerate(pairs, start=1)
        ]

    # --- body after body ------------------------------------------------------------------------

    def _hang(self, i: int, link: Link) -> None:
        """Join body i to its parent."""
        kind, name, P = link.joint.kind, link.joint.name, link.parent
        k, j = self.before(i)
        q = self.q[k : k + sum(item.size for item in kind.coordinates)]
        u = self.u[j : j + sum(item.size for item in kind.speeds)]
        has_attitude = len(q) > len(u)
        self.q_rates += [*quaternion_rates(q[:4], u[:3]), *u[3:]] if has_attitude else u

        F, M = self.model.frame(link.joint.inboard), self.model.frame(link.joint.outboard)
        R_PF, R_BM = attitude(F), attitude(M)
        joint = across(kind, q, self.book, name)
        from_parent = (Fixed(R_PF), *joint.rotation, Fixed(R_BM.T))
        self.axes.attitudes.append(product(self.axes.attitudes[P], from_parent))

        inboard, parent = self.place(link.joint.inboard), self.origins[P]
        path = Vector({P: inboard + R_PF @ joint.place}) - Vector(
            {i: self.place(link.joint.outboard)}
        )
        slides = {j + n: Vector({P: R_PF @ slide}) for n, slide in enumerate(joint.sliding)}
        self.origins.append(Point(i, parent.place + path, parent.slides | slides))
        self._turn(i, P, j, joint, R_PF, R_BM)

    def _turn(self, i: int, P: int, j: int, joint: Across, R_PF: Rows, R_BM: Rows) -> None:
        """The angular motion of body i, whose joint has the speeds from j on."""
        turns = {
            j + n: (i, R_BM @ a) if in_M else (P, R_PF @ a)
            for n, (in_M, a) in enumerate(joint.turning)
            if a
        }
        self._turns |= turns
        self.W.append({n: self.axes.seen_in(i, *self._turns[n]) for n in (*self.W[P], *turns)})
        velocity = {n: w * self.u[n] for n, w in self.W[i].items()}
        w_P, w_own = (sum((velocity[n] for n in some), NONE) for some in (self.W[P], turns))
        gained = w_P.cross(w_own)
        if len({home for home, _ in turns.values()}) > 1:  # the second axis is turned by the first
            first, second = (velocity[n] for n in turns)
            gained += first.cross(second)
        self.w.append(self.book.short(w_P + w_own))
        self._gained.append(self._gained[P] + Vector({i: self.book.short(gained)}))
        parts = self._gained[i].parts.items()
        self.alpha.append(
            self.book.short(sum((self.axes.seen_in(i, k, v) for k, v in parts), NONE))
        )

    def before(self, i: int) -> tuple[int, int]:
        """How many coordinates and speeds the joints of the bodies before body i have."""
        kinds = [link.joint.kind for link in self.chain[: i - 1]]
        coordinates = sum(item.size for kind in kinds for item in kind.coordinates)
        return coordinates, sum(item.size for kind in kinds for item in kind.speeds)

    # --- frames and points ------------------------------------------------------------------------

    def place(self, reference: str) -> Triple:
        """Where the origin of a frame is, in its body."""
        if reference not in self._places:
            frame = self.model.frame(reference)
            owner = frame.body if frame.body == GROUND else f"bodies.{frame.body}"
            where = f"{owner}.frames.{frame.name}.at"
            name = f"r_{frame.body}_{frame.name}"
            self._places[reference] = self.book.vector(name, frame.at, "m", where)
        return self._places[reference]

    def point(self, body: int, place: Triple) -> Point:
        """The point of a body at a place in its axes."""
        origin = self.origins[body]
        return replace(origin, place=origin.place + Vector({body: place}))

    def frame(self, reference: str) -> Point:
        return self.point(self.numbers[self.model.frame(reference).body], self.place(reference))

    def moving(self, body: int) -> Iterator[int]:
        """The numbers of the speeds that move a body."""
        yield from sorted({*self.W[body], *self.origins[body].slides})

    def _partial_velocity(self, point: Point, j: int) -> Vector:
        turning = {
            k: self.book.short(self.W[k][j].cross(s))
            for k, s in point.place.parts.items()
            if j in self.W[k]
        }
        return Vector(turning) + point.slides.get(j, Vector({}))

    def bias_acceleration(self, point: Point) -> Vector:
        sliding = Vector({})
        for j, slide in point.slides.items():
            sliding = sliding + slide * self.u[j]
        total = {}
        for k in point.place.parts | sliding.parts:
            s, rate = (v.parts.get(k, NONE) for v in (point.place, sliding))
            a = self.alpha[k].cross(s) + self.w[k].cross(self.w[k].cross(s) + rate * 2)
            total[k] = self.book.short(a)
        return Vector(total)


def attitude(frame: Frame) -> Rows:
    """From the axes of a frame to those of its body."""
    return Rows(*(Triple(*map(exact, row)) for row in matrix(frame.attitude)))

"""The formulations, by name, and which of their kind a model takes."""

from __future__ import annotations

from treetop.core.compiler import Entry
from treetop.core.constraints import prescribed, user_constraint
from treetop.core.forces import optional
from treetop.core.forces.optional import OptionalTables
from treetop.core.formulations import (
    deploying,
    kane,
    kane_absolute,
    newton_euler,
    recursive,
    udwadia,
)
from treetop.core.formulations.closed_loop import kane as closed_kane
from treetop.core.formulations.closed_loop import recursive as closed_recursive
from treetop.core.formulations.floating_frame import newton_euler as floating
from treetop.core.formulations.joint_space.mass_matrix import inertia_left
from treetop.core.interface import Formulation
from treetop.core.outputs.forces import record_nothing
from treetop.core.outputs.outputs import observe
from treetop.core.tables.tables import Constraints, Tables
from treetop.errors import ModelError, Problem
from treetop.model import Model
from treetop.model.flexible_body import FlexibleBody
from treetop.model.specification import path
from treetop.topology.lines import deployers

FORMULATIONS: dict[str, Formulation] = {
    "recursive": recursive.formulation,
    "kane": kane.formulation,
    "kane-absolute": kane_absolute.formulation,
    "newton-euler": newton_euler.formulation,
    "udwadia": udwadia.formulation,
}

# Those in joint coordinates have others of their kind for trees with further constraints.
CLOSED: dict[str, Formulation] = {
    "recursive": closed_recursive.formulation,
    "kane": closed_kane.formulation,
}

# Those that know flexible bodies, with others of their kind for these.
FLEXIBLE: dict[str, Formulation] = {
    "recursive": recursive.formulation,
    "kane": kane.formulation,
    "newton-euler": floating.formulation,
}

MAX_DENSE_NUMBERS = 1e9  # numbers in dense matrices: 8 GB


def flexible_equations(model: Model, formulation: str) -> Formulation:
    """Equations of a formulation that knows flexible bodies; the model's names are reported where
    it does not."""
    if formulation in FLEXIBLE:
        return FLEXIBLE[formulation]
    what = f"the formulation '{formulation}' does not know flexible bodies"
    hint = f"build the model with {', '.join(map(repr, FLEXIBLE))}"
    bending = (name for name, body in model.bodies.items() if isinstance(body, FlexibleBody))
    raise ModelError([Problem(what, path("bodies", name), hint) for name in bending])


def deploying_equations(model: Model, formulation: str, tables: Tables) -> Formulation:
    """Equations of trees with lines that are paid out; what they do not know is refused."""
    what = ""
    if formulation != "recursive":
        what = f"the formulation '{formulation}' does not know lines that are paid out"
        hint = "build the model with 'recursive'"
    elif has_rows(tables.constraints):
        what = "a line cannot be paid out in a model with loops or constraints"
        hint = "leave out what closes loops, and constraints but prescribed coordinates"
    elif any(isinstance(body, FlexibleBody) for body in model.bodies.values()):
        what = "a line cannot be paid out in a model with flexible bodies"
        hint = "let the bodies be rigid"
    if what:
        lines = deployers(model)
        raise ModelError([Problem(what, path("devices", name), hint) for name in lines])
    return deploying.formulation


def require_memory(formulation: str, tables: Tables) -> None:
    """Refuse a model whose dense matrices would not fit: of the equations that close loops, or of
    all bodies and joints, as the formulation has them."""
    rows, bodies = tables.constraints.kind.size, tables.tree.parent.size
    loop_joints, speeds = rows - int(tables.constraints.joint_at[-1]), int(tables.tree.u_at[-1])
    numbers = {
        "recursive": 4.0 * loop_joints**2,
        "newton-euler": 4.0 * loop_joints**2 + 6.0 * loop_joints * bodies,
        "kane": 4.0 * (speeds + loop_joints) ** 2 + 12.0 * bodies * speeds,
    }.get(formulation, 4.0 * (6 * bodies + rows) ** 2)
    if numbers > MAX_DENSE_NUMBERS:
        what = f"matrices of '{formulation}' would take {8e-9 * numbers:.3g} GB"
        hint = f"{bodies - 1} bodies, {loop_joints} equations that close loops: use fewer"
        raise ModelError([Problem(what, "joints", hint)])


def has_rows(constraints: Constraints) -> bool:
    """Whether there are any beyond those of a tree's joints."""
    return bool(constraints.kind.size > constraints.joint_at[-1])


def needed_kernels(equations: Formulation, forces: OptionalTables) -> list[Entry]:
    """The kernels that a system by a formulation calls from its building to its results, where it
    has such optional forces."""
    kernels = [equations.derivative, equations.project, equations.at_joints, equations.from_joints]
    absent = [user_constraint.no_function, user_constraint.no_row, prescribed.no_function]
    absent += [record_nothing, *optional.needed_kernels(forces)]
    return [*kernels, *absent, observe, inertia_left]

"""Forces that few models have: which groups of them there are, and what calls these in turn."""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import Entry, boxed, inlined
from treetop.core.forces.group import AFTER_COMMANDS, Fitted, Group, Packing, values_now
from treetop.core.forces.power_balance import Balance
from treetop.core.interface import span_of_states, unpack
from treetop.core.spatial import Vec3, zero3
from treetop.core.spatial.table_access import copy_into
from treetop.core.tables.samples import unpack_calls
from treetop.core.tables.tables import HINGES, SHOWN, Calls, Commands, OptionalForces


class OptionalTables(NamedTuple):
    """The groups that a model has, and how many internal states."""

    states: int
    fitted: tuple[Fitted, ...]

    def of(self, group: Group) -> Any:
        """The tables of a group, empty if the model has none of it."""
        found = (each.tables for each in self.fitted if each.group is group)
        return next(found, group.empty)

    def having(self, group: Group, tables: tuple) -> "OptionalTables":
        """These, with other tables of a group."""
        fitted = (
            each._replace(tables=tables) if each.group is group else each for each in self.fitted
        )
        return self._replace(fitted=tuple(fitted))

    @property
    def sizes(self) -> np.ndarray:
        """See `treetop.core.tables.tables.OptionalForces`."""
        counts = [each.size for each in self.fitted]
        known = [each.size for each in self.fitted if each.group.shown_at == HINGES]
        return np.array([sum(counts) + self.states, self.states, sum(known)], dtype=np.int64)


def needed_kernels(forces: OptionalTables) -> list[Entry]:
    """Kernels that a model with these forces calls."""
    return [entry for each in forces.fitted for entry in each.group.calls.values() if entry]


def packed(forces: OptionalTables, packing: Packing) -> tuple[OptionalForces, list[tuple]]:
    """The forces as kernels have them, and pairs of what must be kept alive with them: what handles
    lead to, and all that kernels read and write there."""
    in_turn = sorted(forces.fitted, key=lambda each: each.group.turn)
    made = [(each.group, *each.group.packed(each.tables, each.rows, packing)) for each in in_turn]
    lists = [
        boxed(*(handle for group, handle, _ in made if group.calls[name])) for name in Calls._fields
    ]
    shown = boxed(*(0,) * SHOWN)
    for group, handle, _ in made:
        if group.shown_at is not None:
            shown[group.shown_at] = handle
    commanded = any(each.group.turn < AFTER_COMMANDS for each in forces.fitted)
    commands = Commands(np.zeros(forces.states if commanded else 0))
    forces_made = OptionalForces._make([*lists, shown, forces.sizes, commands])
    return forces_made, [(None, commands), *(kept for *_, kept in made)]


@inlined
def act(problem, t, q, u, y, rate):
    """Let the groups act in turn, and write the rates of their states; return what they do to
    energy, as seen from the moving origin, to momentum, to mass, and to the potential."""
    tables, _ = unpack(problem)
    first, last = span_of_states(tables, y)
    for k in range(first, last):
        rate[k] = 0.0  # as of commands that are held
    copy_into(tables.optional.commands.value, y[first:last])
    total = Balance(0.0, zero3(), 0.0, 0.0)
    for k in range(tables.optional.acting.size):
        own = tables.optional.acting[k]
        (calls,) = unpack_calls(own)
        power, fx, fy, fz, mass_rate, lost = calls.act(t, q, u, y, rate, problem, own)
        total = total + Balance(power, Vec3(fx, fy, fz), mass_rate, lost)
    return total


@inlined
def record(t, y, z, s, problem, handle):
    """Write what all groups exert."""
    tables, _ = unpack(problem)
    for k in range(tables.optional.exerting.size):
        own = tables.optional.exerting[k]
        (calls,) = unpack_calls(own)
        calls.record(t, y, z, s, problem, handle, own)


@inlined
def outputs(y, z, row, problem):
    """Write the outputs of devices, and internal states with commands as they are now."""
    tables, _ = unpack(problem)
    for k in range(tables.optional.reporting.size):
        own = tables.optional.reporting[k]
        (calls,) = unpack_calls(own)
        calls.outputs(y, z, row, problem, own)
    (values,) = values_now(tables, y)
    copy_into(row[row.size - values.size :], values)


@inlined
def momenta(y, energies, problem):
    """Kinetic and elastic energy and angular momentum of what groups have of their own, the
    energies added to those of their bodies too."""
    tables, _ = unpack(problem)
    T, U, spin = 0.0, 0.0, zero3()
    for k in range(tables.optional.storing.size):
        own = tables.optional.storing[k]
        (calls,) = unpack_calls(own)
        kinetic, elastic, hx, hy, hz = calls.momenta(y, energies, problem, own)
        T, U, spin = T + kinetic, U + elastic, spin + Vec3(hx, hy, hz)
    return T, U, spin

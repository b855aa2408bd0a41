"""All that can be observed of a system, for many states at once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.core.forces.exerted import NO_FORCES, ForceHistories, force_histories
from treetop.core.interface import EXTRA
from treetop.core.outputs.forces import NO_ROWS, pack, record_nothing
from treetop.core.outputs.outputs import Histories, Sizes, histories, observe
from treetop.errors import RunError
from treetop.system.load_sharing import share
from treetop.system.state import absolute, checked_rows
from treetop.system.user_functions import beyond_array
from treetop.topology.mechanism import Mechanism

if TYPE_CHECKING:
    from treetop.system.built import BuiltModel
    from treetop.system.system import System


def observation(system: System, times: np.ndarray, vectors: np.ndarray) -> dict[str, np.ndarray]:
    """Everything about many states in rows, by the names of `treetop.system.fields`."""
    times, vectors = checked_rows(times, vectors, system.size)
    exerted = system.assembly.outputs.workspace(len(times))
    out = observed(system, times, vectors, exerted)._asdict()
    z = out.pop("joints")
    out |= system.assembly.outputs.recorded(exerted)
    if not system.constraint_names:
        for name in ("holding_force", "holding_torque", "holding_effort"):
            del out[name]
    share(system, times, vectors, out)
    q, u = absolute(system.assembly, z)
    if not out["outputs"].shape[1]:
        del out["outputs"]
    apart = [out.pop(f"closing_{each}") for each in ("coordinates", "speeds", "rates")]
    return out | {
        "coordinates": np.hstack([q, apart[0]]),
        "speeds": np.hstack([u, apart[1]]),
        "speed_rates": np.hstack([out["speed_rates"], apart[2]]),
        "origin": z[:, -EXTRA:-5],
        "work": z[:, -2],
        "work_about_centre": z[:, -1],
    }


def observed(
    system: System, times: np.ndarray, vectors: np.ndarray, exerted: ForceHistories | None = None
) -> Histories:
    """What can be seen of states in rows; what forces exert as well, given room for it."""
    times, vectors = checked_rows(times, vectors, system.size)
    out, forces = histories(len(times), system.sizes), system.assembly.outputs
    record, (handle, alive) = record_nothing, _nothing_recorded()
    if exerted is not None:
        record, (handle, alive) = forces.record, pack(forces.rows, exerted)
    rates = np.zeros(system.size), np.zeros(system.joint_size)
    functions = system.derivative, system.equations.at_joints.function, record.function
    try:
        observe(*functions, times, vectors, system.fresh_problem(), *rates, out, handle)
    except IndexError as error:
        raise RunError(f"at {times.max():g} s: {beyond_array(error)}") from error
    del alive  # what the handle refers to, until here
    return out


@cache
def _nothing_recorded() -> tuple[Any, Any]:
    """The handle of no forces at all, and what must be kept alive with it."""
    return pack(NO_ROWS, force_histories(0, NO_FORCES))


def sizes_of(system: BuiltModel) -> Sizes:
    """How many there are of what can be seen."""
    speeds, apart = system.speed_labels, system.assembly.closing_labels
    names = system.body_names, system.joint_names, system.constraint_names, speeds, *apart
    return Sizes._make([system.joint_size, *map(len, names), len(_output_units(system))])


def labels_of(system: BuiltModel) -> dict[str, Any]:
    """The names along each dimension of a result."""
    constraints = {"constraint": system.constraint_names} if system.constraint_names else {}
    coordinates, speeds = system.all_labels
    return (
        constraints
        | system.assembly.outputs.labels
        | _outputs(system)
        | {
            "body": system.body_names,
            "joint": system.joint_names,
            "coordinate": coordinates,
            "coordinate_unit": ("coordinate", _units(system.mechanism, coordinates)),
            "speed": speeds,
            "speed_unit": ("speed", _units(system.mechanism, speeds)),
        }
    )


def _outputs(system: BuiltModel) -> dict[str, Any]:
    """Names and units of outputs of devices, and of internal states."""
    units = _output_units(system)
    named = {"output": list(units), "output_unit": ("output", list(units.values()))}
    return named if units else {}


def _output_units(system: BuiltModel) -> dict[str, str]:
    states = {name: port.unit for name, port in system.assembly.states.items()}
    return system.assembly.device_outputs | states


def _units(model: Mechanism, labels: Iterable[str]) -> list[str]:
    """The unit of each coordinate or speed, given by the joint it belongs to."""
    known = {
        f"{name}.{quantity.name}": quantity.unit
        for name, joint in model.joints.items()
        for quantity in (*joint.kind.coordinates, *joint.kind.speeds)
    }
    return [known[".".join(label.split(".")[:2])] for label in labels]

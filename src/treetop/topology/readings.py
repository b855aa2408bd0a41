"""From the names of what sensors and controllers read to single numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from treetop.core.outputs import frame_motion as m
from treetop.model.block import Block, Reading
from treetop.model.body import GROUND
from treetop.model.environment.planet import ENVIRONMENT
from treetop.model.part import Port
from treetop.model.quantity import Invalid

if TYPE_CHECKING:
    from treetop.model.model import Model

AXES, COMPONENTS = "xyz", "wxyz"


class _Vector(NamedTuple):
    """A quantity of frames: its first number, components and unit."""

    first: int
    parts: str
    unit: str


OF_FRAMES = {
    "attitude": _Vector(m.ATTITUDE, COMPONENTS, "1"),
    "angular_velocity": _Vector(m.ANGULAR_VELOCITY, AXES, "rad/s"),
    "angular_acceleration": _Vector(m.ANGULAR_ACCELERATION, AXES, "rad/s^2"),
    "position": _Vector(m.POSITION, AXES, "m"),
    "velocity": _Vector(m.VELOCITY, AXES, "m/s"),
    "acceleration": _Vector(m.ACCELERATION, AXES, "m/s^2"),
    "specific_force": _Vector(m.SPECIFIC_FORCE, AXES, "m/s^2"),
}
VECTORS = {
    "reaction_force", "reaction_torque", "holding_force", "holding_torque", "position_from_origin",
    "linear_momentum", "angular_momentum", "angular_momentum_about_centre", "mass_centre",
}  # fmt: skip


class Source(NamedTuple):
    """A number that is read: of a frame, which number of its motion; else by its name alone."""

    label: str
    unit: str = ""
    frame: str = ""
    number: int = 0


def blocks_of(model: Model) -> dict[str, Block]:
    """Sensors and controllers."""
    return {**model.sensors, **model.controllers}


def held_outputs(model: Model) -> dict[str, Port]:
    """What sensors and controllers say, by name."""
    return {
        f"{name}.{output}": port
        for name, block in blocks_of(model).items()
        for output, port in block.outputs.items()
    }


def sources_of(model: Model, block: Block) -> list[Source]:
    """All numbers that a block reads, in order."""
    outputs = held_outputs(model)
    return [each for reading in block.reads for each in sources(model, reading, outputs)]


def sources(model: Model, reading: Reading, outputs: Mapping[str, Port]) -> list[Source]:
    """The numbers of one reading; what cannot be meant is refused."""
    label = _full_label(model, reading)
    found = list(_components(model, label, outputs, reading.field == "at"))
    size, unit = reading.size, reading.unit
    if size and len(found) != size:
        wanted = f"a vector of {size} is needed" if size > 1 else "one number is needed"
        hint = f"name one such as '{label}.x'" if size == 1 else _wanted(reading)
        raise Invalid(f"'{label}' is {_count(len(found))}, but {wanted}", hint)
    if unit and found[0].unit and found[0].unit != unit:
        what = f"'{label}' is in {found[0].unit}, but {unit} is needed"
        raise Invalid(what.replace("in 1,", "without a unit,"), _wanted(reading))
    return found


def _count(n: int) -> str:
    return "one number" if n == 1 else f"{n} numbers"


def _wanted(reading: Reading) -> str:
    words = " or ".join(f"'{word}'" for word in reading.words)
    return f"name a sensor, body or frame that has {words}" if words else "name another"


def _full_label(model: Model, reading: Reading) -> str:
    """With what is meant of a sensor, controller, body or frame that is named alone."""
    label, words = reading.label, reading.words
    block = blocks_of(model).get(label)
    if block is not None and words:
        has = dict.fromkeys(output.partition(".")[0] for output in block.outputs)
        for word in words:
            if word in has:
                return f"{label}.{word}"
        known = ", ".join(f"'{each}'" for each in has) or "nothing that can be read"
        what = f"'{label}' is a {block.kind}, which has {known}, but no '{words[0]}'"
        raise Invalid(what, _wanted(reading))
    if words and words[-1] in OF_FRAMES and is_frame(model, label):
        return f"{label}.{words[-1]}"
    return label


def _components(
    model: Model, label: str, outputs: Mapping[str, Port], of_frame: bool
) -> Iterator[Source]:
    """A number alone, or those of a vector."""
    members = (
        [label] if label in outputs else [each for each in outputs if each.startswith(f"{label}.")]
    )
    if members:
        yield from (Source(each, outputs[each].unit) for each in members)
        return
    around = surroundings(model, label)
    if around:
        yield from (Source(each, unit) for each, unit in around.items())
        return
    word = label.rpartition(".")[2]
    if word in OF_FRAMES:
        for part in OF_FRAMES[word].parts:
            yield _source(model, f"{label}.{part}", of_frame)
    elif word in VECTORS:
        yield from (Source(f"{label}.{part}") for part in AXES)
    else:
        yield _source(model, label, of_frame)


def surroundings(model: Model, label: str) -> dict[str, str]:
    """Quantities of the environment that a name stands for, with units."""
    owner, _, word = label.partition(".")
    if owner != ENVIRONMENT:
        return {}
    known = model.environment.outputs if model.environment else {}
    found = {f"{owner}.{each}": unit for each, unit in known.items() if _is_part(each, word)}
    if not found:
        what = f"the environment has no '{word}'" if known else "there is no environment"
        names = dict.fromkeys(each.partition(".")[0] for each in known)
        hint = "it has " + ", ".join(names) if known else "set one with Model.set_environment"
        raise Invalid(what, hint)
    return found


def _is_part(output: str, word: str) -> bool:
    return output == word or output.startswith(f"{word}.")


def _source(model: Model, label: str, of_frame: bool) -> Source:
    """One number; of equal names the coordinates of joints win, unless a frame is meant."""
    *owner, word, part = label.split(".") if label.count(".") >= 2 else ["", "", ""]
    vector, frame = OF_FRAMES.get(word), ".".join(owner)
    if vector is None or part not in vector.parts or not is_frame(model, frame):
        return Source(label)
    if owner[0] in model.joints and not of_frame:
        return Source(label, vector.unit)
    return Source(label, vector.unit, frame, vector.first + vector.parts.index(part))


def is_frame(model: Model, reference: str) -> bool:
    """Whether a name stands for a frame of a body."""
    body, dot, name = reference.partition(".")
    if body == GROUND or body not in model.bodies:
        return False
    return not dot or name in model.bodies[body].frames

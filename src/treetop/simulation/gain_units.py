"""Units of gains and limits of a controller, for quantities that it only knows by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from treetop.errors import Problem
from treetop.model.block import Block
from treetop.model.controllers.pid import Pid
from treetop.model.quantity import Invalid, Measured, number
from treetop.model.specification import path


def gain_problems(
    blocks: Mapping[str, Block],
    input_unit: Callable[[Block], str],
    command_unit: Callable[[str, Block], str],
) -> Iterator[Problem]:
    """Gains, limits and targets given in units that do not lead from the input to the commands."""
    for name, block in blocks.items():
        if isinstance(block, Pid) and any(isinstance(x, Measured) for x in vars(block).values()):
            fitting = _fitting(input_unit(block), command_unit(name, block))
            for field, unit in fitting.items():
                yield from _unfit(getattr(block, field), unit, path("controllers", name, field))


def _fitting(read: str, command: str) -> dict[str, str]:
    """The unit of each field, of those that are known."""
    known = {"target": read} if read else {}
    if command:
        known |= {"lower": command, "upper": command}
    if read and command:
        known |= {
            "proportional": f"{command}/({read})",
            "integral": f"{command}/({read}*s)",
            "derivative": f"{command}*s/({read})",
        }
    return known


def _unfit(value: object, unit: str, where: str) -> Iterator[Problem]:
    """A problem if a number has a unit that is not this one; angles count as plain numbers too."""
    if isinstance(value, Measured):
        try:
            number(value.text, unit, unit.replace("rad", "1"))
        except Invalid as error:
            hint = f"give it in {unit}, or as a plain number"
            yield Problem(error.what, where, hint)

"""The part of an FMU's C code that differs from model to model: model.h."""

from __future__ import annotations

from collections.abc import Iterable

from treetop.core.integrators.outcome import Outcome
from treetop.interop.fmi.exported import Exported
from treetop.interop.fmi.variables import CONSTANT, STATE
from treetop.model.run.methods.base import FINEST

COSIMULATION, MODELEXCHANGE = 1, 2
BEYOND = "a function of the model reads or writes beyond an array"


def model_header(model: Exported, token: str, kinds: int) -> str:
    """Where everything is, and the functions to call."""
    image, variables = model.image, model.variables
    states = [each.place for each in variables if each.kind == STATE]
    constants = [each.start for each in variables if each.kind == CONSTANT]
    numbers = {
        "KINDS": kinds,
        "N": model.size,
        "CONTENT": len(image.content),
        "RELOCATIONS": len(image.relocations),
        "CALLS": len(image.calls),
        "VARIABLES": len(variables),
        "STATES": len(states),
        "OUTCOMES": len(Outcome),
        "PULSED": int(model.pulsed),
        **{f"AT_{name.upper()}": place for name, place in model.offsets.items()},
        **model.sizes,
    }
    lines = [f"#define {name} {value}" for name, value in numbers.items()]
    lines += [f'#define TOKEN "{token}"', f'#define BEYOND "{BEYOND}"']
    lines += [f"#define LEAST_TOLERANCE {FINEST!r}"]
    lines += [f"#define SPAN_START {model.span[0]!r}", f"#define SPAN_END {model.span[1]!r}"]
    names = [function_name(k) for k in range(len(image.functions))]
    lines += [f"extern char {name}[];" for name in names]
    for called, k in model.calls.items():
        lines += [f"int32_t call_{names[k]}(const int64_t *, void *);"]
        lines += [f"#define CALL_{called.upper()} call_{names[k]}"]
    lines += [
        _array("int64_t", "relocations[][2]", (f"{{{a}, {b}}}" for a, b in image.relocations))
    ]
    calls = (f"{{{at}, {names[k]}}}" for at, k in image.calls)
    lines += [_array("struct { int64_t at; char *function; }", "calls[]", calls)]
    each = (f"{{{v.kind}, {v.place}}}" for v in variables)
    lines += [_array("struct { int32_t kind; int64_t place; }", "variables[]", each)]
    lines += [_array("int64_t", "states[]", map(str, states))]
    lines += [_array("double", "constants[]", map(repr, constants))]
    lines += [_array("char *const", "outcomes[]", (f'"{outcome.text}"' for outcome in Outcome))]
    return "\n".join(lines) + "\n"


def function_name(k: int) -> str:
    """What the k-th compiled function is called in C."""
    return f"treetop_{k}"


def _array(kind: str, name: str, items: Iterable[str]) -> str:
    """A constant array, which C wants to have at least one item."""
    return f"static const {kind} {name} = {{{', '.join(items) or '0'}}};"

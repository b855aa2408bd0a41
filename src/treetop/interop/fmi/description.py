"""The file modelDescription.xml of an FMU, for both versions of FMI."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from xml.sax.saxutils import quoteattr

from treetop.interop.fmi.exported import Exported
from treetop.interop.fmi.variables import (
    CONSTANT,
    INPUT,
    OUTPUT,
    PARAMETER,
    RATE,
    STATE,
    TIME,
    Variable,
)

# Causality, variability and initial of each kind.
ROLES = {
    TIME: ("independent", "continuous", ""),
    STATE: ("local", "continuous", "exact"),
    RATE: ("local", "continuous", "calculated"),
    INPUT: ("input", "continuous", ""),
    OUTPUT: ("output", "continuous", "calculated"),
    CONSTANT: ("local", "constant", "exact"),
    PARAMETER: ("parameter", "fixed", "exact"),
}
STARTED = (STATE, INPUT, CONSTANT, PARAMETER)
HEAD = '<?xml version="1.0" encoding="UTF-8"?>'


def description(model: Exported, version: int, identifier: str, facts: Mapping[str, str]) -> str:
    """The text; `facts` are token, time of generation, version of the tool, and which kinds of
    simulation there are, each with its attributes."""
    write = _fmi2 if version == 2 else _fmi3
    return "\n".join([HEAD, *write(model, identifier, facts), ""])


def _element(tag: str, attributes: Mapping[str, Any], *children: str) -> str:
    """An element; attributes that are empty are left out."""
    words = "".join(f" {k}={quoteattr(str(v))}" for k, v in attributes.items() if v != "")
    return f"<{tag}{words}>{''.join(children)}</{tag}>" if children else f"<{tag}{words}/>"


def _head(model: Exported, version: str, token: str, facts: Mapping[str, str]) -> dict[str, str]:
    return {
        "fmiVersion": version,
        "modelName": model.name,
        token: facts["token"],
        "generationTool": facts["tool"],
        "generationDateAndTime": facts["time"],
        "variableNamingConvention": "flat",
    }


def _simulations(facts: Mapping[str, str], identifier: str, state: str) -> Iterable[str]:
    """The elements of the kinds of simulation."""
    shared = {"modelIdentifier": identifier}
    saved = {f"canGetAndSet{state}": "true", f"canSerialize{state}": "true"}
    steps = {"canHandleVariableCommunicationStepSize": "true"}
    if "modelexchange" in facts["kinds"]:
        unneeded = {} if state == "FMUstate" else {"needsCompletedIntegratorStep": "true"}
        yield _element("ModelExchange", shared | unneeded | saved)
    if "cosimulation" in facts["kinds"]:
        yield _element("CoSimulation", shared | steps | saved)


def _units(model: Exported) -> str:
    names = dict.fromkeys(each.unit for each in model.variables if each.unit)
    return _element("UnitDefinitions", {}, *(_element("Unit", {"name": name}) for name in names))


def _experiment(model: Exported) -> str:
    first, last = model.span
    return _element("DefaultExperiment", {"startTime": repr(first), "stopTime": repr(last)})


def _role(variable: Variable, number: int) -> dict[str, Any]:
    causality, variability, initial = ROLES[variable.kind]
    return {
        "name": variable.name,
        "valueReference": number,
        "causality": causality,
        "variability": variability,
        "initial": initial,
    }


def _start(variable: Variable) -> str:
    return repr(variable.start) if variable.kind in STARTED else ""


def _numbers(model: Exported, *kinds: int) -> list[int]:
    return [k for k, each in enumerate(model.variables) if each.kind in kinds]


def _unknowns(model: Exported, *tags: str) -> Iterable[tuple[str, list[int]]]:
    """The numbers of outputs, of rates, and of both, each with its tag."""
    kinds = ((OUTPUT,), (RATE,), (RATE, OUTPUT))
    return zip(tags, (_numbers(model, *each) for each in kinds), strict=True)


def _fmi2(model: Exported, identifier: str, facts: Mapping[str, str]) -> Iterable[str]:
    head = _head(model, "2.0", "guid", facts) | {"numberOfEventIndicators": "0"}
    yield _element("fmiModelDescription", head)[:-2] + ">"
    yield from _simulations(facts, identifier, "FMUstate")
    yield _units(model)
    yield _experiment(model)
    yield "<ModelVariables>"
    states = {model.variables[k].place: k + 1 for k in _numbers(model, STATE)}
    for k, each in enumerate(model.variables):
        derivative = states[each.place] if each.kind == RATE else ""
        real = {"unit": each.unit, "start": _start(each), "derivative": derivative}
        yield _element("ScalarVariable", _role(each, k), _element("Real", real))
    yield "</ModelVariables>"
    yield "<ModelStructure>"
    for tag, numbers in _unknowns(model, "Outputs", "Derivatives", "InitialUnknowns"):
        unknowns = [_element("Unknown", {"index": k + 1}) for k in numbers]
        if unknowns:
            yield _element(tag, {}, *unknowns)
    yield "</ModelStructure>"
    yield "</fmiModelDescription>"


def _fmi3(model: Exported, identifier: str, facts: Mapping[str, str]) -> Iterable[str]:
    yield (
        _element("fmiModelDescription", _head(model, "3.0", "instantiationToken", facts))[:-2] + ">"
    )
    yield from _simulations(facts, identifier, "FMUState")
    yield _units(model)
    yield _experiment(model)
    yield "<ModelVariables>"
    states = {model.variables[k].place: k for k in _numbers(model, STATE)}
    for k, each in enumerate(model.variables):
        derivative = states[each.place] if each.kind == RATE else ""
        real = {"unit": each.unit, "start": _start(each), "derivative": derivative}
        yield _element("Float64", _role(each, k) | real)
    yield "</ModelVariables>"
    yield "<ModelStructure>"
    tags = ("Output", "ContinuousStateDerivative", "InitialUnknown")
    for tag, numbers in _unknowns(model, *tags):
        for k in numbers:
            yield _element(tag, {"valueReference": k})
    yield "</ModelStructure>"
    yield "</fmiModelDescription>"

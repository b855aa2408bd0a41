"""What an FMU says of itself: its modelDescription.xml."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from treetop.files import Refusal
from treetop.formats.xml import Element, xml_root
from treetop.interop.fmi.archive import DESCRIPTION, Archive
from treetop.model import units

# Types of FMI 2.0 and 3.0 whose values are numbers.
NUMBERS = {
    *("Real", "Integer", "Boolean", "Enumeration", "Float64", "Float32"),
    *(f"{sign}Int{size}" for sign in ("", "U") for size in (8, 16, 32, 64)),
}
OTHERS = {"String", "Binary", "Clock"}
SIMULATIONS = {"CoSimulation": "co-simulation", "ModelExchange": "model exchange"}
LONGEST = 10  # digits of a reference, which has 32 bits
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*", flags=re.ASCII)


class FMUVariable(NamedTuple):
    """A variable of an FMU; in SI units it is ``factor * value + shift``."""

    name: str
    reference: int
    type: str
    causality: str
    unit: str
    scalar: bool
    factor: float
    shift: float


class FMUContents(NamedTuple):
    """What an FMU has; `identifiers` are the names of its libraries, by kinds of simulation."""

    version: int
    name: str
    token: str
    identifiers: dict[str, str]
    variables: dict[str, FMUVariable]

    def of(self, causality: str) -> list[FMUVariable]:
        """Variables of one causality, in the order of the FMU."""
        return [each for each in self.variables.values() if each.causality == causality]


def contents_of(archive: Archive) -> FMUContents:
    """What is in an FMU; nothing of it is run."""
    refusal = archive.refusal
    root = xml_root(archive.content(DESCRIPTION), archive.path, refusal)
    words = root.attributes
    version = words.get("fmiVersion", "")
    if root.tag != "fmiModelDescription" or version[:2] not in ("2.", "3."):
        raise refusal(f"is of FMI {version[:20] or 'of no version'}; 2.0 and 3.0 are read")
    token = words.get("guid" if version[0] == "2" else "instantiationToken", "")
    identifiers = {
        kind: each.attributes.get("modelIdentifier", "")
        for kind in SIMULATIONS
        if (each := root.first(kind))
    }
    for identifier in identifiers.values():
        if not _IDENTIFIER.fullmatch(identifier):
            raise refusal(f"{identifier!r} is not the name of a library")
    listed = root.first("ModelVariables")
    found: dict[str, FMUVariable] = {}
    in_si, declared = _units(root, refusal), _declared_units(root)
    for element in listed.children if listed else []:
        variable = _variable(element, declared, in_si, refusal)
        if variable.name in found:
            raise refusal(f"has two variables of the name {variable.name!r}")
        found[variable.name] = variable
    return FMUContents(int(version[0]), words.get("modelName", ""), token, identifiers, found)


def _units(root: Element, refusal: Refusal) -> dict[str, tuple[float, float]]:
    """What the FMU says of its units: factors and shifts to SI."""
    found, defined = {}, root.first("UnitDefinitions")
    for unit in defined.all("Unit") if defined else []:
        base = unit.first("BaseUnit")
        words = base.attributes if base else {}
        try:
            factor, shift = float(words.get("factor", 1.0)), float(words.get("offset", 0.0))
        except ValueError:
            raise refusal(f"line {unit.line}: a unit whose factor is not a number") from None
        if not (0.0 < abs(factor) < math.inf and abs(shift) < math.inf):
            raise refusal(f"line {unit.line}: a unit whose factor is not a number")
        if base:
            found[unit.attributes.get("name", "")] = factor, shift
    return found


def _declared_units(root: Element) -> dict[str, str]:
    """Units of the types that variables may refer to."""
    defined = root.first("TypeDefinitions")
    return {
        each.attributes.get("name", ""): part.attributes["unit"]
        for each in (defined.children if defined else [])
        for part in (each, *each.children)
        if "unit" in part.attributes
    }


def _variable(
    element: Element,
    declared: dict[str, str],
    in_si: dict[str, tuple[float, float]],
    refusal: Refusal,
) -> FMUVariable:
    words, typed = element.attributes, element
    if element.tag == "ScalarVariable":
        kinds = (each for each in element.children if each.tag in NUMBERS | OTHERS)
        typed = next(kinds, element)
    name, reference = words.get("name", ""), words.get("valueReference", "")
    digits = reference.isascii() and reference.isdigit() and len(reference) <= LONGEST
    if not name or not digits or int(reference) >= 2**32:
        raise refusal(f"line {element.line}: a variable without a name or a reference")
    scalar = element.first("Dimension") is None
    causality = words.get("causality", "local")
    unit = typed.attributes.get("unit") or declared.get(
        typed.attributes.get("declaredType", ""), ""
    )
    known = in_si.get(unit) or (_factor(unit), 0.0)
    return FMUVariable(name, int(reference), typed.tag, causality, unit, scalar, *known)


def _factor(unit: str) -> float:
    """The factor to SI of a unit that the FMU does not explain: as Treetop knows it, else 1."""
    try:
        return float(units.factor(unit, units.si(unit))) if unit else 1.0
    except (units.UnknownUnit, ValueError):
        return 1.0

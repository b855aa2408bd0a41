"""Names of new parts of a model."""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from treetop.errors import ModelError, Problem
from treetop.model.body import require_name
from treetop.model.environment.planet import ENVIRONMENT
from treetop.model.specification import path

if TYPE_CHECKING:
    from treetop.model.model import Model


def names_beside(model: Model, section: str) -> dict[str, Container[str]]:
    """Names that a joint, force, device, sensor, controller or surface of a model cannot have:
    results would confuse them."""
    parts = {"joints": "a joint", "forces": "a force", "devices": "a device"}
    parts |= {"sensors": "a sensor", "controllers": "a controller", "surfaces": "a surface"}
    if section == "forces":  # which may be called as a joint is
        del parts["joints"]
    others: dict[str, Container[str]] = {"the environment": (ENVIRONMENT,)}
    return others | {sort: getattr(model, key) for key, sort in parts.items() if key != section}


def new_place(
    name: str,
    known: Mapping[str, Any],
    section: str,
    others: Mapping[str, Container[str]] = MappingProxyType({}),
) -> str:
    """The place of a part that is not there yet; `others` has names of what else it would be taken
    for."""
    where = path(section, str(name))
    require_name(name, where)
    if name in known:
        raise ModelError([Problem(f"the name '{name}' is taken already", where, "take another")])
    for sort, taken in others.items():
        if name in taken:
            what = f"'{name}' is {sort} already"
            raise ModelError([Problem(what, where, "take another name")])
    return where

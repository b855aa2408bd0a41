"""The kinds of controllers, by their words in files."""

from __future__ import annotations

from treetop.model.controllers.base import Controller
from treetop.model.controllers.user_controller import UserController

__all__ = ["UserController"]

_CONTROLLERS: tuple[type[Controller], ...] = (UserController,)
CONTROLLERS: dict[str, type[Controller]] = {each.kind: each for each in _CONTROLLERS}

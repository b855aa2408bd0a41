"""A run whose motion is known in closed form."""

from two_on_a_line import histories, model, recorded, system

__all__ = ["histories", "model", "recorded", "system"]

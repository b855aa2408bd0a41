"""Heat that surfaces take up of light, and that thermal nodes have from them.

Light that a black surface absorbs presses on it with a force along the light, the power that it
brings over the speed of light: heat follows from the law of light pressure, from the same parts of
the surface that are open to the Sun, and from the same shadow.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined
from treetop.core.environment.heat import ray_taken
from treetop.core.environment.light_pressure import Reflection
from treetop.core.environment.sunlight import LIGHT_SPEED
from treetop.core.environment.surfaces import by_light
from treetop.core.spatial import norm, turn_back

ABSORPTIVITY, EMISSIVITY, CAPACITY = range(3)  # columns of `law`; of the node the last


class WarmedSurfaces(NamedTuple):
    """Surfaces whose heat nodes take up."""

    surface: np.ndarray  # (k,)
    law: np.ndarray  # (k, 3)  see above
    state: np.ndarray  # (k,)  which internal state: the temperature of the node
    output: np.ndarray  # (k,)  of the node: the heat that it absorbs


_NONE = np.zeros(0, dtype=np.int64)
NO_WARMED_SURFACES = WarmedSurfaces(_NONE, np.zeros((0, 3)), _NONE, _NONE)


@inlined
def power_met(surfaces, open_part, j, s, flux):
    """The power of a flux from the direction s, in the axes of its frame, that meets surface j."""
    force, _ = by_light(surfaces, open_part, j, Reflection(1.0, 0.0, 0.0), s, flux)
    return norm(force)


@inlined
def heat_of(environment, shade, R, around, ambient, k):
    """The heat that warmed surface k, whose axes are turned by R, takes up of the Sun, and of each
    ray of the planet."""
    surfaces, j, law = (
        environment.surfaces,
        environment.warmed.surface[k],
        environment.warmed.law[k],
    )
    flux = law[ABSORPTIVITY] * LIGHT_SPEED * ambient.light_pressure
    total = power_met(surfaces, shade.sun, j, turn_back(R, ambient.sun), flux)
    for i in range(environment.shining.elements.shape[0]):
        towards, taken = ray_taken(around, i, law[ABSORPTIVITY], law[EMISSIVITY])
        total += power_met(surfaces, shade.whole, j, turn_back(R, towards), taken)
    return total

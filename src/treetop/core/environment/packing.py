"""What surrounds a craft, as kernels have it."""

from treetop.core.compiler import boxed
from treetop.core.environment.attraction import attract
from treetop.core.environment.pressure import press
from treetop.core.environment.tables import EnvironmentTables, bundle, shade_of
from treetop.core.tables.tables import AROUND, PRESSED, Environment


def packed(tables: EnvironmentTables, around: Environment) -> tuple[Environment, object]:
    """The environment with its kernels, and what must be kept alive with it."""
    if not around.sizes[AROUND]:
        return around, None
    handle, alive = bundle.pack(tables, shade_of(tables.surfaces))
    pressed = press.function if around.sizes[PRESSED] else None
    around_planet = around._replace(attract=attract.function, press=pressed, tables=boxed(handle))
    return around_planet, alive

"""What surrounds a craft, as kernels have it."""

from treetop.core.compiler import boxed
from treetop.core.environment.attraction import attract
from treetop.core.environment.pressure import outputs_of_pressed, press, record_pressure
from treetop.core.environment.tables import EnvironmentTables, bundle, shade_of
from treetop.core.tables.tables import AROUND, PRESSED, Environment


def packed(tables: EnvironmentTables, around: Environment) -> tuple[Environment, object]:
    """The environment with its kernels, and what must be kept alive with it."""
    if not around.sizes[AROUND]:
        return around, None
    handle, alive = bundle.pack(tables, shade_of(tables.surfaces))
    around = around._replace(attract=attract.function, tables=boxed(handle))
    if around.sizes[PRESSED]:
        around = around._replace(
            press=press.function,
            record=record_pressure.function,
            outputs_of_pressed=outputs_of_pressed.function,
        )
    return around, alive

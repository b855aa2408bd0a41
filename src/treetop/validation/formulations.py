"""The two-body spacecraft over three orbits by every formulation that is not the recursion.

References and tolerances of the run are those of the case two-body-spacecraft.  The formulations
share the model, the forces and the time loop, and no equation of motion.
"""

from collections.abc import Iterator

from treetop.system.formulations import FORMULATIONS
from treetop.validation.case import Check
from treetop.validation.two_body_spacecraft import ANGLE, DURATION, STRETCH, three_orbits


def checks() -> list[Check]:
    return [check for name in FORMULATIONS if name != "recursive" for check in checks_of(name)]


def checks_of(formulation: str) -> Iterator[Check]:
    run = three_orbits(formulation)
    stretch, angle = (float(run[f"boom.{name}"].sel(time=DURATION)) for name in ("slide", "angle"))
    audit = run.audit()
    yield Check(f"{formulation}: stretch at the end", stretch - 2.0, STRETCH[DURATION], 1e-9, "m")
    yield Check(f"{formulation}: angle at the end", angle, ANGLE[DURATION], 1e-6, "rad")
    yield Check(f"{formulation}: energy", audit["energy"].relative, 0.0, 1e-9)
    worst = float(run.data.constraint_error.max())
    yield Check(f"{formulation}: worst constraint", worst, 0.0, 1e-12, "m")

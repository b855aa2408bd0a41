"""The table of mass properties."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treetop.results.distance import turned
from treetop.view.report.html import ROUNDING, Number, heading, paragraph, table

if TYPE_CHECKING:
    from treetop.results import Run

HEADS = (
    "body", "mass [kg]", "x [m]", "y [m]", "z [m]",
    "Ixx [kg m^2]", "Iyy [kg m^2]", "Izz [kg m^2]", "Ixy [kg m^2]", "Ixz [kg m^2]", "Iyz [kg m^2]",
)  # fmt: skip
ABOUT = (
    "Mass centres in the frame of each body; inertia about the mass centre in its axes, as entries "
    "of the tensor (products of inertia with a minus)."
)
WHOLE = (
    " The last row is the whole at the start of the run, in inertial axes, about its mass centre."
)
UNBENT = " Flexible bodies are given as undeformed."


def masses(run: Run) -> str:
    """Mass, mass centre and inertia of every body, and of the whole at the start."""
    bodies = run.model.bodies
    rows = [(name, *_numbers(b.mass, b.centre, np.array(b.inertia))) for name, b in bodies.items()]
    whole = ("whole", *_numbers(*total(run))) if len(run.time) else ()
    about = ABOUT + (WHOLE if whole else "")
    about += UNBENT if any(hasattr(body, "modes") for body in bodies.values()) else ""
    return heading("Bodies") + table("bodies", HEADS, rows, whole) + paragraph(about, "note")


def total(run: Run) -> tuple[float, np.ndarray, np.ndarray]:
    """Mass [kg], mass centre [m] and inertia about it [kg m²] of the whole at the first sample."""
    bodies = run.model.bodies
    now = run.data.isel(time=0).sel(body=list(bodies))
    mass = np.array([float(body.mass) for body in bodies.values()])
    attitudes, places = now.attitude.values, now.position_from_origin.values
    centres = places + turned(attitudes, [body.centre for body in bodies.values()])
    middle = mass @ centres / mass.sum()
    inertia = np.zeros((3, 3))
    for m, attitude, place, body in zip(mass, attitudes, centres, bodies.values(), strict=True):
        R = np.column_stack([turned(attitude, axis) for axis in np.eye(3)])
        arm = place - middle
        inertia += R @ np.array(body.inertia) @ R.T + m * (
            arm @ arm * np.eye(3) - np.outer(arm, arm)
        )
    return float(mass.sum()), middle + now.origin.values, inertia


def _numbers(mass: float, centre: object, inertia: np.ndarray) -> list[Number]:
    places = np.asarray(centre, dtype=float)
    entries = [inertia[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
    far, large = max(1.0, np.abs(places).max()), np.abs(inertia).max()
    return [
        Number(mass),
        *(Number(x, least=ROUNDING * far) for x in places),
        *(Number(x, least=ROUNDING * large) for x in entries),
    ]

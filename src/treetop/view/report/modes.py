"""The modes of a flexible body as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.errors import ModelError
from treetop.view.report.html import Number, heading, paragraph, table

if TYPE_CHECKING:
    from treetop.model.flexible_body import FlexibleBody

SHARES = (
    "Shares are of the mass that moves along with the support, in the body's axes; what no mode "
    "here moves is missing from their sum."
)


def modes(body: FlexibleBody) -> str:
    """Frequency and damping of each mode, and how much of the mass it moves."""
    rates = np.asarray(body.modes.angular_frequencies)
    count = len(rates)
    labels = getattr(body.modes, "labels", ("",) * count)
    ratios = damping_ratios(body)
    shares = _shares(body)
    heads = ["mode", "kind", "frequency [Hz]", "rate [rad/s]", "damping ratio"]
    heads += [f"share along {axis}" for axis in "xyz"] if shares is not None else []
    rows: list[Any] = []
    for k in range(count):
        numbers = [Number(rates[k] / (2 * np.pi)), Number(rates[k]), Number(ratios[k])]
        numbers += [] if shares is None else [Number(float(x), 3) for x in shares[k]]
        rows.append((str(k + 1), labels[k], *numbers))
    foot: Any = ()
    if shares is not None:
        foot = ("", "sum", "", "", "", *(Number(float(x), 3) for x in shares.sum(axis=0)))
    return (
        heading(f"Modes of {body.name}")
        + paragraph(f"{body.text}.")
        + table(f"modes of {body.name}", heads, rows, foot)
        + (paragraph(SHARES, "note") if shares is not None else "")
    )


def damping_ratios(body: FlexibleBody) -> np.ndarray:
    """Of each mode by itself: c / (2 √(k m)); zero for one without stiffness."""
    found = body.moments
    count = len(body.modes.angular_frequencies)
    m, k, c = (
        np.diag(matrix)[:count]
        for matrix in (found.modal_mass, found.modal_stiffness, found.modal_damping)
    )
    critical = 2 * np.sqrt(np.maximum(k * m, 0.0))
    return np.divide(c, critical, out=np.zeros(count), where=critical > 0)


def _shares(body: FlexibleBody) -> np.ndarray | None:
    """Effective masses along x, y and z as parts of the whole, where the structure tells them."""
    if not hasattr(body.modes, "structure"):
        return None
    from treetop.flexible.effective_mass import effective_masses

    try:
        shares = effective_masses(body.modes).shares[:, :3]
    except ModelError:  # of modes that are not orthogonal
        return None
    return shares if shares.any() else None

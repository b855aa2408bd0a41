"""The modes of a flexible body as a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.errors import ModelError
from treetop.view.report.html import ROUNDING, Number, heading, paragraph, table

if TYPE_CHECKING:
    from treetop.model.flexible_body import FlexibleBody

SHARES = (
    "Shares are of the mass that moves along with the support, in the body's axes; what no mode "
    "here moves is missing from their sum."
)


def modes(bodies: Iterable[FlexibleBody]) -> str:
    """Frequency and damping of each mode, and how much of the mass it moves; bodies that have the
    same modes share a table."""
    alike: dict[str, list[str]] = {}
    for body in bodies:
        alike.setdefault(_modes(body), []).append(body.name)
    return "".join(heading(f"Modes of {', '.join(names)}") + text for text, names in alike.items())


def _modes(body: FlexibleBody) -> str:
    rates, ratios, shares = _rates(body), damping_ratios(body), _shares(body)
    labels = getattr(body.modes, "labels", ("",) * len(rates))
    heads = ["mode", "kind", "frequency [Hz]", "rate [rad/s]", "damping ratio"]
    heads += [f"share along {axis}" for axis in "xyz"] if shares is not None else []
    rows: list[Any] = []
    for k, rate in enumerate(rates):
        numbers = [Number(rate / (2 * np.pi)), Number(rate), Number(ratios[k])]
        numbers += [] if shares is None else [Number(float(x), 3, ROUNDING) for x in shares[k]]
        rows.append((str(k + 1), labels[k], *numbers))
    foot: Any = ()
    if shares is not None:
        foot = ("", "sum", "", "", "", *(Number(float(x), 3, ROUNDING) for x in shares.sum(axis=0)))
    return (
        paragraph(f"{body.text}.")
        + table("", heads, rows, foot)
        + (paragraph(SHARES, "note") if shares is not None else "")
    )


def _rates(body: FlexibleBody) -> np.ndarray:
    return np.asarray(body.tuned_modes.angular_frequencies)


def damping_ratios(body: FlexibleBody) -> np.ndarray:
    """Damping ratio of each mode by itself: c / (2 √(k m)); zero for one without stiffness."""
    found = body.moments
    count = len(_rates(body))
    m, k, c = (
        np.diag(matrix)[:count]
        for matrix in (found.modal_mass, found.modal_stiffness, found.modal_damping)
    )
    critical = 2 * np.sqrt(np.maximum(k * m, 0.0))
    return np.divide(c, critical, out=np.zeros(count), where=critical > 0)


def _shares(body: FlexibleBody) -> np.ndarray | None:
    """Effective masses along x, y and z as parts of the whole, where the structure gives them."""
    if not hasattr(body.modes, "structure"):
        return None
    from treetop.structures.modes.effective_mass import effective_masses

    try:
        shares = effective_masses(body.modes).shares[:, :3]
    except ModelError:  # of modes that are not orthogonal
        return None
    return shares if shares.any() else None

"""Modal cost analysis: what each mode contributes to what is seen when white noise acts.

R. E. Skelton, P. C. Hughes and H. B. Hablani, *Journal of Guidance and Control* 5 (1982), 351-357.
States x = (q, q') obey x' = A x + B w, y = C x, with noise w of unit intensity.  Their covariance X
and the cost V of outputs, which is the square of the H2 norm, are

    X Aᵀ + A X + B Bᵀ = 0,    V = E[yᵀ y] = tr(C X Cᵀ) = Σ_k V_k

with V_k = [CᵀC X]_kk over the two states of mode k.  Each output is ranked by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import linalg

from treetop.errors import ModelError, Problem
from treetop.structures.arguments import array, is_finite
from treetop.structures.modes.damping import Damping, damped
from treetop.structures.modes.modes import Modes
from treetop.structures.modes.support import Held
from treetop.structures.structure import DIRECTIONS, numbered_directions

__all__ = ["ModalCosts", "accelerated", "displaced", "modal_costs"]


@dataclass(frozen=True)
class ModalCosts:
    """Costs of modes, in the square of each output's unit.

    Attributes
    ----------
    of_modes : ndarray, shape (m, k)
        Of mode and output. Of modes that share a frequency, or that damping couples, some may be
        negative.
    totals : ndarray, shape (k,)
        Of all coordinates together: the mean square of each output.
    outputs : tuple of str
        What the outputs are called.
    """

    of_modes: np.ndarray
    totals: np.ndarray
    outputs: tuple[str, ...]

    @property
    def shares(self) -> np.ndarray:
        """Shares (m, k) of the total of each output."""
        return self.of_modes / np.where(self.totals > 0, self.totals, np.inf)

    def ranking(self, output: int | str | None = None) -> np.ndarray:
        """Modes from the dearest to the cheapest: of one output, or by the largest share in any."""
        if output is None:
            sizes = np.abs(self.shares).max(axis=1)
        else:
            if isinstance(output, str) and output not in self.outputs:
                what = f"no output is named {output!r}"
                raise ModelError([Problem(what, "outputs", ", ".join(self.outputs))])
            which = self.outputs.index(output) if isinstance(output, str) else output
            if which not in range(len(self.outputs)):
                what = f"there is no output {which!r}"
                raise ModelError([Problem(what, "outputs", f"0 to {len(self.outputs) - 1}")])
            sizes = np.abs(self.of_modes[:, which])
        return np.argsort(-sizes, kind="stable")

    def dominant(self, share: float) -> np.ndarray:
        """A mask (m,): of each output the dearest modes that make up a share of its cost."""
        if not (is_finite(share) and 0 < share <= 1):
            raise ModelError([Problem(f"a share of {share!r}", "share", "above 0, up to 1")])
        found = np.zeros(len(self.of_modes), dtype=bool)
        for which in range(len(self.outputs)):
            order = self.ranking(which)
            left = 1 - np.cumsum(self.shares[order, which])
            # So far that nothing which follows brings more than the rest again.
            enough = np.flatnonzero(np.abs(left) > (1 - share) + 1e-12)
            found[order[: enough[-1] + 2 if enough.size else 1]] = True
        return found


def modal_costs(
    modes: Modes,
    damping: Damping,
    inputs: np.ndarray,
    displacements: np.ndarray | None = None,
    rates: np.ndarray | None = None,
    outputs: Sequence[str] | None = None,
) -> ModalCosts:
    """Costs of modes in outputs y = displacements q + rates q'.

    Parameters
    ----------
    modes : Modes
    damping : Damping
        Every mode must be damped.
    inputs : array_like, shape (m, w)
        Modal forces per unit of each noise: `displaced` transposed for forces at nodes,
        `accelerated` for accelerations of what holds the body. Scale a column by the square root of
        its noise's intensity (two-sided spectral density) if that is not 1.
    displacements, rates : array_like, shape (k, m), optional
        What is seen, such as `displaced`. Scale a row by the square root of its weight.
    outputs : sequence of str, optional
        Their names.
    """
    count = len(modes)
    driven = _sized("inputs", inputs, 0, count)
    seen = [values for values in (displacements, rates) if values is not None]
    if not seen:
        raise ModelError([Problem("nothing is seen", "outputs", "give displacements or rates")])
    nothing = np.zeros_like(array(seen[0], "outputs"))
    seen_of_q = _sized(
        "displacements", nothing if displacements is None else displacements, 1, count
    )
    seen_of_rate = _sized("rates", nothing if rates is None else rates, 1, count)
    if len(seen_of_q) != len(seen_of_rate):
        what = f"{len(seen_of_q)} rows of displacements and {len(seen_of_rate)} of rates"
        raise ModelError([Problem(what, "outputs", "as many")])
    covariance = _covariance(modes, damping, driven)
    size = len(covariance) // 2
    internal = ((0, 0), (0, size - count))
    C = np.hstack([np.pad(seen_of_q, internal), np.pad(seen_of_rate, internal)])
    costs = C * (C @ covariance)
    names = tuple(f"output {k}" for k in range(len(C))) if outputs is None else tuple(outputs)
    if len(names) != len(C):
        what = f"{len(names)} names of {len(C)} outputs"
        raise ModelError([Problem(what, "outputs", "one for each")])
    of_modes = costs[:, :count] + costs[:, size : size + count]
    return ModalCosts(of_modes.T, costs.sum(axis=1), names)


def displaced(modes: Modes, where: Held) -> np.ndarray:
    """Displacements and rotations (k, m) of nodes per modal coordinate; `where` as what is held."""
    structure = modes.structure
    wanted = where if isinstance(where, Mapping) else dict.fromkeys(_several(where), DIRECTIONS)
    rows = []
    for node, directions in wanted.items():
        first = 6 * structure.node(node)
        rows += [first + way for way in numbered_directions(directions, "where")]
    return structure.motion[rows] @ modes.shapes


def accelerated(modes: Modes) -> np.ndarray:
    """Modal forces (m, 6) per unit acceleration of the body's frame along and about its axes."""
    structure = modes.structure
    return -modes.shapes.T @ (structure.mass @ structure.rigid_modes())


def _several(where: Held) -> list[str | int]:
    return [where] if isinstance(where, str | int) else list(where)


def _sized(name: str, values: np.ndarray, axis: int, count: int) -> np.ndarray:
    found = array(values, name)
    if found.ndim != 2 or found.shape[axis] != count or found.size == 0:
        what = f"{name} of shape {found.shape} for {count} modes"
        right = f"({count}, number of inputs)" if axis == 0 else f"(number of outputs, {count})"
        raise ModelError([Problem(what, name, right)])
    return found


def _covariance(modes: Modes, damping: Damping, driven: np.ndarray) -> np.ndarray:
    """X of (q, q'), found for (ω q, q'), in which the equation is well scaled."""
    M, D, K = damped(damping, modes)
    count = len(M)
    scale = np.sqrt(K.diagonal() / M.diagonal())
    A = np.zeros((2 * count, 2 * count))
    A[:count, count:] = np.diag(scale)
    A[count:] = -linalg.solve(M, np.hstack([K / scale, D]), assume_a="pos")
    roots = linalg.eigvals(A)
    if roots.real.max() > -1e-12 * np.abs(roots).max():
        what = "some motion is not damped, so its response to noise grows without limit"
        raise ModelError([Problem(what, "damping", "damp every mode")])
    B = np.zeros((2 * count, driven.shape[1]))
    B[count:] = linalg.solve(M, np.pad(driven, ((0, count - len(driven)), (0, 0))), assume_a="pos")
    covariance = linalg.solve_continuous_lyapunov(A, -B @ B.T)
    back = np.concatenate([1 / scale, np.ones(count)])
    return covariance * np.outer(back, back)

"""Two bodies that strike each other in one point, with friction and restitution.

After E. J. Routh, *Dynamics of a System of Rigid Bodies*, part 1, and, for slip that changes its
direction, J. B. Keller, *Journal of Applied Mechanics* 53 (1986), 1-4; restitution after Poisson.
The impact is so short that nothing moves; the impulse p along the normal grows, and says how far
the impact has come.  With W the velocity of the point, relative to the other body, per unit of
impulse,

    dv/dp = W (n - μ s)    s = v_t / |v_t|    while it slips
    dv_t/dp = 0                               while it sticks, if that takes no more than μ

Compression ends where the normal velocity has come to zero, at p_c; restitution at (1 + e) p_c.
In polar form, with r the speed of slip and φ its direction, and r dτ = dp, all is smooth:

    r' = r g(φ)    φ' = h(φ)    p' = r    g = s · f    h = s⊥ · f    f = W_tn - μ W_tt s

Slip that has ended begins anew, if it cannot stick, in the only direction it can keep:

    (μ W_tt + k) s = W_tn    k > 0

Components are of two tangents and the normal, in this order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from treetop.errors import TreetopError

STRAIGHT_SLIP = 1e-13  # part of the change of slip across it, below which its direction stays
NO_SLIP = 1e-12  # part of the velocity that counts as no slip
LEAST_MOBILITY = 1e-12  # part of the greatest that counts as no velocity per unit of impulse
TOLERANCE = {"rtol": 1e-12, "atol": 1e-14}


class PointImpact(NamedTuple):
    """What happened: impulse on the second body (N s) and velocity after (m/s), along two tangents
    and the normal; whether the point sticks at the end; in words, what else could have happened."""

    impulse: np.ndarray
    velocity: np.ndarray
    sticks: bool
    note: str = ""


def point_impact(
    W: np.ndarray, v: np.ndarray, restitution: float, friction: float, jam: bool = False
) -> PointImpact:
    """The impulse of one contact point.

    Parameters
    ----------
    W : (3, 3)
        Relative velocity per unit of impulse, 1/kg.
    v : (3,)
        Relative velocity before, m/s: negative along the normal where the bodies approach.
    restitution, friction : float
        Poisson's ratio of impulses, and Coulomb's coefficient.
    jam : bool
        Where bodies that slip without approaching could jam, whether they do.
    """
    if v[2] > 0.0 or (v[2] == 0.0 and not _draws_in(W, v, friction)):
        return PointImpact(np.zeros(3), v.copy(), False)
    if not W[2, 2] > LEAST_MOBILITY * np.trace(W):
        raise TreetopError("bodies meet in a point where constraints let none of them give way")
    note = ""
    if v[2] == 0.0:
        note = "friction draws the sliding bodies into each other (Painlevé): they may slide on, or"
        note += " jam, which ends their slip at once; here they "
        note += "jam" if jam else "slide on"
        if not jam:
            return PointImpact(np.zeros(3), v.copy(), False, note)
    path = _SlipPath(W, v, restitution, friction)
    path.run()
    return PointImpact(path.impulse, v + W @ path.impulse, path.sticks, note)


def _draws_in(W: np.ndarray, v: np.ndarray, friction: float) -> bool:
    slip = float(np.hypot(v[0], v[1]))
    return slip > 0.0 and W[2, 2] - friction * float(W[2, :2] @ v[:2]) / slip < 0.0


class _SlipPath:
    """The path of an impact: impulse so far, and where it will end, once that is known."""

    def __init__(self, W: np.ndarray, v: np.ndarray, restitution: float, friction: float) -> None:
        self.W, self.start, self.e, self.mu = W, v, restitution, friction
        self.impulse, self.end, self.sticks = np.zeros(3), np.inf, False
        self.least = NO_SLIP * float(np.linalg.norm(v))

    def run(self) -> None:
        r = float(np.linalg.norm(self.start[:2]))
        if r > self.least:
            self._slide(r, self.start[:2] / r)
        if self.impulse[2] < self.end:
            self._go_on_from_rest()

    def _along(self, s: np.ndarray) -> np.ndarray:
        """Impulse per unit of its normal part, while it slips along s."""
        return np.array([-self.mu * s[0], -self.mu * s[1], 1.0])

    def _normal_velocity(self, impulse: np.ndarray) -> float:
        return float(self.start[2] + self.W[2] @ impulse)

    def _go_on_from_rest(self) -> None:
        t, n = self.W[:2, :2], self.W[:2, 2]
        sticking = -np.linalg.pinv(t, rcond=LEAST_MOBILITY, hermitian=True) @ n
        self.sticks = bool(np.linalg.norm(sticking) <= self.mu)
        if self.sticks:
            self._straight(np.append(sticking, 1.0), np.inf)
        else:
            self._straight(self._along(_kept_direction(t, n, self.mu)), np.inf)

    def _slide(self, r: float, s: np.ndarray) -> None:
        change = (self.W @ self._along(s))[:2]
        if abs(s[0] * change[1] - s[1] * change[0]) > STRAIGHT_SLIP * np.linalg.norm(self.W[:2]):
            self._curve(r, float(np.arctan2(s[1], s[0])))
        else:
            slowing = -float(s @ change)
            self._straight(self._along(s), r / slowing if slowing > 0.0 else np.inf)

    def _straight(self, along: np.ndarray, most: float) -> None:
        """Go on with a constant direction of the impulse, for so much of its normal part at most,
        or to the end."""
        gain, normal = float(self.W[2] @ along), self._normal_velocity(self.impulse)
        if self.end == np.inf and gain > 0.0 and -normal / gain <= most:
            self.end = (1.0 + self.e) * (self.impulse[2] + max(0.0, -normal / gain))
        left = self.end - self.impulse[2]
        self.impulse = self.impulse + along * min(most, left)
        if left <= most:
            self.impulse[2] = self.end

    def _curve(self, r: float, angle: float) -> None:
        """Go on while the direction of slip turns: to the end of the slip, or of the impact."""
        x = np.array([np.log(r), angle, *self.impulse])
        x, closed = self._integrated(x, lambda x: self._normal_velocity(x[2:]))
        self.impulse = x[2:]
        if closed:
            self.end = (1.0 + self.e) * x[4]
            x, closed = self._integrated(x, lambda x: x[4] - self.end)
            self.impulse = x[2:]
            if closed:
                self.impulse[2] = self.end

    def _integrated(
        self, x: np.ndarray, ahead: Callable[[np.ndarray], float]
    ) -> tuple[np.ndarray, bool]:
        """Logarithm of the slip, its direction and the impulse where `ahead` has come to zero, or
        slip has ended; and which of these."""
        from scipy.integrate import solve_ivp  # takes its time to import, and is rarely needed

        def rates(_: float, x: np.ndarray) -> np.ndarray:
            s = np.array([np.cos(x[1]), np.sin(x[1])])
            along = self._along(s)
            f = self.W @ along
            return np.array([s @ f[:2], s[0] * f[1] - s[1] * f[0], *(np.exp(x[0]) * along)])

        def reached(_: float, x: np.ndarray) -> float:
            return ahead(x)

        def ended(_: float, x: np.ndarray) -> float:
            return float(x[0]) - np.log(self.least)

        for event in (reached, ended):
            event.terminal = True  # type: ignore[attr-defined]
        reached.direction = 1.0  # type: ignore[attr-defined]
        events = [reached, ended]
        found = solve_ivp(rates, (0.0, np.inf), x, "DOP853", events=events, **TOLERANCE)
        return found.y[:, -1], len(found.t_events[0]) > 0


def _kept_direction(t: np.ndarray, n: np.ndarray, mu: float) -> np.ndarray:
    """The direction in which slip that cannot stick begins."""
    from scipy.optimize import brentq  # likewise

    values, axes = np.linalg.eigh(t)
    values, along = np.maximum(values, 0.0), axes.T @ n
    along[values <= LEAST_MOBILITY * values.max()] = 0.0  # nothing can move there
    if mu == 0.0:
        return axes @ along / np.linalg.norm(along)

    def excess(k: float) -> float:
        return float(np.linalg.norm(along / (mu * values + k))) - 1.0

    size = float(np.linalg.norm(along))
    k = brentq(excess, 1e-15 * size, size, xtol=1e-300, rtol=1e-15)
    s = axes @ (along / (mu * values + k))
    return s / np.linalg.norm(s)

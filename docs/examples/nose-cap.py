"""Numbers and figures of the page on a nose cap that strikes what it covered.

The impact is worked out independently, apart from Treetop: two bodies in a plane, after Routh.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import treetop as tt
from shared.figures import pyplot, save

HERE = Path(__file__).parent
MODEL = tt.load(HERE.parents[1] / "examples" / "nose-cap.yaml")
RUN: dict[str, Any] = MODEL.run.arguments
NAMES = ("booster", "cap")
PARTS = ("position", "attitude", "velocity", "angular_velocity")
EARLIER = 1e-3  # s
PACKAGE = MODEL.forces["right rim"].a
RIM = MODEL.bodies["cap"].frames["right"].at
RESTITUTION = MODEL.forces["right rim"].restitution
COEFFICIENTS = (0.0, 0.2, 0.5, 0.8, 1.1, 1.3, 1.6, 2.0)
FRICTION = MODEL.forces["right rim"].friction


def throw(formulation: str = "recursive", **settings: Any) -> tt.Run:
    system = MODEL.build(formulation)
    return tt.simulate(system, system.start(), **(RUN | settings))


def samples_of_blow(run: tt.Run) -> tuple[int, int]:
    """Just before and just after the only blow."""
    (time,) = [event.time for event in run.events if event.note.startswith("impact")]
    after = int(np.flatnonzero(run.time == time)[-1])
    return after - 1, after


def struck(run: tt.Run, friction: float) -> tt.Run:
    """The impact with another coefficient: bodies free, as just before but put back a little."""
    model = MODEL.copy()
    for part in (model.stages, model.events, model.forces, model.joints):
        part.clear()
    system = with_rims(model, friction).build()
    k, start = samples_of_blow(run)[0], {}
    for name in NAMES:
        start[name] = {what: run[f"{name}.{what}"].values[k] for what in PARTS}
        start[name]["position"] = start[name]["position"] - EARLIER * start[name]["velocity"]
    return tt.simulate(system, system.state(**start), duration=2 * EARLIER, every=EARLIER)


def with_rims(model: tt.Model, friction: float) -> tt.Model:
    for name in NAMES:
        model.add_joint(name, tt.Free(), model.ground, name)
    for name in ("left rim", "right rim"):
        model.add_force(name, replace(MODEL.forces[name], friction=friction))
    return model


# --- by hand ------------------------------------------------------------------------------


class Plane(NamedTuple):
    """A body in the plane: heading, mass centre, its velocity, rate."""

    heading: float
    centre: np.ndarray
    velocity: np.ndarray
    rate: float
    mass: float
    inertia: float

    def to(self, point: np.ndarray) -> np.ndarray:
        return point - self.centre

    def at(self, point: np.ndarray) -> np.ndarray:
        """How a point of it moves."""
        return self.velocity + self.rate * across(self.to(point))

    @property
    def energy(self) -> float:
        return float(self.mass * self.velocity @ self.velocity + self.inertia * self.rate**2) / 2


def across(r: np.ndarray) -> np.ndarray:
    return np.array([-r[1], r[0]])


def axes(heading: float) -> np.ndarray:
    c, s = np.cos(heading), np.sin(heading)
    return np.array([[c, -s], [s, c]])


def seen(run: tt.Run, name: str, k: int) -> Plane:
    body, q = MODEL.bodies[name], run[f"{name}.attitude"].values[k]
    heading, rate = 2 * np.arctan2(q[3], q[0]), run[f"{name}.angular_velocity"].values[k, 2]
    arm = axes(heading) @ np.array(body.centre[:2])
    place = run[f"{name}.position"].values[k, :2] + arm
    velocity = run[f"{name}.velocity"].values[k, :2] + rate * across(arm)
    return Plane(heading, place, velocity, rate, body.mass, body.inertia[2][2])


class Meeting(NamedTuple):
    """Two bodies that meet in a point: per unit of impulse along slip t and normal n, and how
    they come together."""

    point: np.ndarray
    t: np.ndarray
    n: np.ndarray
    tangent: float  # W_tt, 1/kg
    coupled: float  # W_tn
    normal: float  # W_nn
    slip: float  # m/s, positive
    closing: float  # m/s, positive


def meeting(booster: Plane, cap: Plane) -> Meeting:
    """The right rim of the cap on the side of the package."""
    rim, centre = (np.array(x[:2]) for x in (RIM, MODEL.bodies["cap"].centre))
    point = cap.centre + axes(cap.heading) @ (rim - centre)
    n = -axes(booster.heading)[:, 1]  # outward
    v = cap.at(point) - booster.at(point)
    t = across(n) * np.sign(across(n) @ v)

    def W(a: np.ndarray, b: np.ndarray) -> float:
        return sum(
            float(a @ b) / x.mass
            + float(across(x.to(point)) @ a * (across(x.to(point)) @ b)) / x.inertia
            for x in (booster, cap)
        )

    return Meeting(point, t, n, W(t, t), W(t, n), W(n, n), float(t @ v), -float(n @ v))


class Blow(NamedTuple):
    """Impulse along slip and normal, N s; slip and normal velocity after, m/s; energy lost, J."""

    along: float
    normal: float
    slip: float
    leaving: float

    def lost(self, met: Meeting) -> float:
        """Equation (4)."""
        normal = self.normal * (self.leaving - met.closing)
        return -(self.along * (met.slip + self.slip) + normal) / 2


def routh(met: Meeting, mu: float, e: float = RESTITUTION) -> Blow:
    """Equations (1) to (3)."""
    slowing = mu * met.tangent - met.coupled
    ends = met.slip / slowing if slowing > 0.0 else np.inf
    gain = met.normal - mu * met.coupled
    p = (1 + e) * met.closing / gain
    if gain > 0.0 and p <= ends:
        along = -mu * p
    else:
        then = -np.clip(met.coupled / met.tangent, -mu, mu)
        compressed = met.closing / gain
        if not 0.0 < compressed <= ends:
            compressed = ends + (met.closing - gain * ends) / (met.normal + then * met.coupled)
        p = (1 + e) * compressed
        along = -mu * ends + then * (p - ends)
    slip = met.slip + met.tangent * along + met.coupled * p
    return Blow(along, p, slip, -met.closing + met.coupled * along + met.normal * p)


def coefficient_that_stops(met: Meeting, e: float = RESTITUTION) -> float:
    """From which on slip ends within the impact; equation (5)."""
    c = (1 + e) * met.closing
    slowed = met.slip * met.normal + c * met.coupled
    return slowed / (met.slip * met.coupled + c * met.tangent)


def after(body: Plane, met: Meeting, impulse: np.ndarray) -> Plane:
    """A body that has been given an impulse at the point where it was met."""
    rate = body.rate + across(body.to(met.point)) @ impulse / body.inertia
    return body._replace(velocity=body.velocity + impulse / body.mass, rate=float(rate))


def momenta(bodies: list[Plane]) -> np.ndarray:
    """Momentum of both, and angular momentum about the origin."""
    p = [x.mass * x.velocity for x in bodies]
    h = sum(x.inertia * x.rate + across(x.centre) @ px for x, px in zip(bodies, p, strict=True))
    return np.append(np.asarray(sum(p)), h)


class Seen(NamedTuple):
    """An impact as a run has it."""

    before: list[Plane]
    after: list[Plane]
    met: Meeting
    lost: float  # J

    @property
    def impulse(self) -> np.ndarray:
        """On the cap, N s."""
        return self.after[1].mass * (self.after[1].velocity - self.before[1].velocity)

    @property
    def slip(self) -> float:
        """After it, m/s."""
        booster, cap = self.after
        return float(self.met.t @ (cap.at(self.met.point) - booster.at(self.met.point)))

    def departure(self, blow: Blow) -> float:
        """How far motions after are from those that an impact by hand gives, m/s or rad/s."""
        impulse, worst = blow.along * self.met.t + blow.normal * self.met.n, 0.0
        for sign, body, found in zip((-1, 1), self.before, self.after, strict=True):
            expected = after(body, self.met, sign * impulse)
            worst = max(worst, float(np.abs(expected.velocity - found.velocity).max()))
            worst = max(worst, abs(expected.rate - found.rate))
        return worst


def blow_of(run: tt.Run) -> Seen:
    """The only impact of a run."""
    k, j = samples_of_blow(run)
    before, after = ([seen(run, name, i) for name in NAMES] for i in (k, j))
    (lost,) = [event.energy_lost for event in run.events if event.note.startswith("impact")]
    return Seen(before, after, meeting(*before), lost)


# --- figures ------------------------------------------------------------------------------

OUTLINE = np.array(
    [[0, 0.4], [0.3, 0.35], [0.6, 0.12], [0.65, 0], [0.6, -0.12], [0.3, -0.35], [0, -0.4]]
)


def placed(run: tt.Run, name: str, k: int, points: np.ndarray) -> np.ndarray:
    q = run[f"{name}.attitude"].values[k]
    return run[f"{name}.position"].values[k, :2] + points @ axes(2 * np.arctan2(q[3], q[0])).T


def draw_throw(plt: Any, run: tt.Run) -> None:
    """Where the cap is at a few instants, and how far both rims are from the package."""
    figure, (view, gaps) = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
    radius, bow = PACKAGE.radius, np.linspace(np.pi / 2, -np.pi / 2, 40)
    end = np.column_stack([2.3 + radius * np.cos(bow), radius * np.sin(bow)])
    package = np.vstack([[2, radius], end, [2, -radius]])
    hull = np.array([[1.6, 0.4], [2, 0.4], [2, -0.4], [1.6, -0.4]])
    before = samples_of_blow(run)[0]
    view.fill(*placed(run, "booster", before, package).T, color="0.8")
    view.plot(*placed(run, "booster", before, hull).T, color="k", linewidth=1)
    for k, colour in ((0, "0.6"), (before, "C3"), (len(run.time) - 1, "C0")):
        where = placed(run, "cap", k, np.vstack([OUTLINE, OUTLINE[:1]]))
        view.plot(*where.T, color=colour, label=f"{1e3 * run.time[k]:.0f} ms")
    view.set(aspect="equal", xlabel="x (m)", ylabel="y (m)")
    view.legend()
    for rim, style in (("left", "--"), ("right", "-")):
        gap = run.clearance(PACKAGE, f"cap.{rim}")
        gaps.plot(1e3 * run.time, 100 * gap, "k", linestyle=style, label=f"{rim} rim")
    for event in run.events:
        gaps.axvline(1e3 * event.time, color="0.85", linewidth=0.8)
    gaps.set(xlabel="time (ms)", ylabel="from the package (cm)", ylim=(0, None))
    gaps.legend()
    save(figure, "nose-cap-throw")


def draw_blows(plt: Any, met: Meeting, found: dict[float, Seen]) -> None:
    """What is left after the impact, against the coefficient: lines by hand, points by Treetop."""
    grid = np.linspace(0, max(found), 400)
    lines = [routh(met, mu) for mu in grid]
    figure, axs = plt.subplots(1, 3, figsize=(9, 3.2), layout="constrained", sharex=True)
    axs[0].plot(grid, [each.normal for each in lines], "k", label="normal")
    axs[0].plot(grid, [-each.along for each in lines], "k--", label="friction")
    axs[1].plot(grid, [each.slip for each in lines], "k", label="after")
    axs[1].axhline(met.slip, color="0.6", linestyle=":", label="before")
    axs[2].plot(grid, [each.lost(met) for each in lines], "k")
    for mu, each in found.items():
        axs[0].plot([mu, mu], [met.n @ each.impulse, -met.t @ each.impulse], "C3o", markersize=4)
        axs[1].plot(mu, each.slip, "C3o", markersize=4)
        axs[2].plot(mu, each.lost, "C3o", markersize=4)
    for ax in axs:
        ax.axvline(coefficient_that_stops(met), color="0.85", linewidth=0.8)
        ax.set(xlabel="coefficient of friction", ylim=(0, None))
    axs[0].set_ylabel("impulse (N s)")
    axs[1].set_ylabel("slip (m/s)")
    axs[2].set_ylabel("energy lost (J)")
    for ax in axs[:2]:
        ax.legend()
    save(figure, "nose-cap-friction")


def main() -> None:
    plt = pyplot()
    run = throw()
    print(*run.events, sep="\n")
    own = blow_of(run)
    met, blow = own.met, routh(own.met, FRICTION)
    print(met, "stops from", coefficient_that_stops(met), "grows to", met.coupled / met.tangent)
    print(own, blow, blow.lost(met), own.lost, own.departure(blow))
    print("momenta:", momenta(own.before), momenta(own.after), run.audit())
    found = {mu: blow_of(struck(run, mu)) for mu in COEFFICIENTS}
    for mu, each in found.items():
        blow = routh(each.met, mu)
        print(mu, blow, each.slip, each.lost, each.lost / blow.lost(each.met) - 1)
        print("    ", each.departure(blow), momenta(each.after) - momenta(each.before))
    draw_throw(plt, run)
    draw_blows(plt, met, found)


if __name__ == "__main__":
    main()

"""A beam spun up from rest to 6 rad/s in 15 s, after Kane, Ryan and Banerjee.

It lags behind, and is stretched.  With linear modes alone the centrifugal force seems to bend it
outward: above its first frequency the motion grows without limit.  With the shortening that bending
brings, or the stress that spin brings, the beam is stiffer the faster it turns.
"""

import numpy as np

import treetop as tt
from treetop.validation.beams import add_chain, beam, plane_modes, seen_from_hub
from treetop.validation.case import Check

LENGTH, MASS = 10.0, 1.2  # m, kg/m
AXIAL, BENDING, SHEAR, ROTARY = 2.8e7, 1.4e4, 1e7, 6e-4  # N, N m², N, kg m
RATE = 6.0  # rad/s
SPIN_UP = "0.4*(t**2/2 + (7.5/pi)**2*(cos(2*pi*t/15) - 1))"  # rad, until 15 s
PEAK, PEAK_TIME = -0.5738348, 6.7620  # m, s: shear-flexible, geometrically exact


def checks() -> list[Check]:
    return [*_peaks(), *_chains(), _extension(), _growth()]


def _peaks() -> list[Check]:
    found = []
    for stiffening in ("geometric", "foreshortening"):
        time, lag = peak(spun_up(stiffening))
        found.append(Check(f"{stiffening}: largest lag", lag, PEAK, 0.02, "m", "relative"))
        found.append(Check(f"{stiffening}: its time", time, PEAK_TIME, 0.02, "s"))
    return found


def _chains() -> list[Check]:
    """Their error falls with the square of the length of a rod; they do not shear nor stretch."""
    coarse, middle, fine = (peak(chained(count))[1] for count in (6, 12, 24))
    order = float(np.log2((coarse - middle) / (middle - fine)))
    limit = fine + (fine - middle) / 3
    return [
        Check("chain of rods: order of convergence", order, 2.0, 0.1),
        Check("chain of rods: limit of the largest lag", limit, PEAK, 1e-3, "m", "relative"),
    ]


def _extension() -> Check:
    """At a steady rate, with damping: the pull on each piece where it stands, stretched."""
    modes = plane_modes(_beam(8), 0, axial=8)
    system = model(modes, "geometric", f"{RATE}*t", damping=0.5).build()
    start = system.state(hinge={"rate": RATE})
    run = tt.simulate(system, start, duration=0.15, every=0.15, rtol=1e-10, atol=1e-13)
    k = RATE * np.sqrt(MASS / AXIAL)
    exact = np.tan(k * LENGTH) / k - LENGTH
    along = float(seen_from_hub(run, "beam.tip", LENGTH)[0][-1])
    return Check("steady extension", along, exact, 1e-6, "m", "relative")


def _growth() -> Check:
    """Growth of one mode without stiffening, spun faster than its frequency: q'' = (Ω² - ω²) q."""
    modes = plane_modes(_beam(8), 1)
    system = model(modes, "none", f"{RATE}*t").build()
    start = system.state(hinge={"rate": RATE}, beam={"mode1": 1e-3})
    run = tt.simulate(system, start, duration=3.0, every=3.0, rtol=1e-12, atol=1e-14)
    rate = np.sqrt(RATE**2 - modes.angular_frequencies[0] ** 2)
    value = float(run["beam.mode1"][-1]) / 1e-3
    return Check("none: growth in 3 s", value, float(np.cosh(3 * rate)), 1e-9, "", "relative")


def _beam(elements: int):
    from treetop.structures import Section

    section = Section(
        AXIAL, BENDING, BENDING, 1e4, MASS, ROTARY, ROTARY, shear_y=SHEAR, shear_z=SHEAR
    )
    return beam(section, LENGTH, elements)


def model(modes, stiffening: str, law: str = SPIN_UP, damping: float = 0.0) -> tt.Model:
    """The beam on a hinge whose rotation is prescribed."""
    m = tt.Model("spin-up of a beam")
    body = m.add_flexible_body("beam", modes, damping=damping, stiffening=stiffening)
    body.frame("tip", node="tip")
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), m.ground, body)
    m.add_constraint("spin", tt.Prescribed("hinge.angle", law))
    return m


def spun_up(stiffening: str, bending: int = 3, axial: int = 0, duration: float = 8.0) -> tt.Run:
    """With so many modes of each kind, of eight elements."""
    system = model(plane_modes(_beam(8), bending, axial), stiffening).build()
    return tt.simulate(system, system.start(), duration=duration, every=0.01)


def chained(count: int, duration: float = 8.0) -> tt.Run:
    """As rods with so many springs between them."""
    m = tt.Model("spin-up of a chain")
    add_chain(m, MASS, BENDING, LENGTH, count)
    m.add_constraint("spin", tt.Prescribed("hinge.angle", SPIN_UP))
    system = m.build()
    return tt.simulate(system, system.start(), duration=duration, every=0.01, rtol=1e-8)


def lag_of(run: tt.Run) -> np.ndarray:
    """Lag of the tip behind that of a rigid beam, m, at all samples."""
    rods = [name for name in run.model.bodies if name.startswith("rod")]
    return seen_from_hub(run, f"{rods[-1]}.end" if rods else "beam.tip", LENGTH)[1]


def peak(run: tt.Run) -> tuple[float, float]:
    """When the tip lags most, and by how much: of the parabola through three samples."""
    lag = lag_of(run)
    k = int(np.argmin(lag[1:-1])) + 1
    before, here, after = lag[k - 1 : k + 2]
    shift = (before - after) / 2 / (before - 2 * here + after)
    return float(run.time[k] + 0.01 * shift), float(here + (after - before) / 4 * shift)

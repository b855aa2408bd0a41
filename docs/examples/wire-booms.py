"""Numbers and figures of the page on a spinning spacecraft with four wire booms."""

from typing import Any

import numpy as np
from scipy.linalg import eigh

import treetop as tt
from shared.figures import pyplot, save
from treetop.analysis import Vibration, vibration
from treetop.flexible import BeamFrame, Modes, Section, normal_modes

SPIN = 1.0  # rad/s
HUB, INERTIA = 300.0, [150.0, 150.0, 220.0]  # kg, kg m²
RADIUS = 0.8  # where the wires leave the hub, m
WIRE, LINEAR, TIP = 25.0, 0.012, 0.2  # m, kg/m, kg
ANGLES = np.array([0, 90, 180, 270])  # of the wires about the spin axis, deg
NAMES = [f"wire{k}" for k in range(1, 5)]


def wire_modes(length: float = WIRE, tip: float = TIP, count: int = 8) -> Modes:
    """Modes of a wire pinned at the hub: bending hardly costs anything."""
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [length, 0, 0])
    section = Section(1e5, 1e-3, 1e-3, 1e-3, LINEAR)
    frame.add_beam("wire", "root", "tip", section, elements=12)
    if tip:
        frame.add_body("sensor", "tip", mass=tip)
    return normal_modes(frame.structure(), {"root": "x y z rx"}, count=count)


def craft(stiffening: str = "geometric", damping: float = 0.0, torque: Any = None) -> tt.Model:
    """The hub flies; each wire hangs on two hinges and swings as a whole, and bends besides."""
    m = tt.Model("four wire booms")
    hub = m.add_body("hub", HUB, INERTIA)
    m.add_joint("flight", tt.Free(), m.ground, hub)
    for name, angle in zip(NAMES, np.radians(ANGLES), strict=True):
        add_wire(m, hub, name, angle, stiffening, damping)
    if torque is not None:
        m.add_force("thrusters", tt.FrameForce(hub, torque=torque))
    return m


def add_wire(m: tt.Model, hub: Any, name: str, angle: float, stiffening: str, damping: float):
    c, s = np.cos(angle), np.sin(angle)
    axes = [[c, -s, 0], [s, c, 0], [0, 0, 1]]
    port = hub.frame(name, at=[RADIUS * c, RADIUS * s, 0], attitude=axes)
    wire = m.add_flexible_body(name, wire_modes(), damping=damping, stiffening=stiffening)
    wire.frame("tip", node="tip")
    m.add_joint(f"{name} root", tt.Universal([0, 0, 1], [0, 1, 0]), port, wire)


def spinning(system: tt.System, tilt: float = 0.0) -> tt.State:
    """In steady spin, but for a rate across the spin axis."""
    return system.state(flight={"angular_velocity": [tilt, 0, SPIN]})


def on_a_turntable(length: float, tip: float, radius: float, stiffening: str) -> np.ndarray:
    """Frequencies of one wire whose hub turns as prescribed, in units of the spin."""
    m = tt.Model("one wire")
    hub = m.add_body("hub", HUB, INERTIA)
    m.add_joint("spin", tt.Revolute([0, 0, 1]), m.ground, hub)
    wire = m.add_flexible_body("wire", wire_modes(length, tip), stiffening=stiffening)
    port = hub.frame("port", at=[radius, 0, 0])
    m.add_joint("root", tt.Universal([0, 0, 1], [0, 1, 0]), port, wire)
    m.add_constraint("drive", tt.Prescribed("spin.angle", f"{SPIN} * t"))
    system = m.build()
    found = vibration(system, system.state(spin={"rate": SPIN}))
    return found.eigenvalues / SPIN


def string(length: float, tip: float, radius: float, count: int = 3) -> np.ndarray:
    """Out of the plane, in units of the spin: equation (1), by polynomials of the string's own."""
    x, w = np.polynomial.legendre.leggauss(40)
    x, w = length * (x + 1) / 2, length * w / 2
    end = radius + length
    pull = SPIN**2 * (LINEAR * (end**2 - (radius + x) ** 2) / 2 + tip * end)
    powers = np.arange(1, 16)
    shapes = (x / length) ** powers[:, None]
    slopes = powers[:, None] / length * (x / length) ** (powers[:, None] - 1)
    K = (slopes * (w * pull)) @ slopes.T
    M = (shapes * (w * LINEAR)) @ shapes.T + tip
    # Powers are nearly dependent: Legendre's polynomials of the same span are not.
    legendre = np.array([odd(k, powers) for k in range(1, 12)])
    squares = eigh(legendre @ K @ legendre.T, legendre @ M @ legendre.T, eigvals_only=True)
    return np.sqrt(squares[:count]) / SPIN


def odd(degree: int, powers: np.ndarray) -> np.ndarray:
    """Coefficients of Legendre's polynomial on 0 to 1, less its value at 0, in powers from 1 on."""
    shifted = np.polynomial.Legendre.basis(degree, domain=[0, 1])
    found = shifted.convert(kind=np.polynomial.Polynomial, domain=[-1, 1]).coef
    return np.concatenate([found[1:], np.zeros(len(powers) - degree)])


def nearest(found: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The frequencies that are nearest to some."""
    return np.array([found[np.argmin(np.abs(found - value))] for value in values])


def vibrations(stiffening: str = "geometric") -> Vibration:
    system = craft(stiffening).build()
    return vibration(system, spinning(system))


PULSE = tt.Table([0.0, 19.9, 20.0, 40.0, 40.1], [[0, 0, each] for each in (0, 0, 3.0, 3.0, 0)])
TILT = 0.02  # rad/s, across the spin axis at the start


def spun_faster(duration: float = 160.0) -> tt.Run:
    """A start with some nutation, and thrusters that push about the spin axis for 20 s."""
    system = craft(damping=0.005, torque=PULSE).build()
    return tt.simulate(system, spinning(system, TILT), duration=duration, every=0.25, rtol=1e-8)


def swing(run: tt.Run) -> float:
    """Frequency of the wires' swing in the plane after the pulse, rad/s, by zero crossings."""
    late = run.time > 45
    t, x = run.time[late], tip_angles(run, "wire1")[0][late]
    up = np.flatnonzero((x[:-1] < 0) & (x[1:] >= 0))
    crossings = t[up] - x[up] * (t[up + 1] - t[up]) / (x[up + 1] - x[up])
    return float(2 * np.pi * (len(up) - 1) / (crossings[-1] - crossings[0]))


def faster() -> float:
    """The mean rate after the pulse: what the thrusters gave all of it to turn with, rad/s."""
    end = RADIUS + WIRE
    wires = 4 * (TIP * end**2 + LINEAR * (end**3 - RADIUS**3) / 3)
    return SPIN + 3.0 * 20.1 / (INERTIA[2] + wires)


def kept() -> tt.Run:
    """The run without thrusters and damping."""
    system = craft().build()
    return tt.simulate(system, spinning(system, TILT), duration=60.0, every=1.0, rtol=1e-12)


def tip_angles(run: tt.Run, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Angles of the line from a wire's root to its tip: ahead in the plane and above it, rad."""
    angle = np.radians(ANGLES[NAMES.index(name)])
    c, s = np.cos(angle), np.sin(angle)
    back = run["flight.attitude"].values * [1, -1, -1, -1]
    seen = run[f"{name} tip.position"].values - run["hub.position"].values
    x, y, z = turned_each(back, seen).T
    out = c * x + s * y - RADIUS
    return np.arctan2(c * y - s * x, out), np.arctan2(z, out)


def turned_each(attitudes: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    w, e = attitudes[:, :1], attitudes[:, 1:]
    return vectors + 2 * np.cross(e, np.cross(e, vectors) + w * vectors)


def bow(run: tt.Run, name: str, time: float) -> tuple[np.ndarray, np.ndarray]:
    """Along a wire and across it in the plane of spin: how it is bent at a time, m."""
    modes = run.model.bodies[name].modes
    structure = modes.structure
    q = [float(run[f"{name}.mode{k + 1}"].sel(time=time)) for k in range(len(modes))]
    order = np.argsort(structure.positions[:, 0])
    across = [structure.translation(int(n))[[1]] @ (modes.shapes @ q) for n in order]
    return structure.positions[order, 0], np.ravel(across)


# --- figures ------------------------------------------------------------------------------


def draw_motion(plt: Any, run: tt.Run) -> None:
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.6), layout="constrained", sharex=True)
    rates = run["flight.angular_velocity"].values
    axes[0].plot(run.time, rates[:, 2], color="k")
    axes[0].set_ylabel("spin of the hub (rad/s)")
    for name in NAMES[:2]:
        ahead, above = tip_angles(run, name)
        axes[1].plot(run.time, np.degrees(ahead), label=f"{name}, in the plane")
        axes[2].plot(run.time, np.degrees(above), label=f"{name}, out of it")
    for ax in axes:
        ax.axvspan(20, 40, color="0.9", zorder=0)
    for ax in axes[1:]:
        ax.set_ylabel("tip (deg)")
        ax.legend(loc="upper left", ncols=2)
    axes[1].set_ylim(-10, 14)
    axes[2].set_ylim(-1.8, 2.6)
    axes[2].set(xlabel="time (s)", xlim=(0, run.time[-1]))
    save(figure, "wire-booms-motion")


def draw_bow(plt: Any, run: tt.Run) -> None:
    figure, ax = plt.subplots(figsize=(6.4, 2.8), layout="constrained")
    for time in (20.5, 21.0, 21.5, 22.0, 22.5):
        along, across = bow(run, "wire1", time)
        ax.plot(along, 1e3 * across, label=f"{time:g} s")
    ax.set(xlabel="along the wire (m)", ylabel="across (mm)", xlim=(0, WIRE))
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    save(figure, "wire-booms-bow")


def main() -> None:
    plt = pyplot()
    flap = string(WIRE, TIP, RADIUS)
    lag = np.sqrt(flap**2 - 1)
    for what, values in (("flap", flap), ("lag", lag)):
        one = nearest(np.abs(on_a_turntable(WIRE, TIP, RADIUS, "geometric").imag), values)
        whole = nearest(vibrations().angular_frequencies, values)
        print(what, values, one, one / values - 1, whole, whole / values - 1)
    print("whole:", vibrations().angular_frequencies[:16], vibrations().eigenvalues.real.max())
    print("none:", vibrations("none").eigenvalues.real.max())
    print("bending alone:", wire_modes().angular_frequencies)
    run = spun_faster()
    print(run.statistics, run["flight.angular_velocity"].values[-1])
    ahead, above = tip_angles(run, "wire1")
    print(
        "in the plane",
        np.degrees(ahead.min()),
        np.degrees(ahead.max()),
        np.degrees(abs(above).max()),
    )
    print("swing", swing(run), "spin", faster(), swing(run) / faster())
    print("bow", max(np.abs(bow(run, "wire1", t)[1]).max() for t in run.time[::2]))
    print(kept().audit())
    draw_motion(plt, run)
    draw_bow(plt, run)


if __name__ == "__main__":
    main()

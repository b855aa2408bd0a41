"""Numbers and figures of the page on a flexible rocket with a gimballed nozzle."""

import runpy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

import treetop as tt
import treetop.flexible as fx
from shared.figures import pyplot, save
from shared.small_motion import distance, predicted

HERE = Path(__file__).parent
EXAMPLE = SimpleNamespace(
    **runpy.run_path(str(HERE.parents[1] / "examples" / "flexible-rocket.py"))
)
SLICES, FUEL, THRUST, PERIOD = EXAMPLE.SLICES, EXAMPLE.FUEL, EXAMPLE.THRUST, EXAMPLE.PERIOD
RESIDUAL, DENSITY, TANK = 20.0, 800.0, 1.15  # kg, kg/m³, m
COMMAND = "steering.torque"
BOTTOM = 4.5  # m, where the tank begins
LOSS = 2 * EXAMPLE.RATIO / 21.24  # s, of a beam: damping of the lowest mode as in the example


def flight(filtered: bool = True, duration: float = 120.0, **settings: Any) -> tt.Run:
    system = EXAMPLE.rocket(filtered).build()
    options = {"every": 0.1, "rtol": 1e-9, "atol": 1e-11} | settings
    return tt.simulate(system, system.start(), duration, **options)


def frozen(filtered: bool = True, gain: float = 1.0, **hull: Any) -> tt.Model:
    """The rocket with an engine that takes no fuel to speak of, and without a programme."""
    model = EXAMPLE.rocket(filtered, gain)
    model.devices["engine"] = replace(model.devices["engine"], isp="1e12 s")
    model.controllers["programme"] = replace(model.controllers["programme"], end=0)
    model.bodies["hull"] = replace(model.bodies["hull"], **hull)
    return model


def filled(slices: float) -> dict[str, float]:
    """Fuel by slice, kg, with so many slices filled from the tail on."""
    part = {name: float(np.clip(slices - k, 0, 1)) for k, name in enumerate(SLICES)}
    return {name: RESIDUAL + (FUEL - RESIDUAL) * x for name, x in part.items()}


def steady(system: tt.System, slices: float = 4.0) -> tt.State:
    """The rocket in even acceleration, compressed as the thrust does it."""
    fuel = {name: {"mass": mass} for name, mass in filled(slices).items()}
    return tt.analysis.equilibrium(system, system.state(**fuel))


def linear_at(model: tt.Model, slices: float = 4.0) -> Any:
    system = model.build()
    return tt.linearise(system, steady(system, slices), inputs=[COMMAND])


# --- frequencies that change with the fuel ------------------------------------------------


def coasting(slices: float, count: int) -> np.ndarray:
    """Frequencies in the plane, Hz, of hull and fuel without nozzle and thrust: modes of the dry
    hull with tanks on nodes."""
    model = tt.Model("hull and fuel")
    body = model.add_flexible_body("hull", EXAMPLE.plane_modes(count), stiffening="none")
    model.add_joint("flight", tt.Free(), model.ground, body)
    across = np.sqrt(TANK**2 / 4 + EXAMPLE.SLICE**2 / 12)
    shape = tt.UniformFuel(gyration=[TANK / np.sqrt(2), across, across])
    for name, mass in filled(slices).items():
        model.add_device(name, tt.Tank(body.frame(name, node=name), mass, shape=shape))
    model.add_device("jet", tt.Thruster(body, thrust=1, isp=300, tank=list(SLICES)))
    system = model.build()
    found = tt.analysis.vibration(system, system.state()).frequencies
    return found[found > 0.1]


def elements(slices: float) -> np.ndarray:
    """Frequencies of bending by finite elements, Hz."""
    modes = fx.normal_modes(EXAMPLE.hull(filled(slices)), count=12)
    along = np.abs(modes.structure.translation("nose") @ modes.shapes)
    return modes.frequencies[along[1] > 1e3 * np.maximum(along[0], along[2])]


# --- the hull as a beam, the fuel as a column ---------------------------------------------


def on_a_beam(count: int, slices: float = 4.0, damping: float = 0.0) -> tt.Model:
    """Hull and fuel in the plane: a beam of so many elements, and one column of fuel that settles
    towards the tail."""
    model = tt.Model("rocket on a beam")
    sizes = {"outer": 2 * EXAMPLE.RADIUS, "inner": 2 * (EXAMPLE.RADIUS - EXAMPLE.WALL)}
    tube = tt.sections.Tube(**sizes, E=7e10, G=2.7e10, density=6000)
    settings = {"strains": ["bending about z"], "elements": count, "damping": damping}
    hull = model.add_beam("hull", tt.Beam(length=EXAMPLE.LENGTH, section=tube, **settings))
    model.add_joint("flight", tt.Planar([0, 0, 1]), model.ground, hull)
    for name, at, mass, inertia in (
        ("payload", hull.tip, EXAMPLE.PAYLOAD, [1500, 3000, 3000]),
        ("mount", hull.root, EXAMPLE.MOUNT, [600, 500, 500]),
    ):
        model.add_joint(name, tt.Fixed(), at, model.add_body(name, mass, inertia))
    if slices:
        top = BOTTOM + EXAMPLE.SLICE * slices
        shape = tt.FuelAlongBeam(begin=BOTTOM, end=top, radius=TANK, settles=True)
        fuel = tt.Tank(hull.at(BOTTOM), fuel=FUEL * slices, shape=shape)
        model.add_device("tank", fuel)
    return model


def steered_beam(count: int) -> tt.Model:
    """The same with the nozzle, the engine and the autopilot of the example."""
    model = on_a_beam(count, damping=LOSS)
    hull = model.beams["hull"]
    nozzle = model.add_body("nozzle", 300, [60, 90, 90], centre=[-0.6, 0, 0])
    model.add_joint("gimbal", tt.Revolute([0, 0, 1]), hull.root, nozzle)
    rod = tt.JointSpring("gimbal", stiffness=EXAMPLE.ROD, damping=EXAMPLE.ROD_DAMPING)
    model.add_force("rod", rod)
    model.add_device("steering", tt.Motor("gimbal", torque=0.1 * EXAMPLE.ROD))
    at = nozzle.frame("exit", at=[-1.6, 0, 0])
    engine = tt.Thruster(at, thrust=THRUST, isp=EXAMPLE.ISP, tank="tank", throttle=1)
    model.add_device("engine", engine)
    imu = hull.frame("imu", s=27.0)
    model.add_sensor("platform", tt.StarTracker(imu, every=PERIOD))
    model.add_sensor("gyro", tt.Gyro(imu, every=PERIOD))
    programme = tt.SetPoint(every=PERIOD, end="5 deg", begin=1, duration=8)
    model.add_controller("programme", programme)
    model.add_controller("autopilot", EXAMPLE.autopilot(filtered=True))
    return model


def beam_frequencies(count: int, slices: float) -> np.ndarray:
    """Frequencies of bending of hull and fuel on a beam, Hz."""
    model = on_a_beam(count, slices)
    if slices:
        model.add_device("jet", tt.Thruster("hull", thrust=1, isp=300, tank="tank"))
    system = model.build()
    found = tt.analysis.vibration(system, system.state()).frequencies
    return found[found > 0.1]


def fine_elements(slices: float, parts: int = 12) -> np.ndarray:
    """The same by finite elements, with so many masses to a slice of fuel: frequencies, Hz."""
    frame, fuel = fx.BeamFrame(), {}
    count = round(parts * slices)
    for k in range(count):
        fuel[BOTTOM + EXAMPLE.SLICE * (k + 0.5) / parts] = FUEL / parts
    places = sorted({*np.linspace(0.0, EXAMPLE.LENGTH, 31).tolist(), *fuel})
    tube = fx.Section.tube(
        outer=2 * EXAMPLE.RADIUS,
        inner=2 * (EXAMPLE.RADIUS - EXAMPLE.WALL),
        E=7e10,
        G=2.7e10,
        density=6000,
    )
    for k, x in enumerate(places):
        frame.add_node(f"node {k}", [x, 0, 0])
        if k:
            frame.add_beam(f"part {k}", f"node {k - 1}", f"node {k}", tube, elements=1)
        if x in fuel:
            across = TANK**2 / 4 + (EXAMPLE.SLICE / parts) ** 2 / 12
            own = fuel[x] * np.array([TANK**2 / 2, across, across])
            frame.add_body(f"fuel {k}", f"node {k}", mass=fuel[x], inertia=own)
    nose = f"node {len(places) - 1}"
    frame.add_body("payload", nose, mass=EXAMPLE.PAYLOAD, inertia=[1500, 3000, 3000])
    frame.add_body("mount", "node 0", mass=EXAMPLE.MOUNT, inertia=[600, 500, 500])
    modes = fx.normal_modes(frame.structure(), count=12)
    along = np.abs(modes.structure.translation(nose) @ modes.shapes)
    return modes.frequencies[along[1] > 1e3 * np.maximum(along[0], along[2])]


# --- small motions by hand ----------------------------------------------------------------


def by_hand(slices: float = 4.0, compressed: bool = False) -> np.ndarray:
    """Eigenvalues in the plane without control, by equation (1) of the page."""
    modes = EXAMPLE.plane_modes(6)
    hull = modes.structure
    bends = np.abs(hull.translation("nose") @ modes.shapes)[1] > 1e-6
    shapes, dry = modes.shapes[:, bends], 2 * np.pi * modes.frequencies[bends]
    n = shapes.shape[1]

    def at(node: str) -> tuple[np.ndarray, np.ndarray]:
        """Place across, and slope, of a node by y, θ, modes and δ."""
        x = hull.position(node)[0]
        w, slope = hull.translation(node)[1] @ shapes, hull.rotation(node)[2] @ shapes
        return np.r_[1.0, x, w, 0.0], np.r_[0.0, 1.0, slope, 0.0]

    m, S = hull.total_mass, hull.total_mass * hull.centre[0]
    M, V = np.zeros((n + 3, n + 3)), np.zeros((n + 3, n + 3))
    M[:2, :2] = [[m, S], [S, hull.inertia([0, 0, 0])[2, 2]]]
    M[2:-1, 2:-1] = np.eye(n)
    theta, delta = np.eye(n + 3)[1], np.eye(n + 3)[-1]
    fuel, (w_t, slope_t) = filled(slices), at("tail")
    a = THRUST / (m + 300 + sum(fuel.values()))
    V[1, 1] = -a * S
    chi = slope_t + delta  # angle of the nozzle
    parts = [(300.0, -0.6, 90.0, w_t, chi, 0.0)]
    for name, mass in fuel.items():
        depth = mass / (DENSITY * np.pi * TANK**2)
        own = mass * (TANK**2 / 4 + depth**2 / 12)
        parts.append((mass, (depth - EXAMPLE.SLICE) / 2, own, *at(name), SLICES[name]))
    for mass, c, own, w, turn, x in parts:
        M += mass * np.outer(w + c * turn, w + c * turn) + own * np.outer(turn, turn)
        shift = w - np.eye(n + 3)[0] - x * theta  # along the modes alone
        V -= a * mass * (x * np.outer(theta, theta) + c * np.outer(turn, turn))
        V -= a * mass * (np.outer(shift, theta) + np.outer(theta, shift))
    V[2:-1, 2:-1] += np.diag(dry**2) + (squeezed(hull, shapes, a, fuel) if compressed else 0)
    V[-1, -1] += EXAMPLE.ROD
    Q = np.outer(w_t, chi) - np.outer(w_t[2:-1] @ np.eye(n + 3)[2:-1], theta)
    Q -= np.outer(theta, w_t[2:-1] @ np.eye(n + 3)[2:-1])
    C = np.diag(np.r_[0, 0, 2 * EXAMPLE.RATIO * dry, EXAMPLE.ROD_DAMPING])
    rates = np.linalg.solve(M, np.hstack([THRUST * Q - V, -C]))
    A = np.vstack([np.hstack([np.zeros((n + 3, n + 3)), np.eye(n + 3)]), rates])
    poles = np.linalg.eigvals(A)
    return np.sort_complex(poles[poles.imag > 1])


def squeezed(hull: fx.Structure, shapes: np.ndarray, a: float, fuel: dict) -> np.ndarray:
    """What compression by the thrust takes from the stiffness of bending."""
    ahead = hull.rigid_modes()[:, 0]
    load = -a * (hull.mass @ ahead)
    for name, mass in fuel.items():
        load -= a * mass * hull.translation(name)[0]
    load += (THRUST - 300 * a) * hull.translation("tail")[0]
    u = np.linalg.lstsq(hull.stiffness.toarray(), load, rcond=1e-12)[0]
    return shapes.T @ (hull.geometric(u) @ shapes)


def in_plane(linear: Any) -> np.ndarray:
    """Eigenvalues of a linear model without control, of motion in the plane but for stretching."""
    gimbal = linear.C[[linear.outputs.index("gimbal.angle")]]
    poles = tt.LinearModel(linear.A, linear.B, gimbal, [[0.0]]).minimal().poles
    return np.sort_complex(poles[poles.imag > 1])


# --- the loop -----------------------------------------------------------------------------


def least_damped(loop: Any, low: float, high: float) -> complex:
    """The pole of a closed loop within a band, rad/s, that dies away least."""
    poles = loop.decay
    band = poles[(poles.imag > low) & (poles.imag < high)]
    return complex(band[np.argmax(band.real)])


def nudged(system: tt.System, size: float, duration: float, every: float = PERIOD) -> tt.Run:
    """A run from even acceleration with rates of the hull as a whole and of its first mode."""
    about = steady(system)
    names = [label for label in system.coordinate_labels if label.startswith("hull.mode")]
    hull = {label.partition(".")[2]: float(about[label]) for label in names}
    start = {
        "hull": hull | {"mode1_rate": 10 * size},
        "flight": {"angular_velocity": [0, 0, size]},
    }
    fuel = {name: {"mass": mass} for name, mass in filled(4.0).items()}
    state = system.state(**start, **fuel)
    return tt.simulate(system, state, duration, every=every, rtol=1e-11, atol=1e-14)


def small_motion(size: float, duration: float = 4.0) -> float:
    """How far a run is from the linear model, in parts of motion of that size in rad/s."""
    model = frozen()
    system = model.build()
    loop = linear_at(model).loop("autopilot")
    run = nudged(system, size, duration)
    start = {"flight.angular_velocity.z": size, "hull.mode1_rate": 10 * size}
    names = ["gimbal.angle", "flight.angular_velocity.z", "hull.mode1", "hull.mode2"]
    return distance(loop, run, start, names)


def growth(filtered: bool, gain: float, band: tuple[float, float], span: tuple) -> tuple:
    """The real part of a pole, 1/s, as predicted and as measured in a run over a span of time, by
    the amplitude of motion in a band."""
    model = frozen(filtered, gain)
    loop = linear_at(model).loop("autopilot")
    pole = least_damped(loop, *band)
    run = nudged(model.build(), 1e-7, span[1])
    count = round((span[1] - span[0]) / PERIOD) // 2
    rate = run["hull.mode1_rate"].values if band[1] < 50 else run["hull.mode2_rate"].values
    t = np.arange(count) * PERIOD
    wave = np.exp(-1j * pole.imag * t) * np.hanning(count)
    first = len(rate) - 1 - 2 * count
    early, late = (np.abs(wave @ rate[k : k + count]) for k in (first, first + count))
    return pole, float(np.log(late / early) / (count * PERIOD))


# --- figures ------------------------------------------------------------------------------


def pitch(run: tt.Run, frame: str = "hull imu") -> np.ndarray:
    """Angle of a node about z, deg."""
    q = run[f"{frame}.attitude"].values
    return np.degrees(2 * np.arctan2(q[:, 3], q[:, 0]))


def draw_flight(plt: Any, run: tt.Run, linear: list, points: np.ndarray) -> None:
    """The programme, the nozzle, and the frequency of bending."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.8), layout="constrained")
    early = run.time <= 20
    axes[0].plot(run.time[early], pitch(run)[early], label="instruments")
    ask = np.degrees(run["programme.value"].values)
    axes[0].plot(run.time[early], ask[early], "k--", linewidth=0.8, label="programme")
    axes[0].set(ylabel="pitch (deg)", xlim=(0, 20))
    axes[0].legend()
    axes[1].plot(run.time[early], np.degrees(run["gimbal.angle"].values[early]))
    axes[1].set(ylabel="nozzle (deg)", xlabel="time (s)", xlim=(0, 20))
    flow = THRUST / (EXAMPLE.ISP * 9.80665)
    times = (4 - points) * (FUEL - RESIDUAL) / flow
    axes[2].plot(times, [pole.imag / (2 * np.pi) for pole in linear], "o", label="under thrust")
    fine = np.linspace(4, 0.2, 40)
    exact = [elements(x)[0] for x in fine]
    axes[2].plot(
        (4 - fine) * (FUEL - RESIDUAL) / flow, exact, color="0.6", label="at rest, elements"
    )
    for event in run.events:
        axes[2].axvline(event.time, color="0.8", linewidth=0.8)
    axes[2].set(xlabel="time (s)", ylabel="first bending (Hz)", xlim=(0, 120))
    axes[2].legend()
    save(figure, "flexible-rocket-flight")


def draw_loop(plt: Any, loops: dict) -> None:
    """The open loop at lift-off, with and without the filter."""
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 5.2), layout="constrained", sharex=True)
    w = np.unique(np.r_[np.geomspace(0.2, np.pi / PERIOD, 900), np.linspace(20, 23, 400)])
    for name, loop in loops.items():
        L = loop.response(w).values[0, 0]
        axes[0].loglog(w, np.abs(L), label=name)
        axes[1].semilogx(w, np.degrees(np.unwrap(np.angle(L))), label=name)
    axes[0].axhline(1.0, color="0.6", linewidth=0.8)
    axes[0].set(ylabel="size of the loop", ylim=(1e-6, 1e3))
    axes[0].legend()
    axes[1].set(xlabel="frequency (rad/s)", ylabel="phase (deg)", xlim=(w[0], w[-1]))
    save(figure, "flexible-rocket-loop")


def draw_growth(plt: Any, runs: dict, linear: np.ndarray) -> None:
    """The nozzle after a nudge, with and without the filter."""
    figure, axes = plt.subplots(2, 1, figsize=(6.4, 4.8), layout="constrained", sharex=True)
    for ax, (name, run) in zip(axes, runs.items(), strict=True):
        ax.plot(run.time, np.degrees(run["gimbal.angle"].values), label=name)
        ax.set_ylabel("nozzle (deg)")
    t = np.arange(len(linear)) * PERIOD
    low, high = axes[1].get_ylim()
    shown = np.abs(np.degrees(linear)) < high
    axes[1].plot(
        t[shown], np.degrees(linear)[shown], "k.", markersize=3, label="linear, at samples"
    )
    axes[1].set(xlabel="time (s)", xlim=(0, 3), ylim=(low, high))
    axes[0].legend(loc="upper right")
    axes[1].legend(loc="upper left")
    save(figure, "flexible-rocket-growth")


def print_frequencies() -> None:
    for slices in (4.0, 2.0, 0.0):
        print(slices, "elements:", elements(slices)[:2])
        for count in (3, 6, 12):
            print("   ", count, "modes:", coasting(slices, count)[:2])


def main() -> None:
    plt = pyplot()
    run = flight()
    print([(event.event, event.time) for event in run.events])
    print(run.audit(), run.statistics)
    v, u = run["hull.velocity"].values[-1], EXAMPLE.ISP * 9.80665
    wet = float(EXAMPLE.hull().total_mass) + 300 + 4 * FUEL
    print("speed:", v, u * np.log(wet / (wet - run["exhaust.mass"].values[-1])), "of", wet)
    print("pitch:", pitch(run)[-1], "most:", pitch(run).max())
    print_frequencies()
    for stiffening, compressed in (("none", False), ("geometric", True)):
        found = in_plane(linear_at(frozen(stiffening=stiffening)))
        print(stiffening, found, by_hand(4.0, compressed))
    points, bending = np.array([4, 3.5, 3, 2.5, 2, 1.5, 1, 0.5, 0.2]), []
    for slices in points:
        for filtered in (True, False):
            loop = linear_at(frozen(filtered), float(slices)).loop("autopilot")
            m = loop.margins()
            worst = loop.decay[np.argmax(loop.decay.real)] if not loop.stable else ""
            print(slices, filtered, loop.stable, m.gain, m.gain_frequency, m.phase_degrees, worst)
            if filtered:
                bending.append(least_damped(loop, 10.0, 45.0))
                print("    bending:", bending[-1])
    loops = {
        name: linear_at(frozen(f)).loop("autopilot")
        for name, f in (("without filter", False), ("with filter", True))
    }
    for name, loop in loops.items():
        L = loop.response(np.linspace(1, 150, 40000)).values[0, 0]
        peaks = np.abs(L[4000:]).max(), np.abs(L[30000:]).max()
        print(name, "peaks:", peaks, "phase at 1.5 rad/s:", np.degrees(np.angle(L[134])))
        print("    bending:", least_damped(loop, 10.0, 45.0), loop.margins().phase_frequency)
    gain = loops["with filter"].margins().gain
    for filtered, g, band, span in (
        (True, 1.0, (10.0, 45.0), (10.0, 40.0)),
        (True, 0.95 * gain, (2.0, 45.0), (10.0, 40.0)),
        (True, 1.05 * gain, (2.0, 45.0), (10.0, 40.0)),
        (False, 1.0, (100.0, 150.0), (1.0, 2.5)),
    ):
        print("growth:", filtered, g, *growth(filtered, g, band, span))
    print("small motion:", [small_motion(size) for size in (0.02, 0.01, 0.005)])
    draw_flight(plt, run, bending, points)
    draw_loop(plt, loops)
    runs = {
        name: nudged(frozen("out" not in name).build(), 1e-4, 3.0, every=0.002)
        for name in reversed(loops)
    }
    start = {"flight.angular_velocity.z": 1e-4, "hull.mode1_rate": 1e-3}
    loop = loops["without filter"]
    nozzle = predicted(loop, start, 105)[:, loop.open.states.index("gimbal.angle")]
    draw_growth(plt, runs, nozzle)
    names = ["recursive", "newton-euler"]
    print(tt.analysis.compare(EXAMPLE.rocket(), duration=2.0, rtol=1e-9, formulations=names))


if __name__ == "__main__":
    main()

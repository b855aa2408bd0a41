"""Numbers and figures of the page on a solar array whose modes are chosen by cost."""

from typing import Any

import numpy as np

import treetop as tt
import treetop.flexible as fx
from shared.figures import pyplot, save

ROOT, LENGTH, WIDTH, SIDE = 1.0, 8.0, 2.0, -0.7  # of the wing from the hub's middle, m
TORQUE, HALF, RAMP = 8.0, 10.0, 0.1  # of the wheel about y, N m; each way, and to reach it, s
DURATION = 30.0
HUB, INERTIA = 400.0, [150.0, 200.0, 180.0]  # kg, kg m²
RATIO = 0.005
ALL = 16


def wing() -> fx.Structure:
    """A honeycomb panel that hangs on two hinges at one side of its root."""
    panel = fx.PanelSection.sandwich(
        face=0.2e-3,
        core=0.02,
        E=70e9,
        nu=0.33,
        density=2700,
        core_shear=80e6,
        core_density=32,
        extra_mass=1.2,
    )
    far, near, other = ROOT + LENGTH, SIDE, SIDE + WIDTH
    shell = fx.Shell()
    corners = [[ROOT, near, 0], [far, near, 0], [far, other, 0], [ROOT, other, 0]]
    shell.add_panel(corners, (16, 4), panel)
    shell.name_node("hinge", [ROOT, near, 0])
    shell.name_node("drive", [ROOT, near + WIDTH / 2, 0])
    shell.name_node("tip", [far, near + WIDTH / 2, 0])
    return shell.structure()


def modes() -> fx.Modes:
    return fx.normal_modes(wing(), ["hinge", "drive"], count=ALL)


def acceleration(structure: fx.Structure) -> np.ndarray:
    """The acceleration of the hub, along and about its axes, per N m of the wheel, if the wing were
    rigid."""
    rigid = structure.rigid_modes()
    whole = rigid.T @ (structure.mass @ rigid) + np.diag([HUB] * 3 + INERTIA)
    return np.linalg.solve(whole, np.eye(6)[4])


def shaken(of: fx.Modes) -> np.ndarray:
    """Modal forces per N m of the wheel, by that acceleration."""
    return fx.accelerated(of) @ acceleration(of.structure)[:, None]


def costs(of: fx.Modes) -> fx.ModalCosts:
    """When the wheel's torque is noise, by how fast the tip moves across the panel."""
    seen = fx.displaced(of, {"tip": "z"})
    return fx.modal_costs(of, fx.ModalDamping(RATIO), shaken(of), rates=seen, outputs=["tip"])


def choices(of: fx.Modes, count: int) -> dict[str, np.ndarray]:
    """As many modes by cost, and by frequency."""
    return {"cost": np.sort(costs(of).ranking()[:count]), "frequency": np.arange(count)}


def left_out(of: fx.Modes, kept: np.ndarray) -> float:
    """The H2 norm of what other modes do to the tip, as a part of that of all."""
    rest = costs(of.chosen(np.setdiff1d(np.arange(len(of)), kept)))
    return float(np.sqrt(rest.totals[0] / costs(of).totals[0]))


def craft(of: fx.Modes | fx.Structure) -> tt.Model:
    """A hub that flies, with a flexible or rigid wing, and a wheel that turns and stops it."""
    m = tt.Model("slew")
    hub = m.add_body("hub", mass=HUB, inertia=INERTIA)
    m.add_joint("flight", tt.Free(), m.ground, hub)
    array: Any
    if isinstance(of, fx.Modes):
        array = m.add_flexible_body("wing", of, damping=RATIO)
    else:
        array = m.add_body("wing", of.total_mass, of.inertia().tolist(), centre=of.centre)
    m.add_joint("yoke", tt.Fixed(), hub, array)
    times = [0, RAMP, HALF - RAMP, HALF + RAMP, 2 * HALF - RAMP, 2 * HALF, DURATION + 1]
    torque = [[0, TORQUE * sign, 0] for sign in (0, 1, 1, -1, -1, 0, 0)]
    m.add_force("wheel", tt.FrameForce("hub", torque=tt.Table(times, torque)))
    return m


def slew(of: fx.Modes | fx.Structure) -> tt.Run:
    system = craft(of).build()
    return tt.simulate(system, system.start(), duration=DURATION, every=0.05, rtol=1e-8, atol=1e-10)


def deflection(run: tt.Run, of: fx.Modes) -> np.ndarray:
    """Deflection of the wing's tip across the panel, m."""
    q = run.data.coordinates.values[:, -len(of) :]
    return q @ fx.displaced(of, {"tip": "z"})[0]


def pointing(run: tt.Run) -> np.ndarray:
    """The angle of the hub about y, rad."""
    w, _, y, _ = run["hub.attitude"].values.T
    return 2 * np.arctan2(y, w)


def rest(run: tt.Run, of: fx.Modes) -> float:
    """About which angle the hub swings when the slew is over, rad: where the tip is not bent."""
    after = run.time >= 2 * HALF
    tip = deflection(run, of)
    columns = np.column_stack([np.ones(len(tip)), tip, np.gradient(tip, run.time)])[after]
    return float(np.linalg.lstsq(columns, pointing(run)[after], rcond=None)[0][0])


# --- figures ------------------------------------------------------------------------------


def draw(plt: Any, whole: tt.Run, of: fx.Modes, errors: dict[str, np.ndarray]) -> None:
    """The slew, and what three modes miss of it."""
    figure, axes = plt.subplots(3, 1, figsize=(6.4, 6.4), layout="constrained", sharex=True)
    axes[0].plot(whole.time, np.degrees(pointing(whole)))
    axes[0].set(ylabel="hub (deg)")
    axes[1].plot(whole.time, 1e3 * deflection(whole, of))
    axes[1].set(ylabel="tip (mm)")
    for name, error in errors.items():
        axes[2].plot(whole.time, 1e3 * error, label=f"three modes by {name}")
    axes[2].set(xlabel="time (s)", ylabel="error of the tip (mm)", xlim=(0, DURATION))
    axes[2].legend()
    save(figure, "flexible-array")


def main() -> None:
    plt = pyplot()
    every = modes()
    print(fx.mode_selection(every, costs=costs(every), cost_share=0.9999))
    whole = slew(every)
    rigid = pointing(slew(every.structure))[-1]
    print("slew:", np.degrees([rest(whole, every), rigid]))
    tip, after = deflection(whole, every), whole.time >= 2 * HALF
    print("tip:", tip.min(), tip.max(), np.abs(tip[after]).max())
    print(whole.audit(), whole.statistics)
    errors = {}
    for count in range(1, 9):
        for name, kept in choices(every, count).items():
            few = every.chosen(kept)
            run = slew(few)
            error = deflection(run, few) - deflection(whole, every)
            jitter = pointing(run) - pointing(whole)
            if count == 3:
                errors[name] = error
            print(
                count, name, kept, left_out(every, kept), np.abs(error).max(), np.abs(jitter).max()
            )
    draw(plt, whole, every, errors)


if __name__ == "__main__":
    main()

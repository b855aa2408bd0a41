"""Fuel that sloshes: parameters of an upright cylinder, and a burn with two slosh masses."""

import numpy as np

import treetop as tt
from treetop.topology.slosh import cylinder_mode, root
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT

ROOTS = 1.84118378134066, 5.33144277352503, 8.53631636634629
# At 60 s: angular velocity, places of the masses; with fuel that the thrust does not take, and
# with fuel that it takes.
BURNS = {
    False: (0.017142396711745, -0.005885349632009, -0.06046629329525, 0.02129364700719,
            -0.00349806446343),
    True: (0.017122696559143, -0.005864259165838, -0.06040851638208, 0.0214269453975,
           -0.00350066547927),
}  # fmt: skip


def checks() -> list[Check]:
    found = [Check(f"root {n + 1} of J₁'", root(n), x, 1e-13) for n, x in enumerate(ROOTS)]
    mode = cylinder_mode(0, 1.0, 1.5, 1000.0, 9.80665)
    found += [
        Check("first frequency", mode.frequency, 4.23228932123225, 1e-12, "rad/s"),
        Check("first mass", mode.mass, 300.596735339581, 1e-10, "kg"),
        Check("first pendulum", mode.length, 0.547482167980893, 1e-14, "m"),
    ]
    for loss in BURNS:
        found += burn_checks(loss)
    return found


def craft(loss: bool) -> tt.Model:
    """A hub with a tank, a slosh mass along y and one along z, and a thruster until 30 s."""
    m = tt.Model("burn with slosh")
    hub = m.add_body("hub", 650.0, [900.0, 800.0, 600.0])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    shape = tt.UniformFuel([0.2, 0.0, 0.0], gyration=np.sqrt(0.03))
    m.add_device("tank", tt.Tank(hub, fuel=135.0, residual=35.0, shape=shape))
    for name, mass, stiffness, damper, at, axis in (
        ("across", 20.0, 1.0, 0.5, [0.1, 0.0, -0.1], [0, 1, 0]),
        ("up", 15.0, 0.8, 0.3, [0.0, 0.0, 0.1], [0, 0, 1]),
    ):
        oscillator = {
            "mass": mass,
            "stiffness": stiffness,
            "damper": damper,
            "at": at,
            "direction": axis,
        }
        m.add_device(name, tt.Slosh("tank", model="spring", **oscillator))
    feed = {"mass_flow": 0.05, "tank": "tank"} if loss else {}
    nozzle = hub.frame("nozzle", at=[-1.0, 0.03, 0.0])
    m.add_device("jet", tt.Thruster(nozzle, thrust=50.0, throttle=1.0, **feed))
    m.add_event("cut", tt.time.rises(30.0), off=["jet"])
    return m


def burn_checks(loss: bool) -> list[Check]:
    system = craft(loss).build()
    start = system.state(
        flight={"angular_velocity": [0.01, -0.02, 0.015]},
        across={"slide": 0.05},
        up={"slide": -0.025},
    )
    run = tt.simulate(system, start, duration=60.0, every=10.0, **TIGHT)
    word, expected = "with loss of mass" if loss else "at constant mass", BURNS[loss]
    w = run["hub.angular_velocity"].values[-1]
    found = componentwise(f"{word}, angular velocity", "xyz", w, expected[:3], 1e-12, "rad/s")
    for name, x in zip(("across", "up"), expected[3:], strict=True):
        slide = float(run[f"{name}.slide"].values[-1])
        found.append(Check(f"{word}, mass {name}", slide, x, 1e-12, "m"))
    return found

"""Models with tanks, thrusters and fuel that sloshes, for tests."""

import numpy as np

import treetop as tt


def near(value, expected, within):
    """To an absolute tolerance."""
    error = np.abs(np.asarray(value) - np.asarray(expected)).max()
    assert error <= within, f"off by {error:.1e}"


def kept(system, y):
    """What has no rate: momenta with those of the exhaust, mass, and energies less their works."""
    now = system.observe(np.zeros(1), y[None, :])
    outputs = dict(zip(system.labels["output"], now["outputs"][0], strict=True))
    left = [
        [outputs[f"exhaust.{each}.{axis}"] for axis in "xyz"]
        for each in ("momentum", "angular_momentum")
    ]
    tanks = [x for label, x in outputs.items() if label.endswith(".mass")]
    return np.array(
        [
            *(now["linear_momentum"][0] + left[0]),
            *(now["angular_momentum"][0] + left[1]),
            now["kinetic_energy"][0] + now["potential_energy"][0] - now["work"][0],
            now["energy_about_centre"][0] - now["work_about_centre"][0],
            sum(tanks),
        ]
    )


def drift(system, state, h=1e-3):
    """Rates of what is to be kept, by differences along the rate of the state."""
    y, rate = state.vector, system.rate(state)
    first, second = (
        (kept(system, y + step * rate) - kept(system, y - step * rate)) / (2 * step)
        for step in (h, 0.5 * h)
    )
    return (4.0 * second - first) / 3.0


TURNED = [np.cos(0.3), 0.2 * np.sin(0.3), 0.6 * np.sin(0.3), np.sqrt(0.6) * np.sin(0.3)]


def table():
    """A tank that is told by a table: a cube of side 0.6 m filled along x."""
    masses = np.linspace(1.0, 60.0, 7)
    depth = masses / 60.0 * 0.6
    moments = [masses / 12 * (0.36 + d) for d in (0.36, depth**2, depth**2)]
    rows = np.transpose([*moments, 0 * masses, 0 * masses, 0 * masses])
    return tt.FuelTable(masses, [[0.5 * d, 0.0, 0.1] for d in depth], rows)


def shapes():
    """One tank of each shape: name, shape, fuel, density."""
    return [
        ("uniform", tt.UniformFuel([0.4, 0.1, -0.2], gyration=[0.1, 0.2, 0.25]), 30.0, None),
        ("sphere", tt.SphericalTank(0.4, down=[-0.6, 0.0, 0.8]), 150.0, 1000.0),
        ("cylinder", tt.CylindricalTank(0.35, 0.5, domes=0.2), 200.0, 900.0),
        ("table", table(), 41.0, None),
    ]


def craft(slosh=True, tanks=("uniform", "sphere", "cylinder", "table")):
    """A hub with tanks, one of them on an arm, a nozzle on a gimbal and another on the hub."""
    m = tt.Model("fuelled craft")
    hub = m.add_body("hub", 400.0, [300.0, 500.0, 450.0], centre=[0.1, -0.05, 0.02])
    arm = m.add_body("arm", 30.0, [2.0, 8.0, 9.0], centre=[0.5, 0.0, 0.1])
    bell = m.add_body("bell", 20.0, [1.0, 2.0, 2.0], centre=[-0.3, 0.0, 0.0])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    m.add_joint("hinge", tt.Revolute([0, 0.6, 0.8]), hub.frame("port", at=[0.2, 0.9, 0.1]), arm)
    m.add_joint("gimbal", tt.Universal([0, 1, 0], [0, 0, 1]), hub.frame("aft", at=[-2, 0, 0]), bell)
    for joint, coordinate in (("hinge", None), ("gimbal", "angle1"), ("gimbal", "angle2")):
        spring = {"coordinate": coordinate, "stiffness": 4e3, "damping": 80.0}
        m.add_force(f"{joint} {coordinate or 'angle'}", tt.JointSpring(joint, **spring))
    for k, (name, shape, fuel, density) in enumerate(each for each in shapes() if each[0] in tanks):
        body = arm if name == "sphere" else hub
        at = body.frame(name, at=[0.1 * k, 0.3 - 0.1 * k, 0.2], attitude=TURNED)
        kept = 8.0 if slosh and name == "uniform" else 0.0
        m.add_device(name, tt.Tank(at, fuel=fuel, shape=shape, density=density, residual=kept))
    if slosh and "cylinder" in tanks:
        values = {"model": "spring", "acceleration": 2.0, "damping": 0.02}
        m.add_device("slosh", tt.Slosh("cylinder", modes=2, **values))
    if slosh and "uniform" in tanks:
        hung = {"mass": [5.0, 3.0], "length": [0.4, 0.2], "damper": [0.3, 0.1], "at": [0.3, 0.1, 0]}
        m.add_device("swing", tt.Slosh("uniform", model="spherical-pendulum", **hung))
    main = {"thrust": "4000 N", "isp": "310 s", "throttle": 0.7}
    m.add_device("main", tt.Thruster(bell.frame("exit", at=[-0.6, 0.01, 0]), tank=tanks, **main))
    side = {"thrust": 200.0, "mass_flow": 0.09, "direction": [0.1, 0.3, 1.0], "throttle": 1.0}
    nozzle = hub.frame("side", at=[0.4, -0.7, 0.2])
    m.add_device("side", tt.Thruster(nozzle, tank=tanks[-1], **side))
    return m


def somewhere(system, seed=3):
    """A state with everything in motion."""
    rng, start = np.random.default_rng(seed), {}
    for label in (*system.coordinate_labels, *system.speed_labels):
        joint, quantity, *_ = label.split(".")
        own = start.setdefault(joint, {}).setdefault(quantity, [])
        own.append(float(rng.uniform(-0.2, 0.2)))
    for values in start.values():
        for quantity, own in values.items():
            values[quantity] = own if len(own) > 1 else own[0]
            if quantity == "attitude":
                q = np.array([1.0, *own[1:]])
                values[quantity] = (q / np.linalg.norm(q)).tolist()
    return system.state(**start)

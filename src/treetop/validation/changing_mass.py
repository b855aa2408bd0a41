"""Bodies that lose mass through nozzles: jet damping, the rocket equation, and the equations of
motion against pellets that are thrown out with nothing but momentum conserved."""

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT, cross_matrix, same_sign
from treetop.validation.pellets import Thrown, thrown_out

# A body with fuel apart from its nozzle, after 60 s: angular velocity and attitude.
SPUN = [0.181195381291893, 2.253977846661383, 0.393337775961228]
TURNED = [-0.735122845837925, 0.013176613174844, 0.532966867564451, 0.418768547614226]
MU = 3.986004418e14
ASIDE = 1e-12  # m, m/s: over tens of kilometres, rounding moves the axis aside by as much


def checks() -> list[Check]:
    return [
        *spinning_checks(),
        *jet_damping_checks(),
        *rocket_checks(),
        *pellet_checks(),
        *orbit_checks(),
    ]


def craft(
    inertia: object, fuel: float, centre: object, gyration: float, nozzle: object, u_e: object,
    flow: float, mass: float = 400.0,
) -> tt.Model:  # fmt: skip
    """A free body with a uniform tank and one nozzle, whose jet leaves with u_e."""
    jet = np.asarray(u_e, dtype=float)
    speed = float(np.linalg.norm(jet))
    m = tt.Model("body that loses mass")
    body = m.add_body("body", mass, inertia)
    m.add_joint("flight", tt.Free(), m.ground, body)
    shape = tt.UniformFuel(centre, gyration)
    m.add_device("tank", tt.Tank(body, fuel=fuel, shape=shape))
    at, feed = body.frame("nozzle", at=nozzle), {"mass_flow": flow, "tank": "tank"}
    thrust = {"thrust": flow * speed, "direction": -jet / speed, "throttle": 1.0}
    m.add_device("jet", tt.Thruster(at, **thrust, **feed))
    return m


def spinning_checks() -> list[Check]:
    values = [300.0, 500.0, 450.0], 300.0, [0.4, 0, 0], np.sqrt(0.1), [-2, 0, 0], [-2000, 30, -20]
    system = craft(*values, 0.5).build()
    start = system.state(flight={"angular_velocity": [0.05, 0.1, -0.08]})
    run = tt.simulate(system, start, duration=60.0, every=60.0, **TIGHT)
    w = run["body.angular_velocity"].values[-1]
    q = same_sign(run["body.attitude"].values[-1], TURNED)
    found = componentwise("angular velocity", "xyz", w, SPUN, 1e-11, "rad/s")
    found += componentwise("attitude", "wxyz", q, TURNED, 1e-11)
    audit = run.audit()
    for name in ("mass", "linear momentum", "angular momentum"):
        found.append(Check(f"{name} lost", audit[name].relative, 0.0, 1e-12))
    return [*found, Check("energy lost", audit["energy"].relative, 0.0, 1e-9)]


def cylinder(radius: float, length: float, dry: float, ring: float, ze: float) -> tt.Model:
    """A uniform cylinder along z that burns evenly, with four nozzles on a ring."""
    across, along = np.sqrt(radius**2 / 4 + length**2 / 12), radius / np.sqrt(2)
    m = tt.Model("burning cylinder")
    body = m.add_body("body", dry, dry * np.array([across**2, across**2, along**2]))
    m.add_joint("flight", tt.Free(), m.ground, body)
    shape = tt.UniformFuel(gyration=[across, across, along])
    m.add_device("tank", tt.Tank(body, fuel=1000.0 - dry, shape=shape))
    for k, (x, y) in enumerate(((ring, 0), (0, ring), (-ring, 0), (0, -ring))):
        at = body.frame(f"nozzle{k}", at=[x, y, -ze])
        engine = {"thrust": 2500.0, "direction": [0, 0, 1], "isp": "2000 m/s", "throttle": 1.0}
        m.add_device(f"jet{k}", tt.Thruster(at, tank="tank", **engine))
    return m


def jet_damping_checks() -> list[Check]:
    """Turning across the axis dies away, spin about it grows where nozzles are near the axis."""
    found = []
    cases = {
        "across": (0.5, 4.0, 500.0, 0.3, 2.0, [0.1, 0, 0], 0.271346641083121),
        "along": (1.0, 4.0, 400.0, 0.5, 2.0, [0, 0, 0.1], 1.98817682191763),
    }
    for name, (radius, length, dry, exit_radius, ze, w, expected) in cases.items():
        system = cylinder(radius, length, dry, exit_radius / np.sqrt(2), ze).build()
        start = system.state(flight={"angular_velocity": w})
        run = tt.simulate(system, start, duration=130.0, every=130.0, rtol=1e-13, atol=ASIDE)
        turning = run["body.angular_velocity"].values[-1]
        ratio = float(np.linalg.norm(turning) / np.linalg.norm(w))
        found.append(Check(f"turning {name} the axis, ratio", ratio, expected, 1e-11))
    return found


def rocket_checks() -> list[Check]:
    """Tsiolkovsky's equation, with fuel from three tanks one after another."""
    m = tt.Model("rocket")
    body = m.add_body("body", 400.0, [300.0, 500.0, 450.0])
    m.add_joint("flight", tt.Free(), m.ground, body)
    for name, fuel in (("first", 100.0), ("second", 200.0), ("third", 300.0)):
        m.add_device(name, tt.Tank(body, fuel=fuel))
    feed = {"isp": "3000 m/s", "tank": ["second", "first", "third"]}
    m.add_device("jet", tt.Thruster(body, thrust=7500.0, throttle=1.0, **feed))
    system = m.build()
    run = tt.simulate(system, system.state(), duration=300.0, every=300.0, **TIGHT)
    speed, way = (float(run[f"flight.{q}"].values[-1, 0]) for q in ("velocity", "position"))
    times = [record.time for record in run.events]
    return [
        Check("velocity gained", speed, 2748.87219562247, 1e-9, "m/s"),
        Check("way of the burn", way - 60.0 * speed, 280180.448700406, 1e-6, "m"),
        *(
            Check(f"tank {k} empty", t, expected, 1e-9, "s")
            for k, (t, expected) in enumerate(zip(times, (80.0, 120.0, 240.0), strict=True), 1)
        ),
    ]


def pellet_checks() -> list[Check]:
    """The equations of motion against pellets, for a body about which nothing is special."""
    X = cross_matrix([0.3, -0.5, 0.4])
    inertia = np.diag([300.0, 500.0, 450.0]) + 20.0 * X @ X.T
    r_f, r_e, u_e = np.array([[0.2, -0.5, 0.6], [-2.0, 0.3, -0.4], [-20.0, 3.0, -2.0]])
    w, fuel, flow, duration = np.array([0.3, -0.4, 0.25]), 200.0, 4.0, 5.0
    system = craft(inertia.tolist(), fuel, r_f, 0.3, r_e, u_e, flow).build()
    start = system.state(flight={"angular_velocity": w})
    run = tt.simulate(system, start, duration=duration, every=duration, **TIGHT)
    turning = thrown_out(Thrown(400.0, inertia, fuel, r_f, 0.3**2, r_e, u_e, flow), w, duration)
    found = run["body.angular_velocity"].values[-1]
    return componentwise("against pellets, angular velocity", "xyz", found, turning, 1e-9, "rad/s")


def orbit_checks() -> list[Check]:
    """A burn of 100 s in a low orbit, against an integration of the rocket as a point."""
    from scipy.integrate import solve_ivp

    r, v = np.array([6.8e6, 1e5, -2e5]), np.array([100.0, 7000.0, 2900.0])
    m = tt.Model("burn in orbit")
    body = m.add_body("body", 400.0, [300.0, 300.0, 300.0])
    m.add_joint("flight", tt.Free(), m.ground, body)
    m.add_force("gravity", tt.CentralGravity(mu=MU))
    m.add_device("tank", tt.Tank(body, fuel=600.0, shape=tt.UniformFuel(gyration=0.4)))
    jet = {"thrust": 9000.0, "direction": [0.6, 0.8, 0.0], "isp": "3000 m/s", "throttle": 1.0}
    m.add_device("jet", tt.Thruster(body, tank="tank", **jet))
    system = m.build()
    start = system.state(flight={"position": r.tolist(), "velocity": v.tolist()})
    run = tt.simulate(system, start, duration=100.0, every=100.0, **TIGHT)

    def rate(t: float, y: np.ndarray) -> np.ndarray:
        pull = -MU * y[:3] / np.linalg.norm(y[:3]) ** 3
        push = 9000.0 / (1000.0 - 3.0 * t) * np.array([0.6, 0.8, 0.0])
        return np.append(y[3:], pull + push)

    far = solve_ivp(rate, (0, 100), [*r, *v], method="DOP853", rtol=1e-13, atol=1e-9).y[:, -1]
    place = run["body.position"].values[-1]
    found = componentwise("burn in orbit, position", "xyz", place, far[:3], 1e-5, "m")
    return [*found, Check("energy", run.audit()["energy"].relative, 0.0, 1e-9)]

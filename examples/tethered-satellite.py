"""A satellite is deployed from a station on a tether of 10 km, kept there, and retrieved.

The reel follows a law of the rate of the length, and thrusters help it while the line is retrieved:
across the line against librations, and along it where gravity leaves too little tension.
"""

import math

import numpy as np

import treetop as tt

MU, RADIUS = 3.986004418e14, 6778137.0
N = math.sqrt(MU / RADIUS**3)  # rate of the orbit, rad/s
STATION, SATELLITE = 100e3, 500.0  # kg
FUEL = 40.0  # kg of the satellite
DRY = SATELLITE - FUEL
NAMES = "station", "satellite"
REDUCED = STATION * SATELLITE / (STATION + SATELLITE)
SHORT, LONG = 100.0, 10e3  # m, of line at the start, and in station-keeping
ASIDE = 0.05  # m/s out of the plane of the orbit, at the start
DEPLOYED, RECALLED, END = 17000.0, 32000.0, 46000.0  # s, when one phase follows another
OUT, IN = 0.5, 0.3  # rates of the length in units of the orbit's
SPEED = 2.0  # m/s, that the reel keeps below
RAMP = 600.0  # s, in which the reel begins to draw in
PULL, SETTLE = 0.8, 0.5  # station-keeping: of pitch rate, and of what is missing of the length
DAMPING = 1.0  # of librations by thrusters, in units of the orbit's rate
LEAST = 0.5  # N, tension that thrusters along the line leave
THRUST, ISP = 4.0, 70.0  # N and s, of cold gas

GAINS = [N, REDUCED, LONG, DEPLOYED, RECALLED, OUT, IN, SPEED, PULL, SETTLE, DAMPING, LEAST, THRUST]
JETS = {
    f"{axis} {side}": [float(sign * (axis == each)) for each in "xyz"]
    for axis in "xyz"
    for side, sign in (("forward", 1), ("back", -1))
}


def law(t, z, x, p, u, rates):
    """Rate of the length, and throttles of six thrusters, by positions and velocities of both.

    The line runs out exponentially, then uniformly, then slowly towards its length; it is kept
    there by the rate of the pitch, which it damps, and drawn in exponentially.
    """
    n, m, thrust = p[0], p[1], p[12]
    dx, dy, dz = z[6] - z[0], z[7] - z[1], z[8] - z[2]
    vx, vy, vz = z[9] - z[3], z[10] - z[4], z[11] - z[5]
    l = math.sqrt(dx * dx + dy * dy + dz * dz)
    radius = math.sqrt(z[0] * z[0] + z[1] * z[1])
    ux, uy = z[0] / radius, z[1] / radius  # upward
    roll = math.asin(dz / l)
    flat = math.sqrt(dx * dx + dy * dy)
    cosine = (dx * ux + dy * uy) / flat  # of the pitch
    rate = (dx * vx + dy * vy + dz * vz) / l
    turning = (dx * vy - dy * vx) / (flat * flat)  # pitch rate and that of the orbit
    rolling = (vz - dz * rate / l) / flat
    if t < p[3]:
        u[0] = min(p[5] * n * l, p[7], p[5] * n * (p[2] - l))
    elif t < p[4]:
        u[0] = p[8] * l * (turning - n) + p[9] * n * (p[2] - l)
    else:
        u[0] = -min(p[6] * n * l, p[7]) * min((t - p[4]) / p[14], 1.0)
    if t < p[4] or p[13] == 0.0:
        for k in range(1, 7):
            u[k] = 0.0
        return
    ahead = m * (2.0 * u[0] * turning - p[10] * n * l * (turning - n)) * math.cos(roll)
    aside = m * (2.0 * u[0] - p[10] * n * l) * rolling
    field = 3.0 * (cosine * math.cos(roll)) ** 2 - 1.0
    spin = (turning * math.cos(roll)) ** 2 + rolling * rolling
    outward = max(0.0, p[11] - m * l * (spin + n * n * field))
    fx = (outward * dx - ahead * dy * l / flat) / l - aside * dx * dz / (flat * l)
    fy = (outward * dy + ahead * dx * l / flat) / l - aside * dy * dz / (flat * l)
    fz = outward * dz / l + aside * flat / l
    u[1], u[2] = max(fx, 0.0) / thrust, max(-fx, 0.0) / thrust
    u[3], u[4] = max(fy, 0.0) / thrust, max(-fy, 0.0) / thrust
    u[5], u[6] = max(fz, 0.0) / thrust, max(-fz, 0.0) / thrust


def mission(helped: bool = True) -> tt.Model:
    """The station, the satellite with the attitude that it holds, and the line between them; with
    or without the help of thrusters."""
    m = tt.Model("tethered satellite")
    for name, mass, size in (("station", STATION, [300, 600, 200]), ("satellite", DRY, [200] * 3)):
        body = m.add_body(name, mass, [mass] * 3, looks=[tt.looks.Box(size)])
        m.add_joint(f"{name} flight", tt.Free(), m.ground, body)
    m.add_force("earth", tt.CentralGravity(MU, gradient=False))
    line = tt.Tether("station", "satellite", length=SHORT, stiffness="20 N/m", damping="100 N*s/m")
    m.add_device("line", line)
    m.add_device("tank", tt.Tank("satellite", fuel=FUEL))
    for name, axis in JETS.items():
        jet = tt.Thruster("satellite", thrust=THRUST, direction=axis, isp=ISP, tank="tank")
        m.add_device(name, jet)
    reel = tt.Controller(
        law,
        every="continuous",
        parameters=[*GAINS, float(helped), RAMP],
        inputs=[f"{name}.{what}" for name in NAMES for what in ("position", "velocity")],
        to=["line.length_rate", *(f"{name}.throttle" for name in JETS)],
    )
    m.add_controller("reel", reel)
    place, motion = np.array([SHORT, 0.0, 0.0]), np.array([OUT * N * SHORT, N * SHORT, ASIDE])
    for name, share in zip(NAMES, (-SATELLITE, STATION), strict=True):
        part = share / (STATION + SATELLITE)
        position = part * place + [RADIUS, 0, 0]
        velocity = part * motion + [0, RADIUS * N, 0]
        m.set_start(f"{name} flight", position=position, velocity=velocity)
    return m


if __name__ == "__main__":
    system = mission().build()
    run = tt.simulate(system, system.start(), END, every=20, method="radau", rtol=1e-9, atol=1e-9)
    print(f"{run['line.distance'].values[-1]:.1f} m of line, {run['tank.mass'].values[-1]:.1f} kg")

"""An agile satellite slews by 60 degrees in 25 s with four control moment gyros in a pyramid."""

import numpy as np

import treetop as tt

SKEW = np.arctan(np.sqrt(2.0))  # of the pyramid's faces: its momentum is nearly a ball
MOMENTUM, SPEED = 25.0, 6000 * np.pi / 30  # of each wheel, N m s and rad/s
INERTIA = (670.0, 870.0, 772.0)  # of all, as the steering law knows it, kg m²
ANGLE, DURATION, BEGIN = np.radians(60.0), 25.0, 2.0  # of the slew about x, rad, s, s
FASTEST = 1.5  # rate of a gimbal that is commanded, rad/s
GYROS = ("gyro1", "gyro2", "gyro3", "gyro4")
PULL, TURNS, WAVES = 0.01, 10.0, 0.1  # of what avoids singularities: see `steering`


def axes(k: int) -> tuple[np.ndarray, np.ndarray]:
    """Axes of gyro k, 0 to 3: of its gimbal, and of its wheel at the angle 0."""
    c, s = np.cos(k * np.pi / 2).round(), np.sin(k * np.pi / 2).round()
    return np.array([c * np.sin(SKEW), s * np.sin(SKEW), np.cos(SKEW)]), np.array([-s, c, 0.0])


def steering(t, z, x, p, u):
    """Rates of four gimbals that turn the body along a smooth slew about x.

    z attitude (4), angular velocity (3), angles of the gimbals (4)
    p inertia (3), stiffness, damping, angle, duration and begin of the slew, momentum of a wheel,
      skew of the pyramid, highest rate, then λ₀, μ and ε₀ of what avoids singularities
    u rates of the gimbals (4), singularity measure, part of the torque that is asked for

    The generalised singularity-robust inverse of Wie, Bailey and Heiberg (J. Guidance 24, 2001):
    rates = Aᵀ (A Aᵀ + λ E)⁻¹ h'/h, with λ = λ₀ exp(-μ det A Aᵀ), and waves ε₀ sin(π t/2 + φ) beside
    the diagonal of E.
    """
    # The slew: angle, rate and acceleration at this time.
    s = min(max((t - p[7]) / p[6], 0.0), 1.0)
    angle = p[5] * s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
    rate = p[5] * 30.0 * s**2 * (1.0 - s) ** 2 / p[6]
    acceleration = p[5] * 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s) / p[6] ** 2

    # The attitude as seen from there, and the torque that is asked for.
    a, b = np.cos(angle / 2), np.sin(angle / 2)
    w = a * z[0] + b * z[1]
    error = np.array([a * z[1] - b * z[0], a * z[2] + b * z[3], a * z[3] - b * z[2]])
    if w < 0.0:
        error = -error
    omega = z[4:7].copy()
    torque = -p[3] * error - p[4] * (omega - np.array([rate, 0.0, 0.0]))
    torque[0] += acceleration
    torque *= p[0:3]

    # Momentum of the wheels, and its changes with each angle, in units of one wheel's.
    cb, sb = np.cos(p[9]), np.sin(p[9])
    A, H = np.zeros((3, 4)), np.zeros(3)
    for k in range(4):
        c, s = np.cos(z[7 + k]), np.sin(z[7 + k])
        # At the angle 0 the wheel is along `spin`, and goes towards `side`.
        ck, sk = (1.0, 0.0, -1.0, 0.0)[k], (0.0, 1.0, 0.0, -1.0)[k]
        spin = np.array([-sk, ck, 0.0])
        side = np.array([-cb * ck, -cb * sk, sb])
        H += c * spin + s * side
        A[:, k] = c * side - s * spin
    whole = p[0:3] * omega + p[8] * H
    change = -(torque + np.cross(omega, whole)) / p[8]

    # The inverse.
    M = A @ A.T
    det = np.linalg.det(M)
    part = p[11] * np.exp(-p[12] * det)
    waves = p[13] * np.sin(0.5 * np.pi * t + np.array([0.0, 0.5 * np.pi, np.pi]))
    E = np.array([[1.0, waves[2], waves[1]], [waves[2], 1.0, waves[0]], [waves[1], waves[0], 1.0]])
    rates = A.T @ np.linalg.solve(M + (part + 1e-12) * E, change)
    most = np.abs(rates).max()
    if most > p[10]:
        rates *= p[10] / most
    u[0:4] = rates
    u[4] = np.sqrt(max(det, 0.0))
    u[5] = -(A @ rates * p[8])[0]


def servo(t, z, x, p, u, rates):
    """Torques at the gimbals that follow the rates, and hold what the turning body does to them.

    z rates asked for, rates, angles (4 each), angular velocity of the body (3)
    p gain, momentum of a wheel, skew
    """
    cb, sb = np.cos(p[2]), np.sin(p[2])
    for k in range(4):
        c, s = np.cos(z[8 + k]), np.sin(z[8 + k])
        ck, sk = (1.0, 0.0, -1.0, 0.0)[k], (0.0, 1.0, 0.0, -1.0)[k]
        across = c * (-cb * (ck * z[12] + sk * z[13]) + sb * z[14]) - s * (ck * z[13] - sk * z[12])
        u[k] = p[0] * (z[k] - z[4 + k]) - p[1] * across


def agile_satellite(avoid: bool = True, begin: float = BEGIN) -> tt.Model:
    """The satellite; unless it shall `avoid` singularities, by the pseudo-inverse alone."""
    model = tt.Model("agile satellite")
    looks = [
        tt.looks.Box([1.6, 1.6, 1.8], colour="silver", opacity=0.35),
        tt.looks.Cylinder(radius=0.4, length=0.6, at=[0, 0, 1.2], colour="grey"),
        tt.looks.Plate([2.2, 1.6], at=[0, 1.9, 0], colour="navy"),
        tt.looks.Plate([2.2, 1.6], at=[0, -1.9, 0], colour="navy"),
    ]
    bus = model.add_body("bus", mass=900, inertia=[650, 850, 750], looks=looks)
    model.add_joint("flight", tt.Free(), model.ground, bus)
    for k, name in enumerate(GYROS):
        gimbal, spin = axes(k)
        out = np.cross(spin, [0.0, 0.0, 1.0])
        gyro = tt.ControlMomentGyro(
            bus.frame(name, at=0.6 * out - [0, 0, 0.4]),
            gimbal_axis=gimbal,
            spin_axis=spin,
            inertia=MOMENTUM / SPEED,
            gimbal_inertia=[0.03, 0.03, 0.03],
            mass=15,
            gimbal_torque="10 N*m",
            start=SPEED,
        )
        model.add_device(name, gyro)
    of_gyros = {what: [f"{name}.{what}" for name in GYROS] for what in ("angle", "rate")}
    waves = (PULL, TURNS, WAVES) if avoid else (0.0, TURNS, 0.0)
    slew = *INERTIA, 0.5, 0.9, ANGLE, DURATION, begin, MOMENTUM, SKEW, FASTEST, *waves
    rates = [f"rate{k}" for k in (1, 2, 3, 4)]
    law = tt.Controller(
        steering,
        every="50 ms",
        inputs=["bus.attitude", "bus.angular_velocity", *of_gyros["angle"]],
        parameters=slew,
        output_units=dict.fromkeys(rates, "rad/s") | {"measure": "1", "torque": "N*m"},
    )
    model.add_controller("steering", law)
    asked = [f"steering.{rate}" for rate in rates]
    loops = tt.Controller(
        servo,
        inputs=[*asked, *of_gyros["rate"], *of_gyros["angle"], "bus.angular_velocity"],
        parameters=[5.0, MOMENTUM, SKEW],
        to=[f"{name}.gimbal_torque" for name in GYROS],
    )
    model.add_controller("servo", loops)
    return model


def main() -> None:
    system = agile_satellite().build()
    run = tt.simulate(system, system.state(), duration=40, every=0.05)
    q = run["flight.attitude"].values[-1]
    error = 2 * np.arctan2(q[1], q[0]) - ANGLE
    print(run.audit())
    print(f"error in the end: {np.degrees(error) * 3600:.1f} arcsec")
    print(f"least singularity measure: {run['steering.measure'].min().item():.3f}")


if __name__ == "__main__":
    main()

"""Librations of a rigid body that points at the earth, circular orbit of rate n.

Pitch² = 3 (Ir - Iy)/Ip n²; roll and yaw from λ⁴ + (1 + 3 k1 + k1 k3) λ² + 4 k1 k3 = 0 (in n) with
k1 = (Ip - Iy)/Ir, k3 = (Ip - Ir)/Iy. A pitch of amplitude α takes 2/π K(sin² α) times as long.
Axes: roll forward, pitch against the orbit normal, yaw to nadir.
"""

import numpy as np
from scipy.special import ellipk

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT, compose, jacobian, matrix, quaternion, turn

MU, R = 3.986004418e14, 7.0e6
N = np.sqrt(MU / R**3)
ROLL, PITCH, YAW = INERTIA = (90.0, 100.0, 60.0)
# Forward, against the orbit normal and down, at the start on the inertial x axis going along y.
LOCAL = quaternion(np.array([[0, 0, -1], [1, 0, 0], [0, -1, 0]]))
PITCH_RATE = np.sqrt(3 * (ROLL - YAW) / PITCH) * N


def checks() -> list[Check]:
    model = tt.Model("gravity gradient")
    model.add_joint("orbit", tt.Free(), model.ground, model.add_body("craft", 200.0, INERTIA))
    model.add_force("earth", tt.CentralGravity(MU))
    system = model.build()
    names = ("fast roll-yaw", "pitch", "slow roll-yaw")
    expected = sorted([*roll_yaw_rates(), PITCH_RATE / N], reverse=True)
    return [
        *(
            Check(f"{name} rate", value, reference, 1e-10, "n", "relative")
            for name, value, reference in zip(names, libration_rates(system), expected, strict=True)
        ),
        large_pitch(system, np.radians(60.0)),
    ]


def roll_yaw_rates() -> np.ndarray:
    k1, k3 = (PITCH - YAW) / ROLL, (PITCH - ROLL) / YAW
    return np.sqrt(-np.roots([1.0, 1 + 3 * k1 + k1 * k3, 4 * k1 * k3]))


def state(system: tt.System, turned: np.ndarray, rate: np.ndarray) -> tt.State:
    """The spacecraft turned from the local axes by a quaternion, at a rate in its own axes relative
    to them."""
    frame_rate = matrix(turned).T @ [0, -N, 0]
    return system.state(
        orbit={
            "position": [R, 0, 0],
            "velocity": [0, np.sqrt(MU / R), 0],
            "attitude": compose(LOCAL, turned),
            "angular_velocity": frame_rate + rate,
        }
    )


def libration_rates(system: tt.System) -> np.ndarray:
    """In n, from the equations linearised about rest in the local axes."""

    def rates(x: np.ndarray) -> np.ndarray:
        """Rates of small turns and relative rates, both about the spacecraft's axes; time in
        1/n."""
        angle = np.linalg.norm(x[:3])
        turned = turn(x[:3], angle) if angle else turn([1, 0, 0], 0.0)
        now = system.evaluate(state(system, turned, N * x[3:]))
        frame_rate = matrix(turned).T @ [0, -N, 0]
        relative = now.body["craft"].angular_acceleration - np.cross(frame_rate, N * x[3:])
        return np.array([*x[3:], *(relative / N**2)])

    roots = np.linalg.eigvals(jacobian(rates, np.zeros(6), 0.01))
    return np.sort(roots.imag[roots.imag > 0])[::-1]


def large_pitch(system: tt.System, amplitude: float) -> Check:
    period = 4 * ellipk(np.sin(amplitude) ** 2) / PITCH_RATE
    start = state(system, turn([0, 1, 0], amplitude), np.zeros(3))
    run = tt.simulate(system, start, duration=period, at=[period], **TIGHT)
    craft = run.data.sel(body="craft", axis="y").isel(time=-1)
    # The turning point is where the speed vanishes: one Newton step from the expected period.
    turning = period - (float(craft.angular_velocity) + N) / float(craft.angular_acceleration)
    return Check("period of pitch, amplitude 60°", turning, period, 1e-10, "s", "relative")

"""Feedback of the modified Rodrigues parameters σ = q / (1 + q₀) from the target to the attitude.

    torque = -K σ - P (ω - ω_target) + ω × J ω

Schaub, Junkins: Analytical mechanics of space systems, chapter 8.
"""

from treetop.core.compiler import kernel
from treetop.core.control.laws.attitude_feedback import attitude_error, command_torque
from treetop.core.spatial import Vec3


@kernel
def rodrigues_parameters(q):
    """The modified ones, of the shorter turn."""
    return Vec3(q.x, q.y, q.z) * (1.0 / (1.0 + q.w))


@kernel
def mrp_feedback(z, p, u):
    command_torque(rodrigues_parameters(attitude_error(z, p)), z, p, u)

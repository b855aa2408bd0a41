"""Feedback of the vector part of the quaternion from the target to the attitude.

    torque = -K q - D (ω - ω_target) + ω × J ω

Wie, Weiss, Arapostathis: Quaternion feedback regulator for spacecraft eigenaxis rotations (1989).
"""

from treetop.core.compiler import kernel
from treetop.core.control.laws.attitude_feedback import attitude_error, command_torque
from treetop.core.spatial import Vec3


@kernel
def quaternion_feedback(z, p, u):
    q = attitude_error(z, p)
    command_torque(Vec3(q.x, q.y, q.z), z, p, u)

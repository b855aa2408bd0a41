"""Feedback of the attitude quaternion."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.controllers.attitude_feedback import AttitudeFeedback
from treetop.model.specification import spec

__all__ = ["QuaternionFeedback"]


@spec
class QuaternionFeedback(AttitudeFeedback):
    """Turns a body to the attitude ``target`` by quaternion feedback.

    It asks for the torque -``stiffness`` q - ``damping`` (ω - ω_target), with the vector part q of
    the quaternion of the shorter turn from the target to the attitude. ``attitude`` and
    ``rate`` name sensors, or bodies and frames, or quantities; targets may be named likewise.
    ``inertia`` adds the torque ω × J ω. The torque, shortened to ``limit``, is in the axes of the
    frame ``axes``, by default that of the rate, and is shared among the devices ``to``, wheels or
    thrusters, by a pseudo-inverse; without any it is there for others to read as ``torque``.

    While a star tracker that it reads is not valid, it goes on with the attitude of the last valid
    reading and with the rate as it is; before the first one it only damps the rate. ``valid`` names
    what says whether the attitude is valid, such as that tracker: while it is 0, it only damps the
    rate.

    With ``every`` "continuous" it acts at every instant, on what is known before forces act, such
    as how frames move and what sensors said last; it needs devices then, and has no ``torque``.
    """

    kind: ClassVar[str] = "quaternion-feedback"

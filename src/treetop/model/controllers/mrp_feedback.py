"""Feedback of modified Rodrigues parameters."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.controllers.attitude_feedback import AttitudeFeedback
from treetop.model.specification import spec

__all__ = ["MrpFeedback"]


@spec
class MrpFeedback(AttitudeFeedback):
    """Turns a body to the attitude ``target`` by feedback of modified Rodrigues parameters.

    It asks for the torque -``stiffness`` σ - ``damping`` (ω - ω_target), with the MRP σ of the
    shorter turn from the target to the attitude. ``attitude`` and ``rate`` name
    sensors, or bodies and frames, or quantities; targets may be named likewise. ``inertia`` adds
    the torque ω × J ω. The torque, shortened to ``limit``, is in the axes of the frame ``axes``, by
    default that of the rate, and is shared among the devices ``to``, wheels or thrusters, by a
    pseudo-inverse; without any it is there for others to read as ``torque``.

    What it does while the attitude is not ``valid``, and with ``every`` "continuous", is what
    `treetop.QuaternionFeedback` does.
    """

    kind: ClassVar[str] = "mrp-feedback"

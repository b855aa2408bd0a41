"""What Treetop raises: every message says what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

__all__ = ["AuditWarning", "ModelError", "Problem", "RunError", "TreetopError"]


# What other codes call parts and functions of Treetop.
CALLED = {
    **dict.fromkeys(("Ball", "BallJoint", "S"), "Spherical"),
    **dict.fromkeys(("Hinge", "Pin", "RevoluteJoint", "Rotational"), "Revolute"),
    **dict.fromkeys(("Slider", "Slide", "PrismaticJoint", "Translational"), "Prismatic"),
    **dict.fromkeys(("Weld", "Rigid", "Lock", "FixedJoint"), "Fixed"),
    **dict.fromkeys(("FreeJoint", "Floating", "SixDof", "Free6"), "Free"),
    **dict.fromkeys(("Gravity", "ConstantGravity"), "UniformGravity or tt.CentralGravity"),
    **dict.fromkeys(("ReactionWheel", "MomentumWheel", "RW"), "Wheel"),
    **dict.fromkeys(("CMG", "VSCMG"), "ControlMomentGyro"),
    **dict.fromkeys(("MTB", "TorqueRod", "MagneticTorquer"), "Magnetorquer"),
    **dict.fromkeys(("JointTorque", "JointForce", "Torque"), "JointEffort or tt.Motor"),
    **dict.fromkeys(("Force", "PointForce", "ExternalForce"), "FrameForce or tt.UserForce"),
    **dict.fromkeys(("Spring", "Damper", "LinearSpring"), "SpringDamper or tt.JointSpring"),
    **dict.fromkeys(("TorsionSpring", "RotationalSpring", "Bushing"), "JointSpring"),
    **dict.fromkeys(("run", "solve", "integrate", "propagate", "sim", "Simulation"), "simulate"),
    **dict.fromkeys(("linearize", "Linearise", "Linearize"), "linearise"),
    **dict.fromkeys(("optimize", "minimize"), "optimise"),
    "ik": "inverse_kinematics",
    **dict.fromkeys(("read", "open", "from_file", "load_model"), "load"),
    **dict.fromkeys(("MonteCarlo", "Sweep"), "Campaign"),
    **dict.fromkeys(("Rope", "Chain", "Wire"), "Cable or tt.Tether"),
}


def other_name(name: str) -> str:
    """What is said of a public name that is not there, if other codes have it."""
    return f" (it is called tt.{CALLED[name]})" if name in CALLED else ""


LONGEST = 1000  # letters of each part of a problem that are shown


class Problem(NamedTuple):
    """One thing that is wrong with a model.

    Attributes
    ----------
    what : str
        What is wrong, as a sentence without its full stop.
    where : str
        Path in the model, such as ``bodies.bus.mass``.
    hint : str
        What would be right.
    file, line : str, int
        Where the model was read from; empty and 0 when it was made in Python.
    """

    what: str
    where: str = ""
    hint: str = ""
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        place = self.file
        if self.line:
            place = f"{place}:{self.line}" if place else f"line {self.line}"
        what, where, hint = _brief(self.what), _brief(self.where), _brief(self.hint)
        message = ": ".join(part for part in (place, where, what) if part)
        return _one_line(f"{message} ({hint})" if hint else message)


def _brief(text: str) -> str:
    """Without its middle if that is long: names and values of others may be of any length."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 100]} ... {text[-90:]}"


def _one_line(text: str) -> str:
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


class TreetopError(Exception):
    """Anything that Treetop raises on purpose."""


SHOWN = 10  # problems that a message reports; the others are counted


class ModelError(TreetopError, ValueError):
    """A model that cannot be right, with all its problems at once; its text gives the first ten.

    Attributes
    ----------
    problems : list of Problem
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        lines = [str(problem) for problem in self.problems[:SHOWN]]
        more = len(self.problems) - SHOWN
        super().__init__("\n".join(lines + [f"... and {more} more like these"] * (more > 0)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems,)


class RunError(TreetopError, RuntimeError):
    """A run that could not reach its end.

    Attributes
    ----------
    run : Run or None
        The part that was computed.
    outcome : object
        Why it stopped.
    """

    def __init__(self, message: str, run: Any = None, outcome: Any = None) -> None:
        super().__init__(message)
        self.run = run
        self.outcome = outcome


class AuditWarning(UserWarning):
    """A run has come to its end, and its audit fails: what it says need not be so."""

"""The course of a run: what its events do, and the structure that follows."""

from treetop.simulation.supervisor.supervisor import Course, Verdict

__all__ = ["Course", "Verdict"]

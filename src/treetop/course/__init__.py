"""The course of a run: what its events do, and the structure that follows."""

from treetop.course.course import Course, Verdict

__all__ = ["Course", "Verdict"]

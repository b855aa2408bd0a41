"""Constraints kept by projection after each step: positions first, then velocities.

Every formulation projects so between two steps, by the smallest change in the measure of kinetic
energy (`formulations/closed_loop/project.py`, `formulations/absolute/project.py`): E. Eich, *SIAM
Journal on Numerical Analysis* 30 (1993), 1467-1482.
"""

from treetop.core.stabilization.interface import Stabilized


def stabilized(equations, tables, problem, length, gains):
    """As the formulation itself does."""
    return Stabilized(equations.derivative.function, equations.project.function, problem, None)

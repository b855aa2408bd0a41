"""Constraints kept by moving square to the directions that they leave free.

Free directions are an orthonormal basis of the null space of J, found by reflections at the start
of each step: R. P. Singh and P. W. Likins, *Journal of Applied Mechanics* 52 (1985), 943-948, by
singular values; S. S. Kim and M. J. Vanderploeg, *Journal of Mechanisms, Transmissions, and
Automation in Design* 108 (1986), 183-188, by reflections; within a step they parametrise the states
as in F. A. Potra and J. Yen, *Mechanics of Structures and Machines* 19 (1991), 77-98.  What is
solved for are the directions square to them, which span the rows of J.  That space changes
continuously with the state, and nothing depends on the basis that is taken in it.
"""

from treetop.core.compiler import entry
from treetop.core.linear_algebra.orthogonal import from_axes, orthogonalised
from treetop.core.spatial.table_access import copy_rows
from treetop.core.stabilization.local_parametrization import CHOOSE, stabilized_by


def stabilized(equations, tables, problem, length, gains):
    return stabilized_by(choose, equations, tables, problem, length)


@entry(*CHOOSE)
def choose(J, chosen):
    """An orthonormal basis of the rows of J, and rows that are independent."""
    copy_rows(chosen.A, J)
    rank = orthogonalised(chosen.A, chosen.beta, chosen.row, chosen.size, -1, chosen.margin)
    chosen.counts[0] = rank
    chosen.counts[1] += 1
    for k in range(rank):
        chosen.D[k, :] = 0.0
        chosen.D[k, k] = 1.0
        from_axes(chosen.A, chosen.beta, rank, chosen.D[k])
    return 0

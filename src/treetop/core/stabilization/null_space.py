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
from treetop.core.stabilization.local_parametrization import CHOOSE, kept_by


def kept(equations, tables, problem, length, gains):
    return kept_by(choose, equations, tables, problem, length)


@entry(*CHOOSE)
def choose(J, own):
    """An orthonormal basis of the rows of J, and rows that are independent."""
    copy_rows(own.A, J)
    rank = orthogonalised(own.A, own.beta, own.row, own.size, -1, own.margin)
    own.counts[0] = rank
    own.counts[1] += 1
    for k in range(rank):
        own.D[k, :] = 0.0
        own.D[k, k] = 1.0
        from_axes(own.A, own.beta, rank, own.D[k])
    return 0

"""The order of the state vector y, and the types of the functions that work on it.

    q coordinates    u speeds    origin: place and velocity    work: on the whole, about centre

Positions of free bodies are measured from the origin, which falls along with them; the two
works are kept for the audit of energy and nothing depends on them.
"""

import numpy as np

from treetop._kernel import Bundle, function_like, kernel
from treetop.assembly.tables import TABLES, WORK
from treetop.dynamics.forces.user_force import LAWS
from treetop.dynamics.stations import Origin
from treetop.spatial.rows import vec_at

EXTRA = 8  # places behind the speeds: origin 3, its velocity 3, works 2
WORKS = 2  # the last of them, which no error control looks at

# What every evaluation needs: the tables of a model, and room to work in.
bundle = Bundle(TABLES, WORK)
PROBLEM = bundle.handle
unpack = bundle.unpack

# Samples of what each function returns and takes.
DERIVATIVE = (0, 0.0, np.zeros(0), np.zeros(0), PROBLEM, LAWS)
SETTLE = (True, np.zeros(0), np.zeros(0), PROBLEM)
DERIVATIVE_TYPE, SETTLE_TYPE = function_like(*DERIVATIVE), function_like(*SETTLE)


@kernel
def origin_of(y):
    at = y.size - EXTRA
    return Origin(vec_at(y, at), vec_at(y, at + 3))

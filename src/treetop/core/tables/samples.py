"""One of each table, as samples of the types that kernels are compiled for."""

import numpy as np

from treetop.core.compiler import BOX, Bundle, function_like
from treetop.core.spatial import Mat3, Vec3, Wrench
from treetop.core.tables.curves import no_curves
from treetop.core.tables.motion import FrameMotion
from treetop.core.tables.sliding import NO_CORDS, NO_TRACKS, Sliding
from treetop.core.tables.tables import (
    Added,
    Bent,
    Bodies,
    Calls,
    Commands,
    Constraints,
    Driven,
    Drives,
    Environment,
    FrameForces,
    Frames,
    Gravity,
    JointEfforts,
    JointSprings,
    LineSprings,
    Loops,
    OptionalForces,
    Paths,
    Signals,
    Tables,
    Tree,
    UserConstraintTables,
    UserForces,
    UserRow,
    UserRowOut,
)
from treetop.core.tables.workspace import Moving, measured_workspace, workspace


def _integers(*shape):
    return np.zeros(shape, dtype=np.int64)


_NOWHERE = Vec3(0.0, 0.0, 0.0)
_MOTION = FrameMotion(_NOWHERE, _NOWHERE, Mat3(_NOWHERE, _NOWHERE, _NOWHERE), _NOWHERE)
LAW = (Wrench(_NOWHERE, _NOWHERE), 0, 0.0, _MOTION, np.zeros(1))
USER_FUNCTION = function_like((0.0, 0.0, 0.0), 0, 0.0)
USER_FUNCTION_ROW = ((0.0, 0.0, 0.0), 0, 0.0, 0.0, np.zeros((0, 3)), np.zeros(0))
USER_FILL = (
    0,
    *(0, 0.0, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0), Moving(*np.zeros((4, 0, 0)))),
    UserRow(
        *(_integers(1), _integers(0, 2), 0, np.zeros((0, 24)), 0, np.zeros(0), 0),
        function_like(*USER_FUNCTION_ROW),
    ),
    UserRowOut(np.zeros((0, 6)), np.zeros((0, 6)), *np.zeros((4, 0))),
)
SLIDING_FILL = (
    0,
    *(0, 0, 0, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0), Moving(*np.zeros((4, 0, 0)))),
    *(_integers(1), NO_TRACKS, NO_CORDS),
    UserRowOut(np.zeros((0, 6)), np.zeros((0, 6)), *np.zeros((4, 0))),
)
LOOPS = Loops(
    row_at=_integers(1),
    bodies=_integers(0, 2),
    R=np.zeros((0, 9)),
    p=np.zeros((0, 3)),
    joint=_integers(0),
    q_at=_integers(1),
    u_at=_integers(1),
    middle=np.zeros((0, 9)),
    pitch=np.zeros(0),
    curves=no_curves(0),
    R_F=np.zeros((0, 9)),
    p_F=np.zeros((0, 3)),
    R_M=np.zeros((0, 9)),
    acting=_integers(0),
    carried=_integers(0, 2),
)
MEASURE = (
    0,
    *(0, LOOPS, measured_workspace(0, 0, 0), Moving(*np.zeros((4, 0, 0)))),
    *(Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0)),
)
# power of gravity as seen from the moving origin, its resultant, and power as seen from the ground
ATTRACT = ((0.0,) * 5, 0.0, np.zeros(0), Bundle.handle)  # t, y
PRESS = ((0.0,) * 4, 0.0, np.zeros(0), np.zeros(0), Bundle.handle)  # t, y, its rate
RECORD = (0, 0.0, np.zeros(0), np.zeros(0), 0, Bundle.handle, Bundle.handle)  # t, y, z, s, rows
OUTPUTS = (0, np.zeros(0), np.zeros(0), np.zeros(0), Bundle.handle)  # y, z, row
# Of groups of forces, whose own handles come last: of `act` power, seen from the moving origin,
# resultant, rates of mass and potential, by t, q, u, y and its rate; of `momenta` kinetic and
# elastic energy and angular momentum, by y and energies; `fill` has y and the internal states.
ACT = ((0.0,) * 6, 0.0, *(np.zeros(0),) * 4, Bundle.handle, Bundle.handle)
EXERT, TELL = (*RECORD, Bundle.handle), (*OUTPUTS, Bundle.handle)
MOMENTA = ((0.0,) * 5, np.zeros(0), np.zeros(0), Bundle.handle, Bundle.handle)
FILL = (0, np.zeros(0), np.zeros(0), Bundle.handle)
CALLED = Calls._make(function_like(*each) for each in (ACT, EXERT, TELL, MOMENTA, FILL))
unpack_calls = Bundle(CALLED).unpack
_IN = (0, 0, np.zeros(0), np.zeros(0), Bundle.handle)  # i, two vectors, their tables
PLACE = CONDENSE = EXPAND = YIELD = RESIST = _IN
LOAD = ((0.0,) * 6, *(0.0,) * 4, Bundle.handle)  # μ and the origin of positions
_ROWS_IN = (0, np.zeros((0, 0)), np.zeros(0), np.zeros(0), Bundle.handle)
FELT, ANSWERED = (0.0, *_ROWS_IN), (0, *_ROWS_IN)
TOTAL = ((0.0,) * 8, 0.0, 0.0, 0.0, np.zeros(0), Bundle.handle)
_ROWS_OF = np.zeros((0, 3))
PARTIALS = (0, 0, *(_ROWS_OF,) * 4, Bundle.handle)
MODAL_INERTIA = (0, 0, _ROWS_OF, _ROWS_OF, np.zeros((0, 0)), Bundle.handle)
_IN_TREE = PLACE, LOAD, CONDENSE, EXPAND, FELT, ANSWERED, TOTAL
_BENT = *_IN_TREE, PARTIALS, MODAL_INERTIA, YIELD, RESIST
BENT = Bent._make([*(function_like(*each) for each in _BENT), _integers(1), BOX])
_AROUND = [function_like(*each) for each in (ATTRACT, PRESS, RECORD, OUTPUTS)]
_GROUND = Bodies(np.zeros(1), np.zeros((1, 3)), np.zeros((1, 6)))
WORK = workspace(_GROUND, 0)
TABLES = Tables(
    tree=Tree(
        parent=_integers(1),
        forks=_integers(1),
        joint=_integers(1),
        q_at=_integers(2),
        u_at=_integers(2),
        middle=np.zeros((1, 9)),
        pitch=np.zeros(1),
        curves=no_curves(1),
        R_PF=np.zeros((1, 9)),
        p_PF=np.zeros((1, 3)),
        suited=np.zeros((1, 9)),
        prescribed=_integers(0),
        station_at=_integers(2),
        bent=BENT,
    ),
    constraints=Constraints(
        joint_at=_integers(2),
        kind=_integers(0),
        pair_at=_integers(1),
        bodies=_integers(0, 2),
        points=np.zeros((0, 6)),
        directions=np.zeros((0, 6)),
        normal=np.zeros((0, 3)),
        law=np.zeros((0, 2)),
        angle=_integers(0),
        drive=_integers(0),
        guide=_integers(0),
        weight=np.zeros(0),
        coordinate=_integers(0),
        speeds=_integers(0, 3),
        loop=_integers(0),
    ),
    loops=LOOPS,
    added=Added(_integers(1), _integers(0)),
    paths=Paths(*(_integers(1), _integers(0)) * 2, _integers(0), _integers(1)),
    driven=Driven(*(_integers(0) for _ in range(5))),
    drives=Drives(
        sort=_integers(0),
        at=_integers(1),
        time=np.zeros(0),
        number=np.zeros((0, 4)),
        step=_integers(0, 3),
        user_function=USER_FUNCTION,
        guide=_integers(0, 4),
        axes=np.zeros((0, 9)),
        user=UserConstraintTables(
            frames=np.zeros((0, 24)),
            parameters=np.zeros((0, 1)),
            user_function=function_like(*USER_FUNCTION_ROW),
            fill=function_like(*USER_FILL),
        ),
        sliding=Sliding(NO_TRACKS, NO_CORDS, function_like(*SLIDING_FILL)),
    ),
    bodies=_GROUND,
    frames=Frames(_integers(0), np.zeros((0, 9)), np.zeros((0, 3))),
    falling=_integers(1),
    gravity=Gravity(np.zeros(3), np.zeros(2)),
    line_springs=LineSprings(_integers(0, 2), np.zeros((0, 6))),
    joint_springs=JointSprings(_integers(0), _integers(0), np.zeros((0, 3))),
    joint_efforts=JointEfforts(_integers(0), _integers(0), np.zeros((0, 3))),
    frame_forces=FrameForces(_integers(0), _integers(0, 2), _integers(0)),
    user_forces=UserForces(_integers(0, 2), np.zeros((0, 1)), function_like(*LAW)),
    signals=Signals(_integers(1), _integers(0), np.zeros(0), np.zeros((0, 3))),
    closing_springs=JointSprings(_integers(0), _integers(0), np.zeros((0, 3))),
    closing_efforts=JointEfforts(_integers(0), _integers(0), np.zeros((0, 3))),
    measure=function_like(*MEASURE),
    optional=OptionalForces(*(BOX,) * 6, _integers(3), Commands(np.zeros(0))),
    environment=Environment._make([*_AROUND, _integers(2), _integers(0, 2), BOX]),
)

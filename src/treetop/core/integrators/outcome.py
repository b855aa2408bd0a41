"""How a run can end, and what to tell the user."""

import enum


class Outcome(enum.IntEnum):
    """The state of a time loop; every text says what happened and what may help."""

    PAUSED = 0
    FINISHED = 1
    STEP_COLLAPSED = 2
    NOT_FINITE = 3
    INTERRUPTED = 4
    STOPPED = 5
    CONSTRAINTS_LOST = 6
    EVENT = 7
    EVENT_FAILED = 8
    OTHER_METHOD = 9
    SAMPLED = 10

    @property
    def text(self) -> str:
        return _TEXTS[self]

    @property
    def failed(self) -> bool:
        return self in (
            Outcome.STEP_COLLAPSED,
            Outcome.NOT_FINITE,
            Outcome.STOPPED,
            Outcome.CONSTRAINTS_LOST,
            Outcome.EVENT_FAILED,
        )


_TEXTS = {
    Outcome.PAUSED: "the run is under way",
    Outcome.FINISHED: "finished",
    Outcome.STEP_COLLAPSED: "the step size collapsed: the tolerances cannot be met there; look "
    "for a force that jumps or grows without bound, or a nearly massless part, or loosen rtol "
    "and atol",
    Outcome.NOT_FINITE: "an acceleration became infinite or undefined; look for a force that "
    "returns NaN, two ends of a spring that meet, a joint that moves nothing with inertia, or "
    "fixed steps too long for what is stiff, which method='radau' or 'generalized-alpha' can take",
    Outcome.INTERRUPTED: "interrupted by the user",
    Outcome.STOPPED: "the wall time that the run was allowed is over; allow more, shorten the run, "
    "loosen rtol and atol, or look for something stiff or fast that asks for short steps",
    Outcome.OTHER_METHOD: "another method goes on from here",
    Outcome.SAMPLED: "a controller in Python failed",
    Outcome.EVENT: "stopped by an event",
    Outcome.EVENT_FAILED: "what an event asks for cannot be done",
    Outcome.CONSTRAINTS_LOST: "the constraints cannot be met any further; look for ones that "
    "contradict each other from there on, or for a position in which the mechanism locks",
}

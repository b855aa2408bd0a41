"""A run with changes of structure: a ball on a string that goes slack, flies and lands."""

import treetop as tt


def flight() -> tt.Model:
    """The string lets go when nothing pulls at it any more; passing a height is recorded."""
    m = tt.Model("ball on a string")
    arm = m.add_body("arm", mass=0.5, inertia=[0.01, 0.01, 0.01])
    ball = m.add_body("ball", mass=2, inertia=[0.1, 0.1, 0.1])
    m.add_joint("peg", tt.Revolute([0, 1, 0]), m.ground, arm)
    m.add_joint("string", tt.Fixed(), arm.frame("end", at=[0, 0, -1]), ball)
    m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    m.add_event("slack", tt.reaction("string").force.z.falls(0))
    m.add_event("level", tt.quantity("ball.position.z").crosses(0))
    m.add_event("landed", tt.quantity("ball.position.z").falls(-3), do="stop")
    m.add_stage("swing", until="slack")
    m.add_stage("fly", release="string")
    m.set_start("peg", angle=0.0, rate=6.0)
    return m


def same(one: tt.Run, other: tt.Run) -> bool:
    """Whether two runs are the same to the bit, but for the time that they took."""

    def counts(run: tt.Run) -> dict:
        return run.statistics | {"wall_time": None}

    told = all(one.data.attrs[k] == other.data.attrs[k] for k in ("model", "settings", "outcome"))
    data = one.data.drop_attrs().identical(other.data.drop_attrs())
    return told and data and one.events == other.events and counts(one) == counts(other)

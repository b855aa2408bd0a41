"""Models whose structure changes, for several tests."""

import numpy as np

import treetop as tt

LIMITS = {"time": 1e-8, "motion": 1e-7}  # between formulations


def ball_on_a_string(pull=0.0):
    """It swings over the top until the string pulls no more than that, and flies from there."""
    m = tt.Model("ball on a string")
    arm = m.add_body("arm", mass=0.5, inertia=[0.01, 0.01, 0.01])
    ball = m.add_body("ball", mass=2, inertia=[0.1, 0.1, 0.1])
    m.add_joint("peg", tt.Revolute([0, 1, 0]), m.ground, arm)
    m.add_joint("string", tt.Fixed(), arm.frame("end", at=[0, 0, -1]), ball)
    m.add_force("weight", tt.UniformGravity())
    m.add_event("slack", tt.reaction("string").force.z.falls(pull))
    m.add_stage("swing", until="slack")
    m.add_stage("fly", release="string")
    m.set_start("peg", rate=6.0)
    return m


def docking():
    """A chaser with an arm comes to a target, is held where it is, latches its arm and leaves."""
    m = tt.Model("docking")
    target = m.add_body("target", mass=10, inertia=[1, 2, 3], centre=[0.1, 0, 0])
    chaser = m.add_body("chaser", mass=4, inertia=[0.5, 0.6, 0.7])
    arm = m.add_body("arm", mass=1, inertia=[0.1, 0.1, 0.1], centre=[0, 0, 0.3])
    m.add_joint("target flight", tt.Free(), m.ground, target)
    m.add_joint("chaser flight", tt.Free(), m.ground, chaser)
    m.add_joint("elbow", tt.Revolute([1, 0, 0]), chaser.frame("side", at=[0, 0.4, 0]), arm)
    port = target.frame("port", at=[1, 0, 0]), chaser.frame("nose", at=[-1, 0, 0])
    m.add_joint("port", tt.Free(), *port)
    m.add_event("touch", tt.distance(*port).falls(0.2))
    m.add_event("folded", tt.coordinate("elbow.angle").rises(1.0))
    m.add_event("undock", tt.time.rises(3))
    m.add_stage("approach", until="touch")
    m.add_stage("docked", lock="port", until="folded")
    m.add_stage("stiff", lock="elbow", until="undock")
    m.add_stage("apart", unlock="port")
    m.set_start("target flight", angular_velocity=[0.01, 0.02, 0.03])
    m.set_start(
        "chaser flight",
        position=[3, 0.05, 0],
        velocity=[-0.8, 0, 0],
        angular_velocity=[0, 0.05, 0.02],
    )
    m.set_start("elbow", rate=0.5)
    return m


def ran(model, formulation="recursive", **settings):
    system = model.build(formulation)
    settings = {"rtol": 1e-11, "atol": 1e-13} | settings
    return tt.simulate(system, system.start(), **settings)


def momenta(run):
    """The greatest relative change of linear and angular momentum over a run."""
    changes = []
    for name in ("linear_momentum", "angular_momentum"):
        values = run.data[name].values
        changes.append(np.abs(values - values[0]).max() / np.abs(values).max())
    return max(changes)

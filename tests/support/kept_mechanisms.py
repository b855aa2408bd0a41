"""Small mechanisms whose constraints are to be kept, and where they start."""

import treetop as tt


def four_bar() -> tuple[tt.Model, dict]:
    """Hinges in space, three rows of which depend on the others; the crank can turn fully."""
    m = tt.Model("four-bar")
    m.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    for name, length in {"crank": 0.5, "coupler": 2.0, "rocker": 1.5}.items():
        slender = length**3 / 12
        inertia = [0.01, slender, slender]
        body = m.add_body(name, mass=length, inertia=inertia, centre=[length / 2, 0, 0])
        body.frame("tip", at=[length, 0, 0])
    hinge = tt.Revolute([0, 0, 1])
    m.add_joint("a", hinge, m.ground, "crank")
    m.add_joint("b", hinge, "crank.tip", "coupler")
    m.add_joint("c", hinge, m.ground.frame("base", at=[2, 0, 0]), "rocker")
    m.add_joint("d", hinge, "coupler.tip", "rocker.tip")
    return m, {"a": {"angle": 1.0, "rate": 6.0}, "b": {"angle": -0.5}, "c": {"angle": 1.8}}


def ball_jointed() -> tuple[tt.Model, dict]:
    """A crank and a rocker, square to each other, and a rod with a ball joint at either end."""
    m = tt.Model("spatial four-bar")
    m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    crank = m.add_body("crank", mass=1, inertia=[0.02, 0.02, 0.02], centre=[0.2, 0, 0])
    rod = m.add_body("rod", mass=2, inertia=[0.02, 0.3, 0.3], centre=[0.6, 0, 0])
    rocker = m.add_body("rocker", mass=1.5, inertia=[0.2, 0.1, 0.2], centre=[0, 0.4, 0])
    m.add_joint("drive", tt.Revolute([0, 0, 1]), m.ground, crank)
    m.add_joint("ball", tt.Spherical(), crank.frame("tip", at=[0.4, 0, 0]), rod)
    m.add_joint("swing", tt.Revolute([1, 0, 0]), m.ground.frame("far", at=[1.2, 0, 0.3]), rocker)
    ends = rod.frame("end", at=[1.2, 0, 0]), rocker.frame("end", at=[0, 0.8, 0])
    m.add_joint("far ball", tt.Spherical(), *ends)
    turning = {"angular_velocity": [1.5, 0.3, -0.2]}
    return m, {"drive": {"angle": 0.3, "rate": 3.0}, "ball": turning, "swing": {"angle": 0.2}}


def rolling_disc() -> tuple[tt.Model, dict]:
    """A coin that rolls and wobbles."""
    m = tt.Model("coin")
    coin = m.add_body("coin", mass=1, inertia=[0.25, 0.25, 0.5])
    m.add_joint("flight", tt.Free(), m.ground, coin)
    m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    contact = tt.RollingDisc(coin, m.ground, radius=1.0, axis=[0, 0, 1], normal=[0, 0, 1])
    m.add_constraint("contact", contact)
    leaning = {"attitude": [0.8, 0.6, 0.0, 0.0], "angular_velocity": [0.2, 0.8, 4.0]}
    return m, {"flight": leaning | {"position": [0.0, 0.0, 0.96]}}


def driven() -> tuple[tt.Model, dict]:
    """The four-bar with its crank led by a function of time."""
    m, start = four_bar()
    m.add_constraint("motor", tt.Prescribed("a.angle", "1 + 2*t + 0.3*sin(4*t)"))
    return m, start | {"a": {"angle": 1.0, "rate": 3.2}}


MECHANISMS = {
    "four-bar": four_bar,
    "ball-jointed": ball_jointed,
    "rolling disc": rolling_disc,
    "driven": driven,
}


def started(mechanism: str, formulation: str = "recursive") -> tuple[tt.System, tt.State]:
    """One start in every formulation."""
    model, start = MECHANISMS[mechanism]()
    first, system = model.build(), model.build(formulation)
    return system, system.state_of(first.settled(first.state(**start)))

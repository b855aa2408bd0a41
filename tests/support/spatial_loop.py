"""A loop in space with quaternions, and runs in which nothing projects it."""

import numpy as np

import treetop as tt
from treetop.core.compiler import entry
from treetop.core.integrators.loop import Plan
from treetop.core.integrators.outcome import Outcome
from treetop.core.interface import PROJECT, UNCHANGED
from treetop.simulation.integrators import INTEGRATORS
from treetop.simulation.segment import loop_for


def spatial_loop():
    """Crank and rocker about skew axes, and a rod between ball joints."""
    model = tt.Model("spatial four-bar")
    crank = model.add_body("crank", 1, [0.02, 0.1, 0.1], centre=[0.5, 0, 0])
    rod = model.add_body("rod", 2, [0.02, 0.4, 0.4], centre=[1, 0, 0])
    rocker = model.add_body("rocker", 1, [0.02, 0.2, 0.2], centre=[0.75, 0, 0])
    far = model.ground.frame("far", at=[2, 0.5, 0.3])
    model.add_joint("A", tt.Revolute([0, 0, 1]), model.ground, crank)
    model.add_joint("B", tt.Spherical(), crank.frame("end", at=[1, 0, 0]), rod)
    model.add_joint("D", tt.Revolute([0.6, 0, 0.8]), far, rocker)
    ends = rod.frame("end", at=[2, 0, 0]), rocker.frame("end", at=[1.5, 0, 0])
    model.add_joint("C", tt.Spherical(), *ends, cut=True)
    model.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    return model


def assembled(formulation="recursive"):
    """A system, and its state at rest with the loop closed."""
    model = spatial_loop()
    system, other = model.build(), model.build(formulation)
    u = np.array([0.95, 0, 0.1, -0.3])
    guess = {"A": {"angle": 1.2}, "D": {"angle": 1.4}, "B": {"attitude": u / np.linalg.norm(u)}}
    return other, other.state_of(system.settled(system.state(**guess)))


@entry(*PROJECT)
def nothing_settled(t, y, rate, problem):
    return UNCHANGED


def missed_without_projection(system, start, duration, method, control):
    """The greatest errors of positions and velocities at the end, if only steps meet them."""
    loop, _kept = loop_for(system, start, INTEGRATORS[method])
    plan = Plan(
        control=np.array(control),
        controlled=np.array([start.vector.size - system.uncontrolled]),
        breaks=np.array([duration]),
        times=np.array([duration]),
        samples=np.zeros((1, start.vector.size)),
    )
    problem = system.derivative, nothing_settled.function, system.problem
    outcome = INTEGRATORS[method].advance(*problem, plan, loop, 10**6)
    assert outcome == Outcome.FINISHED
    chart, tables = system.geometry
    c, speeds = chart.constraints(tables), chart.speeds(tables)
    nu = speeds.stop - speeds.start
    J, W, error, rate = np.zeros((c, nu)), np.zeros((0, nu)), np.zeros(c), np.zeros(c)
    chart.rows(loop.clock[0], loop.y, system.problem, J, W, error, rate)
    return abs(error).max(), abs(rate).max()

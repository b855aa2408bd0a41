"""A motion in closed form that is not linear: ``x'' = -2 x³`` from rest at 1, x = cn(√2 t, ½)."""

import functools

import numpy as np
from scipy.special import ellipj

import treetop as tt
from treetop.core.integrators.loop import Plan
from treetop.simulation.integrators import INTEGRATORS
from treetop.simulation.segment import loop_for


@functools.cache
def oscillator():
    """A block on a rail, held by a cubic spring; its system."""
    model = tt.Model("cubic oscillator")
    block = model.add_body("block", mass=1)
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, block)
    wall = model.ground.frame("wall", at=[-4, 0, 0])
    model.add_force("spring", tt.SpringDamper(wall, block, length=4, cubic=2))
    return model.build()


def exact(t):
    """Slide and slide rate."""
    sn, cn, dn, _ = ellipj(np.sqrt(2) * t, 0.5)
    return np.array([cn, -np.sqrt(2) * sn * dn])


def run(duration, **settings):
    return tt.simulate(oscillator(), oscillator().state(rail={"slide": 1}), duration, **settings)


def largest_error(duration, **settings):
    """The largest error of slide and slide rate, over the samples."""
    data = run(duration, **settings).data
    ours = np.array([data.coordinates[:, 0], data.speeds[:, 0]])
    return np.abs(ours - exact(data.time.values)).max()


def error_in_equal_steps(method, step, times, begin=lambda loop: None):
    """The largest error by an implicit method in steps of one length, its equations solved to
    rounding; `begin` may change what the method remembers at the start."""
    system, integrator = oscillator(), INTEGRATORS[method]
    loop, _kept = loop_for(system, system.state(rail={"slide": 1}), integrator)
    system.derivative(0.0, loop.y, loop.rate, system.problem)
    loop.counts[2], loop.clock[1], loop.memory.newton[0] = 1, step, 1e-20
    begin(loop)
    samples = np.zeros((len(times), loop.y.size))
    plan = Plan(np.array([0.5, 1e6, step]), np.array([loop.y.size]), times[-1:], times, samples)
    problem = system.derivative, system.project, system.problem
    integrator.advance(*problem, plan, loop, 10**6)
    assert loop.counts[0] == round(times[-1] / step)
    return np.abs(samples[:, :2].T - exact(times)).max()


def order(coarse, fine):
    """The order that two errors tell, the step of the second being half that of the first."""
    return np.log2(coarse / fine)

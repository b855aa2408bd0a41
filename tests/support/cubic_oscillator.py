"""A motion in closed form that is not linear: ``x'' = -2 x³`` from rest at 1, x = cn(√2 t, ½)."""

import functools

import numpy as np
from scipy.special import ellipj

import treetop as tt


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
    """Of slide and slide rate, over the samples."""
    data = run(duration, **settings).data
    ours = np.array([data.coordinates[:, 0], data.speeds[:, 0]])
    return np.abs(ours - exact(data.time.values)).max()


def order(coarse, fine):
    """The order that two errors tell, the step of the second being half that of the first."""
    return np.log2(coarse / fine)

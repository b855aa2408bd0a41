"""Flexible bodies: one evaluation against the floor and against Exudyn, growth, and reduction.

Exudyn's reduced floating-frame bodies fly free, four of ten modes each, and so do ours, on the same
finite elements; its classical Runge-Kutta method makes four evaluations a step.
"""

import exudyn as exu
import numpy as np

import treetop as tt
import treetop.structures as fx
from flexible_craft import boom_modes, somewhere
from flexible_structures import boom
from peers.exudyn_flexible import ExudynFlyers
from random_trees import random_motion

from .dynamics import Floor, Ours, chain
from .timing import Figure, least_times, seconds

EVALUATIONS, STEPS = 200, 500


def figures():
    model = chain(30)
    racers = {
        "floor": Floor(model, random_motion(model, seed=1, speed=0.1)),
        "4 x 10": Flexible(hub(4, 10)),
        "8 x 10": Flexible(hub(8, 10)),
        "4 x 20": Flexible(hub(4, 20)),
        "flyers": Flexible(flyers(4, 10)),
    }
    contenders = {name: lambda r=racer: r.repeat(EVALUATIONS) for name, racer in racers.items()}
    peer = ExudynFlyers(bar(10), 4, (0.3, 0.5, 1.0), np.zeros(10), explicit=True)
    contenders["exudyn"] = lambda: peer.run(1e-3, STEPS, exu.DynamicSolverType.RK44)
    spent = least_times(contenders, repeats=21)
    one = {name: total / EVALUATIONS for name, total in spent.items()}
    one["exudyn"] = spent["exudyn"] / (4 * STEPS)
    note = f"{one['4 x 10'] * 1e6:.2f} and {one['floor'] * 1e6:.2f} µs"
    ratio = one["4 x 10"] / one["floor"]
    yield Figure("hub, 4 booms of 10 modes / floor of 30", ratio, at_most=3, note=note)
    note = f"{one['flyers'] * 1e6:.2f} and {one['exudyn'] * 1e6:.0f} µs"
    ratio = one["exudyn"] / one["flyers"]
    yield Figure("4 flyers of 10 modes: Exudyn / ours", ratio, at_least=10, note=note)
    yield Figure("8 booms / 4 booms", one["8 x 10"] / one["4 x 10"], at_most=2.2)
    yield Figure("20 modes / 10 modes", one["4 x 20"] / one["4 x 10"], at_most=4)
    yield Figure("10 000 degrees of freedom to a body", seconds(reduction), "s", at_most=60)


class Flexible(Ours):
    name = "flexible"

    def __init__(self, model):
        self.system = model.build()
        self.y = somewhere(self.system).vector
        self.rate = np.zeros_like(self.y)


def hub(booms, count):
    """Booms clamped to the rim of a hub that flies."""
    m, modes = tt.Model("hub"), boom_modes("root", count)
    bus = m.add_body("bus", mass=500, inertia=[100, 120, 80])
    m.add_joint("free", tt.Free(), m.ground, bus)
    for k in range(booms):
        a = 2 * np.pi * k / booms
        turned = [np.cos(a / 2), 0, 0, np.sin(a / 2)]
        rim = bus.frame(f"rim{k}", at=[np.cos(a), np.sin(a), 0], attitude=turned)
        m.add_joint(f"clamp{k}", tt.Fixed(), rim, m.add_flexible_body(f"boom{k}", modes))
    return m


def flyers(bodies, count):
    m, modes = tt.Model("flyers"), bar(count)
    for k in range(bodies):
        body = m.add_flexible_body(f"bar{k}", modes, stiffening="none")
        m.add_joint(f"free{k}", tt.Free(), m.ground, body)
    return m


def bar(count):
    points, cells = fx.box([2, 0.1, 0.05], (10, 2, 1))
    material = fx.Material(2e8, 0.3, 1000)
    structure = fx.solid_structure(points - [1, 0.05, 0.025], cells, material, degree=1)
    return fx.normal_modes(structure, count=count)


def reduction():
    """A frame of 1667 elements to a body of 20 modes that stiffens."""
    tube = fx.Section.tube(outer=0.05, inner=0.046, E=70e9, G=27e9, density=2700)
    fx.reduced(fx.normal_modes(boom(1667, tube, length=20.0), "root", count=20), ["tip"])

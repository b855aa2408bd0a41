"""Air and light on a thousand facets that hide each other.

One rigid craft: a bus, two wings and a dish, 1008 facets.  Then the wings as bodies of their own,
which hide the bus and are hidden by it, whatever their angle.  The direction turns by a degree from
one evaluation to the next, more than steps of an integrator do, and nothing is reused.
"""

import functools

import numpy as np

import treetop as tt
from surface_tables import Frames, Origin, Work
from treetop.assembly.poses import AT_REST
from treetop.assembly.surfaces import surface_table
from treetop.core.compiler import kernel
from treetop.core.environment.shading import NO_SHADING, cast, shade_for
from treetop.core.environment.surfaces import Ambient, exerted
from treetop.core.kinematics.frames import push
from treetop.core.spatial import Vec3

from .timing import Figure, least_times, seconds

ROUNDS = 200
FINISH = {"absorption": 0.6, "specular": 0.1, "gas": "sentman", "accommodation": 0.93}


class Book:
    """Frames of bodies, each at the origin of its own."""

    def __init__(self, *names):
        self.rows, self.bodies = list(names), list(range(1, len(names) + 1))
        self.poses = [AT_REST] * len(names)

    def add(self, reference):
        return self.rows.index(reference)


def craft(wings):
    """Surfaces of a craft whose wings are at these frames."""
    r, a = np.meshgrid(np.linspace(0.1, 1, 9), np.linspace(0, 2 * np.pi, 16, endpoint=False))
    points = np.stack([r * np.cos(a), r * np.sin(a), 2 + 0.25 * r * r], axis=-1).reshape(-1, 3)
    number = np.arange(r.size).reshape(r.shape)
    low, high = number[:, :-1].ravel(), number[:, 1:].ravel()
    low2, high2 = (np.roll(number, -1, axis=0)[:, s].ravel() for s in (slice(-1), slice(1, None)))
    triangles = np.concatenate([np.stack([low, high, high2], 1), np.stack([low, high2, low2], 1)])
    wing = {"size": [8, 2], "both": True, "divisions": [20, 6], **FINISH}
    places = ([5, 0, 0], [-5, 0, 0]) if len(set(wings)) == 1 else ([4, 0, 0], [-4, 0, 0])
    return {
        "bus": tt.Box("bus", [2, 2, 3], divisions=[8, 8, 12], **FINISH),
        "dish": tt.Mesh(
            "bus", vertices=points.tolist(), triangles=triangles.tolist(), both=True, **FINISH
        ),
        "left": tt.Plate(wings[0], centre=places[0], **wing),
        "right": tt.Plate(wings[1], centre=places[1], **wing),
    }


@kernel
def evaluated(surfaces, shade, frames, work, origin, ambient, suns):
    """Let air and light press, from one direction after the other."""
    a = ambient
    for k in range(suns.shape[0]):
        s = Vec3(suns[k, 0], suns[k, 1], suns[k, 2])
        flow = s * -7500.0
        now = Ambient(a.density, a.temperature, a.molar_mass, flow, s, a.light_pressure)
        cast(surfaces, shade, frames, work, origin, now)
        for j in range(surfaces.frame.size):
            at, force, torque = exerted(surfaces, shade, frames, work, origin, now, j)
            push(work.F, at, force, torque)


class Evaluation:
    """Evaluations of what air and light exert on surfaces, at directions all around."""

    def __init__(self, table, bodies):
        n = bodies + 1
        eye = np.tile(np.eye(3).ravel(), (n, 1))
        p, V = np.zeros((n, 3)), np.zeros((n, 6))
        p[2:], V[1:] = np.array([[1.0, 0, 0], [-1.0, 0, 0]])[: n - 2], [0, 0, 1e-3, 0, 0, 0]
        self.table = table
        self.shade = shade_for(len(table.frame), len(table.kind), table.shading)
        self.frames = Frames(np.arange(1, n), np.zeros((n - 1, 3)), eye[1:].copy())
        self.work = Work(eye, p, V, np.zeros((n, 6)))
        a = np.radians(np.arange(ROUNDS))
        s = np.stack([np.cos(a), np.sin(a) * np.cos(a / 3), np.sin(a) * np.sin(a / 3)], axis=1)
        self.suns = s

    def __call__(self, density, pressure):
        none = Vec3(0.0, 0.0, 0.0)
        around = Ambient(density, 900.0, 0.018, none, none, pressure)
        origin = Origin(none, none)
        evaluated(self.table, self.shade, self.frames, self.work, origin, around, self.suns)


def figures():
    book = Book("bus")
    spent = seconds(lambda: surface_table(craft(["bus", "bus"]), book))
    table = surface_table(craft(["bus", "bus"]), book)
    size, hidden = len(table.kind), len(table.shading.row)
    note = f"{hidden} of {size} facets can be hidden, {len(table.shading.direction)} directions"
    yield Figure("facets: table of what hides what", spent, "s", note=note)
    hinged = surface_table(craft(["left", "right"]), Book("bus", "left", "right"))
    bare = table._replace(shading=NO_SHADING)
    one, open_, many = Evaluation(table, 1), Evaluation(bare, 1), Evaluation(hinged, 3)
    racers = {
        "light": functools.partial(one, 0.0, 1.0),
        "light, nothing hidden": functools.partial(open_, 0.0, 1.0),
        "air": functools.partial(one, 1.0, 0.0),
        "air, nothing hidden": functools.partial(open_, 1.0, 0.0),
        "light, wings hinged": functools.partial(many, 0.0, 1.0),
        "air, wings hinged": functools.partial(many, 1.0, 0.0),
    }
    for name, time in least_times(racers).items():
        bound = None if "hinged" in name or "nothing" in name else 50
        yield Figure(f"{size} facets: {name}", time / ROUNDS * 1e6, "µs", at_most=bound)

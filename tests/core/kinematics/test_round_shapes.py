"""Gaps of rings and cylinders, against projections and a search over all their points."""

import itertools

import numpy as np
import pytest
from scipy.optimize import minimize

import treetop as tt
from treetop.core.kinematics.clearance import of_shapes
from treetop.core.kinematics.round_shapes import Core
from treetop.core.spatial import Vec3
from treetop.core.tables.contacts import CYLINDER, LINE, PLANE, RING

NAMES = {PLANE: "plane", CYLINDER: "cylinder", RING: "ring", LINE: "line"}
PAIRS = [(CYLINDER, CYLINDER), (CYLINDER, RING), (CYLINDER, LINE), (RING, RING), (RING, LINE)]


def axes(k):
    k = k / np.linalg.norm(k)
    x = np.cross(k, np.eye(3)[np.argmin(np.abs(k))])
    return x / np.linalg.norm(x), np.cross(k, x / np.linalg.norm(x)), k


def point_of(core, parts):
    """A point of a core, by three parts from 0 to 1."""
    first, second = np.array(core.first), np.array(core.second)
    turn = 2 * np.pi * parts[0]
    if core.sort == LINE:
        return first + (second - first) * parts[1]
    if core.sort == RING:
        x, y, _ = axes(second)
        return first + np.linalg.norm(second) * (x * np.cos(turn) + y * np.sin(turn))
    x, y, _ = axes(second - first)
    out = core.radius * parts[2] * (x * np.cos(turn) + y * np.sin(turn))
    return first + (second - first) * parts[1] + out


def searched(a, b, rng):
    """The least distance of two cores, from many starts."""
    between = lambda parts: np.sum((point_of(a, parts[:3]) - point_of(b, parts[3:])) ** 2)  # noqa: E731
    tried = rng.uniform(0, 1, (400, 6))
    tried[:, [2, 5]] = 1.0
    starts = sorted(tried, key=between)[:6]
    spans = [(-1, 2), (0, 1), (0, 1)] * 2
    found = [
        minimize(between, start, bounds=spans, options={"ftol": 1e-15, "gtol": 1e-10})
        for start in starts
    ]
    return np.sqrt(min(each.fun for each in found))


def projected(core, p):
    """The point of a line or of a cylinder that is nearest to p."""
    first, second = np.array(core.first), np.array(core.second)
    axis = second - first
    part = np.clip((p - first) @ axis / (axis @ axis), 0, 1)
    on_axis, out = first + part * axis, p - first - (p - first) @ axis / (axis @ axis) * axis
    if core.sort == LINE or not out.any():
        return on_axis
    return on_axis + out * min(1.0, core.radius / np.linalg.norm(out))


def alternating(a, b):
    """The distance of two convex cores, by projections from one to the other and back."""
    p = np.array(a.first)
    for _ in range(1000):
        q = projected(b, p)
        p = projected(a, q)
    return np.linalg.norm(p - q)


def core(sort, rng, at):
    first, second = at + rng.normal(size=3), rng.normal(size=3)
    second = second if sort == RING else first + second
    return Core(sort, Vec3(*first), Vec3(*second), rng.uniform(0.1, 0.4))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join(NAMES[k] for k in pair))
@pytest.mark.compiled
def test_shapes_are_as_near_as_a_search_finds(pair, rng):
    for _ in range(4):
        a, b = (core(sort, rng, 3.5 * k) for k, sort in enumerate(pair))
        around = sum(each.radius for each in (a, b) if each.sort != CYLINDER)
        found = of_shapes(a, b)
        expected = searched(a, b, rng) if RING in pair else alternating(a, b)
        assert found.gap == pytest.approx(expected - around, abs=1e-6)
        at_a, at_b, n = map(np.array, (found.at_a, found.at_b, found.normal))
        assert at_b - at_a == pytest.approx(found.gap * n, abs=1e-7)


@pytest.mark.parametrize("sort", [CYLINDER, RING])
def test_the_lowest_point_is_the_nearest_to_a_plane(sort, rng):
    place, n = rng.normal(size=(2, 3))
    n /= np.linalg.norm(n)
    b = core(sort, rng, 0.0)
    found = of_shapes(Core(PLANE, Vec3(*place), Vec3(*n), 0.0), b)
    parts = itertools.product(np.linspace(0, 1, 721), (0, 1), (1,))
    lowest = min(n @ (point_of(b, part) - place) for part in parts)
    around = b.radius if sort == RING else 0.0
    assert found.gap == pytest.approx(lowest - around, abs=1e-4)
    assert np.array(found.at_b) - np.array(found.at_a) == pytest.approx(found.gap * n, abs=1e-12)


def cylinder(a, b, radius):
    return Core(CYLINDER, Vec3(*map(float, a)), Vec3(*map(float, b)), radius)


def test_what_overlaps_has_a_negative_gap():
    disc, pole = cylinder([0, 0, 0], [0, 0, 0.1], 1.0), cylinder([0, 0, -3], [0, 0, 3], 0.1)
    tilted, aside = cylinder([-3, 0.2, -3], [3, 0.2, 3], 0.1), cylinder([2, 0, -3], [2, 0, 3], 0.1)
    assert of_shapes(disc, pole).gap < 0
    assert of_shapes(disc, tilted).gap < 0
    assert of_shapes(disc, aside).gap == pytest.approx(0.9, abs=1e-12)
    rim = Core(RING, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.5), 0.0)
    assert of_shapes(disc, rim).gap == pytest.approx(0.0, abs=1e-12)
    inside = Core(RING, Vec3(0.0, 0.0, 0.04), Vec3(0.0, 0.0, 0.5), 0.01)
    assert of_shapes(disc, inside).gap == pytest.approx(-0.05, abs=1e-12)


def model():
    """A stage, whose rim a nozzle leaves while it drifts aside."""
    m = tt.Model("stages")
    for name in ("stage", "nozzle"):
        m.add_joint(name, tt.Free(), m.ground, m.add_body(name, 100, [10, 10, 10]))
    m.bodies["stage"].frame("rim", at=[0, 0, 2])
    m.bodies["nozzle"].frame("top", at=[0, 0, 1])
    m.add_event("near", tt.clearance(RIM, NOZZLE).falls("5 cm"))
    return m


RIM = tt.Ring("stage.rim", "1 m", minor_radius="2 cm")
NOZZLE = tt.SolidCylinder("nozzle", "nozzle.top", "80 cm")


@pytest.mark.compiled
def test_a_nozzle_that_drifts_towards_the_rim_of_a_stage():
    system = model().build()
    start = system.state(nozzle={"position": [0, 0, 1.5], "velocity": [0.02, 0, 0.05]})
    run = tt.simulate(system, start, duration=8, every=1)
    gap = 1.0 - 0.02 - 0.8 - 0.02 * run.time
    assert run.clearance(NOZZLE, RIM).values == pytest.approx(gap, abs=1e-12)
    (near,) = run.events
    assert near.time == pytest.approx((0.18 - 0.05) / 0.02, abs=1e-9)


def test_they_do_not_touch():
    with pytest.raises(tt.ModelError, match="a ring has clearances, and no law of contact"):
        tt.Contact(RIM, tt.Sphere("nozzle", 1), stiffness=1)
    with pytest.raises(tt.ModelError, match="the ends of a cylinder are on two bodies"):
        m = model()
        m.add_event("wrong", tt.clearance(RIM, tt.SolidCylinder("stage", "nozzle", 1)).falls(0))
        m.validate()

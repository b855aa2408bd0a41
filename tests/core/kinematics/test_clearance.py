"""Gaps and nearest points, against brute force."""

import numpy as np
import pytest

import treetop as tt
from treetop.core.kinematics.clearance import above_plane, between_lines
from treetop.core.spatial import Vec3


def along(ends, parts):
    return ends[0] + np.multiply.outer(parts, ends[1] - ends[0])


def brute_force(a, b):
    """The least distance of two lines, by ever finer grids about the best pair so far."""
    low, high = np.zeros(2), np.ones(2)
    for _ in range(16):
        s, t = (np.linspace(low[k], high[k], 21) for k in range(2))
        d = np.linalg.norm(along(a, s)[:, None] - along(b, t)[None, :], axis=-1)
        i, j = np.unravel_index(np.argmin(d), d.shape)
        step = (high - low) / 10
        low = np.clip([s[i] - step[0], t[j] - step[1]], 0, 1)
        high = np.clip([s[i] + step[0], t[j] + step[1]], 0, 1)
    return d.min()


def lines(sort, rng):
    a, b = rng.normal(size=(2, 2, 3))
    if sort == "points":
        a[1], b[1] = a[0], b[0]
    elif sort == "point and line":
        b[1] = b[0]
    elif sort == "line and point":
        a[1] = a[0]
    elif sort == "parallel":
        b[1] = b[0] + rng.normal() * (a[1] - a[0])
    return a, b


@pytest.mark.parametrize("sort", ["points", "point and line", "line and point", "parallel", "any"])
def test_two_lines_are_as_near_as_brute_force_finds(sort, rng):
    for _ in range(20):
        a, b = lines(sort, rng)
        found = between_lines(Vec3(*a[0]), Vec3(*a[1]), 0.3, Vec3(*b[0]), Vec3(*b[1]), 0.1)
        d = brute_force(a, b)
        assert found.gap == pytest.approx(d - 0.4, abs=1e-9)
        at_a, at_b, n = map(np.array, (found.at_a, found.at_b, found.normal))
        assert np.linalg.norm(n) == pytest.approx(1.0)
        assert at_b - at_a == pytest.approx(found.gap * n, abs=1e-12)
        for at, ends, radius in ((at_a - 0.3 * n, a, 0.3), (at_b + 0.1 * n, b, 0.1)):
            assert brute_force(np.array([at, at]), ends) < 1e-9, radius


def test_the_lower_end_is_the_nearest_to_a_plane(rng):
    for _ in range(20):
        place, n, *b = rng.normal(size=(4, 3))
        n /= np.linalg.norm(n)
        found = above_plane(Vec3(*place), Vec3(*n), Vec3(*b[0]), Vec3(*b[1]), 0.2)
        heights = along(np.array(b), np.linspace(0, 1, 101)) - place
        assert found.gap == pytest.approx((heights @ n).min() - 0.2, abs=1e-12)
        at_a, at_b = np.array(found.at_a), np.array(found.at_b)
        assert (at_a - place) @ n == pytest.approx(0.0, abs=1e-12)
        assert at_b - at_a == pytest.approx(found.gap * n, abs=1e-12)


def test_shapes_that_coincide_have_some_normal():
    p = Vec3(1.0, 2.0, 3.0)
    found = between_lines(p, p, 0.3, p, p, 0.1)
    assert found.gap == pytest.approx(-0.4)
    assert np.linalg.norm(found.normal) == 1.0


def test_an_event_finds_when_shapes_are_so_near():
    """Two capsules in free flight, square to each other: the gap falls as the distance does."""
    m = tt.Model("approach")
    for name, end in (("one", [0, 1, 0]), ("two", [0, 0, 1])):
        body = m.add_body(name, 1.0, [1, 1, 1])
        body.frame("end", at=end)
        m.add_joint(name, tt.Free(), m.ground, body)
    rods = [tt.Capsule(name, f"{name}.end", 0.1) for name in ("one", "two")]
    m.add_event("near", tt.Event(tt.clearance(*rods), falls="5 cm", do="stop"))
    m.add_event("far", tt.clearance("one", tt.Plane("two.end", [1, 0, 0])).rises(-3.0))
    system = m.build()
    start = system.state(two={"position": [4, 0.3, -0.5], "velocity": [-2, 0, 0]})
    run = tt.simulate(system, start, duration=3.0, every=1.0)
    assert [happening.event for happening in run.events] == ["far", "near"]
    assert run.events[0].time == pytest.approx(0.5, rel=1e-12)
    assert run.time[-1] == pytest.approx((4.0 - 0.25) / 2.0, rel=1e-12)
    assert run.clearance(*rods).values[-1] == pytest.approx(0.05, abs=1e-12)

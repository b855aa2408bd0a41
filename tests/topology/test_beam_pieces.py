"""Beams and cables cut into pieces, where sections change along the length."""

from dataclasses import replace

import numpy as np
import pytest

import treetop as tt
from lines import LINES
from treetop.model.curve import pose_along
from treetop.topology.beam_pieces import hinge_stiffness, pieces

ROUND = {"E": 1e9, "nu": 0.25, "density": 1000}
TAPER = tt.Along([0, 3], [0.3, 0.1])  # m of diameter
ALL = ["bending", "twist", "stretch", "shear"]


def cone(elements):
    own = tt.sections.Circle(diameter=TAPER, **ROUND)
    return tt.Beam(length=3, section=own, strains=ALL, elements=elements)


@pytest.mark.parametrize("n", [3, 4, 7])
def test_a_cone_stretches_and_twists_by_closed_forms(n):
    """4 F L/(π E d0 d1), and 32 T L (d0² + d0 d1 + d1²)/(3 π G d0³ d1³), whatever n."""
    a, b, L = 0.3, 0.1, 3.0
    K = hinge_stiffness(cone(n))
    assert (1 / K[:, 0]).sum() == pytest.approx(4 * L / (np.pi * 1e9 * a * b), rel=1e-9)
    twist = 32 * L * (a * a + a * b + b * b) / (3 * np.pi * 4e8 * (a * b) ** 3)
    assert (1 / K[:, 3]).sum() == pytest.approx(twist, rel=1e-9)


@pytest.mark.parametrize("n", [1, 4, 7])
def test_pieces_of_a_cone_have_its_mass_centre_and_inertia(n):
    """A frustum: π L (a² + ab + b²)/12 of diameters; its inertia by a fine sum over slices."""
    cut, a, b, L = pieces(cone(n)), 0.3, 0.1, 3.0
    mass = 1000 * np.pi * L * (a * a + a * b + b * b) / 12
    assert sum(piece.mass for piece in cut) == pytest.approx(mass, rel=1e-12)
    s = (np.arange(200_000) + 0.5) / 200_000 * L
    d = a + (b - a) * s / L
    dm, dI = 1000 * np.pi / 4 * d**2, 1000 * np.pi / 64 * d**4
    slices = L / len(s)
    about = [(2 * dI).sum() * slices, (dI + dm * s * s).sum() * slices]
    found = np.zeros((3, 3))
    for piece in cut:
        x = piece.s + piece.centre[0]
        found += piece.inertia + piece.mass * x * x * np.diag([0, 1, 1])
    assert np.diag(found) == pytest.approx([about[0], about[1], about[1]], rel=1e-8)
    body = tt.Model("cone").add_beam("cone", cone(n))
    assert body.mass == pytest.approx(mass, rel=1e-12)
    centre = L / 4 * (a * a + 2 * a * b + 3 * b * b) / (a * a + a * b + b * b)
    assert sum(p.mass * (p.s + p.centre[0]) for p in cut) / mass == pytest.approx(centre, rel=1e-12)
    assert body.centre[0] == pytest.approx(centre, rel=1e-4)


def test_jumps_within_elements_are_counted_where_they_are():
    EI = tt.Along([0, 0.35], [4, 1], "hold")
    line = tt.Beam(length=1, mass_per_length=EI, EI=EI, elements=2)
    assert hinge_stiffness(line)[:, 4] == pytest.approx([1 / (0.35 / 4 + 0.15), 2])
    assert [p.mass for p in pieces(line)] == pytest.approx([1, 0.1 * 4 + 0.4, 0.25])


def test_points_of_a_lumped_cable_keep_mass_and_centre():
    line = tt.Cable(length=2, mass_per_length="1 + s", elements=5, lumped=True)
    cut = pieces(line)
    assert sum(p.mass for p in cut) == pytest.approx(4)
    assert sum(p.mass * p.s for p in cut) == pytest.approx(2 + 8 / 3)


@pytest.mark.parametrize("kind", LINES)
def test_a_property_that_does_not_change_is_a_number(kind):
    """Tables of equal values give the pieces and hinges of numbers."""
    line = LINES[kind]
    ends = [0, line.length]

    def flat(value):
        if isinstance(value, tuple):
            return [flat(each) for each in value]
        return value if value is None or value == 0 else tt.Along(ends, [value, value])

    other = replace(line, **{name: flat(getattr(line, name)) for name in line.by_section})
    assert not other.mass.even
    assert hinge_stiffness(other) == pytest.approx(hinge_stiffness(line), rel=1e-13)
    for a, b in zip(pieces(other), pieces(line), strict=True):
        assert (a.s, a.first, a.last) == pytest.approx((b.s, b.first, b.last))
        assert a.mass == pytest.approx(b.mass, rel=1e-13)
        assert a.centre == pytest.approx(b.centre, abs=1e-15)
        assert np.array(a.inertia) == pytest.approx(np.array(b.inertia), rel=1e-12, abs=1e-16)


def test_the_inertia_of_a_tapered_curved_rod_is_about_its_own_centre():
    line = tt.Beam(
        length=1, mass_per_length="2 - s", EI=1, curvature=[0, 1.5], rotary_inertia=0.1, elements=1
    )
    first, last = pieces(line)
    s = (np.arange(100_000) + 0.5) / 100_000
    r = np.array([pose_along(line.bent, float(x))[1] for x in s[::50]])
    dm = (2 - s[::50]) / len(r)
    near = s[::50] < 0.5
    assert first.mass == pytest.approx(dm[near].sum(), rel=1e-3)
    assert first.centre == pytest.approx(dm[near] @ r[near] / first.mass, rel=2e-3, abs=1e-6)
    assert last.mass == pytest.approx(0.625)

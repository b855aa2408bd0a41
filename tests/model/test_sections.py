"""Sections of beams and cables, and what beams are made of by them."""

import numpy as np
import pytest

import treetop as tt
from treetop.flexible import Section

ALUMINIUM = {"E": "70 GPa", "nu": 0.33, "density": 2700}
HERE = np.zeros(1)


def number(profile):
    return float(profile.at(HERE)[0])


def test_a_tube_is_that_of_structures():
    own = tt.sections.Tube(outer="50 mm", inner="46 mm", **ALUMINIUM)
    G = 70e9 / 2.66
    other = Section.tube(outer=0.05, inner=0.046, E=70e9, G=G, density=2700)
    assert number(own.axial) == pytest.approx(other.axial, rel=1e-14)
    assert [number(each) for each in own.bending] == pytest.approx([other.bending_y] * 2, rel=1e-14)
    assert number(own.torsion) == pytest.approx(other.torsion, rel=1e-14)
    assert number(own.mass) == pytest.approx(other.mass, rel=1e-14)
    rotary = [2 * other.rotary_y, other.rotary_y, other.rotary_z]
    assert [number(each) for each in own.rotary] == pytest.approx(
        [2 * 2700 * other.bending_y / 70e9, *[2700 * other.bending_y / 70e9] * 2], rel=1e-14
    )
    assert rotary == pytest.approx([number(each) for each in own.rotary], rel=1e-14)


def test_a_circle_is_a_tube_without_a_hole():
    rod = tt.sections.Circle(diameter=0.05, **ALUMINIUM)
    tube = tt.sections.Tube(outer=0.05, inner=1e-9, **ALUMINIUM)
    for name in ("mass", "axial", "torsion"):
        assert number(getattr(rod, name)) == pytest.approx(number(getattr(tube, name)), rel=1e-12)
    for a, b in zip(rod.bending + rod.shearing, tube.bending + tube.shearing, strict=True):
        assert number(a) == pytest.approx(number(b), rel=1e-12)


def test_a_rectangle_bends_and_twists_as_in_books():
    """Timoshenko and Goodier, Theory of Elasticity, §109: J = 0.1406 a⁴ of a square, 0.229 b h³ of
    two to one, b t³/3 of a strip."""
    G = 70e9 / 2.66

    def J(width, height):
        own = tt.sections.Rectangle(width=width, height=height, **ALUMINIUM)
        return number(own.torsion) / G

    assert J(1, 1) == pytest.approx(0.1406, abs=5e-5)
    assert J(2, 1) == J(1, 2) == pytest.approx(2 * 0.229, abs=1e-3)
    assert J(1000, 1) == pytest.approx(1000 / 3, rel=1e-3)
    own = tt.sections.Rectangle(width=2, height=1, **ALUMINIUM)
    assert [number(each) / 70e9 for each in own.bending] == pytest.approx([2 / 12, 8 / 12])


def test_torsion_of_a_rectangle_is_the_energy_of_its_warping():
    """J by the stress function in sines along both sides, summed far."""
    k = np.arange(1, 400, 2)
    m, n = np.meshgrid(k, k)
    wide, high = 0.3, 0.2
    terms = 1 / (m**2 * n**2 * (m**2 / wide**2 + n**2 / high**2))
    J = 256 * wide * high / np.pi**6 * terms.sum()
    own = tt.sections.Rectangle(width=wide, height=high, E=1, G=1, density=1)
    assert number(own.torsion) == pytest.approx(J, rel=1e-6)


@pytest.mark.parametrize(
    ("section", "k"),
    [
        (tt.sections.Circle(diameter=1, E=1, nu=0.3, density=1), 0.886),
        (tt.sections.Tube(outer=1, inner=0.9999, E=1, nu=0.3, density=1), 0.531),
        (tt.sections.Rectangle(width=1, height=3, E=1, nu=0.3, density=1), 0.850),
        (tt.sections.Rectangle(width=1, height=3, E=1, nu=0, density=1), 5 / 6),
    ],
    ids=str,
)
def test_shear_coefficients_are_those_of_cowper(section, k):
    G = 1 / (2 * (1 + section.nu))
    shear = number(section.shearing[0])
    assert shear / (G * number(section.axial)) == pytest.approx(k, abs=6e-4)


def test_what_gives_way_of_a_section_is_asked_for():
    tube = tt.sections.Tube(outer=0.05, inner=0.046, **ALUMINIUM)
    bends = tt.Beam(length=1, section=tube).stiffness
    assert [each is None for part in bends for each in part] == [True] * 4 + [False] * 2
    flat = tt.Beam(length=1, section=tube, strains=["bending about z", "stretch", "shear"])
    assert [each is None for part in flat.stiffness for each in part] == [
        False, False, True, True, True, False,
    ]  # fmt: skip
    wire = tt.Cable(length=1, section=tube)
    assert number(wire.stiffness.along[0]) == number(tube.axial)
    assert [number(each) for each in wire.stiffness.about[1:]] == [0.0, 0.0]
    still = tt.Cable(length=1, section=tube, strains=["bending"])
    assert still.stiffness.along[0] is None
    assert number(still.stiffness.about[1]) == number(tube.bending[0])


def test_a_harness_adds_mass_alone():
    bare, laden = (
        tt.sections.Circle(diameter=0.01, extra_mass=extra, **ALUMINIUM) for extra in (0, "20 g/m")
    )
    assert number(laden.mass) - number(bare.mass) == pytest.approx(0.02)
    assert number(laden.rotary[0]) == number(bare.rotary[0])


@pytest.mark.parametrize(
    ("line", "where", "what"),
    [
        ({}, "Beam", "'mass_per_length' is missing"),
        ({"mass_per_length": 1}, "Beam", "'EI' is missing"),
        ({"section": 3}, "Beam.section", "3 is not a section"),
        ({"section": {"kind": "square"}}, "Beam.section.kind", "unknown section 'square'"),
        (
            {"section": {"kind": "circle", "diameter": 1, "E": 1, "density": 1}},
            "Beam.section",
            "'nu' is missing",
        ),
        (
            {"section": {"kind": "circle", "diameter": -1, "E": 1, "nu": 0, "density": 1}},
            "Beam.section.diameter",
            "-1 m is not above 0",
        ),
        (
            {"section": {"kind": "circle", "diameter": 1, "E": 1, "nu": 0, "density": 1}, "EI": 1},
            "Beam.EI",
            "both 'section' and 'EI' are given",
        ),
        (
            {"section": {"kind": "tube", "outer": 1, "inner": "0.5 + s", "E": 1, "nu": 0,
                         "density": 1}},
            "Beam.inner",
            "it falls to -1.25 m of wall at s = 3 m",
        ),
        ({"mass_per_length": 1, "EI": 1, "strains": ["shear"]}, "Beam.strains", "'strains' choose"),
        (
            {"mass_per_length": 1, "EI": 1, "strains": ["bend"]},
            "Beam.strains[0]",
            "unknown strain 'bend'",
        ),
        ({"mass_per_length": 1, "EI": "1 - s"}, "Beam.EI", "it falls to -2 N*m^2 at s = 3 m"),
        ({"mass_per_length": 1, "EI": "1 - t"}, "Beam.EI", "the unit '- t' is not known"),
        ({"mass_per_length": 1, "EI": "1/(s - 1.5)"}, "Beam.EI", "it is no number somewhere"),
        (
            {"mass_per_length": {"s": [0, 1], "values": [1, 2]}, "EI": 1},
            "Beam.mass_per_length",
            "the table covers 0 to 1 m",
        ),
        (
            {"mass_per_length": {"s": [0, 3], "values": ["1 kg", 2]}, "EI": 1},
            "Beam.mass_per_length.values[0]",
            "the unit 'kg' does not fit here",
        ),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_section_is_refused(problems_of, line, where, what):
    (problem,) = problems_of(tt.Beam, length=3, **line)
    assert problem.what.startswith(what)
    assert problem.hint
    assert problem.where == where


def test_a_material_that_is_not_isotropic_needs_a_shear_coefficient(problems_of):
    own = {"width": 1, "height": 1, "E": 1e11, "G": 4e9, "density": 1600}
    strains = {"strains": ["bending", "twist", "stretch", "shear"]}
    (problem,) = problems_of(tt.Beam, length=1, section=tt.sections.Rectangle(**own), **strains)
    assert "no isotropic material" in problem.what
    told = tt.Beam(length=1, section=tt.sections.Rectangle(shear=0.8, **own), **strains)
    assert number(told.stiffness.along[1]) == pytest.approx(0.8 * 4e9)

"""Fields along beams: shape, strains, section forces."""

import numpy as np
import pytest

import treetop as tt
from interpreted import interpreted_for
from lines import LINES, held
from treetop.core.compiler import interpreted
from treetop.core.forces import elastic_hinge
from treetop.core.interface import origin_of

KINDS = [*LINES]


def ran(kind, at=0.0):
    system = held(LINES[kind], at).build()
    return tt.simulate(system, system.state(pin={"rate": 1.0}), 0.02, every=0.01)


@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["bends and twists", "all six", "stretches", "elastic cable"])
@pytest.mark.parametrize("at", [0.0, 2.0], ids=["from its root", "from its tip"])
def test_section_forces_carry_what_is_beyond_them(kind, at):
    """Momentum of the outer part: its weight, and what the body that hangs on it takes."""
    run = ran(kind, at)
    mechanism, fields, data = run.system.mechanism, run.beam("boom"), run.data
    rods = mechanism.beam("boom").rods
    outer = rods[2:] if at == 0.0 else rods[:2]
    bodies = [*outer, "load"] if at == 0.0 else list(outer)
    own = data.sel(body=bodies)
    mass = np.array([mechanism.bodies[name].mass for name in bodies])
    centre = np.array([mechanism.bodies[name].centre for name in bodies])
    wanted = np.zeros(3)
    for m, c, name in zip(mass, centre, bodies, strict=True):
        now = own.sel(body=name).isel(time=-1)
        R = matrix(now.attitude.values)
        w, e = R @ now.angular_velocity.values, R @ now.angular_acceleration.values
        arm = R @ c
        a = now.acceleration.values + np.cross(e, arm) + np.cross(w, np.cross(w, arm))
        wanted += m * (a - [0, 0, -9.81])
    section = fields.isel(time=-1, section=1)
    E = axes_between(run, 1)
    sign = 1.0 if at == 0.0 else -1.0
    assert E @ section.force.values == pytest.approx(-sign * wanted, abs=1e-6 * abs(wanted).max())


@pytest.mark.parametrize("kind", interpreted_for(KINDS, ["all six"]))
def test_strains_and_moments_are_those_of_the_law(kind):
    run = ran(kind)
    fields, system = run.beam("boom").isel(time=-1), run.system
    now, frames = system.at(run.end), system.tables.frames
    hinges = system.assembly.optional.of(elastic_hinge.GROUP)
    with interpreted():
        where = hinges, frames, now.work, origin_of(run.end.vector)
        between = [
            elastic_hinge.resistance_of(hinges, k, *elastic_hinge.ends_of(*where, k))
            for k in np.flatnonzero(hinges.stiffness[:, 3:].any(axis=1))
        ]
    h = run.model.beams["boom"].line.length / 3
    assert len(between) == (0 if "cable" in kind else 3)
    for k, hinge in enumerate(between):
        seen = fields.isel(section=k)
        own = seen.curvature.values - run.model.beams["boom"].line.bent
        assert own == pytest.approx(np.array(hinge.strain.phi) / h, abs=1e-12)
        stiff = np.array([value is not None for value in run.model.beams["boom"].line.stiffness[1]])
        assert seen.moment.values[stiff] == pytest.approx(np.array(hinge.m)[stiff], abs=1e-9)


def test_rods_are_no_quantities():
    run = ran("bends in a plane")
    assert not [name for name in run.quantities if "rod" in name or "hinge" in name]
    assert "boom.position" in run.quantities
    assert run.beam("boom").sizes["s"] == 4


def test_what_is_no_beam_is_told():
    with pytest.raises(tt.TreetopError, match=r"unknown beam 'load' \(there are: boom\)"):
        ran("bends in a plane").beam("load")


def matrix(q):
    from treetop.model.rotation import matrix as rows

    return np.array(rows(tuple(q)))


def axes_between(run, k):
    """Attitude of the axes halfway between rods k and k + 1 at the end of a run."""
    from treetop.results.beam_fields import _rows, _strained

    rows = _rows(run.system.mechanism, "boom")
    E = _strained(run.data, run.system.mechanism, [rows[k].F], [rows[k].M]).E
    return matrix(E[-1, 0])

"""How far a run with beams is from that of endless elements."""

import numpy as np
import pytest

import treetop as tt
from lines import LINES, held
from treetop.analysis import discretisation

pytestmark = pytest.mark.compiled


def falling(elements: int) -> tt.Run:
    m = tt.Model("falling")
    line = tt.Beam(length=1, mass_per_length=1, EI=[None, 0.5], elements=elements)
    m.add_joint("clamp", tt.Fixed(), m.ground, m.add_beam("boom", line))
    m.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    system = m.build()
    return tt.simulate(system, system.state(), 0.2, every=0.1, rtol=1e-10, atol=1e-12)


def test_the_error_told_is_the_error():
    told, fine = discretisation(falling(16)), falling(128)
    tip = fine.data.sel(body="boom rod 128").position.values
    wrong = told.position.sel(frame="boom.tip").values - tip
    assert told.error.sel(frame="boom.tip").values == pytest.approx(
        wrong, abs=0.1 * np.abs(wrong).max()
    )
    left = np.abs(told.extrapolated.sel(frame="boom.tip").values - tip).max()
    assert left < 0.1 * np.abs(wrong).max()


def test_beams_are_halved_alike():
    model = held(LINES["bends in a plane"])
    model.add_beam("other", tt.Beam(length=1, mass_per_length=1, EI=1, elements=4))
    model.add_joint("more", tt.Fixed(), "load", "other")
    system = model.build()
    run = tt.simulate(system, system.state(), 0.01, every=0.01)
    with pytest.raises(tt.TreetopError, match="beams of 3, 4 elements cannot all be halved"):
        discretisation(run)


def test_a_model_without_beams_has_none_to_halve():
    m = tt.Model("brick")
    m.add_joint("free", tt.Free(), m.ground, m.add_body("brick", 1, [1, 1, 1]))
    system = m.build()
    run = tt.simulate(system, system.state(), 1.0, every=1.0)
    with pytest.raises(tt.TreetopError, match="no beams or cables"):
        discretisation(run)


def test_a_beam_that_starts_bent_is_refused():
    system = held(LINES["bends in a plane"]).build()
    bent = system.state(**{"boom hinge 0": {"angle": 0.1}})
    run = tt.simulate(system, bent, 0.01, every=0.01)
    with pytest.raises(tt.TreetopError, match="begins with a beam that is bent"):
        discretisation(run)

"""How far a run with beams is from that of endless elements."""

import numpy as np
import pytest

import treetop as tt
from lines import LINES, held
from treetop.analysis import element_error, linearised, refined
from treetop.analysis.discretisation import estimated

pytestmark = pytest.mark.compiled


def boom(elements: int) -> tt.Model:
    m = tt.Model("falling")
    line = tt.Beam(length=1, mass_per_length=1, EI=[None, 0.5], elements=elements)
    m.add_joint("clamp", tt.Fixed(), m.ground, m.add_beam("boom", line))
    m.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    return m


def falling(elements: int, **settings) -> tt.Run:
    system = boom(elements).build()
    chosen = {"rtol": 1e-10, "atol": 1e-12} | settings
    return tt.simulate(system, system.state(), 0.2, every=0.1, **chosen)


@pytest.fixture(scope="module")
def limit() -> np.ndarray:
    """Where the tip is with endless elements, after Richardson."""
    last, fine = (falling(n).data.sel(body=f"boom rod {n}").position.values for n in (32, 64))
    return fine + (fine - last) / 3.0


def test_the_error_told_is_the_error(limit):
    told = falling(32).discretisation()["boom.tip"]
    wrong = told.value.values - limit
    assert told.error.values == pytest.approx(wrong, abs=0.05 * np.abs(wrong).max())
    assert np.abs(told.extrapolated.values - limit).max() < 0.05 * np.abs(wrong).max()
    assert told.greatest == np.abs(told.error.values).max()
    assert "assumed" in told.note


def turned(elements: int) -> tt.Run:
    """A boom whose root is turned smoothly, so that all of its motion is resolved."""
    m = tt.Model("turned")
    line = tt.Beam(length=1, mass_per_length=1, EI=[None, 0.5], elements=elements)
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), m.ground, m.add_beam("boom", line))
    m.add_constraint("turn", tt.Prescribed("hinge.angle", "2*smoothstep(2*t)"))
    system = m.build()
    return tt.simulate(system, system.state(), 0.5, at=[0, 0.25, 0.5], rtol=1e-9, atol=1e-11)


def test_a_quarter_of_the_elements_shows_the_order():
    told = turned(16).discretisation(halvings=2)
    assert told["boom.tip"].order == pytest.approx(2.0, abs=0.1)
    assert "observed" in told["boom.tip"].note
    assert "boom.tip" in repr(told)
    assert told.frames == ["boom.root", "boom.tip"]
    assert told["boom.root"].greatest == 0.0


def test_fields_along_a_beam_and_any_quantity_have_an_error():
    fine, told = turned(64), turned(16).discretisation(halvings=2)
    moment = told.beam("boom", "moment")
    exact = fine.beam("boom").moment.interp(section=moment.value.section, method="cubic").values
    wrong = moment.value.values - exact
    assert np.abs(moment.error.values - wrong).max() < 0.15 * np.abs(wrong).max()
    assert moment.order == pytest.approx(2.0, abs=0.2)
    place = told.beam("boom", "position")
    assert place.value.sizes["s"] == 5
    assert place.greatest == pytest.approx(told["boom.tip"].greatest, rel=1e-9)
    torque = told["hinge.reaction_torque"]
    root = fine["hinge.reaction_torque"].values
    assert torque.error.values == pytest.approx(
        torque.value.values - root, abs=0.15 * np.abs(torque.error.values).max()
    )


def test_too_few_elements_are_told_to_be_too_few():
    """A cable that whips has no order with four elements, and no limit is claimed."""
    m = tt.Model("whip")
    line = tt.Cable(length=1, mass_per_length=1, EI=[None, 0], elements=8)
    m.add_joint("pin", tt.Revolute([0, 0, 1]), m.ground, m.add_beam("rope", line))
    m.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    system = m.build()
    run = tt.simulate(system, system.state(), 3.0, every=0.1, rtol=1e-9, atol=1e-11)
    told = run.discretisation(halvings=2)["rope.tip"]
    assert "not in the asymptotic range" in told.note
    assert told.extrapolated.equals(told.value)
    coarse = run.discretisation().coarser[0]
    change = coarse.data.sel(body="rope rod 4").position - run.data.sel(body="rope rod 8").position
    assert told.greatest == pytest.approx(float(np.abs(change).max()))


def test_steps_that_err_more_than_elements_are_told():
    told = falling(64, rtol=1e-3, atol=1e-4).discretisation(halvings=2)["boom.tip"]
    assert "steps" in told.note
    assert told.order is None


def test_elements_are_found_for_a_tolerance(limit):
    told = refined(boom(4), "boom.tip", "0.5 mm", duration=0.2, every=0.1, rtol=1e-9, atol=1e-11)
    count = told.run.model.beams["boom"].line.elements
    assert count % 4 == 0
    wrong = np.abs(told["boom.tip"].value.values - limit).max()
    assert told["boom.tip"].greatest == pytest.approx(wrong, rel=0.1)
    assert 0.5e-3 / 4 < wrong < 0.5e-3
    with pytest.raises(tt.TreetopError, match="give more than 0"):
        refined(boom(4), "boom.tip", 0, duration=0.2)


def test_frequencies_have_an_error_too():
    """The first frequency of a cantilever is (1.8751)² √(EI/ρ)/L²."""

    def lowest(system):
        return np.abs(np.linalg.eigvals(linearised(system, system.state()).A).imag).min()

    m = boom(16)
    m.forces.clear()
    told = element_error(m, lowest, 2)
    exact = 1.8751040687119611**2 * np.sqrt(0.5)
    assert told.order == pytest.approx(2.0, abs=0.05)
    assert float(told.error) == pytest.approx(float(told.value) - exact, rel=0.05)
    assert abs(float(told.extrapolated) - exact) < 0.05 * abs(float(told.error))


def test_an_estimate_of_what_does_not_converge_claims_no_limit():
    told = estimated([np.array(1.0), np.array(1.1), np.array(1.15)])
    assert (told.order, float(told.error)) == pytest.approx((-1.0, 0.1))
    assert float(told.extrapolated) == 1.0


def test_beams_are_halved_alike():
    model = held(LINES["bends in a plane"])
    model.add_beam("other", tt.Beam(length=1, mass_per_length=1, EI=1, elements=4))
    model.add_joint("more", tt.Fixed(), "load", "other")
    system = model.build()
    run = tt.simulate(system, system.state(), 0.01, every=0.01)
    with pytest.raises(tt.TreetopError, match="beams of 3, 4 elements cannot all be halved"):
        run.discretisation()


def test_a_model_without_beams_has_none_to_halve():
    m = tt.Model("brick")
    m.add_joint("free", tt.Free(), m.ground, m.add_body("brick", 1, [1, 1, 1]))
    system = m.build()
    run = tt.simulate(system, system.state(), 1.0, every=1.0)
    with pytest.raises(tt.TreetopError, match="no beams or cables"):
        run.discretisation()
    with pytest.raises(tt.TreetopError, match="no beams or cables"):
        element_error(m, lambda system: 1.0)


def test_a_beam_that_starts_bent_is_refused():
    system = held(tt.Beam(length=2, mass_per_length=1, EI=[None, 8], elements=4)).build()
    bent = system.state(**{"boom hinge 0": {"angle": 0.1}})
    run = tt.simulate(system, bent, 0.01, every=0.01)
    with pytest.raises(tt.TreetopError, match="begins with a beam that is bent"):
        run.discretisation()

"""Numbers found from measurements, against closed forms; what is refused."""

import numpy as np
import pytest
import xarray as xr

import treetop as tt

DAMPING = "forces.spring.damping"
STIFFNESS = "forces.spring.stiffness"
TIMES = np.linspace(0.05, 4.0, 60) ** 1.1


def oscillator():
    m = tt.Model("oscillator")
    block = m.add_body("block", mass=2)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, block)
    m.add_force("spring", tt.JointSpring("rail", stiffness=30.0, damping=1.5))
    m.set_start("rail", slide=0.1)
    return m


def decay(stiffness=50.0, damping=0.8, times=TIMES):
    """A free decay from 0.1 m, mass 2 kg: the closed form."""
    rate, half = np.sqrt(stiffness / 2.0), damping / 4.0
    w = np.sqrt(rate**2 - half**2)
    return 0.1 * np.exp(-half * times) * (np.cos(w * times) + half / w * np.sin(w * times))


def fit(data, parameters=(STIFFNESS, DAMPING), **options):
    return tt.fit(oscillator(), data, parameters, **options)


def test_stiffness_and_damping_of_a_known_decay():
    found = fit({"rail.slide": (TIMES, decay())}, rtol=1e-10, atol=1e-12)
    assert found.converged
    assert found[STIFFNESS] == pytest.approx(50.0, rel=1e-8)
    assert found[DAMPING] == pytest.approx(0.8, rel=1e-7)
    assert found.model.forces["spring"].stiffness == found[STIFFNESS]
    assert found.history[-1].cost <= found.history[0].cost
    assert "converged" in str(found) and DAMPING in found._repr_html_()


def test_confidence_covers_the_truth_and_has_the_size_that_linear_theory_gives():
    noise = np.random.default_rng(7).normal(0.0, 1e-3, TIMES.size)
    found = fit({"rail.slide": (TIMES, decay() + noise)}, sigma={"rail.slide": 1e-3})
    truth = np.array([50.0, 0.8])
    assert ((found.low < truth) & (truth < found.high)).all()
    steps = np.array([1e-3, 1e-4])
    columns = [
        (decay(*(truth + d)) - decay(*(truth - d))) / (2.0 * d.sum()) for d in np.diag(steps)
    ]
    J = np.stack(columns, axis=1) / 1e-3
    np.testing.assert_allclose(found.covariance, np.linalg.inv(J.T @ J), rtol=0.1, atol=1e-6)


def test_data_in_every_form_give_the_same(tmp_path):
    values, table = decay(stiffness=30.0), tmp_path / "decay.csv"
    lines = [f"{t!r},{1e3 * x!r}" for t, x in zip(TIMES.tolist(), values.tolist(), strict=True)]
    table.write_text("\n".join(["time,rail.slide [mm]", *lines]))
    labelled = xr.DataArray(1e3 * values, {"time": TIMES}, ["time"], attrs={"units": "mm"})
    pair = fit({"rail.slide": (TIMES, values)}, [DAMPING])
    for data in (table, {"rail.slide": labelled}, {"time [ms]": 1e3 * TIMES, "rail.slide": values}):
        assert fit(data, [DAMPING])[DAMPING] == pytest.approx(pair[DAMPING], rel=1e-9)


def test_bounds_with_units_hold():
    data = {"rail.slide": (TIMES, decay(stiffness=30.0))}
    found = fit(data, {DAMPING: ("1 N*s/m", None)}, start={DAMPING: "0.002 kN*s/m"})
    assert found.at_bound == [DAMPING]
    assert found[DAMPING] == pytest.approx(1.0)
    assert "at its bound" in str(found)


def test_the_length_of_a_pendulum_from_its_swing():
    """Small swings, with the period of the closed form."""
    m = tt.Model("pendulum")
    bob = m.add_body("bob", mass=1.0, centre=[0, 0, -1.0])
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, bob)
    m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    m.set_start("hinge", angle=1e-4)
    times = np.linspace(0.1, 3.0, 30)
    data = {"hinge.angle": (times, 1e-4 * np.cos(np.sqrt(9.81 / 1.2) * times))}
    found = tt.fit(m, data, ["bodies.bob.centre.z"], rtol=1e-10, atol=1e-14)
    assert found["bodies.bob.centre.z"] == pytest.approx(-1.2, rel=1e-7)


def test_no_convergence_is_told():
    found = fit({"rail.slide": (TIMES, decay())}, runs=2)
    assert not found.converged
    assert "NOT converged" in str(found)


SLIDE = {"rail.slide": (TIMES, decay())}


@pytest.mark.parametrize(
    ("data", "parameters", "options", "said"),
    [
        (SLIDE, ["forces.spring.dampin"], {}, "did you mean 'forces.spring.damping'"),
        (SLIDE, {DAMPING: (2, 1)}, {}, "lower bound 2 is not below"),
        (SLIDE, {DAMPING: (2, 3)}, {}, "start 1.5 is outside the bounds"),
        (SLIDE, {DAMPING: ("1 m", 3)}, {}, "does not fit here"),
        (SLIDE, [DAMPING], {"duration": 1.0}, "outside the run"),
        ({"rail.slide": ([1, 2], [0, np.nan])}, [DAMPING], {}, "no number in sample 1"),
        ({"rail.slide [kg]": ([1, 2], [0, 1])}, [DAMPING], {}, "does not fit"),
        (SLIDE, [DAMPING, "bodies.block.centre.x"], {}, "depend on 'bodies.block.centre.x'"),
        (
            SLIDE,
            ["bodies.block.mass", STIFFNESS, DAMPING],
            {"start": {DAMPING: 0.9, STIFFNESS: 48.0}, "runs": 6},
            "do not determine",
        ),
        (SLIDE, [], {}, "no parameter"),
        ({}, [DAMPING], {}, "no measurements"),
    ],
)
def test_bad_input_is_refused_by_name(data, parameters, options, said):
    with pytest.raises(tt.TreetopError, match=said.replace("[", r"\[")):
        fit(data, parameters, **options)

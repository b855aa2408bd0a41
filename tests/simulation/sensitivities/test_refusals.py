"""Closed forms of sensitivities, and what is refused."""

import numpy as np
import pytest

import treetop as tt


def ball(restitution=0.8):
    m = tt.Model("ball")
    body = m.add_body("ball", mass=2)
    m.add_joint("rail", tt.Prismatic([0, 0, 1]), m.ground, body)
    m.add_force("weight", tt.UniformGravity([0, 0, -10.0]))
    m.add_force("floor", tt.RigidStop("rail", lower=0.0, restitution=restitution))
    m.set_start("rail", slide=5.0)
    return m


def test_heights_and_times_of_a_bouncing_ball_depend_on_restitution_as_the_closed_form_says():
    """It strikes at 1 s, 1 + 2 e, 1 + 2 e + 2 e² with a fall from 5 m at 10 m/s²."""
    e, path = 0.8, "forces.floor.restitution"
    run = tt.simulate(ball(e), duration=2.0, at=[0.5, 2.0], sensitivities=[path], rtol=1e-11)
    heights = run.sensitivity("rail.slide", to=path)
    assert heights.attrs["units"] == "m"
    np.testing.assert_allclose(heights.values[[0, -1]], [0.0, 10.0], atol=1e-7)
    struck = tt.simulate(ball(e), duration=3.5, at=[3.5], sensitivities=[path], rtol=1e-11)
    times = struck.event_sensitivity("floor lower", to=path)
    np.testing.assert_allclose(times.values[:2], [0.0, 2.0], atol=1e-7)


def test_sensitivities_are_saved_with_the_result(tmp_path):
    path = "start.rail.slide"
    run = tt.simulate(ball(), duration=0.5, at=[0.5], sensitivities=[path])
    run.save(tmp_path / "run.nc")
    again = tt.load_run(tmp_path / "run.nc")
    assert again.settings.sensitivities == (path,)
    np.testing.assert_array_equal(
        again.sensitivity("rail.slide", to=path), run.sensitivity("rail.slide", to=path)
    )


def test_a_run_is_the_same_with_sensitivities():
    plain = tt.simulate(ball(), duration=2.0, every=0.1)
    run = tt.simulate(ball(), duration=2.0, every=0.1, sensitivities=["bodies.ball.mass"])
    np.testing.assert_array_equal(plain["rail.slide"], run["rail.slide"])


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("bodies.ball.mas", "bodies.ball.mass"),
        ("bodies.ball.centre", "not one number"),
        ("run.rtol", "it is a setting"),
    ],
)
def test_what_is_no_number_of_the_model_is_refused(path, said):
    with pytest.raises(tt.ModelError, match=said):
        tt.simulate(ball(), duration=1.0, sensitivities=[path])


def test_methods_and_parts_without_sensitivities_are_refused_by_name():
    paths = ["bodies.ball.mass"]
    with pytest.raises(tt.ModelError, match="'generalized-alpha' gives no sensitivities"):
        tt.simulate(
            ball(), duration=1.0, method="generalized-alpha", step=0.01, sensitivities=paths
        )
    m = ball()
    m.add_force("cushion", tt.HardStop("rail", stiffness=10.0, lower=0.1))
    with pytest.raises(tt.ModelError, match="set in abruptly"):
        tt.simulate(m, duration=1.0, sensitivities=paths)


def test_what_a_run_does_not_have_is_refused():
    run = tt.simulate(ball(), duration=0.1, at=[0.1], sensitivities=["bodies.ball.mass"])
    with pytest.raises(KeyError, match=r"rail\.slide"):
        run.sensitivity("rail.slid", to="bodies.ball.mass")
    with pytest.raises(tt.ModelError, match=r"bodies\.ball\.mass"):
        run.sensitivity("rail.slide", to="bodies.ball.mas")
    with pytest.raises(tt.TreetopError, match="has no sensitivities"):
        tt.simulate(ball(), duration=0.1).sensitivity("rail.slide", to="bodies.ball.mass")


def test_an_event_that_grazes_its_value_is_refused():
    m = ball()
    m.add_event("top", tt.coordinate("rail.slide").rises(5.0 * 0.64 - 1e-12))
    with pytest.raises(tt.RunError, match="grazes"):
        tt.simulate(m, duration=2.5, rtol=1e-11, sensitivities=["forces.floor.restitution"])

"""Points that come to the ends of their paths: told, stopped, and refused at the start."""

import numpy as np
import pytest

import treetop as tt

WIRE = [[x, 0, 0] for x in range(4)]


def bead(**more) -> tt.System:
    """A bead on a straight wire of 3 m."""
    m = tt.Model("bead")
    body = m.add_body("bead", 1.0, [0.1, 0.1, 0.1])
    m.add_joint("fly", tt.Free(), m.ground, body)
    m.add_constraint("wire", tt.PointOnPath(body, m.ground, curve=tt.Curve(WIRE), **more))
    return m.build()


def start(system, x=2.5, v=1.0):
    return system.settled(system.state(fly={"position": [x, 0, 0], "velocity": [v, 0, 0]}))


@pytest.mark.parametrize(("v", "where"), [(1.0, "end, at 3 m"), (-5.0, "beginning, at 0 m")])
def test_leaving_a_path_is_told_and_what_was_computed_is_kept(v, where):
    system = bead()
    with pytest.raises(tt.RunError, match=f"'wire' leaves its path at the {where}") as error:
        tt.simulate(system, start(system, v=v), 2.0, every=0.25)
    s = error.value.run["wire.arc_length"].values
    assert s[1] == pytest.approx(2.5 + 0.25 * v)
    assert len(s) >= 3


def test_a_start_beyond_the_end_is_refused():
    system = bead()
    with pytest.raises(tt.ModelError, match=r"constraints.wire: it starts at .* of 3.5 m"):
        tt.simulate(system, start(system, x=3.5), 1.0)


def carriage() -> tt.System:
    """A carriage led along the same wire by its joint."""
    m = tt.Model("carriage")
    body = m.add_body("carriage", 1.0, [0.1, 0.1, 0.1])
    m.add_joint("wire", tt.Curvilinear(tt.Curve(WIRE)), m.ground, body)
    return m.build()


def test_a_joint_ends_the_run_at_the_end_of_its_curve():
    system = carriage()
    start = system.state(wire={"arc_length": 2.5, "arc_rate": 1.0})
    what = "joints.wire: 'wire' leaves its path at the end, at 3 m .stop it there by a HardStop"
    with pytest.raises(tt.RunError, match=what) as error:
        tt.simulate(system, start, 2.0, every=0.25)
    assert error.value.run["wire.arc_length"].values[1] == pytest.approx(2.75)
    with pytest.raises(tt.ModelError, match=r"joints.wire: it starts at an arc length of 3.5 m"):
        tt.simulate(system, system.state(wire={"arc_length": 3.5}), 1.0)


@pytest.mark.compiled
def test_stops_send_a_point_back_before_the_ends():
    system = bead(lower=0.2, upper=2.8, stop_stiffness=1e4)
    run = tt.simulate(system, start(system), 6.0, every=0.01, rtol=1e-10, atol=1e-12)
    s = run["wire.arc_length"].values
    assert 0.17 < s.min() < 0.2
    assert 2.8 < s.max() < 2.83
    assert run["wire.arc_rate"].values[-1] == pytest.approx(-1.0, abs=1e-6)  # third time
    assert run.audit().passed(1e-9)


@pytest.mark.compiled
def test_damping_and_a_force_along_a_path_have_their_closed_form():
    system = bead(damping=2.0, force=0.5)
    run = tt.simulate(system, start(system, x=0.5), 1.5, at=[1.5], rtol=1e-11, atol=1e-13)
    v, T = 0.25, 1.5
    expected = 0.5 + v * T + (1.0 - v) * (1.0 - np.exp(-2 * T)) / 2
    assert run["wire.arc_length"].values[-1] == pytest.approx(expected, abs=1e-10)
    assert run.audit().passed(1e-9)


@pytest.mark.compiled
def test_friction_brakes_evenly():
    system = bead(friction=0.5, slip_speed=1e-4)
    run = tt.simulate(system, start(system, x=0.5), 1.5, at=[1.5])
    assert run["wire.arc_length"].values[-1] == pytest.approx(0.5 + 1.5 - 0.25 * 1.5**2, abs=1e-4)

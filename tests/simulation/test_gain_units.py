"""Gains in units that do not lead from what is read to what is commanded."""

import pytest

import treetop as tt
from controlled import hub, with_wheels


def run(reads="flight.angular_velocity.x", every: float | str = 0.1, **pid):
    model = with_wheels(hub())
    model.add_controller("hold", tt.Pid(reads, every=every, to="wheel_x", **pid))
    system = model.build()
    return tt.simulate(system, system.state(flight={"angular_velocity": [0.01, 0, 0]}), 0.3)


@pytest.mark.parametrize("every", [0.1, "continuous"])
@pytest.mark.parametrize(
    "pid, told",
    [
        ({"proportional": "-4 N"}, r"proportional: the unit 'N' .*give it in N\*m/\(rad/s\)"),
        ({"integral": "-4 N*m*s"}, r"integral: .*give it in N\*m/\(rad/s\*s\)"),
        ({"lower": "-1 N"}, r"lower: .*give it in N\*m, or as a plain number"),
        ({"target": "1 deg"}, r"target: the unit 'deg' does not fit .*give it in rad/s"),
    ],
)
def test_units_that_do_not_fit_are_refused(every, pid, told):
    with pytest.raises(tt.ModelError, match=rf"controllers\.hold\.{told}"):
        run(every=every, **pid)


@pytest.mark.compiled  # of no kernels
def test_units_that_fit_are_converted():
    plain = run(proportional=-4000.0, lower=-1e-3)
    for gain in ("-4 kN*m*s", "-4 kN*m*s/rad"):
        found = run(proportional=gain, lower="-1 mN*m")
        assert (found["wheel_x.speed"] == plain["wheel_x.speed"]).all()


def test_gains_of_attitude_are_torques():
    given = {"attitude": "bus", "rate": "bus", "every": 0.1}
    with pytest.raises(tt.ModelError, match=r"stiffness: the unit 'N' does not fit"):
        tt.MrpFeedback(**given, stiffness="3 N", damping=1)
    with pytest.raises(tt.ModelError, match=r"damping: the unit 'N\*m' does not fit"):
        tt.QuaternionFeedback(**given, stiffness=3, damping="1 N*m")
    assert tt.MrpFeedback(**given, stiffness="3 N*m/rad", damping="1 N*m*s").stiffness == (3,) * 3

"""The audit finds what is lost, and asks for no more than must be conserved."""

import numpy as np
import pytest

import treetop as tt
from treetop.results.audit import kept_momenta
from treetop.topology.mechanism import mechanism_of


@pytest.fixture
def audit(recorded):
    return lambda histories: recorded(histories).audit()


def test_exact_motion_passes(audit, histories):
    found = audit(histories)
    assert found.passed(1e-14)
    assert {d.name for d in found.drifts} >= {"energy", "linear momentum", "angular momentum"}


def test_energy_counts_the_work(audit, histories):
    loss = 0.1 * histories["time"]
    histories["potential_energy"] = histories["potential_energy"] - loss
    assert audit(histories)["energy"].drift == pytest.approx(0.2)
    assert not audit(histories).passed()
    histories["work"] = -loss
    assert audit(histories).passed(1e-14)


def test_a_constant_potential_changes_nothing(audit, histories):
    before = audit(histories)["energy"].scale
    histories["potential_energy"] = histories["potential_energy"] + 1e6
    assert audit(histories)["energy"].scale == pytest.approx(before)


@pytest.mark.parametrize("name", ["linear_momentum", "angular_momentum"])
def test_lost_momentum_is_found(audit, histories, name):
    histories[name] = histories[name] + 1e-3 * histories["time"][:, None]
    found = audit(histories)[name.replace("_", " ")]
    assert found.drift == pytest.approx(2e-3 * np.sqrt(3))


def test_quaternion_norm(audit, histories):
    histories["attitude"] = 1.001 * histories["attitude"]
    assert audit(histories)["attitude norm"].drift == pytest.approx(1e-3)


def test_nothing_moves(audit, histories):
    still = {name: np.repeat(h[:1], len(h), axis=0) for name, h in histories.items()}
    still["time"] = histories["time"]
    still["kinetic_energy"] = 0 * histories["time"]
    assert audit(still).passed(0.0)


def test_printed(audit, histories):
    assert "energy" in str(audit(histories))


@pytest.mark.parametrize(
    ("force", "kept"),
    [
        (tt.SpringDamper("bus", "tug", 1.0, 1.0), (True, True)),
        (tt.SpringDamper("ground", "tug", 1.0, 1.0), (False, False)),
        (tt.JointSpring("boom", 1.0), (True, True)),
        (tt.JointEffort("boom", 1.0), (True, True)),
        (tt.UniformGravity(), (False, False)),
        (tt.CentralGravity(1.0, gradient=False), (False, True)),
        (tt.CentralGravity(1.0), (False, True)),
        (tt.FrameForce("bus", [1, 0, 0]), (False, False)),
        (tt.UserForce("push", "bus"), (False, False)),
        (tt.UserForce("push", "bus", "tug"), (True, True)),
    ],
    ids=lambda value: getattr(value, "kind", None),
)
def test_which_momenta_are_kept(model, force, kept):
    assert kept_momenta(mechanism_of(model)) == (True, True)
    model.add_force("another", force)
    assert kept_momenta(mechanism_of(model)) == kept


def test_energy_about_the_mass_centre_of_what_floats(audit, model, histories):
    assert "energy about the mass centre" in audit(histories)
    model.add_force("tether", tt.SpringDamper("ground", "bus", 1.0, 1.0))
    assert "energy about the mass centre" not in audit(histories)


def test_a_grounded_tree_keeps_no_momentum():
    model = tt.Model("pendulum")
    model.add_joint(
        "hinge", tt.Revolute([0, 0, 1]), model.ground, model.add_body("rod", 1.0, [1, 1, 1])
    )
    assert kept_momenta(mechanism_of(model)) == (False, False)


@pytest.mark.compiled
def test_what_is_pushed_along_without_turning_passes():
    """Its energy about its mass centre is zero, and rounding is all that there is of it."""
    model = tt.Model("pushed")
    bus = model.add_body("bus", mass=100, inertia=[10, 10, 10])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.add_force("earth", tt.CentralGravity(mu=3.986e14, gradient=False))
    model.add_force("push", tt.FrameForce(bus, force=[1, 0, 0]))
    system = model.build()
    start = system.state(orbit={"position": [7e6, 0, 0], "velocity": [0, 7546.0, 0]})
    found = tt.simulate(system, start, duration=600).audit()
    assert found["energy about the mass centre"].drift < 1e-11
    assert found.passed()


@pytest.mark.compiled
def test_a_ball_in_orbit_that_does_not_turn_passes():
    """Nothing turns it: the energy about its mass centre is that of rounded velocities."""
    model = tt.Model("ball")
    ball = model.add_body("ball", mass=2, inertia=[0.3, 0.3, 0.3])
    model.add_joint("orbit", tt.Free(), model.ground, ball)
    model.add_force("earth", tt.CentralGravity(mu=3.986e14))
    system = model.build()
    start = system.state(orbit={"position": [7e6, 0, 0], "velocity": [0, 7546.0, 0]})
    found = tt.simulate(system, start, duration=9000, every=100).audit()
    assert found["energy about the mass centre"].drift < 1e-30
    assert found.passed()

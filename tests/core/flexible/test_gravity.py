"""Gravity on flexible bodies, its gradient included."""

import pytest

import treetop as tt
import treetop.structures as fx
from flexible_craft import craft
from treetop.system.equilibrium import equilibrium
from treetop.system.state import State


@pytest.mark.parametrize("formulation", ["recursive", "kane", "newton-euler"])
@pytest.mark.parametrize("held", ["root", ()])
def test_its_gradient_keeps_the_energy_of_bodies_that_bend(held, formulation):
    """In a field that changes by a part of itself along the body."""
    model = craft(held)
    model.add_force("planet", tt.CentralGravity(mu=3e3))
    own = model.build(formulation)
    state = own.state(
        origin={"position": [40, 10, -5], "velocity": [1, 8, 0]},
        free={"attitude": [0.8, 0, 0.6, 0], "angular_velocity": [0.3, -0.2, 0.5]},
        hinge={"angle": 0.4, "rate": 0.3},
        gimbal={"rate1": -0.4, "angle2": 0.7},
        boom={"mode1": 0.05, "mode2": -0.03, "mode3": 0.02, "mode1_rate": 0.1, "mode4_rate": -0.1},
    )
    rate = own.rate(state)

    def energy(h):
        now = own.evaluate(State(own, 0.0, state.vector + h * rate))
        return now.kinetic_energy + now.potential_energy

    h = 1e-5
    power = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h)
    assert abs(power) < 1e-9 * own.evaluate(state).kinetic_energy


@pytest.mark.compiled
def test_it_pulls_at_both_ends_of_a_boom_that_points_to_the_planet():
    """u(L) = ρ/E (g L²/2 + Γ L³/12), g at the middle and Γ = 2 μ / r³."""
    length, density, E, far = 5.0, 2700.0, 7e9, 1e4
    mu = 2e-4 * far**3
    frame = fx.BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [length, 0, 0])
    section = fx.Section.tube(outer=0.05, inner=0.046, E=E, G=2.7e9, density=density)
    frame.add_beam("boom", "root", "tip", section, elements=2)
    modes = fx.normal_modes(frame.structure(), "root", count=12)
    tips = []
    for gradient in (True, False):
        m = tt.Model("boom")
        boom = m.add_flexible_body("boom", modes)
        m.add_joint("wall", tt.Fixed(), m.ground.frame("far", at=[far, 0, 0]), boom)
        m.add_force("planet", tt.CentralGravity(mu=mu, gradient=gradient))
        system = m.build()
        rest = equilibrium(system, system.state())
        q = [rest[f"boom.mode{k}"] for k in range(1, 1 + len(modes))]
        tips.append((boom.node_motion("tip").shapes @ q)[0])
    middle = far + length / 2
    g, gamma = -mu / middle**2, 2 * mu / middle**3
    assert tips[1] == pytest.approx(density / E * g * length**2 / 2, rel=1e-7)
    drawn = tips[0] - tips[1]
    assert drawn == pytest.approx(density / E * gamma * length**3 / 12, rel=1e-3)  # L / r

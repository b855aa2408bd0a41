"""Digits of accelerations where heavy bodies hang on light ones."""

import pytest

import treetop as tt
from agreeing import close
from exact_trees import exact_rates
from flexible_craft import craft, somewhere
from heavy_chains import heavier_tree, loaded_arm
from interpreted import interpreted_for
from random_trees import JOINTS, random_motion
from scaled import put, times

KINDS = [kind for kind in JOINTS if kind not in ("fixed", "free")]


def rates(model, motion, formulation="recursive"):
    system = model.build(formulation)
    return system.evaluate(system.state(**motion)).speed_rates


def reference(model, motion):
    system = model.build()
    return exact_rates(system, system.state(**motion))


@pytest.mark.parametrize("ratio", interpreted_for([1e2, 1e4, 1e6, 1e8, 1e10], [1e8]))
def test_a_load_on_a_light_arm(ratio):
    model, motion = loaded_arm(ratio)
    close(rates(model, motion), reference(model, motion), 1e-12)


@pytest.mark.parametrize("kind", interpreted_for(KINDS, ["cylindrical"]))
def test_joints_of_every_kind_below_a_load(kind):
    model, motion = loaded_arm(1e8, links=3, kind=kind)
    close(rates(model, motion), reference(model, motion), 1e-11)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(10))
def test_random_trees_with_masses_far_apart(seed):
    model = heavier_tree(seed)
    motion = random_motion(model, seed)
    close(rates(model, motion), reference(model, motion), 1e-10)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["newton-euler", "udwadia", "kane", "kane-absolute"])
@pytest.mark.parametrize("kind", ["spherical", "revolute", "planar"])
def test_other_formulations_agree(formulation, kind):
    model, motion = loaded_arm(1e8, links=3, kind=kind)
    close(rates(model, motion, formulation), reference(model, motion), 1e-11)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["kane", "kane-absolute"])
@pytest.mark.parametrize("seed", [0, 4, 10])
def test_dense_equations_of_masses_far_apart(formulation, seed):
    model = heavier_tree(seed)
    motion = random_motion(model, seed)
    close(rates(model, motion, formulation), reference(model, motion), 1e-9)


@pytest.mark.parametrize("ratio", interpreted_for([1e2, 1e4, 1e8], [1e8]))
@pytest.mark.parametrize("held", ["root", ()])
def test_a_load_on_a_boom_that_bends(ratio, held):
    """A flying hub, a boom of 2 kg, and a dish that is so many times as heavy."""
    model = craft(held)
    dish = model.bodies["dish"]
    put(dish, mass=dish.mass * ratio, inertia=times(dish.inertia, ratio))
    found = {}
    for formulation in ("newton-euler", "recursive", "kane"):
        system = model.build(formulation)
        found[formulation] = system.evaluate(somewhere(system)).speed_rates
    close(found["recursive"], found["newton-euler"], 1e-12)
    close(found["kane"], found["newton-euler"], 1e-11)


def test_slender_links_on_ball_joints():
    model = tt.Model("slender")
    base = model.add_body("base", mass=1, inertia=[0.1, 0.1, 0.1])
    model.add_joint("free", tt.Free(), model.ground, base)
    tip = base.frame("tip", at=[0.1, 0, 0])
    for k in range(5):
        link = model.add_body(f"link{k}", 1.0, [1e-6, 0.1, 0.1], [0.5, 0, 0])
        model.add_joint(f"ball{k}", tt.Spherical(), tip, link)
        tip = link.frame("tip", at=[1, 0, 0])
    motion = random_motion(model, seed=3, speed=0.1)
    close(rates(model, motion), reference(model, motion), 1e-9)  # what rounding of attitudes does


@pytest.mark.compiled
def test_few_steps_with_a_heavy_load():
    model, motion = loaded_arm(1e4)
    system = model.build()
    run = tt.simulate(system, system.state(**motion), duration=0.3, every=0.1)
    assert run.statistics["steps"] < 100  # 51,459 in 1 s with accelerations off by 5e-8


def test_what_cannot_be_kept_is_told():
    model, _ = loaded_arm(1e15)
    with pytest.raises(tt.ModelError, match=r"inertias differ by .* digits"):
        model.build()


@pytest.mark.compiled
@pytest.mark.parametrize("kind", [tt.Prismatic([1, 0, 0]), tt.Free()], ids=["rail", "free"])
@pytest.mark.parametrize("formulation", ["kane", "kane-absolute", "newton-euler", "udwadia"])
def test_what_moves_evenly_loses_no_digits(formulation, kind):
    """Nothing is accelerated, so there are none to lose."""
    m = tt.Model("apart")
    for name, mass in (("heavy", 1e6), ("light", 1e-6)):
        m.add_joint(f"{name}_joint", kind, m.ground, m.add_body(name, mass, [mass] * 3))
    system = m.build(formulation)
    assert not system.evaluate(system.state()).speed_rates.any()

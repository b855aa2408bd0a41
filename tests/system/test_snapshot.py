"""What can be seen at one state is what results hold there, by the same names."""

import numpy as np
import pytest

import treetop as tt
from pushed_trees import pushed_tree

FORMULATIONS = ("recursive", "kane", "newton-euler", "udwadia", "kane-absolute")


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_every_quantity_of_a_result_is_there(formulation):
    model, motion = pushed_tree(1)
    system = model.build(formulation)
    run = tt.simulate(system, system.state(**motion), duration=1e-9, every=1e-9)
    now = system.evaluate(run.start)
    assert now.quantities == run.quantities
    for name in now.quantities:  # the start is projected, to rounding
        assert now[name] == pytest.approx(run[name].values[0], rel=1e-10, abs=1e-10), name


def test_what_forces_exert_is_there_by_force():
    model, motion = pushed_tree(0)
    system = model.build()
    now = system.evaluate(system.state(**motion))
    assert list(now.force) == system.labels["force"]
    for name, load in now.force.items():
        for part in ("applied_force", "applied_torque", "point_of_action", "point_of_reaction"):
            assert np.array_equal(getattr(load, part), now[f"{name}.{part}"])
        assert load.power == now[f"{name}.power"]
        along = f"{name}.generalised_force"
        assert (load.generalised_force is not None) == (along in now.quantities)
        if along in now.quantities:
            assert np.array_equal(load.generalised_force, now[along])


def test_numbers_and_vectors_are_copies():
    model, motion = pushed_tree(0)
    now = (system := model.build()).evaluate(system.state(**motion))
    assert isinstance(now["kinetic_energy"], float)
    now["swirl.applied_force"][:] = 0.0
    assert now["swirl.applied_force"].any()


def test_an_unknown_name_suggests_a_near_one():
    m = tt.Model("sled")
    m.add_body("sled", 2.0, [1, 1, 1])
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), "ground", "sled")
    m.add_force("motor", tt.JointEffort("rail", 3.0))
    system = m.build()
    with pytest.raises(KeyError, match=r"motor\.power"):
        system.evaluate(system.start())["motor.powr"]

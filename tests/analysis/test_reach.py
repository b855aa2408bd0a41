"""How far flexible bodies bend: told before a run, and where a run would stop."""

import numpy as np
import pytest
from click.testing import CliRunner

import treetop as tt
import treetop.flexible as fx
from treetop.analysis import reaches
from treetop.cli import main
from treetop.mass import mass_matrix_of

# The same in kernels: what is checked here are matrices.
pytestmark = pytest.mark.compiled


def tube():
    frame = fx.BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [5, 0, 0])
    section = fx.Section.tube(outer=0.05, inner=0.046, E=7e9, G=2.7e9, density=2700)
    frame.add_beam("boom", "root", "tip", section, elements=8)
    return frame.structure()


def craft(modes):
    m = tt.Model("craft")
    bus = m.add_body("bus", mass=50, inertia=[10, 12, 8])
    boom = m.add_flexible_body("boom", modes)
    m.add_joint("flight", tt.Free(), m.ground, bus)
    m.add_joint("clamp", tt.Fixed(), bus, boom.frame("root", node="root"))
    boom.frame("tip", node="tip")
    return m


def test_held_modes_reach_to_where_some_motion_loses_its_energy():
    system = craft(fx.normal_modes(tube(), "root", count=12)).build()
    reach = reaches(system, system.start())["boom"]
    assert reach.node == "boom tip"
    assert 0.01 < reach.angle < 0.03  # some radii of gyration of the section per length of the boom

    def least_inertia(part):
        turned = system.evaluate(system.state(boom={reach.mode.partition(".")[2]: 1e-4}))
        size = 2 * np.linalg.norm(turned.body["boom tip"].attitude[1:]) / 1e-4
        amplitude = part * reach.angle / size
        system.rate(system.state(boom={reach.mode.partition(".")[2]: amplitude}))
        return np.linalg.eigvalsh(mass_matrix_of(system))[0]

    assert least_inertia(0.95) > 0 > least_inertia(1.05)


def test_modes_that_float_reach_further():
    system = craft(fx.craig_bampton(tube(), "root", count=12).normal()).build()
    assert reaches(system, system.start())["boom"].angle == 0.3  # as far as is looked


def test_check_warns_of_what_bends_little(tmp_path):
    craft(fx.normal_modes(tube(), "root", count=12)).save(tmp_path / "craft.yaml")
    told = CliRunner().invoke(main, ["check", str(tmp_path / "craft.yaml")])
    assert told.exit_code == 0
    assert "until 'boom tip' has turned by 0.02 rad: modes that float reach further" in told.output

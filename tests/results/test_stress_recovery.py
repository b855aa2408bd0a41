"""Section forces of a boom from its modal coordinates."""

import pytest

import treetop as tt
from flexible_craft import boom_modes
from treetop.errors import TreetopError
from treetop.system.equilibrium import equilibrium

G = 9.81
pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def run():
    m = tt.Model("boom under its weight")
    modes = boom_modes(count=20)
    boom = m.add_flexible_body("boom", modes, stiffening="none")
    m.add_joint("wall", tt.Fixed(), m.ground, boom)
    m.add_force("weight", tt.UniformGravity([0, 0, -G]))
    system = m.build()
    start = equilibrium(system, system.state())
    return tt.simulate(system, start, duration=1e-4, every=1e-4, method="rk4", step=1e-4)


def test_the_root_carries_the_weight(run):
    seen = run.recovered("boom", "section")
    assert seen.dims[0] == "time"
    root = seen.isel(time=0).values.reshape(4, 2, 6)[0, 0]  # the first element's first end
    joint = run.data.reaction_torque.sel(joint="wall").values[0]
    # Modes leave out a part of the shear at the support; moments of smooth loads they have.
    assert abs(root[4]) == pytest.approx(abs(joint[1]), rel=0.02)


def test_what_cannot_be_recovered_is_told(run):
    with pytest.raises(TreetopError, match="unknown recovery"):
        run.recovered("boom", "sections")
    with pytest.raises(TreetopError, match="nothing can be recovered of 'hub'"):
        run.recovered("hub", "section")

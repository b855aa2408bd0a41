"""Groups of forces: all that assembly fits acts, in its turn."""

import numpy as np

import treetop as tt
from treetop.assembly import optional_forces
from treetop.core.devices import commands, stored_momentum, wheel
from treetop.core.forces import optional
from treetop.core.forces.group import NO_FORCES, Fitted, Packing


def rotor(**devices):
    m = tt.Model("rotor")
    bus = m.add_body("bus", 50.0, [100.0, 90.0, 80.0])
    m.add_joint("flight", tt.Free(), m.ground, bus)
    m.add_force("weight", tt.UniformGravity())
    for name, device in devices.items():
        m.add_device(name, device)
    return m.build()


def turning(system):
    return system.state(flight={"angular_velocity": [0.1, -0.2, 0.3]})


def test_a_group_that_assembly_fits_acts_without_further_lists(monkeypatch):
    def spinning(site):
        table = stored_momentum.StoredMomenta(
            np.array([site.frames.add("bus")]), np.array([[0.0, 0.0, 7.0]])
        )
        yield Fitted(stored_momentum.GROUP, table, NO_FORCES, 1)

    known = rotor(spin=tt.StoredMomentum("bus", [0, 0, 7]))
    groups = *optional_forces.GROUPS[:1], (tt.UniformGravity, spinning)
    monkeypatch.setattr(optional_forces, "GROUPS", groups)
    added = rotor()
    assert [each.group for each in added.assembly.optional.fitted] == [stored_momentum.GROUP]
    found = added.rate(turning(added))
    assert found.tolist() == known.rate(turning(known)).tolist()
    assert np.abs(found[7:10]).max() > 1e-3


def test_groups_act_in_their_turns_whatever_the_order_of_assembly():
    """Controllers read wheels that stick, and command devices."""
    laws = commands.NO_LAWS._replace(run=None)
    groups = {wheel.GROUP: wheel.NO_WHEELS, commands.GROUP: laws, wheel.STICKING: wheel.NO_WHEELS}
    fitted = tuple(Fitted(group, tables, NO_FORCES, 1) for group, tables in groups.items())
    forces = optional.OptionalTables(0, fitted)
    _, alive = optional.packed(forces, Packing(*[None] * len(Packing._fields)))
    found = [calls.act for _, (calls, *_) in alive[1:]]  # after the commands
    in_turn = wheel.STICKING, commands.GROUP, wheel.GROUP
    assert found == [group.calls["act"].function for group in in_turn]

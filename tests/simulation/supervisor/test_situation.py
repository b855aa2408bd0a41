"""What events do is a value: to undo it is to drop it."""

from dataclasses import FrozenInstanceError

import pytest

import treetop as tt
from treetop.errors import RunError
from treetop.simulation.supervisor import Supervisor


def boxed() -> tt.Model:
    """A block on a rail that meets a stop, and is then held there."""
    m = tt.Model("block")
    m.add_body("block", mass=1)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, "block")
    m.add_force("rub", tt.DryFriction("rail", coulomb=0.1))
    m.add_force("end", tt.RigidStop("rail", upper=1.0))
    m.add_event("met", tt.coordinate("rail.slide").rises(0.5))
    m.add_stage("moving", until="met")
    m.add_stage("held", lock="rail")
    m.set_start("rail", slide=0.5, slide_rate=1.0)
    return m


@pytest.fixture
def supervised():
    system = boxed().build()
    supervisor = Supervisor(system, 1.0)
    return supervisor, supervisor.begun(system.start())


def test_events_replace_the_situation_and_leave_the_old_one(supervised):
    supervisor, start = supervised
    before = supervisor.situation
    modes = {name: dict(vars(each)) for name, each in before.elements.items()}
    after = supervisor.act({"met": 1}, start)
    assert (before.stage, supervisor.stage) == ("moving", "held")
    assert supervisor.situation.structure != before.structure
    assert after.state.system is supervisor.situation.system is not before.system
    assert {name: dict(vars(each)) for name, each in before.elements.items()} == modes
    supervisor.situation = before  # undone: the same happens again
    again = supervisor.act({"met": 1}, start)
    assert (again.state.vector == after.state.vector).all()
    assert supervisor.situation.counts == {"met": 1}


def test_what_cannot_be_done_changes_nothing(supervised, monkeypatch):
    supervisor, start = supervised
    before, log = supervisor.situation, list(supervisor.log)
    refuse = "treetop.simulation.supervisor.transition.transferred"

    def impossible(*_):
        raise tt.TreetopError("no")

    with monkeypatch.context() as patch, pytest.raises(RunError, match="'held' cannot begin: no"):
        patch.setattr(refuse, impossible)
        supervisor.act({"met": 1}, start)
    assert supervisor.situation is before and supervisor.log == log


def test_elements_are_values(supervised):
    supervisor, start = supervised
    for element in supervisor.situation.elements.values():
        with pytest.raises(FrozenInstanceError):
            element.name = "other"
        assert element.loosen() is element or element.loosen().name == element.name
        assert type(element.begin(start)) is type(element)

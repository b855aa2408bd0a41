"""Runs go on from their checkpoints to the same bits; what stands in the way is reported."""

import json
import os
from dataclasses import replace

import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

import treetop as tt
from fuelled import craft, somewhere
from full_disk import small_files
from pausing import Mortal, died, resumed
from staged_flight import flight, same
from treetop.model.run.options import changed_settings, settings_from
from treetop.simulation.checkpoint import checkpoint as module
from treetop.simulation.checkpoint.lock import Lock
from treetop.simulation.hybrid import HybridSimulation
from treetop.symbolic import LagrangianSystem

pytestmark = pytest.mark.compiled  # whole runs, which say no more of kernels interpreted

SETTINGS = {"duration": 1.0, "every": 0.1, "method": "rk4", "step": 0.02}


def pendulum(length: float = 1.0) -> tt.System:
    m = tt.Model("pendulum")
    rod = m.add_body("rod", mass=2, inertia=[0.1, 0.1, 0], centre=[0, 0, -length])
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, rod)
    m.add_force("weight", tt.UniformGravity())
    return m.build()


def start(system: tt.System) -> tt.State:
    return system.state(hinge={"angle": 1.0})


@pytest.fixture
def short(monkeypatch):
    """A loop that pauses every few steps, however fast it is."""
    advance = HybridSimulation.advance
    name = f"{HybridSimulation.__module__}.HybridSimulation.advance"
    monkeypatch.setattr(name, lambda self, steps: advance(self, min(steps, 3)))


@pytest.fixture
def folder(tmp_path, short):
    """A checkpoint of a pendulum's run."""
    system = pendulum()
    died(system, start(system), tmp_path / "run.part", 5, **SETTINGS)
    return tmp_path / "run.part"


# --- going on -------------------------------------------------------------------------------


def test_the_same_to_the_bit_across_stages_and_recorded_events(tmp_path, short):
    model = flight()
    system = model.build()
    settings = {"duration": 2.0, "every": 0.05, "rtol": 1e-5, "atol": 1e-7}
    whole = tt.simulate(system, system.start(), **settings)
    assert [each.event for each in whole.events] == ["level", "slack", "level", "landed"]
    died(system, system.start(), tmp_path / "run.part", **settings)
    run, times = resumed(tmp_path / "run.part")
    assert times >= 4
    assert same(run, whole)
    assert not (tmp_path / "run.part").exists()


def test_elements_with_modes_that_begin_at_rest_and_let_go(tmp_path, short):
    """The first segment is not of the structure that the start was given in."""
    m = tt.Model("lift")
    m.add_joint("rail", tt.Prismatic([0, 0, 1]), m.ground, m.add_body("box", mass=2))
    m.add_force("weight", tt.UniformGravity())
    pull = tt.Table([0, 1], [0, 60])
    m.add_force("rope", tt.JointEffort("rail", pull))
    m.add_force("floor", tt.RigidStop("rail", lower=0.0))
    system = m.build()
    whole = tt.simulate(system, system.start(), **SETTINGS)
    assert whole["rail.slide"][-1] > 0.1 and whole.system is system
    died(system, system.start(), tmp_path / "run.part", 5, **SETTINGS)
    run = tt.resume(tmp_path / "run.part")
    assert same(run, whole)
    assert same(run.rerun(), whole)


def test_fuel_that_sloshes_and_runs_out(tmp_path, short):
    m = craft(slosh=True, tanks=("cylinder", "table"))
    m.devices["cylinder"] = replace(m.devices["cylinder"], residual=197.0)
    system = m.build()
    start, settings = somewhere(system), {"duration": 4.0, "every": 0.2}
    whole = tt.simulate(system, start, **settings)
    assert [each.event for each in whole.events] == ["cylinder empties"]
    died(system, start, tmp_path / "run.part", **settings)
    run, times = resumed(tmp_path / "run.part", 5)
    assert times >= 4
    assert same(run, whole)


def test_samples_are_written_once(folder):
    sizes = []
    for _ in range(4):
        with pytest.raises(Exception, match=r"^$"):
            tt.resume(Mortal(folder))
        sizes.append((folder / "samples").stat().st_size)
    system = pendulum()
    whole = tt.simulate(system, start(system), **SETTINGS)
    row = 8 * start(system).vector.size
    assert sizes[0] < sizes[-1] <= row * len(whole.time)
    assert all(size % row == 0 for size in sizes)


def test_wall_time_is_that_of_all_processes(folder):
    head = tt.Checkpoint(folder).found()
    assert tt.resume(folder).statistics["wall_time"] > head["wall_time"] > 0.0


def test_a_run_that_the_user_interrupts_can_go_on(folder, monkeypatch):
    def interrupt(self, hybrid, at_once):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(tt.Checkpoint, "look", interrupt)
        assert tt.resume(folder).outcome == "interrupted"
    system = pendulum()
    assert same(tt.resume(folder), tt.simulate(system, start(system), **SETTINGS))


def test_a_run_that_takes_too_long_can_go_on(tmp_path, short):
    system, kept = pendulum(), tt.Checkpoint(tmp_path / "run.part", every=np.inf)
    with pytest.raises(tt.RunError, match="wall time"):
        tt.simulate(system, start(system), **SETTINGS, limit=1e-9, checkpoint=kept)
    assert same(tt.resume(kept), tt.simulate(system, start(system), **SETTINGS))


def test_one_after_another_in_the_same_place(tmp_path, short):
    kept = tt.Checkpoint(tmp_path / "run.part", every=0)
    system = pendulum()
    runs = [tt.simulate(system, start(system), **SETTINGS, checkpoint=kept) for _ in range(2)]
    assert same(*runs)
    died(system, start(system), tmp_path / "run.part", 5, **SETTINGS)
    assert same(tt.resume(kept), runs[0])


@pytest.mark.parametrize("outcome", ["finished", "event"])
def test_a_run_that_has_ended_but_was_not_saved(tmp_path, short, outcome):
    m = pendulum().model.copy()
    m.add_event("low", tt.coordinate("hinge.angle").falls(0), do="stop")
    system = m.build() if outcome == "event" else pendulum()
    kept = tt.Checkpoint(tmp_path / "run.part", every=0, keep=True)
    whole = tt.simulate(system, start(system), **SETTINGS, checkpoint=kept)
    assert whole.outcome == outcome
    assert same(tt.resume(tmp_path / "run.part"), whole)


# --- functions ------------------------------------------------------------------------------


def braked(calls):
    m = pendulum().model.copy()

    def brake(state):
        calls.append(state.time)
        return state.system.state(
            state.time, hinge={"angle": state["hinge.angle"], "rate": 0.5 * state["hinge.rate"]}
        )

    m.add_event("low", tt.coordinate("hinge.angle").falls(0), call=brake)
    return m.build()


def test_functions_that_events_call_are_called_again(tmp_path, short):
    calls: list[float] = []
    system = braked(calls)
    whole = tt.simulate(system, start(system), **SETTINGS)
    died(system, start(system), tmp_path / "run.part", 14, **SETTINGS)
    assert len(calls) == 2
    with pytest.raises(tt.TreetopError, match=r"'low' calls a function.*give the system"):
        tt.resume(tmp_path / "run.part")
    assert same(tt.resume(tmp_path / "run.part", braked(calls)), whole)
    assert calls == [calls[0]] * 3


def test_a_function_that_returns_something_else_is_told(tmp_path, short):
    calls: list[float] = []
    system = braked(calls)
    died(system, start(system), tmp_path / "run.part", 14, **SETTINGS)
    other = pendulum().model.copy()
    signal = tt.coordinate("hinge.angle")
    other.add_event("low", signal.falls(0), call=lambda state: None)
    with pytest.raises(tt.TreetopError, match="must return the same again"):
        tt.resume(tmp_path / "run.part", other.build())


def test_functions_of_forces_are_given_again(tmp_path, short):
    def push(t, motion, p):
        return tt.Wrench(tt.Vec3(p[0] - motion.velocity.x, 0.0, 0.0), tt.Vec3(0.0, 0.0, 0.0))

    m = pendulum().model.copy()
    m.add_force("push", tt.UserForce(push, on="rod", parameters=[2.0]))
    system, folder = m.build(), tmp_path / "run.part"
    whole = tt.simulate(system, start(system), **SETTINGS)
    died(system, start(system), folder, **SETTINGS)
    with pytest.raises(tt.ModelError, match="'push' is known by name only"):
        tt.resume(folder)
    assert same(tt.resume(folder, functions={"push": push}), whole)


def test_equations_in_symbols_are_given_again(tmp_path, short):
    x, g = dynamicsymbols("x"), sp.Symbol("g")

    def built(gravity):
        energies = {"kinetic_energy": x.diff() ** 2 / 2, "potential": -g * sp.cos(x)}
        return LagrangianSystem([x], **energies, parameters={g: gravity}).build()

    system, folder = built(9.81), tmp_path / "run.part"
    whole = tt.simulate(system, system.state(x=0.5), **SETTINGS)
    died(system, system.state(x=0.5), folder, **SETTINGS)
    with pytest.raises(tt.TreetopError, match="in symbols, which no file holds"):
        tt.resume(folder)
    with pytest.raises(tt.TreetopError, match=r"model was .*9\.81.*, and is .*1\.62"):
        tt.resume(folder, built(1.62))
    assert same(tt.resume(folder, built(9.81)), whole)


# --- what stands in the way -----------------------------------------------------------------


@pytest.mark.posix
@pytest.mark.parametrize("size", [0, 60, 9000])
def test_a_full_disk_loses_nothing(folder, size):
    system = pendulum()
    whole = tt.simulate(system, start(system), **SETTINGS)
    before = tt.Checkpoint(folder).found()["wall_time"]
    with small_files(size), pytest.raises(tt.RunError, match="cannot be written: File too") as told:
        tt.resume(tt.Checkpoint(folder, every=0))
    part = told.value.run
    assert part.outcome == "interrupted"
    n = len(part.time) - 1  # the last is where it stopped
    assert n >= 1
    assert part["hinge.angle"][:n].equals(whole["hinge.angle"][:n])
    assert tt.Checkpoint(folder).found()["wall_time"] == before
    assert same(tt.resume(folder), whole)


@pytest.mark.posix
@pytest.mark.skipif(
    getattr(os, "geteuid", int)() == 0, reason="root may write anywhere, and Windows has no modes"
)
def test_a_folder_that_cannot_be_written_to(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(tt.TreetopError, match="cannot be written to"):
        tt.Checkpoint(tmp_path / "run.part").begin()


def test_places_that_are_taken(folder, tmp_path):
    system = pendulum()
    (tmp_path / "file").touch()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter").touch()
    for name, text in {
        "run.part": "has not come to its end .resume it",
        "mine": "'letter' .name a new one",
        "none/run.part": "there is no folder",
        "file": "is not a folder",
    }.items():
        with pytest.raises(tt.TreetopError, match=text):
            tt.simulate(system, start(system), **SETTINGS, checkpoint=tmp_path / name)
    assert (tmp_path / "mine" / "letter").exists()


def test_what_others_put_into_the_folder_stays(folder):
    (folder / "letter").touch()
    tt.resume(folder)
    assert os.listdir(folder) == ["letter"]


def test_two_at_once(folder):
    other = Lock(folder / "lock")
    other.take()
    with pytest.raises(tt.TreetopError, match="another process is at work on this run"):
        tt.resume(folder)
    other.release()
    assert tt.resume(folder).outcome == "finished"


def test_a_model_of_another_size_is_told(folder):
    m = pendulum().model.copy()
    m.add_joint("free", tt.Free(), m.ground, m.add_body("ball", mass=1, inertia=[1, 1, 1]))
    with pytest.raises(tt.TreetopError, match="model was"):
        tt.resume(folder, m.build())


def test_another_model_is_told(folder):
    with pytest.raises(tt.TreetopError, match=r"model was .*-1.0.*and is .*-2.0"):
        tt.resume(folder, pendulum(2.0))


def test_another_formulation_is_told(folder):
    with pytest.raises(tt.TreetopError, match="formulation"):
        tt.resume(folder, pendulum().model.build("kane"))


def test_other_settings_are_told(folder):
    kept = tt.Checkpoint(folder)
    settings = changed_settings(settings_from(kept.found()["settings"]), {"step": 0.1})
    with pytest.raises(tt.TreetopError, match=r"settings\.method\.\w*step was 0\.02, and is 0\.1"):
        kept.require_same(pendulum(), settings)


def test_another_version_is_told(folder, monkeypatch):
    newer = json.dumps(json.loads(module.versions()) | {"treetop": "99"})
    monkeypatch.setattr(module, "versions", lambda: newer)
    with pytest.raises(tt.TreetopError, match=r"versions\.treetop was .*, and is '99'"):
        tt.resume(folder)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 and no more"], ids=["empty", "cut off"])
def test_a_damaged_checkpoint_is_told(folder, content):
    (folder / "state.npz").write_bytes(content)
    with pytest.raises(tt.TreetopError, match=r"state.npz: cannot be read as a checkpoint"):
        tt.resume(folder)


def test_numbers_of_another_count_or_kind_are_told(folder):
    """Each would have kernels write where nothing is theirs."""
    with np.load(folder / "state.npz") as file:
        arrays = dict(file)
    damages = {
        "start": arrays["start"][:1],
        "segment.0.y": arrays["segment.0.y"][:1],
        "segments": arrays["segments"] + 10**6,
        "segment.0.counts": arrays["segment.0.counts"] + 10**6,
        "segment.0.singular": arrays["segment.0.singular"] * 1e6 + 1e6,
        "digest": arrays["digest"][:3],
    }
    for name, wrong in damages.items():
        np.savez(folder / "state.npz", **arrays | {name: wrong})
        with pytest.raises(tt.TreetopError, match=r"does not fit the system|is damaged"):
            tt.resume(folder)
    np.savez(folder / "state.npz", **arrays)
    assert tt.resume(folder).outcome == "finished"


def test_code_in_a_file_is_not_run(folder):
    np.savez(folder / "state.npz", head=np.array([print], dtype=object))
    with pytest.raises(tt.TreetopError, match="cannot be read as a checkpoint"):
        tt.resume(folder)


def test_no_checkpoint(tmp_path):
    with pytest.raises(tt.TreetopError, match=r"run\.part: there is no checkpoint"):
        tt.resume(tmp_path / "run.part")


def test_a_negative_interval(tmp_path):
    with pytest.raises(tt.TreetopError, match="every -1 s"):
        tt.Checkpoint(tmp_path / "run.part", every=-1)

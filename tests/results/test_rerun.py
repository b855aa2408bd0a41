"""A result carries all that is needed to make it again, to the last bit."""

import numpy as np
import pytest

import treetop as tt

pytestmark = pytest.mark.compiled  # whole runs, which say no more of kernels interpreted


def orbiting() -> tt.Model:
    """A stone in orbit that starts beside the moving origin, and is pushed by the user."""
    model = tt.Model("pushed stone")
    stone = model.add_body("stone", 2.0, [1, 2, 2.5])
    model.add_joint("orbit", tt.Free(), model.ground, stone)
    model.add_force("earth", tt.CentralGravity(3.986e14))
    model.add_force("push", tt.UserForce(push, stone, parameters=[0.1]))
    return model


def push(t, motion, p):
    return tt.Wrench(tt.Vec3(p[0] * t, 0.0, 0.0), tt.Vec3(0.0, p[0], 0.0))


@pytest.fixture(scope="module")
def run() -> tt.Run:
    system = orbiting().build()
    start = system.state(
        time=5.0,
        origin={"position": [7e6, 0, 0], "velocity": [0, 7546, 0]},
        orbit={"position": [1e-9, 2.0, 3.0], "angular_velocity": [0.1, 0.2, 0.3]},
    )
    return tt.simulate(system, start, duration=20.0, at=[6.0, 7.5, 25.0], rtol=1e-8)


def same(a: tt.Run, b: tt.Run) -> bool:
    return a.data.drop_attrs().identical(b.data.drop_attrs())


def test_from_memory(run):
    assert same(run, run.rerun())


def test_from_its_file(run, tmp_path):
    run.save(tmp_path / "run.nc")
    again = tt.load_run(tmp_path / "run.nc", functions={"push": push}).rerun()
    assert same(run, again)
    assert list(again.time) == [6.0, 7.5, 25.0]


def test_keeps_the_start_to_the_last_bit(run, tmp_path):
    run.save(tmp_path / "run.nc")
    start = tt.load_run(tmp_path / "run.nc", functions={"push": push}).start
    assert start.time == 5.0
    assert np.array_equal(start.vector, run.start.vector)
    assert 1e-9 in start.vector


def test_says_which_function_it_needs(run, tmp_path):
    run.save(tmp_path / "run.nc")
    loaded = tt.load_run(tmp_path / "run.nc")
    assert loaded["stone.position"].shape == (3, 3)
    assert "energy" in loaded.audit()
    with pytest.raises(tt.ModelError, match="push"):
        loaded.rerun()

"""Kernels of SPICE, read back by SPICE."""

import numpy as np
import pytest
from click.testing import CliRunner

import treetop as tt
from treetop.cli import main
from treetop.errors import TreetopError

spice = pytest.importorskip("spiceypy", reason="pip install treetop[spice]")
pytestmark = pytest.mark.compiled

EPOCH = "2026-07-01T06:30:00 UTC"


def model(epoch=EPOCH):
    """A bus in orbit that turns about no axis of its own, with an arm that swings."""
    m = tt.Model("probe", epoch=epoch)
    bus = m.add_body("bus", mass=80, inertia=[10, 14, 20])
    arm = m.add_body("left arm", mass=3, inertia=[0.1, 0.4, 0.4])
    m.add_joint("fly", tt.Free(), m.ground, bus)
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), bus.frame("hinge", at=[0.5, 0, 0]), arm)
    m.add_force("gravity", tt.CentralGravity(mu=3.986004418e14))
    m.set_start(
        "fly",
        position=[7.0e6, 1.0e5, -3.0e5],
        velocity=[100.0, 5000.0, 5500.0],
        attitude=[0.5, -0.5, 0.1, np.sqrt(0.49)],
        angular_velocity=[0.02, -0.01, 0.03],
    )
    m.set_start("hinge", angle=0.4, rate=0.02)
    return m


@pytest.fixture(scope="module")
def fine():
    return tt.simulate(model(), duration=240.0, every=5.0, rtol=1e-10, atol=1e-12)


@pytest.fixture
def loaded(tmp_path):
    """Loads kernels for a test, and forgets them."""
    yield lambda files: [spice.furnsh(str(each)) for each in files]
    spice.kclear()


def instants(run, epoch=EPOCH):
    """Its times as SPICE counts them, by nothing of ours: UTC was 37 s behind TAI, TT 32.184 s
    ahead of that; TDB by the two terms that SPICE itself knows."""
    utc = spice.tparse(epoch.removesuffix(" UTC"))[0]
    tt_time = utc + 37.0 + 32.184 + np.asarray(run.time)
    M = 6.239996 + 1.99096871e-7 * tt_time
    return tt_time + 1.657e-3 * np.sin(M + 1.671e-2 * np.sin(M))


@pytest.fixture
def coarse(fine):
    """Every second sample of the run."""
    return tt.simulate(model(), duration=240.0, every=10.0, rtol=1e-10, atol=1e-12)


def test_places_and_velocities_are_read_back_in_between_too(fine, coarse, tmp_path, loaded):
    loaded(coarse.to_spice(tmp_path / "probe.bsp", centre=399))
    for body, number in (("bus", "PROBE_BUS"), ("left arm", "-900001")):
        read = np.array([spice.spkezr(number, t, "J2000", "NONE", "EARTH")[0] for t in
                         np.clip(instants(fine), *cover(tmp_path / "probe.bsp"))])  # fmt: skip
        # Times in one number since 2000 are rounded to 1e-7 s, and the theories of TDB differ by
        # 3e-5 s, at 7.4 km/s.
        assert np.abs(read[:, :3] * 1e3 - fine[f"{body}.position"].values).max() < 0.25
        assert np.abs(read[:, 3:] * 1e3 - fine[f"{body}.velocity"].values).max() < 3e-4


def cover(path):
    """From when to when a kernel knows a body."""
    window = spice.spkcov(str(path), -900)
    return spice.wnfetd(window, 0)


def test_what_is_read_at_the_times_of_a_kernel_is_what_was_written(coarse, tmp_path, loaded):
    loaded(coarse.to_spice(tmp_path / "probe.bsp", centre=399))
    first, last = cover(tmp_path / "probe.bsp")
    for t, k in ((first, 0), (last, -1)):  # and brought to instants that are rounded
        state = 1e3 * np.array(spice.spkezr("-900", t, "J2000", "NONE", "399")[0])
        assert np.abs(state[:3] - coarse["bus.position"].values[k]).max() < 1e-3
        assert np.abs(state[3:] - coarse["bus.velocity"].values[k]).max() < 1e-6
    assert last - first == pytest.approx(240.0, abs=1e-6)


def test_attitudes_and_angular_velocities_are_read_back(fine, coarse, tmp_path, loaded):
    loaded(coarse.to_spice(tmp_path / "probe.bc", centre=399))
    first, last = cover(tmp_path / "probe.bsp")
    for body, frame in (("bus", "PROBE_BUS"), ("left arm", "PROBE_LEFT_ARM")):
        for k, t in enumerate(fine.time):
            when = min(first + t, last)
            limit = 1e-6 if k % 2 else 1e-8  # between samples of the kernel, and at them
            w, x, y, z = fine[f"{body}.attitude"].values[k]
            ours = spice.q2m([w, x, y, z])  # from the body's axes
            theirs = spice.pxform(frame, "J2000", when)
            assert np.abs(ours - theirs).max() < limit
            transform = spice.sxform("J2000", frame, when)
            _, rate = spice.xf2rav(transform)
            assert np.abs(rate - ours @ fine[f"{body}.angular_velocity"].values[k]).max() < limit


def test_a_vector_of_a_body_is_turned_as_the_run_turns_it(coarse, tmp_path, loaded):
    """The origin of the arm, from that of the bus, in the axes of the bus: half a metre along x,
    whatever is between the axes that were written and those that are read."""
    loaded(coarse.to_spice(tmp_path / "probe.bsp", centre=399))
    first, _ = cover(tmp_path / "probe.bsp")
    arm, _ = spice.spkpos("-900001", first + 100.0, "PROBE_BUS", "NONE", "-900")
    assert np.abs(1e3 * np.array(arm) - [0.5, 0, 0]).max() < 1e-6


def test_jumps_begin_new_segments(tmp_path, loaded):
    """A ball that bounces has two velocities at an instant; neither is smoothed."""
    m = tt.Model("ball", epoch=EPOCH)
    ball = m.add_body("ball", mass=1, inertia=[1, 1, 1])
    m.add_joint("up", tt.Prismatic([0, 0, 1]), m.ground, ball)
    m.add_force("gravity", tt.UniformGravity())
    m.add_force("floor", tt.RigidStop("up", lower=0.0, restitution=1.0))
    m.set_start("up", slide=1.0)
    run = tt.simulate(m, duration=1.2, every=0.05)
    (bounce,) = np.flatnonzero(np.diff(run.time) < 1e-9)
    files = run.to_spice(tmp_path / "ball.bsp", centre=399, spacecraft=-77)
    loaded(files)
    first = spice.wnfetd(spice.spkcov(str(tmp_path / "ball.bsp"), -77), 0)[0]
    for side in (-0.02, -1e-3, 1e-3, 0.02):
        when = first + run.time[bounce] + side
        state = 1e3 * np.array(spice.spkezr("-77", when, "J2000", "NONE", "399")[0])
        left = abs(side)
        speed = np.sqrt(2 * 9.81) - 9.81 * left
        # A time in one number since 2000 is good to 1e-7 s.
        assert state[2] == pytest.approx(np.sqrt(2 * 9.81) * left - 4.905 * left**2, abs=2e-6)
        assert state[5] == pytest.approx(np.copysign(speed, side), abs=5e-6)


def test_what_cannot_be_told_is_refused_in_words(coarse, tmp_path):
    with pytest.raises(TreetopError, match="centre=399 is the Earth"):
        coarse.to_spice(tmp_path / "a.bsp")
    with pytest.raises(TreetopError, match=r"called \.bsp or \.bc"):
        coarse.to_spice(tmp_path / "a.txt", centre=399)
    with pytest.raises(TreetopError, match="no body 'arm'"):
        coarse.to_spice(tmp_path / "a.bsp", "arm", centre=399)
    with pytest.raises(TreetopError, match="from -1 to"):
        coarse.to_spice(tmp_path / "a.bsp", centre=399, spacecraft=5)
    slow = tt.simulate(model(None), duration=240.0, every=60.0)
    with pytest.raises(TreetopError, match="epoch"):
        slow.to_spice(tmp_path / "a.bsp", centre=399)
    with pytest.raises(TreetopError, match="between two samples"):
        slow.to_spice(tmp_path / "a.bsp", centre=399, epoch=EPOCH)
    assert not list(tmp_path.iterdir())


def test_the_command_line_writes_them(tmp_path):
    m = tt.Model("probe", epoch=EPOCH)
    m.environment = tt.Earth()
    m.add_joint("fly", tt.Free(), m.ground, m.add_body("bus", mass=1, inertia=[1, 1, 1]))
    m.set_start("fly", position=[7.0e6, 0, 0], velocity=[0, 7500.0, 0])
    tt.simulate(m, duration=20.0, every=5.0).save(tmp_path / "run.nc")
    told = CliRunner().invoke(main, ["convert", str(tmp_path / "run.nc"), str(tmp_path / "o.bsp")])
    assert told.exit_code == 0, told.output
    assert sorted(each.suffix for each in tmp_path.glob("o.*")) == [".bc", ".bsp", ".tf", ".tsc"]
    assert "o.tsc" in told.output

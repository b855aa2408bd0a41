"""Models as FMUs: what fmpy finds wrong with them, and the motion that they give."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import treetop as tt
from fmu_hosts import DURATION, TORQUE, Host, start_of
from treetop.errors import ModelError
from treetop.simulation.commands import commanded

fmpy = pytest.importorskip("fmpy", reason="fmpy is not installed")
pytestmark = pytest.mark.compiled

VERSIONS = (2, 3)
KINDS = ("CoSimulation", "ModelExchange")
Fmu = Callable[[int], Path]


@pytest.fixture(scope="module")
def expected(craft: tt.System) -> tt.Run:
    """The motion with a torque of the wheel."""
    start = commanded(start_of(craft), {"wheel.torque": TORQUE})
    times = 0.03 + 0.05 * np.arange(80)  # none of them a sample
    return tt.simulate(craft, start, DURATION, at=times, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("version", VERSIONS)
def test_fmpy_finds_no_problem(fmu: Fmu, version: int) -> None:
    from fmpy.validation import validate_fmu

    assert validate_fmu(str(fmu(version))) == []


@pytest.mark.parametrize("version", VERSIONS)
def test_steps_give_the_motion_of_a_run(fmu: Fmu, expected: tt.Run, version: int) -> None:
    """Through sampled controllers with noise and delay, and a force of the user's own."""
    host = Host(fmu(version), "CoSimulation").begin(wheel__torque=TORQUE)
    names = ("hinge.angle", "hinge.rate", "flight.position.x", "flight.attitude.w", "wheel.speed")
    names = (*names, "own.count", "spring.power")
    t, off = 0.0, 0.0
    for k, time in enumerate(expected.time):
        host.step(t, time - t)
        t = time
        wanted = [float(expected[name].values[k]) for name in names]
        off = max(off, np.abs(np.array(host.get(*names)) - wanted).max())
    host.close()
    assert off < 1e-8


@pytest.mark.parametrize("version", VERSIONS)
def test_a_host_that_integrates_finds_the_motion_of_a_run(
    fmu: Fmu, expected: tt.Run, version: int
) -> None:
    """At instants the host stops, and controllers are run."""
    found = fmpy.simulate_fmu(
        str(fmu(version)),
        fmi_type="ModelExchange",
        solver="CVode",
        stop_time=DURATION,
        output_interval=0.01,
        relative_tolerance=1e-10,
        start_values={"wheel.torque": TORQUE},
        output=["hinge.angle", "flight.position.x", "own.count"],
    )
    for name, tolerance in (("hinge.angle", 3e-7), ("flight.position.x", 3e-7), ("own.count", 0)):
        there = np.interp(expected.time, found["time"], found[name])
        nearest = np.abs(found["time"][:, None] - expected.time).min(axis=0)
        assert nearest.max() < 1e-9
        assert np.abs(there - expected[name].values).max() <= tolerance, name


@pytest.mark.parametrize("version", VERSIONS)
def test_rates_are_those_of_the_system(
    fmu: Fmu, craft: tt.System, version: int, rng: np.random.Generator
) -> None:
    host = Host(fmu(version), "ModelExchange").begin()
    labels = [*craft.coordinate_labels, *craft.speed_labels]
    names = [f"state.{label}" for label in labels]
    y = start_of(craft).vector
    y[: len(labels)] += 0.1 * rng.standard_normal(len(labels))
    values = dict(zip(host.states, host.get(*host.states), strict=True))
    values |= dict(zip(names, y.tolist(), strict=False))
    host.set_states(list(values.values()))
    rates = host.get(*(f"der({name})" for name in names))
    host.close()
    after = tt.State(craft, np.nextafter(0.0, 1.0), y)
    # The sampled controllers have run at the start, and command a torque.
    torque = host_torque(craft, after)
    assert rates == pytest.approx(torque[: len(labels)], rel=1e-11, abs=1e-12)


def host_torque(craft: tt.System, state: tt.State) -> np.ndarray:
    """Rates once controllers have run at the start."""
    stepper = tt.step(craft, start_of(craft), 1.0)
    stepper.advance(1e-12)
    y = state.vector.copy()
    y[craft.internal] = stepper.state.vector[craft.internal]
    return craft.rate(tt.State(craft, state.time, y))


@pytest.mark.parametrize("version", VERSIONS)
def test_commands_between_steps_act_as_those_of_a_stepper(
    fmu: Fmu, craft: tt.System, version: int
) -> None:
    """A pulse of a thruster ends between steps, to the instant."""
    host = Host(fmu(version), "CoSimulation").begin()
    stepper = tt.step(craft, start_of(craft), DURATION)
    for k in range(20):
        for name, value in (("wheel.torque", 0.02 * (-1) ** k), ("jet.on_time", 0.013 + 0.002 * k)):
            host.set(name, value)
            stepper.inputs[name] = value
        host.step(0.07 * k, 0.07)
        stepper.advance(0.07)
    names = ("hinge.angle", "flight.position.z", "wheel.speed")
    wanted = [float(stepper[name]) for name in ("hinge.angle",)]
    wanted += [float(stepper["flight.position"][2]), float(stepper["wheel.speed"])]
    assert host.get(*names) == pytest.approx(wanted, abs=1e-9)
    host.close()


def test_instances_are_independent_and_reset_begins_anew(fmu: Fmu) -> None:
    first, second = (Host(fmu(2), "CoSimulation").begin(wheel__torque=x) for x in (0.0, 0.05))
    seen = []
    for _ in range(2):
        for k in range(5):
            first.step(0.1 * k, 0.1)
        seen.append(first.get("hinge.angle", "wheel.speed"))
        second.step(0.1 * (len(seen) - 1), 0.1)
        first.fmu.reset()
        first.begin()
    assert seen[0] == seen[1]
    assert second.get("wheel.speed") != first.get("wheel.speed")
    first.close()
    second.close()


def test_states_of_instances_can_be_saved_and_returned_to(fmu: Fmu) -> None:
    """In another instance too, and through bytes."""
    host, other = (Host(fmu(2), "CoSimulation").begin(wheel__torque=0.02) for _ in range(2))
    host.step(0.0, 0.37)
    saved = host.fmu.getFMUState()
    kept = host.fmu.serializeFMUstate(saved)
    host.step(0.37, 0.5)
    wanted = host.get("hinge.angle", "wheel.speed", "own.count")
    host.fmu.setFMUState(saved)
    host.step(0.37, 0.5)
    assert host.get("hinge.angle", "wheel.speed", "own.count") == wanted
    other.fmu.setFMUState(other.fmu.deSerializeFMUstate(kept))
    host.fmu.freeFMUState(saved)
    host.close()
    other.step(0.37, 0.5)
    assert other.get("hinge.angle", "wheel.speed", "own.count") == wanted
    other.close()


def test_start_values_and_constants_are_read_and_start_values_set(
    fmu: Fmu, craft: tt.System
) -> None:
    host = Host(fmu(3), "CoSimulation")
    assert host.get("state.hinge.angle", "bodies.bus.mass", "solver.rtol") == [0.4, 20.0, 1e-9]
    host.begin(state__hinge__angle=-0.2)
    flight = {"angular_velocity": [0.1, -0.05, 0.02], "velocity": [0.5, 0, 0]}
    start = craft.state(flight=flight, hinge={"angle": -0.2})
    run = tt.simulate(craft, start, 0.33, at=[0.33])
    host.step(0.0, 0.33)
    assert host.get("hinge.angle")[0] == pytest.approx(float(run["hinge.angle"][-1]), abs=1e-9)
    host.close()


def wrong_calls(host: Host) -> list[Callable[[], Any]]:
    host.begin()
    fmu, angle = host.fmu, host.references["hinge.angle"]
    get = fmu.getReal if host.version == 2 else fmu.getFloat64
    set_ = fmu.setReal if host.version == 2 else fmu.setFloat64
    return [
        lambda: get([123456]),
        lambda: set_([angle], [1.0]),
        lambda: set_([host.references["wheel.torque"]], [float("nan")]),
        lambda: set_([host.references["state.hinge.angle"]], [1.0]),
        lambda: host.step(0.0, -1.0),
        lambda: host.step(0.0, float("inf")),
        lambda: host.step(1.0, 0.1),
        lambda: host.step(0.0, 2 * DURATION),
        fmu.enterInitializationMode,
        fmu.exitInitializationMode,
    ]


@pytest.mark.parametrize("version", VERSIONS)
def test_wrong_calls_are_errors_and_the_instance_goes_on(fmu: Fmu, version: int) -> None:
    from fmpy.fmi1 import FMICallException

    host = Host(fmu(version), "CoSimulation")
    for call in wrong_calls(host):
        with pytest.raises(FMICallException):
            call()
    host.step(0.0, 0.1)
    host.close()


def test_another_token_is_refused(fmu: Fmu) -> None:
    host = Host(fmu(2), "CoSimulation")
    host.fmu.guid = "{other}"
    with pytest.raises(Exception, match="nstantiate"):
        host.fmu.instantiate()


def loop_model() -> tt.Model:
    """A four-bar linkage that a motor drives: constraints beside joints."""
    m = tt.Model("linkage")
    lengths = {"crank": 0.3, "coupler": 1.0, "rocker": 0.9}
    for name, length in lengths.items():
        across = length**2 / 12
        given: Any = {"centre": [length / 2, 0, 0], "inertia": [0, across, across]}
        m.add_body(name, mass=1.0, **given).frame("tip", at=[length, 0, 0])
    far = m.ground.frame("far", at=[0.8, 0, 0])
    m.add_joint("pivot", tt.Revolute("z"), m.ground, "crank")
    m.add_joint("far", tt.Revolute("z"), far, "rocker")
    m.add_joint("pin", tt.Revolute("z"), "crank.tip", "coupler")
    m.add_joint("close", tt.Revolute("z"), "rocker.tip", "coupler.tip")
    m.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    m.add_device("motor", tt.Motor("pivot"))
    for joint, angle in (("pivot", 90), ("far", 90), ("pin", -53.13010235415598)):
        m.set_start(joint, angle=f"{angle} deg")
    return m


def test_closed_loops_keep_closed(tmp_path: Path) -> None:
    system, path = loop_model().build(), tmp_path / "linkage.fmu"
    start = commanded(system.start(), {"motor.torque": 3.0})
    run = tt.simulate(system, start, 2, at=np.linspace(0, 2, 11), rtol=1e-11, atol=1e-13)
    tt.export_fmu(system, start, path, outputs=["pivot.angle", "constraint_error"], duration=2)
    host = Host(path, "CoSimulation").begin()
    for k in range(10):
        host.step(0.2 * k, 0.2)
        angle, error = host.get("pivot.angle", "constraint_error")
        assert error < 1e-12
        assert angle == pytest.approx(float(run["pivot.angle"][k + 1]), abs=1e-7)
    host.close()
    options: Any = {"fmi_type": "ModelExchange", "solver": "CVode", "relative_tolerance": 1e-10}
    found = fmpy.simulate_fmu(str(path), stop_time=2.0, output_interval=0.01, **options)
    assert found["constraint_error"].max() < 1e-7
    assert found["pivot.angle"][-1] == pytest.approx(float(run["pivot.angle"][-1]), abs=2e-6)


def refused_models() -> list[tuple[str, Callable[[tt.Model], Any]]]:
    event = tt.quantity("hinge.angle").rises(1)
    return [
        ("events.up", lambda m: m.add_event("up", event)),
        ("forces.stick", lambda m: m.add_force("stick", tt.DryFriction("hinge", coulomb=1))),
        (
            "controllers.own",
            lambda m: m.add_controller("own", tt.Controller(idle, 0.1, to="motor", python=True)),
        ),
    ]


def idle(t: float, z: Any, x: Any, p: Any, u: Any) -> None:
    """Nothing."""


@pytest.mark.parametrize(("where", "add"), refused_models(), ids=lambda x: str(x)[:16])
def test_features_that_an_fmu_has_not_are_named(where: str, add: Any, tmp_path: Path) -> None:
    m = tt.Model("door")
    m.add_body("leaf", mass=1, inertia=[1, 1, 1])
    m.add_joint("hinge", tt.Revolute("z"), m.ground, "leaf")
    m.add_device("motor", tt.Motor("hinge"))
    add(m)
    system = m.build()
    with pytest.raises(ModelError, match="FMU") as error:
        tt.export_fmu(system, system.state(), tmp_path / "door.fmu")
    assert [problem.where for problem in error.value.problems] == [where]
    assert not (tmp_path / "door.fmu").exists()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"inputs": ["motor.torque"]}, "'loop' gives 'motor.torque'"),
        ({"inputs": ["wheel.torqe"]}, "wheel.torque"),
        ({"outputs": ["hinge.angel"]}, "hinge.angle"),
        ({"outputs": ["wheel.torque"]}, "no input among the outputs"),
        ({"kind": "both kinds"}, "no kind of FMU"),
        ({"version": 1}, "no version of FMI"),
        ({"method": "auto"}, "one method"),
    ],
)
def test_wrong_requests_are_refused(
    craft: tt.System, tmp_path: Path, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(ModelError, match=said):
        tt.export_fmu(craft, start_of(craft), tmp_path / "wrong.fmu", duration=1, **given)

"""FMUs of others as controllers and devices."""

import pickle
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import treetop as tt
from fmu_hosts import DURATION, start_of
from treetop.errors import TreetopError
from treetop.interop.fmi.link import binary_place, compiler

pytest.importorskip("fmpy", reason="fmpy is not installed")
pytestmark = pytest.mark.compiled
HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def gain(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A small FMU in C, whose input is in rad, or in the unit that is given."""
    folder = tmp_path_factory.mktemp("gain")
    library = folder / "gain.so"
    command = [*compiler(), "-O1", "-w", "-fPIC", "-shared", str(HERE / "gain.c")]
    subprocess.run([*command, "-o", str(library)], check=True)

    def made(unit: str = "") -> Path:
        path = folder / f"gain{unit}.fmu"
        with zipfile.ZipFile(path, "w") as archive:
            text = (HERE / "gain.xml").read_text().replace("UNIT", f'unit="{unit}"' if unit else "")
            archive.writestr("modelDescription.xml", text)
            archive.write(library, binary_place(2, "gain"))
        return path

    return made


def door(controller: Any) -> tt.Model:
    m = tt.Model("door")
    m.add_body("leaf", mass=1, inertia=[1, 1, 2.0])
    m.add_joint("hinge", tt.Revolute("z"), m.ground, "leaf")
    m.add_device("motor", tt.Motor("hinge", viscous=0.5))
    m.add_controller("fsw", controller)
    m.set_start("hinge", angle=0.3)
    return m


def proportional(t: float, z: Any, x: Any, p: Any, u: Any) -> None:
    u[0] = 3.0 * (0.1 - z[0])


def motion(controller: Any, **options: Any) -> tt.Run:
    return tt.simulate(door(controller), duration=5, every=0.01, rtol=1e-11, atol=1e-13, **options)


def fmu_law(path: Path, **given: Any) -> tt.Controller:
    start = {"gain": 3.0, "target": 0.1}
    return tt.FMUController(
        path, every="50 ms", inputs=["hinge.angle"], to=["motor"], start=start, **given
    )


def test_an_fmu_in_the_loop_is_the_law_that_it_holds(gain: Callable[[str], Path]) -> None:
    compiled = tt.Controller(proportional, 0.05, inputs=["hinge.angle"], to="motor")
    wanted = motion(compiled)["hinge.angle"].values
    system = door(fmu_law(gain(""))).build()
    for _ in range(2):  # each run has an instance of its own
        run = tt.simulate(system, duration=5, every=0.01, rtol=1e-11, atol=1e-13, start=None)
        assert run["hinge.angle"].values == pytest.approx(wanted, abs=1e-12)


def test_units_of_the_fmu_are_converted(gain: Callable[[str], Path]) -> None:
    """It sees degrees, and its target is given in rad."""
    compiled = tt.Controller(proportional, 0.05, inputs=["hinge.angle"], to="motor")
    start = {"gain": 3.0 * np.pi / 180, "target": 0.1}
    law = tt.FMUController(gain("deg"), 0.05, {"x": "hinge.angle"}, {"u": "motor"}, start=start)
    wanted = motion(compiled)["hinge.angle"].values
    assert motion(law)["hinge.angle"].values == pytest.approx(wanted, abs=1e-12)


def test_its_steps_take_the_inputs_of_the_sample_before(gain: Callable[[str], Path]) -> None:
    """As a device, whose output others read: a sum of samples, times the period."""
    run = motion(fmu_law(gain(""), outputs={"integral.x": "rad*s"}))
    samples = run["hinge.angle"].values[:500:5]
    sums = 0.05 * np.concatenate([[0.0], np.cumsum(samples)[:-1]])
    assert run["fsw.integral_x"].values[:500:5] == pytest.approx(sums, abs=1e-12)
    ahead = motion(fmu_law(gain(""), outputs={"integral.x": "rad*s"}, computes_in_step=True))
    samples = ahead["hinge.angle"].values[:500:5]
    assert ahead["fsw.integral_x"].values[:500:5] == pytest.approx(
        0.05 * np.cumsum(samples), abs=1e-12
    )


def test_runs_side_by_side_do_not_mix(gain: Callable[[str], Path]) -> None:
    system = door(fmu_law(gain(""), outputs={"integral.x": "rad*s"})).build()
    steppers = [tt.step(system, system.state(hinge={"angle": x}), 10) for x in (0.3, -0.2)]
    alone = [tt.step(system, system.state(hinge={"angle": x}), 10) for x in (0.3, -0.2)]
    for _ in range(7):
        for each in steppers:
            each.advance(0.11)
    for each in alone:
        each.advance(0.77)
    for one, other in zip(steppers, alone, strict=True):
        assert one["fsw.integral_x"] == pytest.approx(other["fsw.integral_x"], abs=1e-12)


def test_a_run_that_goes_on_from_where_another_passed_is_refused(
    gain: Callable[[str], Path],
) -> None:
    system = door(fmu_law(gain(""))).build()
    run = tt.simulate(system, duration=1.0, start=None)
    tt.simulate(system, run.end, duration=1.0)
    with pytest.raises(TreetopError, match="another run has taken this FMU further"):
        tt.simulate(system, run.end, duration=1.0)


def test_an_fmu_that_fails_is_named(gain: Callable[[str], Path]) -> None:
    system = door(tt.FMUController(gain(""), 30, ["hinge.angle"], ["motor"])).build()
    with pytest.raises(TreetopError, match=r"gain.fmu: the FMU fails"):
        tt.simulate(system, duration=200.0, start=None)


def test_numbers_and_names_must_fit(gain: Callable[[str], Path]) -> None:
    with pytest.raises(TreetopError, match="variable"):
        tt.FMUController(gain(""), 0.1, {"y": "hinge.angle"}, ["motor"])
    with pytest.raises(TreetopError, match="commands are named"):
        tt.FMUController(gain(""), 0.1, ["hinge.angle"], ["a", "b", "c"])
    with pytest.raises(TreetopError, match="reads 2 numbers"):
        motion(tt.FMUController(gain(""), 0.1, ["hinge.angle", "hinge.rate"], ["motor"]))


def test_a_file_never_runs_an_fmu(gain: Callable[[str], Path], tmp_path: Path) -> None:
    """It has the name of a function, which who loads it must give."""
    law = fmu_law(gain(""))
    door(law).save(tmp_path / "door.yaml")
    text = (tmp_path / "door.yaml").read_text()
    assert ".fmu" not in text
    with pytest.raises(TreetopError, match="function"):
        tt.load(tmp_path / "door.yaml").build()
    model = tt.load(tmp_path / "door.yaml", functions={law.function_name: law.function})
    assert tt.simulate(model, duration=0.2)["hinge.angle"].size > 1


def test_its_law_can_be_sent_to_other_processes(gain: Callable[[str], Path]) -> None:
    law = pickle.loads(pickle.dumps(fmu_law(gain("")).function))
    assert law.commands == ("motor",)


def test_our_own_fmu_is_a_part_of_another_model(
    fmu: Callable[[int], Path], craft: tt.System
) -> None:
    """Its hinge turns as in a run of its own, while another model looks on."""
    m = tt.Model("clock")
    m.add_body("leaf", mass=1, inertia=[1, 1, 1])
    m.add_joint("hinge", tt.Revolute("z"), m.ground, "leaf")
    for version in (2, 3):
        outputs = {"hinge.angle": "rad"}
        part = tt.FMUController(fmu(version), 0.1, inputs={}, outputs=outputs)
        m.add_controller(f"craft{version}", part)
    run = tt.simulate(m, duration=DURATION - 0.5, every=0.1)
    alone = tt.simulate(craft, start_of(craft), DURATION - 0.5, every=0.1, rtol=1e-11, atol=1e-13)
    for version in (2, 3):
        found = run[f"craft{version}.hinge_angle"].values[:-1]
        assert found == pytest.approx(alone["hinge.angle"].values[:-1], abs=1e-8)

"""The command line, called in this process from an empty folder."""

import pytest
from click.testing import CliRunner, Result

import treetop as tt
from treetop.cli import main
from two_on_a_line import histories, model, recorded

__all__ = ["histories", "model", "recorded"]

_ROD = """\
treetop: 1
name: pendulum
bodies:
  rod: {mass: 2 kg, inertia: [0.2, 0.2, 0.01], centre: [0, 0, -50 cm]}
joints:
  hinge: {kind: revolute, axis: [0, 1, 0], outboard: rod}
forces:
  weight: {kind: uniform-gravity}
"""
PENDULUM = f"""{_ROD}\
start:
  hinge: {{angle: 30 deg}}
run: {{duration: 2 s, every: 0.1 s, rtol: 1e-10, atol: 1e-12}}
"""
HANGING = f"""{_ROD}\
devices:
  wheel: {{kind: wheel, at: rod, axis: [0, 1, 0], inertia: 0.01 kg*m^2}}
run: {{duration: 2 s}}
"""


@pytest.fixture
def treetop(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, code: int = 0) -> Result:
        result = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert result.exit_code == code, result.output
        return result

    return call


@pytest.fixture
def hanging(tmp_path) -> str:
    (tmp_path / "hanging.yaml").write_text(HANGING)
    return "hanging.yaml"


@pytest.fixture
def pendulum(tmp_path) -> str:
    (tmp_path / "pendulum.yaml").write_text(PENDULUM)
    return "pendulum.yaml"


@pytest.fixture
def swung(run_store, pendulum, tmp_path) -> str:
    """The result of the pendulum's run."""
    run_store.run(tmp_path / pendulum).save(tmp_path / "pendulum.nc")
    return "pendulum.nc"


@pytest.fixture
def dragged(pendulum, tmp_path) -> str:
    """The pendulum with a force whose function the file cannot tell."""
    drag = "\n  drag: {kind: user-force, function: drag, on: rod}\n"
    path = tmp_path / pendulum
    path.write_text(path.read_text().replace("forces:", f"forces:{drag}", 1))
    return pendulum


@pytest.fixture
def result(recorded, histories, tmp_path) -> str:
    """A result that took no simulation."""
    settings = tt.RunSettings(2.0, 0.05, method=tt.Dop853(1e-10, 1e-13))
    recorded(histories, {"steps": 12, "wall_time": 0.5}, settings).save(tmp_path / "line.nc")
    return "line.nc"

"""The command line, called in this process from an empty folder."""

import pytest
from click.testing import CliRunner, Result

from treetop.cli import main

PENDULUM = """\
treetop: 1
name: pendulum
bodies:
  rod: {mass: 2 kg, inertia: [0.2, 0.2, 0.01], centre: [0, 0, -50 cm]}
joints:
  hinge: {kind: revolute, axis: [0, 1, 0], outboard: rod}
forces:
  weight: {kind: uniform-gravity}
start:
  hinge: {angle: 30 deg}
run: {duration: 2 s, every: 0.1 s, rtol: 1e-10, atol: 1e-12}
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
def pendulum(tmp_path) -> str:
    (tmp_path / "pendulum.yaml").write_text(PENDULUM)
    return "pendulum.yaml"


@pytest.fixture
def swung(run_store, pendulum, tmp_path) -> str:
    """The result of the pendulum's run."""
    run_store.run(tmp_path / pendulum).save(tmp_path / "pendulum.nc")
    return "pendulum.nc"

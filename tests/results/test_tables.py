"""Results as tables and animations, in Python and on the command line."""

import csv

import numpy as np
import pytest
from click.testing import CliRunner

import treetop as tt
from treetop.cli import main

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def run():
    m = tt.Model("pendulum")
    rod = m.add_body("rod", mass=1, inertia=[0.1, 0.1, 0.1], centre=[0, 0, -0.5])
    rod.add_look(tt.looks.Cylinder(0.02, 1.0, at=[0, 0, -0.5], colour="#ff8000"))
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, rod)
    m.add_force("gravity", tt.UniformGravity())
    m.set_start("hinge", angle=0.5)
    return tt.simulate(m, duration=1.0)


def test_a_table_as_text_has_units_and_all_digits(tmp_path, run):
    run.to_csv(tmp_path / "all.csv")
    run.to_csv(tmp_path / "some.csv", "hinge.angle", "rod.position")
    with open(tmp_path / "some.csv", newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["time [s]", "hinge.angle [rad]"] + [f"rod.position.{a} [m]" for a in "xyz"]
    numbers = np.array(rows, dtype=float)
    assert np.array_equal(numbers[:, 0], run.time)
    assert np.array_equal(numbers[:, 1], run["hinge.angle"].values)
    assert np.array_equal(numbers[:, 2:], run["rod.position"].values)
    with open(tmp_path / "all.csv", newline="") as file:
        head = next(csv.reader(file))
    assert len(head) == len(set(head)) and "kinetic_energy [J]" in head
    with pytest.raises(KeyError, match="perhaps"):
        run.to_csv(tmp_path / "x.csv", "hinge.angel")


def test_a_data_frame_has_a_column_for_each_number(run):
    found = run.to_pandas("hinge.angle", "rod.velocity")
    assert list(found.columns) == ["hinge.angle", *(f"rod.velocity.{axis}" for axis in "xyz")]
    assert np.array_equal(found["rod.velocity.y"], run["rod.velocity.y"])
    assert np.array_equal(found.index, run.time)
    assert found.attrs["units"]["hinge.angle"] == "rad"


def test_parquet_has_units_in_its_fields(tmp_path, run):
    pyarrow = pytest.importorskip("pyarrow.parquet", reason="pip install treetop[tables]")
    run.to_parquet(tmp_path / "t.parquet", "hinge.angle")
    table = pyarrow.read_table(tmp_path / "t.parquet")
    assert np.array_equal(table["hinge.angle"].to_numpy(), run["hinge.angle"].values)
    assert table.schema.field("hinge.angle").metadata[b"units"] == b"rad"


def test_the_command_line_converts_results(tmp_path, run):
    run.save(tmp_path / "run.nc")
    for name in ("out.csv", "out.glb"):
        result = CliRunner().invoke(
            main, ["convert", str(tmp_path / "run.nc"), str(tmp_path / name)]
        )
        assert result.exit_code == 0, result.output
        assert (tmp_path / name).stat().st_size > 100
    run.to_csv(tmp_path / "same.csv")
    assert (tmp_path / "same.csv").read_bytes() == (tmp_path / "out.csv").read_bytes()
    (tmp_path / "m.yaml").write_text("bodies: {}")
    wrong = CliRunner().invoke(main, ["convert", str(tmp_path / "m.yaml"), str(tmp_path / "o.csv")])
    assert wrong.exit_code == 2 and "is made of a result (.nc)" in wrong.output

"""What goes into which panel."""

import numpy as np
import pytest

from treetop.errors import TreetopError
from treetop.results import Run
from treetop.view.plots.panels import MANY, common, common_times, compared_rows, in_degrees, rows_of


def names_of(rows):
    return [[panel.name for panel in row] for row in rows]


def test_vectors_have_their_own_panel_with_axes_in_their_colours(run):
    ((panel,),) = rows_of(run, ["bus.position"])
    assert (panel.label, panel.unit) == ("bus.position [m]", "m")
    assert [(line.label, line.colour, line.palette) for line in panel.lines] == [
        ("x", 1, "axes"),
        ("y", 2, "axes"),
        ("z", 3, "axes"),
    ]
    assert np.array_equal(panel.lines[0].values, run["bus.position"].values[:, 0])


def test_angles_and_their_rates_in_degrees(run):
    names = ["bus.angular_velocity", "bus.position"]
    rows = rows_of(run, names)
    ((rate,), (place,)) = in_degrees(rows)
    assert (rate.unit, place) == ("deg/s", rows[1][0])
    exact = run["bus.angular_velocity"].values[:, 0] * 180 / np.pi
    assert rate.lines[0].values == pytest.approx(exact, rel=1e-14)


def test_scalars_of_one_unit_share_a_panel(run):
    rows = rows_of(run, ["kinetic_energy", "boom.slide", "potential_energy"])
    assert names_of(rows) == [["energy"], ["boom.slide"]]
    assert [line.label for line in rows[0][0].lines] == ["kinetic_energy", "potential_energy"]


def test_scalars_of_quite_other_size_do_not(run):
    run.data["work"][:] = 1e-3
    assert names_of(rows_of(run, ["kinetic_energy", "work"])) == [["kinetic_energy"], ["work"]]


def test_zero_is_at_home_with_any(run):
    assert names_of(rows_of(run, ["work", "kinetic_energy"])) == [["energy"]]


def test_many_panels_stand_in_columns(run):
    names = [f"{body}.{what}" for body in ("bus", "tug") for what in ("position", "velocity")]
    assert [len(row) for row in rows_of(run, names)] == [1, 1, 1, 1]
    assert [len(row) for row in rows_of(run, [*names, "work"])] == [2, 2, 1]


def test_too_many(run):
    with pytest.raises(TreetopError, match=f"{MANY + 1} panels are too many"):
        rows_of(run, ["bus.position"] * (MANY + 1))


def test_what_names_have_in_common():
    assert common(["left.angle", "right.angle"]) == "angle"
    assert common(["boom.a", "boom.b"]) == "boom"
    assert common(["work", "kinetic_energy"]) == ""


def test_attitudes_do_not_jump_to_their_negatives(run):
    run.data["attitude"][20:, 0] *= -1
    ((panel,),) = rows_of(run, ["bus.attitude"])
    assert np.array_equal(panel.lines[0].values, np.ones(41))


@pytest.fixture
def slower(run):
    """A run with every other sample of the first, 0.01 m off, its attitudes turned round."""
    data = run.data.isel(time=slice(None, None, 2)).copy(deep=True)
    data["coordinates"][:, 7] += 0.01
    data["attitude"][:] *= -1
    return Run(data)


def test_compared_runs_have_a_panel_for_each_component(run, slower):
    rows = compared_rows([run, slower], ["a", "b"], ["bus.position", "boom.slide", "work"], False)
    assert names_of(rows) == [
        ["bus.position.x", "bus.position.y", "bus.position.z"],
        ["boom.slide", "work"],
    ]
    lines = rows[1][0].lines
    assert [line.label for line in lines] == ["a", "b"]
    assert [len(line.time) for line in lines] == [41, 21]


def test_difference_at_common_times(run, slower):
    rows = compared_rows([run, slower], ["a", "b"], ["boom.slide", "bus.attitude"], True)
    (line,) = rows[0][0].lines
    assert (rows[0][0].label, line.label) == ("Δ boom.slide [m]", "b")
    assert len(line.time) == 21
    assert np.allclose(line.values, 0.01, rtol=0, atol=1e-15)
    assert all(np.array_equal(panel.lines[0].values, np.zeros(21)) for panel in rows[1])


def test_no_common_times():
    with pytest.raises(TreetopError, match="no times in common"):
        common_times(np.array([0.0, 1.0, 2.0]), np.array([0.5, 1.5]))


def test_other_kinds_by_the_same_name(run, slower):
    slower.data["work"].attrs["units"] = "m"
    with pytest.raises(TreetopError, match="not of the same kind"):
        compared_rows([run, slower], ["a", "b"], ["work"], False)

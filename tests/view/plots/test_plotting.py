"""The figure has the numbers of the run, its units, stages and events."""

import matplotlib
import numpy as np
import pytest

import treetop as tt
from treetop.errors import TreetopError
from treetop.results import Run

matplotlib.use("Agg")


@pytest.fixture
def drawn(tmp_path):
    """The axes of a figure that is written and needs no window."""
    return lambda *a, **k: tt.plot(*a, out=tmp_path / "figure.png", **k).axes


def texts(axes):
    return [text.get_text() for text in axes.texts]


def test_one_quantity(run, tmp_path):
    figure = run.plot("boom.slide", out=tmp_path / "slide.png")
    (axes,) = figure.axes
    time, values = axes.lines[0].get_data()
    assert np.array_equal(time, run.time)
    assert np.array_equal(values, run["boom.slide"].values)
    assert (axes.get_ylabel(), axes.get_xlabel()) == ("boom.slide [m]", "time [s]")
    assert figure.get_suptitle() == "two on a line"
    assert axes.get_legend() is None
    assert (tmp_path / "slide.png").stat().st_size > 10_000


def test_a_vector_has_a_legend(run, drawn):
    (axes,) = drawn(run, "tug.velocity")
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["x", "y", "z"]
    assert np.array_equal(axes.lines[0].get_ydata(), run["tug.velocity"].values[:, 0])


def test_the_coordinates(run):
    labels = [axes.get_ylabel() for axes in run.plot().axes]
    assert labels == ["orbit.attitude", "orbit.position [m]", "boom.slide [m]"]


def test_only_the_lowest_panel_tells_the_time(run, drawn):
    assert [axes.get_xlabel() for axes in drawn(run)] == ["", "", "time [s]"]


def test_stages_and_events(staged, drawn):
    upper, lower = drawn(staged, "boom.slide", "bus.position")
    assert texts(upper) == ["held", "sliding", "free", "▾ unlatch", "▾ parts"]
    assert texts(lower) == []
    for axes in (upper, lower):
        spans = [(patch.get_x(), patch.get_x() + patch.get_width()) for patch in axes.patches]
        assert np.allclose(spans, [(0, 0.5), (0.5, 1.5), (1.5, 2)])
        marks = [line.get_xdata()[0] for line in axes.lines if len(line.get_xdata()) == 2]
        assert marks == [0.5, 1.5, 1.75]


def test_names_are_text_whatever_signs_they_have(run, drawn):
    run.data.attrs["title"] = r"$\frac{<script>$_x^2"
    assert drawn(run, "boom.slide")[0].figure.get_suptitle() == r"$\frac{<script>$_x^2"


def test_rounding_is_drawn_as_nothing(run, drawn):
    run.data["work"][:] = 1e-19
    (axes,) = drawn(run, "work")
    assert axes.get_ylim()[1] > 1e-15


@pytest.fixture
def coarse(run):
    data = run.data.copy(deep=True)
    data["coordinates"][:, 7] += 0.5
    data.attrs["settings"] = data.attrs["settings"].replace("1e-10", "1e-05")
    return Run(data)


def test_runs_are_told_apart_by_what_differs(run, coarse, drawn):
    (axes,) = drawn([run, coarse], "boom.slide")
    (legend,) = axes.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["rtol 1e-10", "rtol 1e-05"]
    assert np.allclose(axes.lines[1].get_ydata() - axes.lines[0].get_ydata(), 0.5)


def test_the_same_runs_have_numbers(run, drawn):
    (axes,) = drawn([run, run], "work")
    assert [line.get_label() for line in axes.lines] == ["run 1", "run 2"]


def test_difference(run, coarse, drawn):
    (axes,) = drawn([run, coarse], "boom.slide", difference=True, labels=["fine", "coarse"])
    (line,) = axes.lines
    assert np.allclose(line.get_ydata(), 0.5, rtol=0, atol=1e-14)
    assert axes.get_ylabel() == "Δ boom.slide [m]"
    assert axes.figure.get_suptitle() == "two on a line: difference from fine"


def test_runs_with_other_stages_are_not_shaded(run, staged, drawn):
    plain = Run(run.data.drop_vars("stage").assign_attrs(events="[]"))
    (axes,) = drawn([staged, plain], "boom.slide")
    assert not axes.patches


@pytest.mark.parametrize(
    ("count", "more", "said"),
    [
        (0, {}, "give 1 to 8"),
        (9, {}, "give 1 to 8"),
        (1, {"difference": True}, "two runs or more"),
        (2, {"labels": ["one"]}, "2 runs need as many labels, not 1"),
    ],
)
def test_what_cannot_be_drawn(run, drawn, count, more, said):
    with pytest.raises(TreetopError, match=said):
        drawn([run] * count, "work", **more)


def test_a_run_without_samples(run, drawn):
    with pytest.raises(TreetopError, match="without samples"):
        drawn(Run(run.data.isel(time=slice(0))), "work")


def test_a_place_that_cannot_be_is_told_before_anything_is_drawn(run, tmp_path):
    with pytest.raises(TreetopError, match="there is no folder"):
        run.plot("no such quantity", out=tmp_path / "nowhere" / "run.png")

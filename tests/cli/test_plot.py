"""treetop plot: figures of results."""

import matplotlib
import pytest

matplotlib.use("Agg")


def test_a_figure_where_it_is_asked_for(treetop, result, tmp_path):
    assert (
        "figure in slide.svg" in treetop("plot", result, "boom.slide", "--out", "slide.svg").stdout
    )
    assert "<svg" in (tmp_path / "slide.svg").read_text()


def test_beside_the_result_where_there_is_no_window(treetop, result, tmp_path):
    assert "figure in line.png" in treetop("plot", result).stdout
    assert (tmp_path / "line.png").exists()


def test_several_results(treetop, result, tmp_path):
    (tmp_path / "other.nc").write_bytes((tmp_path / "line.nc").read_bytes())
    told = treetop("plot", result, "other.nc", "boom", "--difference", "--out", "d.pdf").stdout
    assert "figure in d.pdf" in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("line.nc", "boom.slied", "--out", "f.png"), "perhaps boom.slide"),
        (("line.nc", "--out", "f.gif"), "figures are written as .png, .pdf or .svg"),
        (("line.nc", "--out", "nowhere/f.png"), "there is no folder"),
        (("line.nc", "boom", "line.nc", "--out", "f.png"), "name the results first"),
    ],
)
def test_bad_input(treetop, result, arguments, said):
    told = treetop("plot", *arguments, code=2).stderr
    assert said in told and "Traceback" not in told

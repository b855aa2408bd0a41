"""Which quantities names mean."""

import numpy as np
import pytest

from treetop.errors import TreetopError
from treetop.results import Run
from treetop.view.plots.names import chosen


def test_none_are_the_coordinates(run):
    assert chosen([run], []) == ["orbit.attitude", "orbit.position", "boom.slide"]


def test_all_of_a_joint_begins_with_its_coordinates(run):
    assert chosen([run], ["boom"]) == [
        "boom.slide",
        "boom.reaction_force",
        "boom.reaction_torque",
        "boom.slide_rate",
    ]


def test_all_of_a_body(run):
    found = chosen([run], ["tug"])
    assert found[:3] == ["tug.position", "tug.velocity", "tug.acceleration"]
    assert len(found) == 7  # not the position from the moving origin


def test_patterns_and_names_together_once_each(run):
    assert chosen([run], ["boom.slide", "*.slide*", "work"]) == [
        "boom.slide",
        "boom.slide_rate",
        "work",
    ]


def test_components(run):
    assert chosen([run], ["bus.position.x"]) == ["bus.position.x"]
    x = run["bus.position.x"]
    assert x.dims == ("time",)
    assert np.array_equal(x, run["bus.position"].sel(axis="x"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("boom.slied", "perhaps boom.slide"),
        ("bom", "perhaps boom"),
        ("bus.position.u", "perhaps bus.position"),
        ("qqq", "there are: bus.position, .* and 34 more"),
        ("*.qqq", "there are: "),
    ],
)
def test_what_is_not_there(run, name, said):
    with pytest.raises(TreetopError, match=rf"no quantity '{name}' .*{said}".replace("*.", r"\*.")):
        chosen([run], [name])


def test_what_another_run_has_not(run):
    other = Run(run.data.drop_vars("work"))
    with pytest.raises(TreetopError, match="run 2 has no 'work'"):
        chosen([run, other], ["work"])

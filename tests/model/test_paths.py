"""Numbers of a model by their paths."""

import pytest

import treetop as tt
from folders import TESTS
from treetop.formats.yaml.load import loads
from treetop.model.paths import keys_of, numbers_at, value_at, with_numbers


@pytest.fixture(scope="module")
def everything():
    text = (TESTS / "formats" / "everything.yaml").read_text("utf-8")
    return loads(text, None, str(TESTS / "formats" / "everything.yaml"))


PATHS = {
    "bodies.bus.mass": (2200.0, 2300.0),
    "bodies.bus.centre.z": (0.1, 0.2),
    "bodies.bus.frames.port.at[0]": (1.0, 1.5),
    "bodies.bus.inertia[1][1]": (4500.0, 4600.0),
    "beams.mast.length": (4.0, 5.0),
    "joints.thread.stiffness": None,
    "forces.spring.stiffness": (25.0, 26.0),
    "forces.spring.damping": (0.0, 1.0),
    "forces.pulses.effort.values[0]": (1e-3, 2e-3),
    "events.near.falls": (1.0, 2.0),
    "start.boom.slide": (2.0, 2.5),
    "start.boom.slide_rate": (0.0, 0.5),
    "start.orbit.velocity.y": (7725.84, 7000.0),
    "run.seed": (5, 6),
    "run.step": (0.1, 0.2),
    "run.duration": (10800.0, 20.0),
}


@pytest.mark.parametrize("path", [path for path, values in PATHS.items() if values])
def test_a_number_is_read_and_changed(everything, path):
    before, after = PATHS[path]
    keys = keys_of(everything, path)
    assert value_at(everything, keys) == pytest.approx(before)
    changed = with_numbers(everything, {keys: after})
    assert value_at(changed, keys) == after
    assert value_at(everything, keys) == pytest.approx(before)
    assert changed.campaign is None


def test_a_longer_beam_has_its_tip_farther_out(everything):
    changed = with_numbers(everything, {keys_of(everything, "beams.mast.length"): 5.0})
    assert changed.bodies["mast"].frames["tip"].s == 5.0
    assert changed.bodies["mast"].frames["eye"].s == 3.0


def test_what_is_not_given_is_no_number(everything):
    keys = keys_of(everything, "joints.thread.stiffness")
    assert not list(numbers_at(everything, keys))


def test_all_numbers_below_a_path(everything):
    found = dict(numbers_at(everything, keys_of(everything, "forces.thruster.force")))
    assert list(found.values()) == [1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("bodies.bus.mas", "bodies.bus.mass"),
        ("body.bus.mass", "bodies"),
        ("joints.thread.pich", "joints.thread.pitch"),
        ("start.boom.slidee", "start.boom.slide"),
        ("run.rtoll", "run.rtol"),
    ],
)
def test_near_paths_are_named(everything, path, near):
    with pytest.raises(tt.ModelError, match="unknown path") as caught:
        keys_of(everything, path)
    assert near in str(caught.value)


def test_numbers_that_cannot_be_are_refused_where_they_are(everything):
    with pytest.raises(tt.ModelError, match=r"^bodies.bus.mass: -1 kg is less than 0"):
        with_numbers(everything, {keys_of(everything, "bodies.bus.mass"): -1.0})

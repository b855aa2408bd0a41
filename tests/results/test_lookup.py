"""Quantities are found by name, with their units and their own axes."""

import numpy as np
import pytest
import xarray as xr


@pytest.fixture
def run(recorded, histories):
    return recorded(histories)


def test_scalar_coordinate(run, histories):
    slide = run["boom.slide"]
    assert slide.dims == ("time",)
    assert slide.attrs["units"] == "m"
    assert np.array_equal(slide, histories["coordinates"][:, 7])


def test_vector_coordinate(run, histories):
    position = run["orbit.position"]
    assert position.dims == ("time", "axis")
    assert list(position.axis.values) == ["x", "y", "z"]
    assert np.array_equal(position, histories["coordinates"][:, 4:7])
    assert np.array_equal(run["orbit.position.x"], position.sel(axis="x"))


def test_quaternion_coordinate(run):
    attitude = run["orbit.attitude"]
    assert attitude.dims == ("time", "component")
    assert list(attitude.component.values) == ["w", "x", "y", "z"]
    assert attitude.attrs["units"] == "1"


def test_speeds(run):
    assert run["boom.slide_rate"].attrs["units"] == "m/s"
    assert run["orbit.angular_velocity"].attrs["units"] == "rad/s"


def test_fields_of_bodies_joints_and_the_whole(run, histories):
    assert np.array_equal(run["tug.velocity"], histories["velocity"][:, 1])
    assert run["tug.attitude"].dims == ("time", "component")
    assert run["boom.reaction_force"].attrs["units"] == "N"
    assert run["kinetic_energy"].attrs["units"] == "J"


def test_every_name_is_found(run):
    for name in run.quantities:
        assert run[name].dims[0] == "time"
        assert run[name].attrs["units"]


def test_components_sizes_and_the_time(run):
    whole = run["tug.velocity"]
    assert np.array_equal(run["tug.velocity.y"], whole.sel(axis="y"))
    assert np.array_equal(run["tug.attitude.w"], run["tug.attitude"].sel(component="w"))
    size = run["tug.velocity.norm"]
    assert size.values == pytest.approx(np.linalg.norm(whole, axis=1), rel=1e-15)
    assert (size.name, size.dims, size.attrs["units"]) == ("tug.velocity.norm", ("time",), "m/s")
    assert np.array_equal(run["time"], run.time)


@pytest.mark.parametrize("name", ["tug.velocity.q", "tug.attitude.norm", "boom.slide.x"])
def test_parts_that_there_are_not(run, name):
    with pytest.raises(KeyError, match=name):
        run[name]


def test_a_body_alone_suggests_what_it_has(run):
    with pytest.raises(KeyError, match=r"perhaps tug\.\w+ or tug\.\w+"):
        run["tug"]


def test_unknown_name_suggests_a_near_one(run):
    with pytest.raises(KeyError, match=r"boom\.slide"):
        run["boom.slid"]


def test_histories_bear_the_names_they_are_asked_for_by(run):
    assert [name for name in run.quantities if run[name].name != name] == []


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("bus.omega", "bus.angular_velocity"),
        ("tug.quat", "tug.attitude"),
        ("bus.pos", "bus.position"),
    ],
)
def test_what_others_call_it_is_told(run, name, meant):
    with pytest.raises(KeyError) as caught:
        run[name]
    assert f"perhaps {meant}?" in str(caught.value)


def test_a_history_is_the_same_from_a_result_that_is_labelled(run):
    found = {name: run[name] for name in run.quantities}
    assert not run.seen.whole
    assert len(run.data) > 10
    for name, history in found.items():
        xr.testing.assert_identical(run[name], history)
        assert run[name].indexes.keys() == history.indexes.keys()

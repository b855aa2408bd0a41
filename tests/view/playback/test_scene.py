"""What a page is given is the run: places, curves, stages."""

import numpy as np
import pytest

import treetop as tt
from flexible_craft import craft, somewhere
from treetop.errors import TreetopError
from treetop.results.distance import turned
from treetop.view.playback.packing import packed
from treetop.view.playback.quantities import LEFT_OUT
from treetop.view.playback.scene import scene
from unpacked import unpacked


def given(run):
    return unpacked(packed(scene(run)))


def positions(made, name):
    """Positions of a body from the inertial origin, as the page puts them together."""
    body = next(body for body in made["bodies"] if body["name"] == name)
    return made["rootPosition"] + body["positions"]


def test_bodies_are_where_the_run_has_them(run):
    made = given(run)
    assert made["times"].tolist() == run.time.tolist()
    assert [body["name"] for body in made["bodies"]] == ["bus", "tug"]
    assert made["root"] == 0  # the heavier
    for name in ("bus", "tug"):
        there = run[f"{name}.position"].values
        assert positions(made, name) == pytest.approx(there, abs=1e-6 * made["size"])
    assert [body["parent"] for body in made["bodies"]] == [-1, 0]
    assert made["joints"][0]["at"] == [0, 0, 1]
    assert [link["name"] for link in made["links"]] == ["spring"]
    assert "planet" not in made and "up" not in made


def test_quantities_are_those_of_the_run(run):
    made = given(run)
    by_name = {q["name"]: q for q in made["quantities"]}
    assert made["quantities"][0]["name"] == "boom.slide"  # single coordinates come first
    whole = {name for name in run.quantities if name.count(".") < 2}
    assert set(by_name) == {name for name in whole if not name.endswith(LEFT_OUT)}
    for name, told in by_name.items():
        values = run[name].values.reshape(len(run.time), -1)
        assert len(told["columns"]) == values.shape[1]
        if "values" in told:
            span = np.ptp(values, axis=0).max()
            assert told["values"] == pytest.approx(values, abs=1e-6 * span + 1e-13), name
    assert by_name["boom.slide"]["unit"] == "m"
    assert by_name["tug.acceleration"]["unit"] == "m/s²"
    assert by_name["tug.position"]["body"] == 1
    assert by_name["orbit.attitude"]["columns"] == list("wxyz")


def test_stages_and_events(staged):
    made = given(staged)
    assert made["stages"] == [
        {"name": "held", "from": 0.0, "to": 0.5},
        {"name": "sliding", "from": 0.5, "to": 1.5},
        {"name": "free", "from": 1.5, "to": 2.0},
    ]
    assert [event["name"] for event in made["events"]] == ["unlatch", "parts", "parts"]
    assert made["events"][0]["what"] == "rose, stage 'sliding' begins"


def test_in_orbit_no_digit_of_near_bodies_is_lost(run):
    far = np.array([6.7e6, 1.0e6, -2.0e6])
    run.data["origin"] = run.data.origin + far
    run.data["position"] = run.data.position + far
    run.model.add_force("earth", tt.CentralGravity(3.986e14))
    made = given(run)
    assert made["planet"] == {"radius": 6378137.0, "name": "Earth"}
    apart = run["tug.position_from_origin"].values - run["bus.position_from_origin"].values
    assert made["bodies"][1]["positions"] == pytest.approx(apart, abs=2e-7 * made["size"])
    assert made["rootPosition"] == pytest.approx(run["bus.position"].values, abs=1e-6)


def test_a_reaction_that_is_rounding_has_no_arrow(recorded, histories):
    histories["reaction_force"] = np.zeros((41, 2, 3))
    histories["reaction_force"][:, 0] = 1e-15  # of the free joint
    histories["reaction_force"][:, 1] = [0, 0, 2.5]
    histories["reaction_torque"] = np.full((41, 2, 3), 1e-14)
    made = scene(recorded(histories))
    shown = [(arrow["name"], arrow["kind"]) for arrow in made["arrows"]]
    assert [each for each in shown if each[1] != "force"] == [("boom", "reaction")]


def test_reactions_are_in_the_axes_of_the_inboard_frame():
    m = tt.Model("pendulum")
    bob = m.add_body("bob", mass=2.0, centre=[0, 0, -1])
    peg = m.ground.frame("peg", attitude=[0.6, 0.8, 0, 0])
    m.add_joint("hinge", tt.Revolute([1, 0, 0]), peg, bob)
    m.add_force("weight", tt.UniformGravity())
    system = m.build()
    run = tt.simulate(system, system.state(hinge={"rate": 1.0}), 0.1, every=0.001)
    made = given(run)
    assert made["up"] == [0, 0, 1]
    (arrow,) = (arrow for arrow in made["arrows"] if arrow["kind"] == "reaction")
    assert made["quantities"][arrow["quantity"]]["name"] == "hinge.reaction_force"
    assert arrow["axes"] == {"body": -1, "attitude": [0.6, 0.8, 0, 0]}
    force = turned(np.array(arrow["axes"]["attitude"]), run["hinge.reaction_force"].values)
    # Of the whole: its mass centre is accelerated by weight and reaction.
    rate = np.gradient(run["linear_momentum"].values, run.time, axis=0)[1:-1]
    assert force[1:-1] + [0, 0, -2 * 9.81] == pytest.approx(rate, abs=1e-3)
    assert made["bodies"][-1]["ground"]
    assert positions(made, "ground") == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("loaded", "stiffening"), [(False, "none"), (True, "geometric")])
def test_bodies_bend_to_where_their_nodes_are(loaded, stiffening, tmp_path):
    system = craft(stiffening=stiffening).build()
    run = tt.simulate(system, somewhere(system), duration=0.2, every=0.02)
    if loaded:
        run.save(tmp_path / "run.nc")
        run = tt.load_run(tmp_path / "run.nc")
    made = given(run)
    boom = next(body for body in made["bodies"] if body["name"] == "boom")
    bent = boom["flexible"]
    q = bent["coordinates"]
    shapes = bent["shapes"].reshape(q.shape[1], -1, 3)
    points = bent["points"].reshape(-1, 3) + np.tensordot(q, shapes, axes=1)
    tip = np.argmax(bent["points"].reshape(-1, 3)[:, 0])
    there = positions(made, "boom") + turned(boom["attitudes"], points[:, tip])
    assert there == pytest.approx(run["boom tip.position"].values, abs=1e-5 * made["size"])
    straight = bent["points"].reshape(-1, 3)[tip]
    assert np.abs(points[:, tip] - straight).max() > 0.01  # it does bend
    assert len(bent["frequencies"]) == len(bent["labels"]) == 4
    nodes = [body for body in made["bodies"] if body.get("massless")]
    floats = {"boom mass"} if stiffening == "geometric" else set()
    assert {node["name"] for node in nodes} == {"boom root", "boom tip"} | floats
    assert boom["mass"] == pytest.approx(run.model.bodies["boom"].mass)
    assert not any(node["looks"] for node in nodes if node["name"] in floats)


def test_looks_that_are_given(run):
    run.model.bodies["tug"].add_look(tt.looks.Box([1, 1, 2], colour="navy"))
    run.model.ground.add_look(tt.looks.Sphere(radius=0.1))
    made = given(run)
    bus, tug, ground = made["bodies"]
    assert [look["kind"] for look in tug["looks"]] == ["box"]
    assert tug["looks"][0]["colour"] == "#203068"
    assert bus["looks"][0]["colour"] is None
    assert ground["looks"][0]["radius"] == 0.1


def test_equations_have_plots_alone(run):
    run.data = run.data[["coordinates", "speeds", "kinetic_energy"]]
    run.data.attrs["formulation"] = "symbolic"
    made = given(run)
    assert made["bodies"] == [] and made["notes"]
    assert {"boom.slide", "kinetic_energy"} <= {q["name"] for q in made["quantities"]}


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.drop_vars("attitude"),
        lambda data: data.assign_coords(body=["bus", "cart"]),
        lambda data: data.drop_dims("body"),
    ],
)
def test_a_result_that_is_not_of_its_model(run, damage):
    run.data = damage(run.data)
    with pytest.raises(TreetopError, match="does not fit the model"):
        scene(run)


def test_nothing_to_show(run):
    run.data = run.data.isel(time=slice(0))
    with pytest.raises(TreetopError, match="nothing was computed"):
        scene(run)

"""How to repeat a run: what the page says can be run."""

import html
import re

import pytest

import treetop as tt
from treetop.formats.yaml.load import loads
from treetop.view.report.reproduce import again_section, model_again


def yaml_of(page):
    return html.unescape(re.search(r'<pre id="yaml"><code>(.*?)</code>', page, re.DOTALL)[1])


def test_the_model_with_the_settings_and_the_start_of_the_run(loaded):
    again = loads(yaml_of(again_section(loaded, "line.nc")))
    assert again.bodies == loaded.model.bodies
    assert (again.run.duration, again.run.every, again.run.method.rtol) == (2.0, 0.05, 1e-10)
    first = loaded.data.isel(time=0)
    assert again.start["boom"]["slide"] == float(first.coordinates[-1])
    assert again.start["orbit"]["velocity"] == tuple(first.speeds.values[3:6])
    assert again.build().start().time == 0.0


def test_a_start_that_the_model_tells_is_left_as_it_is_written(loaded):
    model = model_again(loaded)
    model.set_start("boom", slide="125 cm", slide_rate=0)
    loaded.__dict__["model"] = model
    assert model_again(loaded).start == model.start


def test_commands_name_the_result(loaded):
    page = html.unescape(again_section(loaded, "my result.nc"))
    assert "treetop run 'my result.nc'" in page
    assert "--formulation recursive" in page


def test_what_a_text_cannot_hold_is_told(loaded):
    def wind(t, motion, p):
        return tt.Wrench()

    loaded.model.add_force("wind", tt.UserForce(wind, on="bus"))
    assert "user functions, which a file only names: wind" in html.unescape(
        again_section(loaded, "x.nc")
    )


def test_a_start_in_equilibrium_is_told_by_its_numbers():
    """It is found once: the model as it was run does not look for it again."""
    m = tt.Model("hanging")
    m.add_joint("cord", tt.Prismatic([0, 0, 1]), m.ground, m.add_body("bob", mass=2))
    m.add_force("weight", tt.UniformGravity([0, 0, -10]))
    m.add_force("spring", tt.JointSpring("cord", stiffness=100))
    m.set_equilibrium("cord")
    system = m.build()
    run = tt.simulate(system, system.start(), duration=1.0, every=0.5)
    again = model_again(run)
    assert again.equilibrium is None
    assert again.start["cord"]["slide"] == pytest.approx(-0.2, rel=1e-12)


def test_starts_of_devices_and_those_given_as_text_are_kept(loaded):
    model = model_again(loaded)
    model.add_device("wheel", tt.Wheel(next(iter(model.bodies)), [0, 0, 1], 0.1))
    model.start["wheel"] = {"speed": "2000 rpm"}
    model.start["boom"] = {"slide": "3 m"}
    loaded.__dict__["model"] = model
    again = model_again(loaded)
    assert again.start["wheel"] == {"speed": "2000 rpm"}
    assert again.start["boom"]["slide"] == float(loaded.data.isel(time=0).coordinates[-1])

"""Pages of real runs: what is drawn and plotted is what was computed.

Pictures of them are kept in the folder that TREETOP_ARTIFACTS names.
"""

import os
import re
import runpy
import time
from pathlib import Path

import numpy as np
import pytest

import treetop as tt
from flexible_craft import craft, somewhere
from folders import EXAMPLES
from long_runs import swaying_chain
from treetop.results.distance import turned
from treetop.view.playback import page as page_of
from treetop.view.playback.quantities import LEFT_OUT
from treetop.view.playback.show import Shown

# What makes the models of examples that are scripts.
SCRIPTS = {
    "agile-satellite": "agile_satellite",
    "asteroid": "prospector",
    "atmospheric-drag": "satellite",
    "eight-body-tree": "model",
    "flexible-rocket": "rocket",
    "large-bending": "boom",
    "observer": "observer",
    "solar-sail": "sail",
    "tethered-satellite": "mission",
    "towed-cable": "tow",
}


def script_run(name):
    """Ten seconds of an example that is a script."""
    system = runpy.run_path(str(EXAMPLES / f"{name}.py"))[SCRIPTS[name]]().build()
    return tt.simulate(system, system.start(), duration=10.0, every=0.1)


def keep_picture(page, name):
    folder = os.environ.get("TREETOP_ARTIFACTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png")


def require_run(page, run, samples, size):
    """At these samples all bodies are drawn, and all quantities told, as the run has them, to what
    the page says that it rounds to."""
    rounded = re.findall("rounded to (.*) %", " ".join(page.evaluate("treetop.scene.notes")))
    part = max([2e-6, *(0.01 * float(each) for each in rounded)])
    names = [str(name) for name in run.data.body.values]
    told = [name for name in run.quantities if name.count(".") < 2]
    told = [name for name in told if not name.endswith(LEFT_OUT)]
    look = """([t, bodies, quantities]) => { treetop.setTime(t); return [
        bodies.map(b => treetop.positionOf(b)), quantities.map(q => treetop.valueAt(q))]; }"""
    for k in samples:
        places, values = page.evaluate(look, [float(run.time[k]), names, told])
        there = run.data.position.values[k]
        assert np.array(places) == pytest.approx(there, abs=1e-6 * size + 1e-9)
        for name, value in zip(told, values, strict=True):
            history = run[name].values
            span = np.ptp(history.reshape(len(history), -1), axis=0).max()
            exact = np.atleast_1d(history[k])
            room = part * max(span, size if "position" in name else 0) + 1e-12 * abs(exact).max()
            assert value == pytest.approx(exact, abs=room + 3e-7), name


def overlap(one, other):
    """Whether two elements share any of the page."""
    a, b = one.bounding_box(), other.bounding_box()
    pairs = (("x", "width"), ("y", "height"))
    return all(a[k] < b[k] + b[n] and b[k] < a[k] + a[n] for k, n in pairs)


def test_every_example(opened, example_run):
    page = None
    for name in sorted(path.stem for path in EXAMPLES.iterdir() if path.is_file()):
        run = script_run(name) if name in SCRIPTS else example_run(name)
        page = opened(page_of(run), 1040, 600, instead=page)
        require_run(page, run, [2 * len(run.time) // 5], page.evaluate("treetop.scene.size"))
        keep_picture(page, name)


def test_a_pendulum(opened, example_run):
    run = example_run("pendulum")
    page = opened(page_of(run))
    require_run(page, run, [0, 77, 200], 1.0)
    # What is seen of the plot is the run too.
    page.evaluate("treetop.setTime(3)")
    plot = page.get_by_role("region", name="hinge.angle")
    shown = float(plot.locator("output").inner_text().replace("−", "-"))
    assert shown == pytest.approx(float(run["hinge.angle"].sel(time=3.0)), abs=1e-5)
    assert page.evaluate("treetop.camera.kind") == "orbit"
    assert page.evaluate("treetop.scene.up") == [0, 1, 0]


def test_stages(opened, example_run):
    run = example_run("docking")
    page = opened(page_of(run))
    require_run(page, run, [3, 150, len(run.time) - 1], 5.0)
    stages = page.locator(".stages button").all_inner_texts()
    assert stages == ["approach", "docked", "apart"]
    page.get_by_role("button", name="Stage docked").click()
    touch = next(event.time for event in run.events if event.event == "touch")
    assert page.evaluate("treetop.time") == touch
    # Of the two samples at that time the one after the event is shown.
    after = int(np.flatnonzero(run.time == touch)[-1])
    rate = page.evaluate("treetop.valueAt('chaser.velocity')")
    assert rate == pytest.approx(run["chaser.velocity"].values[after], abs=1e-6)
    assert rate != pytest.approx(run["chaser.velocity"].values[after - 1], abs=1e-4)


def test_a_body_that_bends(opened):
    system = craft().build()
    run = tt.simulate(system, somewhere(system), duration=1.0, every=0.05)
    page = opened(page_of(run))
    require_run(page, run, [0, 13], 5.0)
    page.evaluate("t => treetop.setTime(t)", float(run.time[13]))
    points = np.array(page.evaluate("treetop.shapeOf('boom')")).reshape(-1, 3)
    tip = points[np.argmax(points[:, 0])]
    boom = run.data.isel(time=13).sel(body="boom")
    there = boom.position.values + turned(boom.attitude.values, tip)
    assert there == pytest.approx(run["boom tip.position"].values[13], abs=2e-5)
    assert np.abs(tip - [5, 0, 0]).max() > 0.005
    moments = run.recovered("boom", "section")[13].values[:, :, 4:6]  # at the ends of elements
    each = np.linalg.norm(moments, axis=-1).max(axis=1)
    page.evaluate("treetop.show('stress', true)")
    seen = page.evaluate("treetop.stressOf('boom')")
    assert max(seen) == pytest.approx(each.max(), rel=1e-2)  # coordinates are rounded
    legend = page.locator(".stress-legend")
    assert legend.inner_text().startswith("Bending moment 0")
    names = page.locator(".labels span:visible").all()
    assert names and not any(overlap(each, legend) for each in names)
    keep_picture(page, "flexible")


def test_an_orbit(opened, example_run):
    run = example_run("two-body-spacecraft")
    page = opened(page_of(run), color_scheme="dark")
    require_run(page, run, [0, 41, 60], 3.0)
    assert page.evaluate("treetop.scene.planet.name") == "Earth"
    # Near each other to a millionth of their size, nearly seven thousand kilometres out.
    page.evaluate("treetop.setCamera('follow', 'bus'); treetop.setTime(410)")
    near = run.data.position_from_origin.sel(time=410.0)
    apart = near.sel(body="tug").values - near.sel(body="bus").values
    assert page.evaluate("treetop.offsetOf('tug')") == pytest.approx(apart, abs=2e-6)
    keep_picture(page, "orbit")


def test_a_slew_ends_at_its_target(opened):
    model = runpy.run_path(str(EXAMPLES / "observer.py"))["observer"]()
    sun = tt.SunSensor("bus", every="1 s", sun=[0.48, 0.6, 0.64])
    model.add_sensor("sun", sun)
    system = model.build()
    page = opened(page_of(tt.simulate(system, system.state(), duration=500, every=1, seed=1)))
    turn = np.array([np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    names = ["slew", "tracker", "sun", "sun: Sun"]
    aims = "([t, names]) => { treetop.setTime(t); return names.map(treetop.aimOf); }"
    for t, reached in ((0.0, 0.0), (500.0, 1.0)):
        target, tracker, sensor, direction = map(np.array, page.evaluate(aims, [t, names]))
        assert target == pytest.approx(turn, abs=1e-6)
        attitude = turn if reached else np.array([1.0, 0, 0, 0])
        for seen in (tracker, sensor):
            assert abs(seen @ attitude) == pytest.approx(1, abs=1e-4)
        assert turned(direction, [0, 1, 0]) == pytest.approx([0.48, 0.6, 0.64], abs=1e-6)
    keep_picture(page, "slew")


def test_titles_and_names_are_text(opened):
    title = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    name = "Кран_机械臂" + 60 * " очень_длинное"
    m = tt.Model(title)
    m.add_joint("flight", tt.Free(), m.ground, m.add_body(name, 1.0, [1, 1, 1]))
    system = m.build()
    run = tt.simulate(system, system.state(flight={"velocity": [1, 0, 0]}), 1.0, every=0.5)
    page = opened(page_of(run))
    assert page.get_by_role("heading", level=1).text_content() == title
    assert page.title() == title
    page.get_by_role("tab", name="Bodies").click()
    assert page.locator(".body-list .name").all_text_contents() == [name]
    assert page.evaluate("name => treetop.positionOf(name)", name) == [0, 0, 0]
    assert page.evaluate("document.scrollingElement.scrollWidth") == 1366


def test_two_hundred_bodies_at_twenty_thousand_samples(opened, record_property):
    html = page_of(swaying_chain(200, 20_000))
    assert len(html) < 5e6
    begin = time.perf_counter()
    page = opened(html)
    record_property("seconds to open", time.perf_counter() - begin)
    notes = page.locator("header p").inner_text()
    assert "the motion shows 1035 of 20000 samples" in notes
    assert "plots show" in notes
    page.evaluate("treetop.setTime(treetop.scene.times.at(500))")
    t = page.evaluate("treetop.time")
    assert page.evaluate("treetop.positionOf('link150')") == pytest.approx(
        [150, np.sin(0.4 * np.pi * t + 150), 0], abs=1e-3
    )
    assert page.evaluate("treetop.valueAt('link3.velocity')")[0] == pytest.approx(
        np.sin(0.4 * np.pi * t + 3), abs=5e-3
    )
    page.get_by_role("tab", name="Bodies").click()
    page.get_by_role("searchbox", name="Find a body").fill("199")
    assert page.locator(".body-list li:visible").count() == 1


def test_equations_without_bodies(opened, example_run):
    run = example_run("pendulum")
    run.data = run.data[["coordinates", "speeds", "kinetic_energy"]]
    run.data.attrs["formulation"] = "symbolic"
    page = opened(page_of(run))
    page.get_by_text("This run has no bodies").wait_for()
    page.keyboard.press("End")
    angle = page.evaluate("treetop.valueAt('hinge.angle')")
    assert angle == pytest.approx([float(run["hinge.angle"][-1])], abs=1e-6)
    for key in "123bfxyztjgc ":
        page.keyboard.press(key)


def test_in_place_in_another_page(chromium):
    notebook = Shown(swaying_chain(3, 20), None, "")._repr_html_()
    page = chromium.new_page()
    wrong = []
    page.on("console", lambda m: m.type == "error" and wrong.append(m.text))
    page.set_content(f"<p>In a cell:</p>{notebook}")
    frame = page.frames[1]
    frame.wait_for_function("() => window.treetop !== undefined")
    assert frame.evaluate("treetop.scene.bodies.length") == 4  # the ground is one of them
    assert page.locator("iframe").bounding_box()["height"] > 400
    page.close()
    assert wrong == []

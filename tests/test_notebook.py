"""Objects in notebooks: tables whose texts are shown as they are."""

import pytest

import treetop as tt
from treetop.notebook import table


def test_texts_are_escaped_and_long_tables_cut():
    shown = table("<b>", [("<script>", "a & b")] * 50)
    assert "&lt;b&gt;" in shown and "a &amp; b" in shown
    assert "<script>" not in shown
    assert "and 10 more" in shown


@pytest.mark.compiled
def test_each_object_has_a_table():
    model = tt.Model("swing")
    rod = model.add_body("rod", mass=2, inertia=[0.1, 0.1, 0.1], center=[0, 0, -1])
    model.add_joint("hinge", tt.Revolute("y"), model.ground, rod)
    model.set_start("hinge", angle=0.5)
    system = model.build()
    run = tt.simulate(model, duration=0.1)
    for shown, words in (
        (model, ("rod", "2 kg", "revolute, ground to rod")),
        (system, ("recursive", "hinge.angle")),
        (system.start(), ("hinge.angle", "0.5")),
        (system.evaluate(system.start()), ("kinetic_energy", "rod.position")),
        (run, ("finished", "hinge.rate [rad/s]")),
        (run.audit(), ("energy", "relative")),
    ):
        html = shown._repr_html_()
        assert all(word in html for word in words), html


@pytest.mark.compiled
def test_a_model_is_built_and_run_as_it_says():
    model = tt.Model("slide")
    model.add_joint("rail", tt.Prismatic("x"), model.ground, model.add_body("block", mass=1))
    model.set_start("rail", slide_rate=2)
    with pytest.raises(tt.ModelError, match="duration"):
        tt.simulate(model)
    model.run = tt.RunSettings(duration=3, every=1, method=tt.Rk4(step=0.5))
    run = tt.simulate(model)
    assert run.settings == model.run
    assert run["rail.slide"].values[-1] == pytest.approx(6.0)
    changed = tt.simulate(model, duration=1, method="dopri5")
    assert (changed.settings.duration, changed.settings.method.kind) == (1.0, "dopri5")
    system = model.build()
    assert tt.simulate(system, duration=1).end["rail.slide"] == pytest.approx(2.0)

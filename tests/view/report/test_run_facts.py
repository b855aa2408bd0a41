"""How the run was made, and how it ended."""

import json

from pages_read import Read
from treetop.view.report.run_facts import ending, good, run_section, warnings_of, when


def test_settings_statistics_and_versions(loaded):
    facts = Read(run_section(loaded)).facts
    assert facts["settings"]["rtol"].value == 1e-10
    assert facts["settings"]["duration"] == ("2 s", 2.0)
    assert facts["settings"]["formulation"].text == "recursive"
    assert facts["statistics"]["evaluations"].value == 150
    assert facts["statistics"]["samples"].value == 41
    versions = json.loads(loaded.data.attrs["versions"])
    assert facts["versions"]["treetop"].text == versions["treetop"]
    assert facts["versions"]["computed"].text == when(loaded)


def test_a_run_that_finished(loaded):
    assert ending(loaded) == "finished at 2 s"
    assert good(loaded)
    assert warnings_of(loaded) == []


def test_a_run_that_failed_tells_what_to_look_for(run):
    run.data.attrs["outcome"] = "step_collapsed"
    assert ending(run) == "the step size collapsed at 2 s"
    assert not good(run)
    assert "did not reach its end" in warnings_of(run)[0]
    assert "loosen rtol" in warnings_of(run)[0]


def test_an_outcome_of_another_version_is_shown_as_it_is(run):
    run.data.attrs["outcome"] = "<vanished>"
    assert "&lt;vanished&gt;" in run_section(run)


def test_an_audit_that_fails_is_a_warning(run):
    run.data["kinetic_energy"][-1] *= 2
    assert any("the audit fails in energy" in each for each in warnings_of(run))

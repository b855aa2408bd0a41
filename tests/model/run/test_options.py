"""Options of methods and stabilizations: with the objects, and beside their words."""

import pytest

import treetop as tt
from treetop.formats.yaml.load import dumps, loads
from treetop.model.run.methods import METHODS
from treetop.model.run.options import OPTIONS, changed_settings, settings_from
from treetop.model.run.stabilization import STABILIZATIONS


def test_beside_the_word_or_with_the_object(problems_of):
    settings = settings_from({"duration": "3 h", "method": "rk4", "step": "10 ms"})
    assert settings == tt.RunSettings(10800, method=tt.Rk4(step=0.01))
    adaptive = settings_from({"method": "radau", "step": 1, "rtol": 1e-6})
    assert adaptive.method == tt.Radau(rtol=1e-6, max_step=1)
    given = {"duration": -1, "method": "euler", "rtol": "1 m", "step": 0}
    places = [problem.where for problem in problems_of(settings_from, given)]
    assert places == ["run.duration", "run.method", "run.rtol", "run.step"]


@pytest.mark.parametrize("word", METHODS)
def test_words_and_mappings_of_methods(word):
    by_word = tt.RunSettings(method=word)
    assert type(by_word.method) is METHODS[word]
    assert tt.RunSettings(method={"kind": word}) == by_word
    step = {"step": 0.1} if by_word.method.fixed else {"max_step": 0.1}
    chosen = tt.RunSettings(method={"kind": word, "rtol": 1e-5, **step})
    assert (chosen.method.rtol, chosen.method.step_bound) == (1e-5, 0.1)


@pytest.mark.parametrize("word", STABILIZATIONS)
def test_words_of_stabilizations(word):
    assert type(tt.RunSettings(constraints=word).constraints) is STABILIZATIONS[word]


@pytest.mark.parametrize(
    ("given", "where", "words"),
    [
        ({"method": "euler"}, "method", "does not fit here"),
        ({"method": {"rtol": 1}}, "method", "does not fit here"),
        ({"method": {"kind": "radau", "step": 1}}, "method.step", "did you mean 'max_step'"),
        ({"method": {"kind": "radau", "rtol": 2}}, "method.rtol", "give less than 1"),
        ({"constraints": {"kind": "baumgarte", "gains": [1, 1, 0]}}, "constraints.gains[2]", "σ"),
        ({"constraints": 3}, "constraints", "'project', 'baumgarte', 'partition' or 'nullspace'"),
    ],
)
def test_what_does_not_fit_is_named(problems_of, given, where, words):
    (problem,) = problems_of(settings_from, given)
    assert problem.where == f"run.{where}"
    assert words in f"{problem.what} ({problem.hint})"


def test_options_of_other_methods_are_refused(problems_of):
    (problem,) = problems_of(settings_from, {"method": "radau", "rho_inf": 0.5})
    assert problem.where == "run.rho_inf"
    assert "'radau' with 'project' has no option 'rho_inf'" in problem.what
    assert "it has rtol, atol, max_step" in problem.hint and "generalized-alpha" in problem.hint
    (problem,) = problems_of(settings_from, {"rtoll": 1e-6})
    assert "did you mean 'rtol'" in problem.hint


def test_files_may_have_options_that_nothing_uses():
    model = loads("{treetop: 1, name: a, run: {duration: 1, rho_inf: 0.5, gains: [1, 1, 2]}}")
    assert model.run == tt.RunSettings(1) and set(model.run.unused) == {"rho_inf", "gains"}
    chosen = changed_settings(model.run, {"method": "generalized-alpha", "step": 0.1})
    assert chosen.method == tt.GeneralizedAlpha(0.1, rho_inf=0.5)


def test_another_method_takes_over_what_it_has():
    stepped = tt.RunSettings(1, method=tt.GeneralizedAlpha(0.01, rho_inf=0.9, rtol=1e-6))
    assert changed_settings(stepped, {"method": "hht"}).method == tt.Hht(0.01, 0.9, rtol=1e-6)
    adaptive = changed_settings(stepped, {"method": "radau", "atol": 1e-9}).method
    assert adaptive == tt.Radau(1e-6, 1e-9, max_step=0.01)
    assert changed_settings(stepped, {"method": tt.Bdf()}).method == tt.Bdf()


def test_settings_of_results_before_there_were_objects():
    told = {
        "duration": 1.0, "every": None, "method": "rk4", "rtol": 1e-9, "atol": 1e-12, "step": 0.1,
        "rho_inf": 0.8, "index": 2, "constraints": "project", "gains": None, "at": None,
    }  # fmt: skip
    assert settings_from(told, lenient=True) == tt.RunSettings(1.0, method=tt.Rk4(0.1))


@pytest.mark.parametrize(
    "settings",
    [
        tt.RunSettings("3 h", "1 min", method=tt.Auto(max_step="10 ms")),
        tt.RunSettings(1, at=[0, "500 ms", 1], constraints=tt.Baumgarte(["600 min^-1", 10, 20])),
        tt.RunSettings(1, method="bdf", constraints="nullspace"),
        tt.RunSettings(1, method=tt.Newmark("1 ms", index=3)),
    ],
)
def test_written_and_read(settings):
    model = tt.Model("a")
    model.run = settings
    assert loads(dumps(model)).run == settings
    assert settings_from(settings.as_dict()) == settings


def test_default_gains_are_critical_and_follow_long_steps():
    gains = tt.Baumgarte().gains_for
    assert gains(None) == gains(1e-3) == (10, 10, 20)
    assert gains(0.5) == (1, 1, 2)
    assert tt.Baumgarte([1, 2, 3]).gains_for(0.5) == (1, 2, 3)


def test_every_option_is_known():
    assert OPTIONS == ("step", "rtol", "atol", "max_step", "rho_inf", "index", "gains")


@pytest.mark.parametrize(
    ("name", "ours"), [("t_end", "duration"), ("dt", "every"), ("t_eval", "at"), ("tol", "rtol")]
)
def test_names_of_other_codes_are_answered_with_ours(problems_of, name, ours):
    (problem,) = problems_of(settings_from, {name: 1.0})
    assert f"give {ours}" in problem.hint

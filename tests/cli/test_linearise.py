"""treetop linearise: poles, zeros, margins and figures of a model file."""

import json
from pathlib import Path

import numpy as np
import pytest


def test_poles_and_zeros(treetop, hanging):
    told = treetop("linearise", hanging, "--outputs", "hinge.rate").stdout
    assert "3 states, 1 inputs, 1 outputs, continuous" in told
    assert "inputs: wheel.torque [N*m]" in told and "outputs: hinge.rate [rad/s]" in told
    w = np.sqrt(2 * 9.81 * 0.5 / (0.7 - 0.01))
    assert f"{w:10.5g}" in told


def test_for_a_program(treetop, hanging):
    told = json.loads(treetop("linearise", hanging, "--inputs", "hinge.effort", "--json").stdout)
    assert told["inputs"] == ["hinge.effort"] and told["units"]["hinge.effort"] == "N*m"
    assert np.shape(told["A"]) == (3, 3) and told["loops"] == {}


@pytest.mark.parametrize("kind", ["bode", "nyquist", "nichols", "root-locus"])
def test_figures(treetop, hanging, kind):
    names = "--inputs", "hinge.effort", "--outputs", "hinge.angle"
    told = treetop("linearise", hanging, *names, "--kind", kind, "--figure", "linear.svg").stdout
    assert "figure in linear.svg" in told
    assert Path("linear.svg").read_text().startswith("<?xml")


@pytest.mark.parametrize(
    "options, told",
    [
        (("--inputs", "wheel.torqe"), "did you mean 'wheel.torque'"),
        (("--inputs", "wheel.speed"), "'wheel.speed' is a quantity of the motion and no input"),
        (("--outputs", "hinge.angel"), "did you mean 'hinge.angle'"),
        (("--loop", "pd"), "unknown controller 'pd'"),
        (("--figure", "linear.txt"), "figures are written as"),
    ],
)
def test_what_is_wrong(treetop, hanging, options, told):
    assert told in treetop("linearise", hanging, *options, code=2).stderr

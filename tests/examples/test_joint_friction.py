"""Friction of a hinge from its swing: the numbers that the data were made with."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from folders import EXAMPLES
from pages import page

pytestmark = pytest.mark.compiled
script = page("joint-friction")
TRUTH = [script.STIFFNESS, script.COULOMB, script.VISCOUS]


def test_the_fit_of_the_page():
    """From close to it, which spares runs."""
    pinned = [10.001718, 0.080744377, 0.04536346]
    near = dict(zip(script.PARAMETERS, [10.0, 0.08, 0.05], strict=True))
    found = script.found(start=near)
    assert found.converged
    assert_allclose(found.values, pinned, rtol=1e-6)
    assert ((found.low < TRUTH) & (found.high > TRUTH)).all()


def test_the_file_has_the_closed_form_with_its_noise():
    table = np.loadtxt(script.DATA, delimiter=",", skiprows=1)
    expected = script.measured()
    assert_allclose(table[:, 0], expected[:, 0], atol=1e-12)
    assert_allclose(1e-3 * table[:, 1], expected[:, 1], atol=6e-7)


def test_the_run_is_the_closed_form():
    model = tt.load(EXAMPLES / "joint-friction.yaml")
    numbers = {"stiffness": script.STIFFNESS}
    model.forces["spring"] = tt.JointSpring("hinge", **numbers)
    friction = tt.DryFriction("hinge", coulomb=script.COULOMB, viscous=script.VISCOUS)
    model.forces["friction"] = friction
    run = tt.simulate(model, duration=16.0, rtol=1e-10, atol=1e-12)
    assert_allclose(run["hinge.angle"], script.swing(run.time), atol=1e-9)

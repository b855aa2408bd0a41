"""The double pendulum: equations (1.19) and (1.20) of the book, and the motion by all ways."""

import numpy as np
import pytest
import sympy as sp
from numpy.testing import assert_allclose

from pages import made_once, page
from symbolic.sources import in_c, in_python

script = page("double-pendulum")
found = made_once(script.derived)


def test_the_equations_of_the_book(found):
    for ours, theirs in zip(script.in_speeds_of_the_book(found), script.printed(), strict=True):
        assert (ours - theirs).expand() == sp.zeros(*ours.shape)


def test_nothing_is_needed_but_the_equations(found):
    assert not found.definitions and not found.notes
    assert {str(symbol) for symbol in found.parameters} == {"m", "l", "g"}


def test_the_text(found):
    for line in (
        "l^2*m*(2*cos(q2) + 3)*u1' + l^2*m*(cos(q2) + 1)*u2'",
        "= -2*g*l*m*sin(q1) - g*l*m*sin(q1 + q2) + 2*l^2*m*u1*u2*sin(q2) + l^2*m*u2^2*sin(q2)",
        "l^2*m*(cos(q2) + 1)*u1' + l^2*m*u2' = -g*l*m*sin(q1 + q2) - l^2*m*u1^2*sin(q2)",
    ):
        assert line in found.text()


def test_the_sources(found, tmp_path):
    # from (1.19) and (1.20), by hand: q1'' = U1', q2'' = U2' - U1'
    q, u = np.array([0.3, -0.8]), np.array([1.1, 0.4])
    matrix, right = (
        sp.lambdify(sp.symbols("m l g q1 q2 U1 U2"), part)(2.0, 1.3, 9.81, *q, u[0], u.sum())
        for part in script.printed()
    )
    U_rates = np.linalg.solve(matrix, right[:, 0])
    for source in (in_python(found), in_c(found, tmp_path)):
        assert_allclose(source.rates(0.0, q, u)[1], [U_rates[0], U_rates[1] - U_rates[0]], 1e-13)


runs = made_once(script.runs)


# Where the book's equations lead after 2 s and 10 s, by SciPy's DOP853 at 1e-13.
AFTER_2_S = [-2.14097122077667, 1.59703102409922]
AFTER_10_S = [-0.65157685918, 26.88593840122]


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["recursive", "kane"])
def test_the_motion(runs, formulation):
    q = script.angles(runs[formulation])
    assert_allclose(q[:, 100], AFTER_2_S, rtol=0, atol=1e-11)
    assert_allclose(q[:, -1], AFTER_10_S, rtol=0, atol=1e-7)  # chaos: 1e-12 grows by 1e4
    assert runs[formulation].audit()["energy"].relative < 1e-10


@pytest.mark.compiled
def test_the_motion_by_the_source(runs):
    times = runs["recursive"].time
    off = np.abs(script.integrated(times[:101]) - script.angles(runs["recursive"])[:, :101])
    assert off.max() < 1e-11

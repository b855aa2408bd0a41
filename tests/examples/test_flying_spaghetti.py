"""The flying spaghetti: where its ends come to, and how the error falls."""

import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("flying-spaghetti")

pytestmark = pytest.mark.compiled


def test_error_falls_with_the_square_of_the_elements():
    assert_allclose(script.errors(), [0.11245, 0.02723, 0.00675, 0.00016], atol=1e-5)


def test_in_a_plane_it_falls_alike():
    assert_allclose(script.plane_errors(), [0.12747, 0.03188, 0.00787, 0.00038], atol=1e-5)


def test_ends_of_the_example(example_run):
    run = example_run("flying-spaghetti")
    ends = run.beam("spaghetti").position.isel(time=-1).values[[0, -1]]
    assert_allclose(ends, [[32.4269, -0.2312, -1.5507], [27.5262, 7.7680, 0.5648]], atol=1e-3)
    assert run.audit().passed(1e-9)

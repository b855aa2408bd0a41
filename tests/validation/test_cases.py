"""Every validation case agrees with its reference."""

import math

import pytest

from treetop.validation import CASES, Check


@pytest.mark.compiled
@pytest.mark.parametrize("name", CASES)
def test_case_agrees_with_its_reference(name):
    checks = CASES[name].run()
    assert checks
    assert [check for check in checks if not check.passed] == []


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_case_names_its_source(case):
    assert case.title
    assert case.source


def test_difference_is_in_the_unit_or_a_fraction_of_the_reference():
    assert Check("length", 11.0, 10.0, 0.5, "m").difference == 1.0
    assert Check("length", -11.0, -10.0, 0.5, "m", "relative").difference == -0.1


@pytest.mark.parametrize(("value", "passed"), [(1.0, True), (1.1, True), (0.8, False)])
def test_check_passes_within_its_tolerance(value, passed):
    assert Check("length", value, 1.0, 0.1 + 1e-15).passed is passed


def test_nan_never_passes():
    assert not Check("length", math.nan, 1.0, math.inf).passed

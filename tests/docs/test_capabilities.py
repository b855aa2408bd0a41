"""The page of capabilities names its proofs, and they exist."""

import re

import pytest

import treetop as tt
import treetop.structures as fx
from folders import DOCS, ROOT
from treetop.validation import CASES

PAGE = (DOCS / "guide" / "capabilities.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?!---|\| how|part \||\| because)(.*) \|$", flags=re.MULTILINE)
TEST = re.compile(r"`([\w/]+\.py)(?:::(\w+))?`")


def test_every_row_has_a_proof_or_a_page():
    rows = [row[1].split(" | ") for row in ROW.finditer(PAGE)]
    assert len(rows) > 50
    assert all(len(row) == 3 and re.search(r"\.md|\.py", row[2]) for row in rows)


def test_cases_exist():
    named = set(re.findall(r"validation\.md#([\w-]+)", PAGE))
    assert named and named <= set(CASES)


def test_tests_exist():
    named = TEST.findall(PAGE)
    assert named
    for file, function in named:
        text = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert f"def {function or 'test_'}" in text, f"{file}::{function}"


def flexible_by(formulation: str) -> None:
    frame = fx.BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [2, 0, 0])
    tube = fx.Section.tube(outer=0.05, inner=0.046, E=7e10, G=2.7e10, density=2700)
    frame.add_beam("tube", "root", "tip", tube)
    m = tt.Model("boom")
    boom = m.add_flexible_body("boom", fx.normal_modes(frame.structure(), "root", count=1))
    m.add_joint("axle", tt.Revolute("z"), m.ground, boom)
    m.build(formulation)


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        (lambda: flexible_by("udwadia"), "does not know flexible bodies"),
        (lambda: flexible_by("kane-absolute"), "does not know flexible bodies"),
        (
            lambda: tt.Contact(tt.Plane("ground"), tt.looks.Box(size=[1, 1, 1]), stiffness=1),
            "is not a shape",
        ),
    ],
)
def test_refusals_of_the_page(refused, words):
    with pytest.raises(tt.ModelError, match=words):
        refused()

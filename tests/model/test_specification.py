"""Names that are not known, and those that were meant."""

import difflib
import pydoc
from inspect import signature

import pytest

import treetop as tt
from treetop.model import specification
from treetop.model.specification import spec, unknown

NAMES = [f"panel_{side}_{k}" for side in ("left", "right") for k in range(500)]


def test_the_nearest_are_those_that_a_close_look_at_all_finds():
    for wrong in ("panel_lft_17", "panle_right_400", "panelleft3", "Panel_left_250", "boom"):
        near = difflib.get_close_matches(wrong, NAMES, n=1, cutoff=0.6)
        hint = unknown("body", wrong, NAMES, "").hint
        assert hint.startswith(f"did you mean '{near[0]}'" if near else "there are: ")


def test_a_thousand_wrong_names_take_a_close_look_at_few_each(monkeypatch):
    looked = []

    def counted(name, choices, n, cutoff):
        looked.append(len(choices))
        return []

    monkeypatch.setattr(specification.difflib, "get_close_matches", counted)
    for k in range(1000):
        unknown("body", f"pannel_{k}", NAMES, "")
    assert sum(looked) <= 1000 * specification.CLOSER


@pytest.mark.parametrize(
    ("wrong", "ours"),
    [
        (lambda: tt.SpringDamper("a", "b", length=1, k=3), "stiffness"),
        (lambda: tt.SpringDamper("a", "b", rest=1), "length"),
        (lambda: tt.UniformGravity(g=9.81), "acceleration"),
        (lambda: tt.Model().add_body("b", 1, com=[0, 0, 0]), "centre"),
        (lambda: tt.Model().ground.frame("pad", position=[0, 0, 1]), "at"),
        (lambda: tt.Model().ground.frame("pad", orientation=[1, 0, 0, 0]), "attitude"),
    ],
)
def test_fields_by_names_of_other_codes_are_answered_with_ours(wrong, ours):
    with pytest.raises(tt.ModelError, match=f"did you mean '{ours}'"):
        wrong()


def test_signatures_show_names_and_defaults_and_not_how_fields_are_checked():
    public = [getattr(tt, name) for name in dir(tt)]
    kinds = [kind for kind in public if isinstance(kind, type)]
    shown = [signature(kind) for kind in kinds if hasattr(kind, "__pydantic_fields__")]
    assert len(shown) > 50
    assert not [text for text in map(str, shown) if "Annotated" in text]
    assert "stiffness=0.0, rest=0.0" in str(signature(tt.JointSpring))
    assert "tension_only: 'bool' = False" in str(signature(tt.SpringDamper))


@pytest.mark.parametrize("kind", [tt.Revolute, tt.Reel, tt.SpringDamper, tt.Earth, tt.Gyro])
def test_help_names_nothing_that_checks_fields(kind):
    told = pydoc.plain(pydoc.render_doc(kind))
    assert kind.__name__ in told
    for word in ("ydantic", "Strict", "Annotated", "__dataclass", "__init__", "Validator"):
        assert word not in told


def test_specifications_call_methods_of_their_bases():
    class Base:
        def twice(self) -> float:
            return 2.0

    @spec
    class Kind(Base):
        length: float = 1.0

        def twice(self) -> float:
            return self.length * super().twice()

        @property
        def once(self) -> float:
            return super().twice() / 2

    assert (Kind(3.0).twice(), Kind().once) == (6.0, 1.0)

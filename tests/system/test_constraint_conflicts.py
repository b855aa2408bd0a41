"""Constraints that contradict each other, and prescribed motion through singular positions."""

import numpy as np
import pytest

import treetop as tt
from treetop.system.formulations import FORMULATIONS


def gears(*laws) -> tt.Model:
    """Two wheels that turn alike, driven each by a motor of its own."""
    model = tt.Model("gears")
    for name, law in zip("ab", laws, strict=True):
        model.add_body(name, 1.0, [1, 1, 1])
        model.add_joint(f"hinge {name}", tt.Revolute([0, 0, 1]), model.ground, name)
        model.add_constraint(f"motor {name}", tt.Prescribed(f"hinge {name}.angle", law))
    model.add_constraint("mesh", tt.Coupling({"hinge a.angle": 1, "hinge b.angle": -1}))
    return model


NAMES = "'motor a', 'motor b' and 'mesh'"


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(
    ("laws", "left"),
    [(("0.2", "0.1"), "m or rad are left open"), (("t", "t**2"), "are left between their rates")],
)
def test_prescriptions_that_contradict_each_other_at_the_start(formulation, laws, left):
    system = gears(*laws).build(formulation)
    state = system.settled(system.state())
    with pytest.raises(tt.ModelError, match=f"meets the constraints {NAMES}: .* {left}"):
        system.require_start(state)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_prescriptions_that_part_along_the_way(formulation):
    """Speeds as well as coordinates agree at first, and the parting is not passed over."""
    system = gears("t", "t + t**4").build(formulation)
    start = system.settled(system.state())
    with pytest.raises(tt.RunError, match=f"no state ahead meets the constraints {NAMES}") as info:
        tt.simulate(system, start, duration=1.0)
    assert info.value.run["constraint_error"].values.max() < 1e-5


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("size", [1e-6, 1e-3, 1.0])
def test_prescriptions_that_part_do_so_at_every_size(formulation, size):
    """Both cranks of a parallelogram, driven apart by 1e-6 rad in a tenth of a second."""
    m = tt.Model("parallelogram")
    tips = []
    for name, x, law in (("a", 0.0, "1 + t"), ("b", size, "1 + t + 0.001 * t**3")):
        crank = m.add_body(name, 1.0, 3 * [0.1 * size**2], [size / 2, 0, 0])
        pivot = m.ground.frame(f"at {name}", at=[x, 0, 0])
        m.add_joint(name, tt.Revolute([0, 0, 1]), pivot, crank)
        m.set_start(name, angle=1.0, rate=1.0)
        m.add_constraint(f"drive {name}", tt.Prescribed(f"{name}.angle", law))
        tips.append(crank.frame("tip", at=[size, 0, 0]))
    m.add_constraint("coupler", tt.Distance(*tips, length=size))
    system = m.build(formulation)
    with pytest.raises(tt.RunError, match="'drive a', 'drive b' and 'coupler'") as info:
        tt.simulate(system, system.start(), duration=3.0)
    assert info.value.run.data.time[-1] < 0.2


def test_prescriptions_that_agree_are_followed_and_told():
    """One follows from the other by the mesh: nothing contradicts, and `check` says so."""
    system = gears("t", "t").build()
    state = system.settled(system.state())
    system.require_start(state)
    found = tt.analysis.diagnosis(system, state)
    assert found.degrees_of_freedom == 0
    assert [each.constraint for each in found.dependent] == ["mesh: equation 1"]
    assert set(found.dependent[0].follows_from) >= {"motor a: equation 1", "motor b: equation 1"}


CRANK, ROD = 0.3, 1.0


def slider_crank(law: str) -> tt.Model:
    """Driven at the slider."""
    model = tt.Model("slider-crank")
    for name, length in (("crank", CRANK), ("rod", ROD)):
        body = model.add_body(name, 1.0, [0.1, 0.1, 0.1], centre=[length / 2, 0, 0])
        body.frame("tip", at=[length, 0, 0])
    slider = model.add_body("slider", 1.0, [0.1, 0.1, 0.1])
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, slider)
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, "crank")
    model.add_joint("knee", tt.Revolute([0, 0, 1]), "crank.tip", "rod")
    model.add_joint("pin", tt.Revolute([0, 0, 1]), "rod.tip", slider)
    model.add_constraint("push", tt.Prescribed("rail.slide", law))
    return model


def crank_angle(x):
    """The crank angle of the branch on which the slider starts."""
    return np.arccos((CRANK**2 + x**2 - ROD**2) / (2 * CRANK * x))


def pushed(formulation: str, law: str, x: float, speed: float):
    system, angle = slider_crank(law).build(formulation), crank_angle(x)
    across, along = CRANK * np.sin(angle), x - CRANK * np.cos(angle)
    return system, system.settled(
        system.state(
            rail={"slide": x, "slide_rate": speed},
            hinge={"angle": angle},
            knee={"angle": np.arctan2(-across, along) - angle},
        )
    )


CLOSED = ["recursive", "kane", "newton-euler"]


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", CLOSED)
def test_a_slider_pushed_beyond_its_reach(formulation):
    """In absolute coordinates steps at tighter tolerances creep up to the position in their
    thousands, until they collapse as well."""
    system, start = pushed(formulation, "1.2 + 0.1*t", 1.2, 0.1)
    named = (
        "'pin' and 'push' come to a singular|no state ahead meets the constraints 'pin' and 'push'"
    )
    with pytest.raises(tt.RunError, match=named) as info:
        tt.simulate(system, start, duration=4.0, every=0.1, rtol=1e-8)
    assert float(info.value.run.time[-1]) == pytest.approx(1.0, abs=1e-6)


@pytest.mark.compiled
def test_a_slider_that_just_reaches_dead_centre_lets_the_crank_pass():
    """The crank could turn back from there as well; it goes on as it moves.  What is not known
    there is the force of the drive, and so the work."""
    system, start = pushed("recursive", "1.1 + 0.2*sin(t)", 1.1, 0.2)
    with pytest.warns(tt.AuditWarning, match="energy"):
        run = tt.simulate(system, start, duration=3.0, every=0.25)
    expected = crank_angle(run["rail.slide"].values) * np.sign(np.pi / 2 - run.time)
    assert run["hinge.angle"].values == pytest.approx(expected, abs=1e-7)


def test_one_constraint_alone_cannot_be_left_out():
    model = tt.Model("rod")
    model.add_joint("flight", tt.Free(), model.ground, model.add_body("bob", 1.0, [1, 1, 1]))
    model.add_constraint("rod", tt.Distance("ground", "bob", 1))
    system = model.build()
    with pytest.raises(tt.ModelError, match="meets the constraint 'rod'") as error:
        system.require_start(system.state())  # both ends at one place: no direction to go
    assert "leave one" not in str(error.value)
    assert "assembled" in str(error.value)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_disc_that_lies_flat_is_named_at_the_start(formulation):
    """It touches the plane everywhere: where it rolls is not defined."""
    model = tt.Model("coin")
    model.add_joint("flight", tt.Free(), model.ground, model.add_body("coin", 1.0, [1, 1, 2]))
    model.add_constraint("roll", tt.RollingDisc("coin", "ground", 1, [0, 0, 1]))
    system = model.build(formulation)
    with (
        np.errstate(all="ignore"),
        pytest.raises(tt.ModelError, match="equations of 'roll' are not finite at the start"),
    ):
        system.require_start(system.state())


@pytest.mark.compiled  # without the compiler the root of a negative number raises
def test_a_law_that_ends_is_named():
    model = tt.Model("arm")
    model.add_joint(
        "hinge", tt.Revolute([0, 0, 1]), model.ground, model.add_body("arm", 1, [1] * 3)
    )
    model.add_constraint("drive", tt.Prescribed("hinge.angle", "sqrt(1 - t)"))
    system = model.build()
    start = system.settled(system.state())
    with pytest.raises(tt.RunError, match="equations of 'drive' are not finite") as error:
        tt.simulate(system, start, duration=2)
    assert error.value.run.time[-1] == pytest.approx(1.0)

"""Numbers written in place give the tables, starts and rates of a system that is built anew."""

import numpy as np
import pytest

import treetop as tt
from craft_in_orbit import two_bodies
from oscillators import oscillator
from treetop.checks import checks
from treetop.errors import ModelError
from treetop.model.paths import keys_of, with_numbers
from treetop.system.in_place import START, Seats, Unproven, leaves_of

pytestmark = pytest.mark.compiled


class Varied:
    """A model with other numbers."""

    def __init__(self, model, *names):
        self.model, self.keys = model, [keys_of(model, name) for name in names]

    def changed(self, numbers):
        return with_numbers(self.model, dict(zip(self.keys, map(float, numbers), strict=True)))

    def build(self, numbers):
        return self.changed(numbers).build()

    def seats(self, tried):
        return Seats(self.build, lambda numbers: numbers, tried)

    def taken(self, seat, numbers):
        model = self.changed(numbers)
        return seat.take(model, checks.checked(model), numbers)


def drawn(*centres, count=4):
    """Numbers within a tenth of these."""
    return np.array(centres) * np.random.default_rng(1).uniform(0.9, 1.1, (count, len(centres)))


def assert_same_system(start, built):
    found, wanted = leaves_of(start.system), leaves_of(built)
    for path, value in wanted.items():
        if isinstance(value, np.ndarray):
            assert found[path].tobytes() == value.tobytes(), path
    whole = built.start()
    assert start.vector.tobytes() == whole.vector.tobytes()
    assert start.system.rate(start).tobytes() == built.rate(whole).tobytes()


def test_numbers_stand_where_assembly_puts_them():
    varied = Varied(two_bodies(), "bodies.tug.mass", "forces.spring.stiffness", "start.boom.slide")
    seats = varied.seats(drawn(1200, 25, 2))
    assert ("whole", "bodies", "mass") in seats.places.copies and START in seats.places.copies
    seat = seats.seat()
    for numbers in drawn(1200, 25, 2, count=6)[4:]:
        assert_same_system(varied.taken(seat, numbers), varied.build(numbers))


def test_systems_taken_one_after_another_do_not_see_each_other():
    varied = Varied(two_bodies(), "bodies.tug.mass", "bodies.bus.mass")
    seats, (one, other, *_) = varied.seats(drawn(1200, 2200)), drawn(1200, 2200)
    first, second = seats.seat(), seats.seat()
    rates = [varied.taken(seat, each) for seat, each in ((first, one), (second, other))]
    for start, numbers in zip(rates, (one, other), strict=True):
        assert_same_system(start, varied.build(numbers))
    assert rates[0].system.model.bodies["tug"].mass == one[0]


def test_masses_far_from_what_was_looked_at_are_looked_at_again():
    model = oscillator()
    model.add_body("dust", mass=1)
    model.add_joint("rail two", tt.Prismatic([1, 0, 0]), "block", "dust")
    varied = Varied(model, "bodies.block.mass", "bodies.dust.mass")
    seats = varied.seats(drawn(1, 1))
    near, far = varied.taken(seats.seat(), (1.5, 0.6)), varied.taken(seats.seat(), (1e4, 0.6))
    assert_same_system(near, varied.build((1.5, 0.6)))
    if far is not None:  # else it is solved in another way, and built anew
        assert_same_system(far, varied.build((1e4, 0.6)))


@pytest.mark.parametrize(
    ("names", "centres", "why"),
    [
        (["joints.boom.axis.y"], [0.3], "follows from the numbers by more than a copy"),
        (["bodies.tug.frames.tail.at.z", "bodies.tug.centre.z"], [1.0, 0.2], "more than a copy"),
        (["start.orbit.orbit.inclination"], [0.5], ""),
    ],
)
def test_what_is_no_copy_is_not_written(names, centres, why):
    model = two_bodies()
    if not why:
        model.start["orbit"] = {"orbit": {"semi_major_axis": 7e6, "inclination": 0.4}}
        varied = Varied(model, *names)
        seats = varied.seats(drawn(*centres))  # where runs start is computed then
        assert not seats.places.starts
        numbers = drawn(*centres, count=5)[4]
        assert_same_system(varied.taken(seats.seat(), numbers), varied.build(numbers))
        return
    with pytest.raises(Unproven, match=why):
        Varied(model, *names).seats(drawn(*centres))


def test_a_sign_that_was_not_tried_is_not_written():
    varied = Varied(two_bodies(), "start.boom.slide")
    seat = varied.seats(drawn(2)).seat()
    assert varied.taken(seat, [2.05]) is not None
    assert varied.taken(seat, [-2.0]) is None
    assert varied.taken(seat, [0.0]) is None


def test_numbers_that_cannot_be_told_apart_are_not_written():
    varied = Varied(two_bodies(), "bodies.tug.mass", "bodies.bus.mass")
    alike = np.repeat(drawn(1000), 2, axis=1)
    with pytest.raises(Unproven, match="cannot be told apart"):
        varied.seats(alike)
    with pytest.raises(Unproven, match="does not vary"):
        varied.seats(np.array([[1000.0, 900.0], [1000.0, 901.0], [1000.0, 902.0]]))


def test_what_cannot_be_built_is_refused_as_ever():
    varied = Varied(two_bodies(), "bodies.tug.mass")
    seat = varied.seats(drawn(1200)).seat()
    with pytest.raises(ModelError, match="less than 0"):
        varied.taken(seat, [-1.0])

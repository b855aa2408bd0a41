"""A store knows what its runs depend on."""

from functools import partial
from types import FunctionType

import numpy as np
import pytest

import treetop as tt
from oscillators import oscillator
from treetop.campaigns.identity import digest, functions_of

SCALE = 2.0


def pull(t, motion, p):
    return tt.Wrench(tt.Vec3(p[0] * scaled(t), 0.0, 0.0), tt.Vec3(0.0, 0.0, 0.0))


def push(t, motion, p):
    return tt.Wrench(tt.Vec3(p[0] * SCALE, 0.0, 0.0), tt.Vec3(0.0, 0.0, 0.0))


def scaled(t):
    return SCALE * t


def other(t):
    return SCALE * t + 1.0


def with_globals(function, **changes):
    """The function, in a module where other things have its names."""
    found = function.__globals__ | changes
    return FunctionType(function.__code__, found, function.__name__)


def made(factor):
    return lambda t: factor * t


class Law:
    def __init__(self, gain):
        self.gain = gain

    def __call__(self, t):
        return self.gain * t


def test_a_digest_is_that_of_what_a_function_does():
    assert digest(pull) == digest(with_globals(pull))
    assert digest(made(1.0)) == digest(made(1.0)) != digest(made(2.0))
    assert digest(Law(1.0)) == digest(Law(1.0)) != digest(Law(2.0))
    assert digest(made(np.arange(3.0))) != digest(made(np.arange(4.0)))
    assert digest(partial(pull, 1.0)) != digest(partial(pull, 2.0))
    assert digest(Law(1.0).__call__) != digest(Law(2.0).__call__)


@pytest.mark.parametrize("changes", [{"scaled": other}, {"scaled": with_globals(scaled, SCALE=3)}])
def test_what_a_function_calls_belongs_to_it(changes):
    assert digest(with_globals(pull, **changes)) != digest(pull)


def pulled(folder, function):
    model = oscillator()
    model.add_force("drag", tt.UserForce(function, "block", parameters=[0.1]))
    found = tt.Campaign(model, folder)
    found.vary("bodies.block.mass", "1 kg ± 5 %")
    return found


@pytest.mark.compiled
def test_an_edited_function_is_seen(tmp_path):
    found = pulled(tmp_path / "c", push)
    assert [where for where, _ in functions_of(found.model)] == ["forces.drag.function"]
    found.run(2, workers=1)
    assert pulled(tmp_path / "c", with_globals(push)).run(3, workers=1).done == 3
    edited = pulled(tmp_path / "c", with_globals(push, SCALE=2.5))
    words = r"a function of the user \(forces.drag.function\) differs"
    with pytest.raises(tt.TreetopError, match=words):
        edited.run(4, workers=1)
    with pytest.raises(tt.TreetopError, match=r"forces\.drag\.function"):
        edited.rerun(0)


TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 {}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"


MODEL = """
treetop: 1
bodies:
  block:
    mass: 1
    looks: [{kind: mesh, file: block.obj}]
joints:
  rail: {kind: prismatic, axis: [1, 0, 0], outboard: block}
run: {duration: 0.1}
"""


def seen_as(folder, height):
    (folder / "block.obj").write_text(TETRAHEDRON.format(height))
    (folder / "m.yaml").write_text(MODEL)
    found = tt.Campaign(folder / "m.yaml", folder / "c")
    found.vary("bodies.block.mass", "1 kg ± 5 %")
    return found


def test_an_edited_file_is_seen(tmp_path):
    seen_as(tmp_path, 1).run(2, workers=1)
    assert seen_as(tmp_path, 1).run(3, workers=1).done == 3
    with pytest.raises(tt.TreetopError, match=r"a file that the model names .*block\.obj"):
        seen_as(tmp_path, 2).run(4, workers=1)

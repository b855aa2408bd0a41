"""Flexible bodies in YAML."""

import numpy as np
import pytest

import treetop as tt
from cases import cases
from flexible_craft import craft
from treetop.errors import ModelError
from treetop.formats.yaml.load import dumps, loads

pytestmark = pytest.mark.compiled  # no kernels

BOOM = """
name: boom
bodies:
  boom:
    structure:
      nodes: {root: [0, 0, 0], tip: [5 m, 0, 0]}
      sections:
        tube: {tube: {outer: 5 cm, inner: 4.6 cm, E: 7 GPa, G: 2.7 GPa, density: 2700 kg/m^3}}
      beams: {arm: {start: root, end: tip, section: tube, elements: 4}}
      bodies: {end: {node: tip, mass: 0.8 kg, inertia: [0.1, 0.2, 0.15]}}
    modes: {held: root, count: 4}
    damping: 0.01
    frames: {tip: {node: tip}, root: {node: root}}
joints:
  hinge: {kind: revolute, axis: [0, 0, 1], outboard: boom.root}
start:
  boom: {mode1: 0.1}
"""


def test_a_structure_in_a_file_is_the_one_that_python_makes():
    read, made = loads(BOOM).bodies["boom"], craft(damping=0.01).bodies["boom"]
    for name in ("inertia2", "turn", "modal_damping"):
        assert getattr(read.moments, name) == pytest.approx(getattr(made.moments, name), abs=1e-12)


def test_round_trip():
    model = loads(BOOM)
    assert loads(dumps(model)) == model


def test_a_body_of_python_is_kept_beside_the_model(tmp_path):
    model = craft()
    model.save(tmp_path / "craft.yaml")
    read = tt.load(tmp_path / "craft.yaml")
    one, two = model.bodies["boom"], read.bodies["boom"]
    assert np.array_equal(one.moments.inertia2, two.moments.inertia2)
    assert np.array_equal(one.node_motion("tip").second, two.node_motion("tip").second)


@cases(
    "old new told",
    """
    section: tube | section: tub | unknown section 'tub'
    held: root | held: rot | rot
    count: 4 | counts: 4 | unknown key 'counts'
    damping: 0.01 | damping: 1.5 | critical
    {node: tip}, root | {node: top}, root | top
    outer: 5 cm | outer: 5 kg | the unit 'kg'
    boom: {mode1: 0.1} | boom: {mode9: 0.1} | mode9
    modes: {held: root, count: 4} | modes: boom.npz | not a mapping
    held: root | held: 3.5 | there is no node 3.5
    held: root | held: {root: 5} | no direction is named 5
    count: 4 | count: true | True modes
    elements: 4 | elements: 4, offsets: [[0, 0, 0]] | beams.arm.offsets: 1 offsets
    E: 7 GPa | E: -7 GPa | sections.tube.E: is -7
    inertia: [0.1, 0.2, 0.15] | inertia: [1, 1, 5] | bodies.end.inertia: no body has
    {node: tip}, root | {node: top}, root | bodies.boom.frames.tip.node: no node
    """,
)
def test_bad_input_is_one_clear_message(old, new, told):
    assert BOOM.count(old) == 1
    with pytest.raises(ModelError) as error:
        loads(BOOM.replace(old, new))
    assert told in str(error.value)
    assert len(error.value.problems) == 1


def test_inertias_and_offsets_of_structures_may_have_units():
    text = BOOM.replace("[0.1, 0.2, 0.15]", "[1000 kg*cm^2, 0.2 kg*m^2, 0.15]")
    text = text.replace("elements: 4", "elements: 4, offsets: [[1 cm, 0, 0], [0, 0, 0]]")
    read = loads(text).bodies["boom"]
    assert read.moments.inertia0[0, 0] == pytest.approx(
        loads(BOOM).bodies["boom"].moments.inertia0[0, 0], rel=1e-3
    )
    assert read.mass < loads(BOOM).bodies["boom"].mass, "it begins a centimetre later"


def test_an_interface_that_nothing_holds_floats():
    """It deforms as with the interface held, without motion as one piece."""
    free = loads(BOOM.replace("held: root, count: 4", "interface: root, count: 4"))
    modes = free.bodies["boom"].modes
    moved = modes.structure.rigid_modes().T @ modes.structure.mass @ modes.shapes
    assert np.abs(moved).max() < 1e-9


@pytest.mark.parametrize("content", [b"", b"no file of ours", None])
def test_a_file_that_cannot_be_read(tmp_path, content):
    if content is not None:
        (tmp_path / "boom.npz").write_bytes(content)
    (tmp_path / "model.yaml").write_text("bodies:\n  boom: {modes: boom.npz}\n")
    with pytest.raises(ModelError, match=r"boom\.npz"):
        tt.load(tmp_path / "model.yaml")

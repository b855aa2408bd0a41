"""Animated glTF: its structure, its triangles, and that it moves as the run does."""

import json
import struct

import numpy as np
import pytest

import treetop as tt
from treetop.formats.meshes import gltf as meshes
from treetop.view.gltf import gltf_content
from treetop.view.gltf.triangles import triangles

pytestmark = pytest.mark.compiled

LOOKS = {
    "box": (tt.looks.Box([1, 2, 3], at=[4, 5, 6], attitude=[0.6, 0.8, 0, 0]), 6.0),
    "plate": (tt.looks.Plate([2, 1], thickness=0.1), 0.2),
    "sphere": (tt.looks.Sphere(0.5), 4 / 3 * np.pi * 0.125),
    "cylinder": (tt.looks.Cylinder(0.5, 2.0), np.pi * 0.5),
    "cone": (tt.looks.Cylinder(0.5, 2.0, top=0.0), np.pi / 6),
    "rod": (tt.looks.Rod([1, 0, 0], [1, 2, 2], 0.1), np.pi * 0.01 * np.sqrt(8)),
}


@pytest.mark.parametrize("name", LOOKS)
def test_triangles_enclose_the_volume_of_a_look(name):
    """The volume is positive where triangles are counted against the clock from outside."""
    look, volume = LOOKS[name]
    corners, faces = triangles(look)
    a, b, c = corners[faces].transpose(1, 0, 2)
    found = np.einsum("ij,ij->", a, np.cross(b, c)) / 6
    assert found == pytest.approx(volume, rel=0.02)
    edges = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    places = np.unique(corners.round(9), axis=0, return_inverse=True)[1].reshape(-1)
    joined = np.sort(places[edges], axis=1)
    joined = joined[joined[:, 0] != joined[:, 1]]
    assert (np.unique(joined, axis=0, return_counts=True)[1] == 2).all()  # closed


def test_a_rotated_look_is_where_it_should_be():
    corners, _ = triangles(LOOKS["box"][0])
    assert np.allclose(corners.mean(axis=0), [4, 5, 6])


@pytest.fixture(scope="module")
def run():
    m = tt.Model("craft")
    bus = m.add_body("bus", mass=10, inertia=[1, 2, 3])
    m.add_joint("free", tt.Free(), m.ground, bus)
    for look, _ in LOOKS.values():
        bus.add_look(look)
    m.add_body("bare", mass=1, inertia=[1, 1, 1])
    m.add_joint("other", tt.Free(), m.ground, m.bodies["bare"])
    m.set_start("free", velocity=[1, 0, 0], angular_velocity=[0.1, 8, 0.2])
    return tt.simulate(m, duration=2.0)


def read(content):
    """Document and arrays, by hand."""
    magic, version, length = struct.unpack_from("<4sII", content)
    assert (magic, version, length) == (b"glTF", 2, len(content)) and length % 4 == 0
    size, kind = struct.unpack_from("<I4s", content, 12)
    assert kind == b"JSON" and size % 4 == 0
    document = json.loads(content[20 : 20 + size])
    more, kind = struct.unpack_from("<I4s", content, 20 + size)
    assert kind == b"BIN\0" and 28 + size + more == len(content)
    data = content[28 + size :]
    arrays = []
    for accessor in document["accessors"]:
        view = document["bufferViews"][accessor["bufferView"]]
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        form = {5126: "<f4", 5125: "<u4"}[accessor["componentType"]]
        part = data[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
        arrays.append(np.frombuffer(part, form).reshape(accessor["count"], width))
    return document, arrays


def test_it_moves_as_the_run(run):
    document, arrays = read(gltf_content(run))
    names = [node["name"] for node in document["nodes"]]
    assert names == ["craft", "ground", "bus", "bare"]
    (animation,) = document["animations"]
    for channel in animation["channels"]:
        name, path = names[channel["target"]["node"]], channel["target"]["path"]
        sampler = animation["samplers"][channel["sampler"]]
        time, values = arrays[sampler["input"]][:, 0], arrays[sampler["output"]]
        assert np.allclose(time, run.time, rtol=1e-6) and (np.diff(time) > 0).all()
        if path == "translation":
            assert np.allclose(values, run[f"{name}.position"].values, atol=1e-5)
        else:
            wanted = run[f"{name}.attitude"].values[:, [1, 2, 3, 0]]
            dots = np.einsum("ij,ij->i", values, wanted)
            assert np.allclose(abs(dots), 1, atol=1e-6)
            assert (np.einsum("ij,ij->i", values[1:], values[:-1]) > 0).all()  # no jumps of sign
    assert len(animation["channels"]) == 4


def test_its_numbers_keep_to_the_specification(run):
    document, arrays = read(gltf_content(run))
    for mesh in document["meshes"]:
        for primitive in mesh["primitives"]:
            corners, normals = (arrays[primitive["attributes"][k]] for k in ("POSITION", "NORMAL"))
            assert np.allclose(np.linalg.norm(normals, axis=1), 1, atol=1e-5)
            assert arrays[primitive["indices"]].max() == len(corners) - 1
            accessor = document["accessors"][primitive["attributes"]["POSITION"]]
            assert accessor["min"] == corners.min(0).tolist()
            assert accessor["max"] == corners.max(0).tolist()
            assert primitive["material"] < len(document["materials"])


def test_the_reader_of_meshes_reads_it(run):
    corners, faces = meshes.read(gltf_content(run))
    assert len(faces) > 1000 and np.isfinite(corners).all()

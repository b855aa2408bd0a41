"""Looks in model files and results: read, told when wrong, written, and kept with their meshes."""

import json
import struct
from pathlib import Path

import numpy as np
import pytest

import treetop as tt
from cases import cases
from treetop.errors import ModelError
from treetop.formats.meshes import surface_of
from treetop.formats.yaml.load import dumps, loads
from treetop.model.quantity import Invalid

TEXT = """
treetop: 1
ground: {looks: [{kind: plate, size: [4, 4], colour: grey}]}
bodies:
  bus:
    mass: 1
    inertia: [1, 1, 1]
    looks:
      - {kind: box, size: [2 m, 1, 50 cm], at: [0, 0, 1], attitude: [0, 0, 0, 1], colour: "#c0a030"}
      - {kind: cylinder, radius: 10 cm, length: 2, top: 0, opacity: 0.5}
      - {kind: sphere, radius: 1}
      - {kind: rod, start: [0, 0, 0], end: [1, 0, 0], radius: 1 cm}
      - {kind: mesh, file: meshes/dish.stl, scale: 1 mm}
joints: {orbit: {kind: free, outboard: bus}}
"""

CORNERS = np.array([[0, 0, 0], [2, 0, 0], [0, 3, 0], [0, 0, 4]], dtype=np.float32)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


def ascii_stl() -> bytes:
    facet = "facet normal 0 0 0\n outer loop\n{}\n endloop\nendfacet"
    lines = [" ".join(map(str, corner)) for corner in CORNERS.tolist()]
    facets = [facet.format("\n".join(f"  vertex {lines[k]}" for k in face)) for face in FACES]
    return ("solid tip\n" + "\n".join(facets) + "\nendsolid\n").encode()


def binary_stl() -> bytes:
    head = b"solid but binary".ljust(80) + struct.pack("<I", len(FACES))
    return head + b"".join(
        struct.pack("<12fH", 0, 0, 0, *CORNERS[face].ravel(), 0) for face in FACES
    )


def obj() -> bytes:
    corners = [f"v {x} {y} {z}" for x, y, z in CORNERS.tolist()]
    faces = ["f -4/1 -2 -3", "f 1//1 2//2 4//4", "f 1 4 3", "f 2 3 \\\n4"]
    return "\n".join(["mtllib ../../secret.mtl", *corners, *faces]).encode()


def document(**changes) -> dict:
    """A tetrahedron whose node is moved, turned and scaled to that of `CORNERS`."""
    turned = (CORNERS / 2 - [5, 0, 0]) @ np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    binary = turned.astype("<f4").tobytes() + FACES.astype("<u2").tobytes()
    views = [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}]
    half = np.sqrt(0.5)
    return {
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [1]}],
        "nodes": [
            {"mesh": 0, "rotation": [0, 0, half, half]},
            {"children": [0], "translation": [10, 0, 0], "scale": [2, 2, 2]},
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},
        ],
        "bufferViews": views,
        "buffers": [{"byteLength": len(binary)}],
        "binary": binary,
    } | changes


def glb(**changes) -> bytes:
    values = document(**changes)
    binary = values.pop("binary")
    text = json.dumps(values).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    chunks += struct.pack("<II", len(binary), 0x004E4942) + binary
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.stl", ascii_stl()), ("a.STL", binary_stl()), ("a.obj", obj()), ("a.glb", glb())],
)
def test_the_same_tetrahedron_in_every_format(name, content):
    vertices, triangles = surface_of(name, content)
    volume = np.linalg.det(vertices[triangles].astype(float)).sum() / 6
    assert volume == pytest.approx(4.0)  # 2·3·4/6, with every face wound outward
    assert len(vertices) == 4
    assert vertices.max(axis=0) == pytest.approx([2, 3, 4], abs=1e-6)


BROKEN = {
    "short.stl": binary_stl()[:-7],
    "text.stl": ascii_stl().replace(b"vertex 2.0", b"vertex two"),
    "odd.stl": ascii_stl().replace(b"vertex", b"vortex", 1),
    "nan.obj": obj().replace(b"v 2.0", b"v nan"),
    "far.obj": obj().replace(b"f 1 4 3", b"f 1 4 99"),
    "empty.obj": b"",
    "cut.glb": glb()[:-8],
    "outside.glb": glb(buffers=[{"uri": "/etc/passwd", "byteLength": 72}]),
    "nested.glb": glb(nodes=[{"children": [0, 0]}], scenes=[{"nodes": [0]}]),
    "wide.glb": glb(nodes=[{"children": [k + 1, k + 1]} for k in range(60)] + [{}]),
    "long.glb": glb(buffers=[{"byteLength": 72}], binary=b"12345678"),
    "nan.glb": glb(
        binary=b"\x00\x00\xc0\x7f" * 18,
        accessors=[
            {**document()["accessors"][0], "max": [1, 1, 1]},
            document()["accessors"][1],
        ],
    ),
    "blown.glb": glb(nodes=[{"mesh": 0, "scale": [1e300] * 3}], scenes=[{"nodes": [0]}]),
    "none.gltf": b"{}",
    "list.gltf": b"[1]",
    "deep.gltf": b"[" * 100_000,
    "noise.gltf": b"\xff\xfe\x00",
    "mesh.step": b"ISO-10303-21;",
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", BROKEN)
def test_broken_meshes_are_told(name):
    with pytest.raises(Invalid) as told:
        surface_of(name, BROKEN[name])
    assert name in told.value.what
    assert told.value.at == ("file",)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "dish.stl").write_bytes(ascii_stl())
    (tmp_path / "model.yaml").write_text(TEXT)
    return tmp_path


def test_read_and_written(folder):
    model = tt.load(folder / "model.yaml")
    box, cone, ball, rod, dish = model.bodies["bus"].looks
    assert box == tt.looks.Box(
        ["2 m", 1, "50 cm"], at=[0, 0, 1], attitude=[0, 0, 0, 1], colour="#c0a030"
    )
    assert (cone.radius, cone.top, cone.opacity, ball.radius) == (0.1, 0.0, 0.5, 1.0)
    assert rod.end == (1, 0, 0)
    assert dish.scale == 1e-3
    assert len(dish.surface.triangles) == 4
    assert model.ground.looks == [tt.looks.Plate([4, 4], colour="grey")]
    held = {"meshes/dish.stl": ascii_stl()}
    assert loads(dumps(model), held=held) == model
    model.save(folder / "again.yaml")
    assert tt.load(folder / "again.yaml") == model
    twin = model.copy()
    twin.ground.add_look(ball)
    assert len(model.ground.looks) == 1


def test_saved_elsewhere_the_mesh_goes_along(folder, tmp_path_factory):
    place = tmp_path_factory.mktemp("elsewhere")
    (place / "dish.stl").write_bytes(b"another")
    tt.load(folder / "model.yaml").save(place / "craft.yaml")
    (dish,) = (x for x in tt.load(place / "craft.yaml").bodies["bus"].looks if x.kind == "mesh")
    assert dish.file == "craft-dish.stl"
    assert (place / "dish.stl").read_bytes() == b"another"
    assert dish.content == ascii_stl()


@cases(
    "wrong where what",
    r"""
    looks: [{kind: box, size: [1, 0, 1]}] | looks[0].size[1] | not above 0
    looks: [{kind: bx, size: [1, 1, 1]}] | looks[0].kind | unknown look
    looks: [{size: [1, 1, 1]}] | looks[0] | 'kind' is missing
    looks: {kind: sphere, radius: 1} | looks | not a list
    looks: [{kind: sphere, radius: 1, colour: #abc\n}] | looks[0].colour | no colour
    looks: [{kind: sphere, radius: 1, colour: golden}] | looks[0].colour | unknown colour
    looks: [{kind: sphere, radius: 1, length: 2}] | looks[0].length | unknown key
    looks: [{kind: sphere, radius: 1 kg}] | looks[0].radius | does not fit
    looks: [{kind: rod, start: [0, 0, 0], end: [0, 0, 0], radius: 1}] | looks[0] | same
    looks: [{kind: mesh, file: no.stl}] | looks[0].file | there is no such file
    looks: [{kind: mesh, file: ../model.yaml}] | looks[0].file | outside the folder
    looks: [{kind: mesh, file: /dev/zero}] | looks[0].file | outside the folder
    looks: [{kind: mesh, file: model.yaml}] | looks[0].file | not that of a mesh
    looks: [{kind: mesh, file: 7}] | looks[0].file | not the name of a file
    looks: [{kind: mesh, file: a.stl, content: abc}] | looks[0].content | unknown key
    """,
)
def test_what_is_wrong_is_told_with_its_line(wrong, where, what, folder):
    text = f"treetop: 1\nbodies:\n  bus: {{mass: 1, {wrong}}}\n"
    text += "joints: {j: {kind: free, outboard: bus}}\n"
    (folder / "wrong.yaml").write_text(text)
    with pytest.raises(ModelError) as told:
        tt.load(folder / "wrong.yaml")
    (problem,) = told.value.problems
    assert problem.where == f"bodies.bus.{where}"
    assert what in problem.what
    assert problem.line == 3


def test_in_python_all_that_is_wrong_is_told_at_once():
    bus = tt.Model("m").add_body("bus", 1)
    with pytest.raises(ModelError) as told:
        bus.add_look({"kind": "box", "size": [1, 1], "colour": 7})
    assert {p.where for p in told.value.problems} == {
        "bodies.bus.looks[0].size",
        "bodies.bus.looks[0].colour",
    }
    with pytest.raises(ModelError, match="no such file"):
        tt.looks.Mesh(Path("no-such.stl"))


@pytest.mark.compiled
def test_a_result_reads_no_file_of_the_folder_where_it_is_read(folder, monkeypatch):
    monkeypatch.chdir(folder)
    text = "bodies: {b: {mass: 1, looks: [{kind: mesh, file: meshes/dish.stl}]}}"
    with pytest.raises(ModelError, match=r"looks.*the result does not hold the file 'meshes/dish"):
        loads(text, held={})


def test_results_hold_their_meshes(folder):
    model = tt.load(folder / "model.yaml")
    system = model.build()
    run = tt.simulate(system, system.state(), duration=1, every=1)
    run.save(folder / "run.nc")
    (folder / "meshes" / "dish.stl").unlink()
    again = tt.load_run(folder / "run.nc")
    assert again.model == model
    again.save(folder / "again.nc")
    assert tt.load_run(folder / "again.nc").model == model

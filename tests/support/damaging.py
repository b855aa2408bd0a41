"""Files of every kind that is read, and what may befall them on disks and on the way."""

import base64
import json
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.io import hb_write, mmwrite
from scipy.sparse import coo_array, csc_array

import treetop as tt
from flexible_structures import boom
from nastran_files import dmig, op4_binary, op4_text
from op2_files import Op2Writer
from treetop.structures import nastran
from treetop.structures.arrays import structure_arrays
from treetop.structures.body.reduced_body import load_reduced, reduced, save_reduced
from treetop.structures.files import load_structure, save_structure
from treetop.structures.matrices import matrix_structure as nodes_and_matrices
from treetop.structures.modes.modes import normal_modes


class Kind(NamedTuple):
    """A kind of file: what it is called, what reads it into values that can be compared, and
    whether every change of its content must be seen."""

    name: str
    read: Callable[[Path], Any]
    sealed: bool = False


def damages(content: bytes, rng: np.random.Generator) -> Iterator[bytes]:
    """What is left of a file, in ever other ways."""
    size = len(content)
    while True:
        at = int(rng.integers(size))
        length = int(min(size - at, rng.choice([1, 2, 4, 8, 64, 512])))
        noise = rng.bytes(length)
        huge = rng.choice([b"\xff\xff\xff\x7f", b"\xff" * 8, b"99999999999", b"\0\0\0\x7f"])
        bit = bytes([content[at] ^ 1 << int(rng.integers(8))])
        start, end = content[:at], content[at + length :]
        yield rng.choice(np.array([
            start + bit + content[at + 1 :], start + bytes(length) + end, start + noise + end,
            start + end, start + noise + content[at:], start + content[at : at + length] * 2 + end,
            content[:at], content + noise, start + huge + content[at + len(huge) :],
        ], dtype=object))  # fmt: skip


def made(folder: Path, run: tt.Run) -> list[Kind]:
    """Sound files of all kinds in a folder, and how each is read; a result is made of the run."""
    structure = boom(3)
    save_structure(structure, folder / "structure.npz")
    save_structure(structure, folder / "structure.nc")
    save_reduced(reduced(normal_modes(structure, "root", count=3), ["tip"]), folder / "body.npz")
    run.save(folder / "result.nc")
    full = {"MGG": structure.mass.toarray(), "KGG": structure.stiffness.toarray()}
    (folder / "binary.op4").write_bytes(op4_binary(full))
    (folder / "strings.op4").write_bytes(op4_binary(full, sparse=True))
    (folder / "big.op4").write_bytes(op4_binary(full, mark=">", word=8, sparse=True, big=True))
    (folder / "text.op4").write_text(op4_text(full))
    (folder / "texts.op4").write_text(op4_text(full, sparse=True))
    grids = [f"GRID,{k + 1},,{x},{y},{z}" for k, (x, y, z) in enumerate(structure.positions)]
    (folder / "grids.bdf").write_text("\n".join(grids) + "\n")
    (folder / "all.bdf").write_text("\n".join([*grids, *_dmig("MGG", full), *_dmig("KGG", full)]))
    (folder / "modes.pch").write_text(_punch(structure))
    others = _others(folder, structure, full)
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.5]], dtype="<f4")
    faces = np.array([[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]], dtype="<u2")
    for name, content in _meshes(corners, faces).items():
        (folder / name).write_bytes(content)
    operators = ("binary.op4", "strings.op4", "big.op4", "text.op4", "texts.op4")
    return [
        Kind("structure.npz", _structure, True),
        Kind("structure.nc", _structure, True),
        Kind("body.npz", _reduced, True),
        Kind("result.nc", _result, True),
        *(Kind(name, lambda file: _nastran(folder / "grids.bdf", file)) for name in operators),
        Kind("grids.bdf", lambda file: _nastran(file, folder / "binary.op4")),
        Kind("all.bdf", lambda file: _nastran(file, None)),
        Kind("modes.pch", lambda file: nastran.read_eigenvectors(file)),
        *(Kind(name, _mesh) for name in _meshes(corners, faces)),
        *others,
    ]


def _others(folder: Path, structure: Any, full: dict[str, np.ndarray]) -> list[Kind]:
    """OUTPUT2, a superelement, and matrices in text."""
    for name, mark, word in (("small.op2", "<", 4), ("large.op2", ">", 8)):
        writer = Op2Writer(mark, word)
        grids = [(k + 1, 0, *p, 0) for k, p in enumerate(structure.positions)]
        writer.geometry(grids, [(3, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0)])
        for key, matrix in full.items():
            writer.matrix(key, matrix)
        shapes = {k + 1: np.ones((6, 2)) for k in range(len(grids))}
        writer.eigenvectors([4.0, 9.0], shapes)
        (folder / name).write_bytes(writer.whole_file())
    modes = normal_modes(structure, "root", count=4)
    T = np.hstack([structure.rigid_modes(), modes.shapes])
    rows = [(1, c) for c in range(1, 7)] + [(100 + k, 0) for k in range(4)]
    pair = {"KAAX": T.T @ full["KGG"] @ T, "MAAX": T.T @ full["MGG"] @ T}
    cards = "GRID,1\nSPOINT,100,THRU,103\nQSET1,0,100,THRU,103\n"
    cards += "".join(dmig(name, matrix, rows) for name, matrix in pair.items())
    (folder / "se.pch").write_text(cards)
    nodes = dict(enumerate(structure.positions, start=1))
    text = [
        f"{i // 6 + 1},{i % 6 + 1}, {j // 6 + 1},{j % 6 + 1}, {value:.16e}"
        for (i, j), value in np.ndenumerate(full["KGG"])
        if value
    ]
    (folder / "abaqus.mtx").write_text("\n".join(text))
    mmwrite(folder / "market.mtx", coo_array(full["KGG"]))
    hb_write(folder / "ansys.rua", csc_array(full["KGG"]))
    mmwrite(folder / "mass.mtx", coo_array(full["MGG"]))

    def by_matrices(file: Path) -> Any:
        return structure_arrays(nodes_and_matrices(nodes, folder / "mass.mtx", file))

    return [
        *(Kind(name, lambda file: _nastran(file, None)) for name in ("small.op2", "large.op2")),
        Kind("small.op2", lambda file: nastran.read_eigenvectors(file)),
        Kind("se.pch", lambda file: structure_arrays(nastran.nastran_superelement(file).structure)),
        *(Kind(name, by_matrices) for name in ("abaqus.mtx", "market.mtx", "ansys.rua")),
    ]


def _structure(file: Path) -> Any:
    return structure_arrays(load_structure(file))


def _reduced(file: Path) -> Any:
    body = load_reduced(file)
    return {"moments": body.moments, "nodes": body.nodes, "rates": body.angular_frequencies}


def _result(file: Path) -> Any:
    run = tt.load_run(file)
    return {"data": run.data, "model": run.model, "held": run._attached}


def _nastran(bulk: Path, matrices: Path | None) -> Any:
    return structure_arrays(nastran.nastran_structure(bulk, matrices))


def _mesh(file: Path) -> Any:
    return tt.looks.Mesh(str(file)).surface


def _dmig(name: str, full: dict[str, np.ndarray]) -> Iterator[str]:
    yield f"DMIG    {name:8}{0:8}{6:8}{2:8}{0:8}"
    matrix = full[name]
    for j in range(len(matrix)):
        yield f"DMIG*   {name:16}{j // 6 + 1:16}{j % 6 + 1:16}"
        for i in range(j, len(matrix)):
            if matrix[i, j]:
                yield f"*       {i // 6 + 1:16}{i % 6 + 1:16}{matrix[i, j]:16.9E}"


def _punch(structure: Any) -> str:
    lines = []
    for mode in range(3):
        lines += [
            "$TITLE   = BOOM",
            "$EIGENVECTOR",
            f"$EIGENVALUE =  {mode + 1}.5E+02  MODE = {mode}",
        ]
        for k in range(len(structure.positions)):
            first = "".join(f"{0.1 * (k + j + mode):18.6E}" for j in range(3))
            lines += [f"{k + 1:10}       G{first}", "-CONT-            " + first]
    return "\n".join(lines) + "\n"


def _meshes(corners: np.ndarray, faces: np.ndarray) -> dict[str, bytes]:
    facets = b"".join(bytes(12) + corners[face].tobytes() + bytes(2) for face in faces)
    text = "solid a\n" + "".join(
        "facet normal 0 0 0\nouter loop\n"
        + "".join("vertex {} {} {}\n".format(*corners[k]) for k in face)
        + "endloop\nendfacet\n"
        for face in faces
    )
    obj = "".join("v {} {} {}\n".format(*corner) for corner in corners)
    obj += "".join("f {} {} {}\n".format(*(face + 1)) for face in faces)
    buffer = corners.tobytes() + faces.tobytes()
    document = {
        "asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": len(corners), "type": "VEC3",
             "min": corners.min(axis=0).tolist(), "max": corners.max(axis=0).tolist()},
            {"bufferView": 1, "componentType": 5123, "count": faces.size, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": corners.nbytes},
            {"buffer": 0, "byteOffset": corners.nbytes, "byteLength": faces.nbytes},
        ],
    }  # fmt: skip
    inside = "data:application/octet-stream;base64," + base64.b64encode(buffer).decode()
    whole = document | {"buffers": [{"byteLength": len(buffer), "uri": inside}]}
    head = json.dumps(document | {"buffers": [{"byteLength": len(buffer)}]}).encode()
    head += b" " * (-len(head) % 4)
    chunks = struct.pack("<II", len(head), 0x4E4F534A) + head
    chunks += struct.pack("<II", len(buffer), 0x004E4942) + buffer
    return {
        "binary.stl": bytes(80) + struct.pack("<I", len(faces)) + facets,
        "text.stl": (text + "endsolid a\n").encode(),
        "mesh.obj": obj.encode(),
        "mesh.gltf": json.dumps(whole).encode(),
        "mesh.glb": struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks,
    }


def same(one: Any, other: Any) -> bool:
    """Whether two things that were read are the same to the bit."""
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if hasattr(one, "identical"):
        return bool(one.identical(other))
    if isinstance(one, tuple) or hasattr(one, "__dataclass_fields__"):
        both = [v if isinstance(v, tuple) else tuple(vars(v).values()) for v in (one, other)]
        return len(both[0]) == len(both[1]) and all(map(same, *both))
    return bool(np.array_equal(one, other))

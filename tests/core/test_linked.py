"""Code of kernels that is linked into what calls them, and kept for other processes."""

import shutil

import pytest
from tests.core.test_compiler import compiles, python

SCRIPT = """
from treetop.core.compiler import entry
from treetop.core.compiler.pipelines import LinkedCompiler
from treetop.core.spatial.algebra import Vec3, cross, dot

usual, names = LinkedCompiler._compile_bytecode, []

def counted(self):
    names.append(self.state.func_id.func_name)
    return usual(self)

LinkedCompiler._compile_bytecode = counted

@entry(0.0, 0.0)
def volume(x):
    return dot(Vec3(x, 0.0, 1.0), cross(Vec3(0.0, x, 2.0), Vec3(3.0, 1.0, x)))

print(volume(2.0), "cross" in names, "dot" in names)
"""
VOLUME = "-2.0"  # 2 (2 * 2 - 2 * 1) + (0 - 2 * 3)


@pytest.fixture
def run(tmp_path):
    """What the script prints where only its own machine code is not kept: the result, and whether
    two kernels were compiled."""

    def run():
        for own in tmp_path.glob("cache/*/__main__"):
            shutil.rmtree(own)
        return python(SCRIPT, TREETOP_CACHE=str(tmp_path / "cache"))

    return run


@compiles
def test_kernels_are_compiled_by_one_process_and_linked_by_all(run, tmp_path):
    assert run() == f"{VOLUME} True True"
    assert run() == f"{VOLUME} False False"
    for part in tmp_path.rglob("cross*.part"):
        part.write_bytes(part.read_bytes()[:-1])
    assert run() == f"{VOLUME} True False"

"""FMUs where there is no Python."""

import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import treetop as tt
from fmu_hosts import start_of
from treetop.interop.fmi.archive import Archive
from treetop.interop.fmi.contents import contents_of
from treetop.interop.fmi.link import binary_place, compiler

pytestmark = pytest.mark.compiled
HERE = Path(__file__).parent


def test_a_host_in_c_without_python_gives_the_motion(
    fmu: Callable[[int], Path], craft: tt.System, tmp_path: Path
) -> None:
    path = fmu(2)
    contents = contents_of(Archive(path))
    with zipfile.ZipFile(path) as archive:
        library = archive.extract(binary_place(2, "controlled_craft"), tmp_path)
    host = tmp_path / "host"
    subprocess.run([*compiler(), "-O1", str(HERE / "host.c"), "-o", str(host), "-ldl"], check=True)
    reference = str(contents.variables["hinge.angle"].reference)
    words = [str(host), library, contents.token, reference, "37", "0.05"]
    said = subprocess.run(words, env={}, cwd=tmp_path, capture_output=True, text=True, check=True)
    run = tt.simulate(craft, start_of(craft), 1.85, at=[1.85], rtol=1e-11, atol=1e-13)
    assert float(said.stdout) == pytest.approx(float(run["hinge.angle"][-1]), abs=1e-8)


def test_the_library_needs_nothing_but_the_c_library(
    fmu: Callable[[int], Path], tmp_path: Path
) -> None:
    with zipfile.ZipFile(fmu(2)) as archive:
        library = archive.extract(binary_place(2, "controlled_craft"), tmp_path)
    listed = subprocess.run(["ldd", library], capture_output=True, text=True, check=True).stdout
    names = {line.split()[0].rpartition("/")[2].partition(".")[0] for line in listed.splitlines()}
    assert names <= {"linux-vdso", "libm", "libc", "ld-linux-x86-64", "ld-linux-aarch64"}

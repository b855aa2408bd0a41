"""FMUs that are broken or mean harm: one message, and nothing is unpacked or run."""

import os
import random
import stat
import struct
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

import treetop as tt
from treetop.cli import main
from treetop.errors import TreetopError
from treetop.interop.fmi import archive as archives
from treetop.interop.fmi.archive import Archive
from treetop.interop.fmi.contents import contents_of

GOOD = (Path(__file__).parent / "gain.xml").read_text().replace("UNIT", "")
MUTANTS = int(os.environ.get("TREETOP_MUTANTS", 300))


def archive_of(path: Path, **files: str | bytes) -> Path:
    """An archive; dots in names are written as __, and / as _in_."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_in_", "/").replace("__", "."), content)
    return path


def refused(path: Path) -> str:
    """What the command line says: one line, exit code 2, no traceback."""
    answer = CliRunner().invoke(main, ["fmu", str(path)])
    assert answer.exit_code == 2, answer.output
    assert "Traceback" not in answer.output
    assert len(answer.output.strip().splitlines()) == 1, answer.output
    return answer.output


def test_what_is_in_an_fmu_is_told(tmp_path: Path) -> None:
    path = archive_of(tmp_path / "good.fmu", modelDescription__xml=GOOD)
    answer = CliRunner().invoke(main, ["fmu", str(path)])
    assert answer.exit_code == 0
    assert "gain: FMI 2.0, for co-simulation" in answer.output
    assert "inputs: x [1]" in answer.output


def test_files_that_are_no_fmus(tmp_path: Path) -> None:
    (tmp_path / "text.fmu").write_text("no archive")
    assert "zip archive" in refused(tmp_path / "text.fmu")
    assert "modelDescription.xml" in refused(archive_of(tmp_path / "empty.fmu", a="b"))
    assert "not XML" in refused(archive_of(tmp_path / "xml.fmu", modelDescription__xml="<a><b>"))
    one = GOOD.replace('fmiVersion="2.0"', 'fmiVersion="1.0"')
    assert "2.0 and 3.0" in refused(archive_of(tmp_path / "one.fmu", modelDescription__xml=one))
    refused(tmp_path / "missing.fmu")
    refused(tmp_path)


@pytest.mark.parametrize("name", ["../out", "/etc/out", "a/../../out", "C:/out", "a\\..\\out"])
def test_names_that_lead_outside_are_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "outside.fmu"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("modelDescription.xml", GOOD)
        member = zipfile.ZipInfo("x")
        member.filename = name  # which would be cleaned, were it given at once
        archive.writestr(member, "x")
    assert "outside" in refused(path)


def test_links_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "link.fmu"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("modelDescription.xml", GOOD)
        link = zipfile.ZipInfo("resources/link")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert "link" in refused(path)


def test_what_would_fill_the_disk_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "FREE", 2**20)
    bomb = archive_of(tmp_path / "bomb.fmu", modelDescription__xml=GOOD, big=bytes(2**26))
    assert bomb.stat().st_size < 2**17
    assert "far larger" in refused(bomb)
    monkeypatch.setattr(archives, "MAX_MEMBERS", 10)
    many = {f"f{k}": "" for k in range(20)}
    assert "files" in refused(archive_of(tmp_path / "m.fmu", modelDescription__xml=GOOD, **many))


def test_sizes_that_lie_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that says to be small does not become large."""
    path = archive_of(tmp_path / "lie.fmu", modelDescription__xml=GOOD + " " * 10**6)
    size = struct.pack("<I", len(GOOD) + 10**6)
    path.write_bytes(path.read_bytes().replace(size, struct.pack("<I", 1000)))
    assert "damaged" in refused(path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('modelIdentifier="gain"', 'modelIdentifier="../../bin/gain"'),
        ('name="u"', 'name="x"'),
        ('valueReference="1"', 'valueReference="-1"'),
        ('valueReference="1"', f'valueReference="{"9" * 5000}"'),
        ('factor="0.017453292519943295"', 'factor="0"'),
        ("<fmiModel", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><fmiModel"),
    ],
)
def test_descriptions_that_mean_harm_are_refused(tmp_path: Path, old: str, new: str) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    refused(archive_of(tmp_path / "harm.fmu", modelDescription__xml=text))


def test_fmus_for_other_systems_and_for_model_exchange_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("fmpy", reason="fmpy is not installed")
    path = archive_of(tmp_path / "other.fmu", modelDescription__xml=GOOD)
    with pytest.raises(TreetopError, match="no library for this system"):
        tt.FMUController(path, 0.1, ["a"], ["b"])
    exchange = GOOD.replace("CoSimulation", "ModelExchange")
    path = archive_of(tmp_path / "exchange.fmu", modelDescription__xml=exchange)
    with pytest.raises(TreetopError, match="model exchange"):
        tt.FMUController(path, 0.1, ["a"], ["b"])


def test_damaged_files_are_refused_or_read(tmp_path: Path) -> None:
    """Bytes changed, cut off, repeated: an answer or a `TreetopError`, whatever comes."""
    good = archive_of(tmp_path / "good.fmu", modelDescription__xml=GOOD, a_in_b="c").read_bytes()
    draw, path, refusals = random.Random(7), tmp_path / "mutant.fmu", 0
    for k in range(MUTANTS):
        content = bytearray(good) if k % 2 else bytearray(GOOD.encode())
        for _ in range(draw.randint(1, 6)):
            at = draw.randrange(len(content))
            content[at : at + draw.randint(0, 3)] = draw.randbytes(draw.randint(0, 3))
        if k % 2:
            path.write_bytes(content[: draw.randint(len(content) // 2, len(content))])
        else:
            archive_of(path, modelDescription__xml=bytes(content))
        try:
            contents_of(Archive(path))
        except TreetopError:
            refusals += 1
    assert refusals > MUTANTS // 4

"""MJCF files changed at random: each is read, or refused in words; soon, and with nothing else
said, also on the command line, where that is exit code 2."""

import os
import re
import time
from pathlib import Path

import numpy as np
import pytest

import treetop as tt
from guarding import nothing_else_touched
from mutating_xml import assert_read_or_refused, mutants

mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install treetop[mjcf]")
pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore::UserWarning")]

MODELS = sorted((Path(__file__).parent / "models").glob("*.xml"))
COUNT = int(os.environ.get("TREETOP_MUTANTS", "300"))
WAIT = 5.0  # s of the processor


@pytest.mark.parametrize("file", MODELS, ids=lambda file: file.stem)
def test_mutants_are_read_or_refused_in_words(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng([20261118, MODELS.index(file)])
    target = tmp_path / "model.xml"
    assert_read_or_refused(file, by_command=True)  # compiles kernels by other programs, unwatched
    for k, content in zip(range(COUNT // 5), mutants(file.read_bytes(), rng), strict=False):
        target.write_bytes(content)
        began = time.process_time()
        with nothing_else_touched(tmp_path):
            assert_read_or_refused(target, by_command=k % 10 == 0)
        assert time.process_time() - began < WAIT, content
    assert [each.name for each in tmp_path.iterdir()] == ["model.xml"]  # no log of MuJoCo's


def test_warnings_of_mujoco_are_ours(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = mujoco.get_mju_user_warning()
    text = MODELS[0].read_text(encoding="utf-8")
    named = re.search(r'<joint name="shoulder" axis="[^"]*"', text)
    assert named, text
    wrong = text.replace(named[0], '<joint name="shoulder" axis="1e308 1e308 1e308"')
    (tmp_path / "model.xml").write_text(wrong, encoding="utf-8")
    with pytest.raises(tt.TreetopError):
        tt.load(tmp_path / "model.xml")
    assert [each.name for each in tmp_path.iterdir()] == ["model.xml"]
    assert mujoco.get_mju_user_warning() is before

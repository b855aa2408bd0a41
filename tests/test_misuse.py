"""Whatever is given to the Python interface: one clear message, no crash, no hang."""

import json
import subprocess
import sys

import pytest

from folders import SUPPORT

pytestmark = pytest.mark.compiled  # no kernels are at work


@pytest.fixture(scope="module")
def tried():
    """What came of all misuses, tried in another process."""
    done = subprocess.run(
        [sys.executable, "misuses.py"], cwd=SUPPORT, capture_output=True, text=True, timeout=580
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_every_misuse_is_refused_in_one_clear_message(tried):
    assert tried["count"] >= 500
    assert tried["found"] == {}

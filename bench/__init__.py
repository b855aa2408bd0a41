"""Benches: every figure is a ratio or a limit, taken in one process with interleaved repeats.

Run all with ``make bench``, or some with ``python -m bench dynamics scaling events orbit symbolic
startup``.
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent

# Trees, and what other codes are told of them, are those of the tests.
TESTS = HERE.parent / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "support")]

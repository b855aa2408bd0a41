"""Bulk data and OUTPUT2 files changed at random: each is read, or refused in words; soon, within
little memory, and without another file being read or a program started."""

import os
import resource
import time

import numpy as np
import pytest

from guarding import nothing_else_touched
from nastran_mutants import (
    bulk_mutants,
    modes_of,
    op2_mutants,
    structure_of,
    superelement_in_bulk,
    superelement_in_op2,
)
from treetop.errors import TreetopError

COUNT = int(os.environ.get("TREETOP_MUTANTS", "60"))
WAIT = 5.0  # s of the processor
MEMORY = 500_000  # kB

pytestmark = [
    pytest.mark.compiled,  # no kernels here
    pytest.mark.posix,
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("error::RuntimeWarning"),
]


def require_read_or_refused(mutants, content, file, reader):
    rng = np.random.default_rng(20261119)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    read = 0
    for _, mutant in zip(range(COUNT), mutants(content, rng), strict=False):
        file.write_bytes(mutant)
        began = time.process_time()
        try:
            with nothing_else_touched(file.parent):
                reader(file)
            read += 1
        except TreetopError as error:
            assert len(str(error)) < 2000, mutant
        assert time.process_time() - began < WAIT, mutant
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MEMORY
    assert 0 < read < COUNT  # some are wrong, and some are not


def test_bulk_data(tmp_path):
    content = superelement_in_bulk()
    require_read_or_refused(bulk_mutants, content, tmp_path / "se.pch", structure_of)


@pytest.mark.parametrize(("mark", "word"), [("<", 4), (">", 8)])
@pytest.mark.parametrize("reader", [structure_of, modes_of])
def test_output2(tmp_path, mark, word, reader):
    content = superelement_in_op2(mark, word)
    require_read_or_refused(op2_mutants, content, tmp_path / "se.op2", reader)

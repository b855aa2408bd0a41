"""Models changed at random: each is read, or refused in words; soon, and with nothing else said.

Without the compiler they are built as well.
"""

import os
import time
import warnings
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from mutating import mutants
from treetop.checks.checks import missing_functions
from treetop.core.compiler import INTERPRETED
from treetop.errors import TreetopError
from treetop.formats.yaml.load import loads

COUNT = int(os.environ.get("TREETOP_MUTANTS", "400"))
WAIT = 5.0  # s of the processor
HERE = Path(__file__).parent
EXAMPLES = sorted((HERE.parents[1] / "examples").glob("*.yaml"))
FILES = [HERE / "everything.yaml", *EXAMPLES]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_mutants_are_read_or_refused_in_words(file):
    rng = np.random.default_rng([20261117, FILES.index(file)])
    for text, _ in zip(mutants(file.read_text(), rng), range(COUNT // len(FILES)), strict=False):
        began = time.process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            warnings.simplefilter("ignore" if INTERPRETED else "error", RuntimeWarning)
            try:
                model = loads(text, file=str(file))
                model.validate()
                if INTERPRETED and not list(missing_functions(model)):
                    with suppress(ZeroDivisionError):  # compiled, kernels go on with infinity
                        model.build()
            except TreetopError as error:
                assert len(str(error).splitlines()) < 15
        assert time.process_time() - began < WAIT, text

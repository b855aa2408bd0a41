"""Files of all kinds, damaged at random: refused in words, or read as they were.

Of files that carry no checksum a change of the last digits is not to be seen, nor one of a corner
of a mesh; any other exception, a wait or a warning of NumPy's own is an error.
"""

import os
import time
import warnings

import numpy as np
import pytest

import treetop as tt
from damaging import damages, made, same
from treetop.errors import TreetopError
from two_on_a_line import histories, model, recorded

__all__ = ["histories", "model", "recorded"]
pytestmark = pytest.mark.compiled  # no kernels here

COUNT = int(os.environ.get("TREETOP_DAMAGES", "200"))  # files in all
WAIT = 5.0  # s of the processor


@pytest.fixture
def run(recorded, histories):
    return recorded(histories, {"steps": 12, "wall_time": 0.5}, tt.RunSettings(2.0))


def test_damaged_files(tmp_path, run):
    kinds = made(tmp_path, run)
    rng = np.random.default_rng(20261117)
    for kind in kinds:
        sound = kind.read(tmp_path / kind.name)
        content = (tmp_path / kind.name).read_bytes()
        file = tmp_path / f"damaged-{kind.name}"
        for damaged, _ in zip(damages(content, rng), range(COUNT // len(kinds)), strict=False):
            file.write_bytes(damaged)
            began = time.process_time()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # of masses and stiffnesses
                warnings.simplefilter("error", RuntimeWarning)
                try:
                    found = kind.read(file)
                    assert not kind.sealed or same(found, sound), kind.name
                except TreetopError as error:
                    assert len(str(error)) < 2000
            assert time.process_time() - began < WAIT, kind.name


def test_results_of_before_load_without_a_seal(tmp_path, run):
    import h5py

    from treetop.files import SEAL

    run.save(tmp_path / "new.nc")
    (tmp_path / "old.nc").write_bytes((tmp_path / "new.nc").read_bytes()[:-SEAL])
    with pytest.raises(TreetopError, match="checksum"):
        tt.load_run(tmp_path / "old.nc")
    with h5py.File(tmp_path / "old.nc", "r+") as file:
        del file.attrs["sealed"]
    assert tt.load_run(tmp_path / "old.nc").data.identical(tt.load_run(tmp_path / "new.nc").data)

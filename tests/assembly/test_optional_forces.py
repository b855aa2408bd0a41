"""Groups of forces that few models have."""

from pathlib import Path

import pytest

import treetop as tt
from table_arrays import arrays
from treetop.assembly import optional_forces
from treetop.assembly.assembly import assemble
from treetop.checks.checks import checked

ROOT = Path(__file__).parents[2]
MODELS = sorted((ROOT / "examples").glob("*.yaml"))


@pytest.mark.compiled  # of no kernels
@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_no_group_is_left_out(path, monkeypatch):
    """What only may have rows is asked, and finds what all together would."""
    mechanism = checked(tt.load(path))
    found = assemble(mechanism).optional
    every = tuple((object, fit) for _, fit in optional_forces.GROUPS)
    monkeypatch.setattr(optional_forces, "GROUPS", every)
    whole = assemble(mechanism).optional
    assert [each.group for each in found.fitted] == [each.group for each in whole.fitted]
    assert found.states == whole.states
    for one, other in zip(found.fitted, whole.fitted, strict=True):
        pairs = zip(arrays(one.tables), arrays(other.tables), strict=True)
        assert all(a.tobytes() == b.tobytes() for a, b in pairs)

"""``import treetop`` brings in little, and every public name is there."""

import subprocess
import sys

import pytest

import treetop as tt
from treetop.errors import CALLED


def imported(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_import_brings_in_little():
    heavy = {"numba", "numpy", "scipy", "pydantic", "pint", "xarray", "rich", "matplotlib", "yaml"}
    heavy |= {"sympy"}
    assert not imported("import treetop") & heavy


def test_a_model_without_units_needs_no_units():
    statement = "import treetop as tt; tt.Model('m').add_body('bus', 3)"
    assert not imported(statement) & {"numba", "scipy", "pint", "xarray", "rich", "matplotlib"}


def test_a_run_without_surroundings_needs_no_splines():
    heavy = {"scipy.interpolate", "scipy.optimize", "scipy.spatial", "matplotlib", "sympy"}
    assert not imported("import treetop.simulation.simulate") & heavy


@pytest.mark.parametrize("name", tt.__all__)
def test_every_name_is_there(name):
    assert getattr(tt, name) is not None
    assert name in dir(tt)


@pytest.mark.parametrize("name", CALLED)
def test_names_of_other_codes_are_answered_with_ours(name):
    ours = [each.removeprefix("tt.") for each in CALLED[name].split(" or ")]
    assert set(ours) <= set(tt.__all__)
    with pytest.raises(AttributeError, match=f"it is called tt.{ours[0]}"):
        getattr(tt, name)


def test_other_names_are_not():
    with pytest.raises(AttributeError, match="Modle"):
        tt.Modle  # noqa: B018

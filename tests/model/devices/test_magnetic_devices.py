"""Devices in the magnetic field of the environment, as they are written."""

import pytest

from treetop.errors import ModelError
from treetop.model.devices.conductor import Conductor
from treetop.model.devices.eddy_currents import EddyCurrents
from treetop.model.devices.magnetic_dipole import MagneticDipole


def test_forms_of_a_magnetic_tensor():
    assert EddyCurrents("hub", 5).tensor == (5.0, 5.0, 5.0, 0.0, 0.0, 0.0)
    assert EddyCurrents("hub", [1, 2, 3]).tensor == (1.0, 2.0, 3.0, 0.0, 0.0, 0.0)
    assert EddyCurrents("hub", [1, 2, 3, 0.1, 0, 0.2]).tensor[3:] == (0.1, 0.0, 0.2)


def test_units():
    assert Conductor("a", "b", resistance="2 kohm", voltage="3 mV").voltage == pytest.approx(3e-3)
    assert EddyCurrents("hub", "3 S*m^4").tensor[0] == 3.0
    assert MagneticDipole("hub", [0, 0, "2 A*m^2"]).moment == (0.0, 0.0, 2.0)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: EddyCurrents("hub", -1), "gain energy"),
        (lambda: EddyCurrents("hub", [1, 1, 1, 2, 0, 0]), "gain energy"),
        (lambda: EddyCurrents("hub", [1, 1, 1, 0.9, 0.9, -0.9]), "gain energy"),
        (lambda: EddyCurrents("hub", [1, 2]), "2 numbers are no magnetic tensor"),
        (lambda: Conductor("a", "b"), "give 'current' or 'resistance'"),
        (lambda: Conductor("a", "b", resistance=1, current=1), "give 'current' or 'resistance'"),
        (lambda: Conductor("a", "b", current=1, voltage=2), "changes no current"),
        (lambda: Conductor("a", "b", resistance=0), "not above 0"),
    ],
)
def test_wrong_ones(make, words):
    with pytest.raises(ModelError, match=words):
        make()

"""Epochs of models: each way to write them, and back."""

import datetime as dt
import math

import pytest

import treetop as tt
from treetop.formats.yaml.load import dumps, loads
from treetop.model.environment.epoch import epoch_data, epoch_of

TEXT = "2026-07-01T06:30:00 UTC"
FULL = {"time": TEXT, "dut1": "100 ms", "xp": "0.1 arcsec", "tai_utc": 36}


def test_each_way_to_write_an_epoch():
    assert epoch_of(None) is None
    assert epoch_of(TEXT) == epoch_of(tt.Epoch(TEXT)) == epoch_of(dt.datetime(2026, 7, 1, 6, 30))
    found = epoch_of(FULL).orientation
    assert (found.dut1, found.yp, found.tai_utc) == (0.1, 0.0, 36.0)
    assert found.xp == pytest.approx(math.radians(0.1 / 3600))


@pytest.mark.parametrize("given", [TEXT, FULL])
def test_an_epoch_comes_back_from_a_file(given):
    epoch = epoch_of(given)
    assert epoch_of(epoch_data(epoch)) == epoch


def test_a_plain_epoch_is_written_as_its_text():
    assert epoch_data(epoch_of(TEXT)) == TEXT
    assert set(epoch_data(epoch_of(FULL))) == {"time", "dut1", "xp", "tai_utc"}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("soon", "epoch: 'soon' is not a date"),
        ({"dut1": 0.1}, "epoch: 'time' is missing"),
        ({"time": "soon"}, r"epoch\.time: 'soon' is not a date"),
        ({"time": TEXT, "dut1": "1 m"}, r"epoch\.dut1: the unit 'm' does not fit"),
        ({"time": TEXT, "ut1": 0.1}, "did you mean 'dut1'"),
    ],
)
def test_what_is_no_epoch_says_why(given, words):
    with pytest.raises(tt.ModelError, match=words):
        epoch_of(given)


def test_a_model_file_keeps_units_of_the_orientation():
    model = tt.Model("observer", epoch=FULL)
    text = dumps(model)
    assert "dut1: 100 ms" in text
    assert loads(text).epoch == model.epoch
    assert dumps(loads(text)) == text

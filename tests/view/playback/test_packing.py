"""What is packed comes out again, to a step of its quantum."""

import numpy as np
import pytest

from treetop.view.playback.packing import Block, Channel, fine, packed, step
from unpacked import unpacked


def test_channels_come_out_to_half_a_step(rng):
    time = np.linspace(0, 10, 80)
    tables = {
        "smooth": np.stack([np.sin(time), 1e3 * np.cos(time)], axis=1),
        "far away": 6.8e6 + np.sin(time),
        "constant": np.full(80, -7.25),
        "rough": rng.normal(size=(80, 3)),
        "spike": np.where(np.arange(80) == 40, -1e9, 0.0),
        "zero": np.zeros((80, 3)),
    }
    scene = unpacked(packed({name: Channel(table, 1e-6) for name, table in tables.items()}))
    for name, table in tables.items():
        off = np.abs(scene[name].reshape(table.shape) - table).max()
        assert off <= 0.5e-6 * (1 + 1e-9) + 1e-16 * np.abs(table).max(), name


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("far", [1.5e11, 1e51, 1e300])
def test_numbers_too_large_for_their_steps_are_as_they_were(far, rng):
    table = np.logspace(0, np.log10(far), 40)[:, None] * rng.uniform(-1, 1, (40, 3))
    (out,) = unpacked(packed([Channel(table, 1e-6)]))
    assert out.tolist() == table.ravel().tolist()


def test_smooth_motion_takes_about_a_byte_for_a_number():
    time = np.linspace(0, 10, 2000)
    waves = np.stack([np.sin(k + time * (1 + k / 20)) for k in range(40)], axis=1)
    text = packed({"waves": Channel(waves, 2.0**-22)})
    assert len(text) < 1.2 * waves.size  # of eight, and base64 takes a third more


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_very_few_samples(count):
    table = np.arange(2.0 * count).reshape(count, 2) ** 3
    text = packed([Channel(table, 0.5), Channel(table[:, 0], 0.25)])
    first, second = unpacked(text)
    assert first.tolist() == table.tolist()
    assert second.ravel().tolist() == table[:, 0].tolist()


def test_blocks_are_as_they_were():
    scene = {
        "times": Block(np.array([0.1, 0.2, 1e9 + 0.3]), "f8"),
        "points": Block(np.array([[1.5, -2.25, 3e-8]]), "f4"),
        "lines": Block(np.array([[0, 65535]]), "u2"),
        "many": Block(np.array([70000]), "u4"),
        "shapes": Block(np.array([-1.0, 0.5, 0.25]), "i2", 1 / 32767),
        "words": ["a", None, True, 1.5, {"b": "</script>"}],
    }
    out = unpacked(packed(scene))
    assert out["times"].tolist() == [0.1, 0.2, 1e9 + 0.3]
    assert out["points"].tolist() == np.array([1.5, -2.25, 3e-8], "f4").tolist()
    assert out["lines"].tolist() == [0, 65535]
    assert out["many"].tolist() == [70000]
    assert out["shapes"] == pytest.approx([-1.0, 0.5, 0.25], abs=1 / 65534)
    assert out["words"] == scene["words"]


def test_the_same_scene_is_the_same_text():
    scene = {"x": Channel(np.arange(9.0), 1.0)}
    assert packed(scene) == packed(scene)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "values",
    [
        np.array([-1.7e308, 1.7e308]),
        np.array([1e6, 1e6 + 1e-3, 1e6 + 2e-3]),  # an energy that is kept
        np.array([0.0, 1e-300, 5e-300]),
        np.array([-1e300, 1e300, 0.0]),
        np.array([3.0, 3.0]),
        np.zeros(4),
    ],
)
def test_steps_suit_what_a_curve_spans(values):
    channel = fine(values, 2.0**-20)
    (out,) = unpacked(packed([channel]))
    span, most = np.ptp(2.0**-20 * values), np.abs(values).max()
    assert np.abs(out.ravel() - values).max() <= max(span, 2.0**-46 * most, 1e-290)


def test_steps_are_powers_of_two():
    assert step(1.0) == 1.0
    assert step(0.3) == 0.25
    assert step(0.0) == 1.0

import numpy as np
import pytest

from treetop.view.maps.ground_track import ground_track_figure, track_lines


def test_a_track_goes_on_at_the_other_edge():
    x, y = track_lines(np.array([170.0, 175.0, -175.0, -170.0]), np.array([0.0, 1.0, 3.0, 4.0]))
    assert x == pytest.approx([170, 175, 180, np.nan, -180, -175, -170], nan_ok=True)
    assert y == pytest.approx([0, 1, 2, np.nan, 2, 3, 4], nan_ok=True)
    back, _ = track_lines(np.array([-175.0, 175.0]), np.zeros(2))
    assert back == pytest.approx([-175, -180, np.nan, 180, 175], nan_ok=True)


def test_parts_in_shadow_have_their_colour():
    longitude = np.linspace(-300, 300, 200)
    lit = (longitude > 0).astype(float)
    figure = ground_track_figure(longitude, 40 * np.sin(longitude / 50), lit, land=True)
    (axes,) = figure.axes
    lines = {line.get_label(): line for line in axes.lines}
    assert set(lines) == {"in sunlight", "in shadow", "start", "end"}
    assert lines["start"].get_xdata() == pytest.approx([60])
    for line in axes.lines:
        assert np.nanmax(np.abs(line.get_xdata())) <= 180
    bare = ground_track_figure(longitude, 0 * longitude, None, land=False)
    assert {line.get_label() for line in bare.axes[0].lines} == {"ground track", "start", "end"}
    assert not bare.axes[0].patches

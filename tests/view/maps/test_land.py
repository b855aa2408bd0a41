"""Cities lie on land, and the middle of oceans does not."""

import numpy as np
import pytest
from matplotlib.path import Path

from treetop.view.maps.land import coast_lines

LAND = {"Paris": (2.35, 48.86), "Moscow": (37.6, 55.75), "Nairobi": (36.8, -1.3)}
LAND |= {"Denver": (-105, 39.7), "Brasília": (-47.9, -15.8), "Alice Springs": (133.9, -23.7)}
SEA = {"Atlantic": (-40, 30), "Pacific": (-140, 0), "Indian": (80, -20), "Caspian": (50.5, 42.0)}


def inside(longitude, latitude):
    """Whether a point is within an odd number of rings, wherever they are drawn."""
    count = sum(
        Path(ring).contains_point((longitude + shift, latitude))
        for ring in coast_lines()
        for shift in (-360, 0, 360)
    )
    return count % 2 == 1


@pytest.mark.parametrize("name", LAND)
def test_land(name):
    assert inside(*LAND[name])


@pytest.mark.parametrize("name", SEA)
def test_sea(name):
    assert not inside(*SEA[name])


def test_rings_close_or_go_about_the_pole():
    around = [ring for ring in coast_lines() if abs(ring[-1, 0] - ring[0, 0]) > 180]
    assert len(around) == 1 and np.ptp(around[0][:, 0]) == pytest.approx(360)
    assert around[0][:, 1].max() < -60  # Antarctica
    for ring in coast_lines():
        if ring is not around[0]:
            assert ring[0] == pytest.approx(ring[-1], abs=1e-9)
            assert np.abs(ring[:, 1]).max() < 90

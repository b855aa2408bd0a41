"""The shape of a line that is paid out, from what a result holds."""

from __future__ import annotations

import numpy as np
import xarray as xr

from treetop.errors import TreetopError
from treetop.results.distance import position_of
from treetop.topology.lines import deployers, rod_names
from treetop.topology.mechanism import Mechanism


def line_shape(model: Mechanism, data: xr.Dataset, name: str) -> xr.DataArray:
    """Places of the nodes of a line over time, m, from the mouth to the tip; those of rods that are
    stored are at the mouth."""
    lines = deployers(model.model)
    if name not in lines:
        known = ", ".join(map(repr, lines)) or "none"
        raise TreetopError(f"no line is called {name!r} (there are: {known})")
    frames = [lines[name].mouth, *(names.rod for names in rod_names(model.model, name))]
    places = np.stack([position_of(model, data, frame) for frame in frames], axis=1)
    return xr.DataArray(
        places + data.origin.values[:, None, :],
        {"time": data.time, "axis": list("xyz")},
        ("time", "node", "axis"),
        name="line",
        attrs={"units": "m", "long_name": "nodes from the mouth to the tip, inertial axes"},
    )

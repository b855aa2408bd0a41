"""Arrays of a data set as they are, far quicker than by its own way, which builds a labelled array
for each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import xarray as xr


def history(data: xr.Dataset, name: str) -> np.ndarray:
    """A quantity, time first."""
    return np.asarray(data.variables[name].values)


def has_output(data: xr.Dataset, label: str) -> bool:
    return "output" in data.variables and label in data.variables["output"].values


def outputs(data: xr.Dataset, labels: Sequence[str]) -> np.ndarray:
    """Outputs and internal states by name, time first."""
    places = {label: k for k, label in enumerate(data.variables["output"].values.tolist())}
    return history(data, "outputs")[:, [places[label] for label in labels]]

"""A run in files of other tools: methods of `Run`.

The modules behind them are imported when they are first called: few runs are exported.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd


class Exports:
    """Tables and SPICE kernels of a run."""

    def to_pandas(self: Any, *quantities: str) -> pd.DataFrame:
        """A table of quantities over time, all unless some are named, with a column for each
        number; units are in its ``attrs``."""
        from treetop.results.tables import data_frame

        return data_frame(self, quantities)

    def to_csv(self: Any, path: str | os.PathLike, *quantities: str) -> None:
        """Write quantities over time, all unless some are named, with units in the first line."""
        from treetop.results.tables import write_csv

        write_csv(self, path, quantities)

    def to_parquet(self: Any, path: str | os.PathLike, *quantities: str) -> None:
        """Write quantities over time as Parquet, with units in the metadata of its fields."""
        from treetop.results.tables import write_parquet

        write_parquet(self, path, quantities)

    def to_spice(
        self: Any,
        path: str | os.PathLike,
        *bodies: str,
        spacecraft: int = -900,
        centre: int | None = None,
        epoch: Any = None,
    ) -> list[Path]:
        """Write the motion of bodies, all unless some are named, as kernels of SPICE.

        There are four files with the name of ``path``, which ends in ``.bsp`` or ``.bc``: ``.bsp``
        (SPK, type 13), ``.bc`` (CK, type 5), ``.tf`` (names) and ``.tsc`` (the clock of the
        attitudes). Load them all. Needs spiceypy: ``pip install treetop[spice]``.

        Parameters
        ----------
        path : path
        *bodies : str
            The first is the spacecraft; others are its parts, numbered from there.
        spacecraft : int
            The number in SPICE of the first body; its axes have a thousand times that.
        centre : int, optional
            The number of the body whose centre is the inertial origin; 399 is the Earth. The model
            says it if it has a planet.
        epoch : optional
            If the model has none.

        Returns
        -------
        list of Path
            The files.
        """
        from treetop.results.spice import write_spice

        return write_spice(self, path, bodies, spacecraft, centre, epoch)

"""Results as tables: a column for each number over time, with its unit."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.errors import TreetopError
from treetop.files.whole import write_whole

if TYPE_CHECKING:
    import pandas as pd

    from treetop.results.run import Run


class Column(NamedTuple):
    """A number over time."""

    name: str
    unit: str
    values: np.ndarray


def columns(run: Run, quantities: Iterable[str] = ()) -> list[Column]:
    """The time, and the quantities of a run, all of them unless some are named."""
    found = [Column("time", "s", np.asarray(run.time))]
    for name in quantities or run.quantities:
        array = run[name]
        unit = str(array.attrs.get("units", ""))
        if array.dims[:1] != ("time",):
            raise TreetopError(f"{name} is not a quantity over time")
        if array.ndim == 1:
            found.append(Column(name, unit, array.values))
            continue
        labels = [str(each) for each in array[array.dims[-1]].values]
        for label, values in zip(labels, array.values.reshape(len(run.time), -1).T, strict=True):
            found.append(Column(f"{name}.{label}", unit, values))
    return found


def data_frame(run: Run, quantities: Iterable[str] = ()) -> pd.DataFrame:
    """A table with the time as its index; units by column are in its ``attrs``."""
    import pandas as pd

    time, *table = columns(run, quantities)
    index = pd.Index(time.values, name="time")
    found = pd.DataFrame({each.name: each.values for each in table}, index)
    found.attrs["units"] = {each.name: each.unit for each in table}
    return found


def write_csv(run: Run, path: str | os.PathLike[str], quantities: Iterable[str] = ()) -> None:
    """Write a table as text, with a line of names and units; every number has all its digits."""
    table = columns(run, quantities)
    text = io.StringIO()
    heads = [f"{each.name} [{each.unit}]" if each.unit else each.name for each in table]
    text.write(",".join(f'"{head}"' if "," in head else head for head in heads) + "\n")
    for row in zip(*(each.values.tolist() for each in table), strict=True):
        text.write(",".join(map(repr, row)) + "\n")
    write_whole(path, text.getvalue().encode())


def write_parquet(run: Run, path: str | os.PathLike[str], quantities: Iterable[str] = ()) -> None:
    """Write a table as Parquet; the unit of a column is in the metadata of its field."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise TreetopError("pyarrow is not there: install treetop[tables]") from None
    table = columns(run, quantities)
    fields = [
        pyarrow.field(each.name, pyarrow.from_numpy_dtype(each.values.dtype),
                      metadata={"units": each.unit}) for each in table
    ]  # fmt: skip
    schema = pyarrow.schema(fields, metadata={"model": run.model.name})
    arrays = [pyarrow.array(each.values) for each in table]
    content = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_arrays(arrays, schema=schema), content)
    write_whole(path, content.getvalue())

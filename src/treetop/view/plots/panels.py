"""What goes into which panel of a figure, as numbers and names; nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.errors import TreetopError
from treetop.system.fields import COMPONENTS
from treetop.view.text import with_unit

if TYPE_CHECKING:
    import xarray as xr

    from treetop.results import Run

MANY = 24  # panels are too many for a figure
TOGETHER = 8  # lines of scalars in one panel
ALIKE = 100.0  # times as large another scalar may be, if both shall be seen in one panel
KINDS = {"J": "energy", "m": "length", "rad": "angle", "m/s": "speed", "rad/s": "rate"}
ANGLES = ("rad", "rad/s", "rad/s^2")
ONE_COLUMN, TWO_COLUMNS = 4, 12  # panels


class Line(NamedTuple):
    """One line: what it is called, its points, and which colour of which palette it has."""

    label: str
    time: np.ndarray  # s
    values: np.ndarray
    colour: int
    palette: str = "lines"  # "axes" for components, "runs" for runs that may cover each other


class Panel(NamedTuple):
    """Lines with a common unit; its name stands at the axis."""

    name: str
    unit: str
    lines: tuple[Line, ...]

    @property
    def label(self) -> str:
        """Name and unit, in two lines if they are long."""
        return with_unit(self.name, self.unit)


def rows_of(run: Run, names: Sequence[str]) -> list[list[Panel]]:
    """Panels of one run, in rows."""
    panels = panels_of(run, names)
    _require_few(len(panels))
    return in_rows(panels)


def panels_of(run: Run, names: Sequence[str]) -> list[Panel]:
    """Panels of one run: vectors have their own, scalars of like unit and size share one."""
    groups: list[list[tuple[str, xr.DataArray]]] = []
    for name in names:
        found = _continued(run[name])
        home = next((group for group in groups if _fits(found, group)), None)
        if home is None:
            groups.append([(name, found)])
        else:
            home.append((name, found))
    return [vector_panel(*g[0]) if g[0][1].ndim == 2 else _scalars(g) for g in groups]


def compared_rows(
    runs: Sequence[Run], labels: Sequence[str], names: Sequence[str], difference: bool
) -> list[list[Panel]]:
    """Panels of several runs: a row for each quantity, a panel for each component."""
    rows = []
    for name in names:
        found = [_continued(run[name]) for run in runs]
        units = {each.attrs.get("units", "") for each in found}
        if len(units) > 1 or len({each.shape[1:] for each in found}) > 1:
            raise TreetopError(f"{name} is not of the same kind in all runs")
        rows.append([_overlaid(part, found, labels, difference) for part in _parts(name, found[0])])
    _require_few(sum(map(len, rows)))
    widest = max(map(len, rows))
    return _packed(rows, widest if widest > 1 or len(rows) <= ONE_COLUMN else 2)


def _packed(rows: list[list[Panel]], columns: int) -> list[list[Panel]]:
    """Scalars that follow each other in common rows."""
    packed: list[list[Panel]] = []
    room = False
    for row in rows:
        if len(row) == 1 and room and len(packed[-1]) < columns:
            packed[-1] += row
        else:
            packed.append(list(row))
        room = len(row) == 1
    return packed


def in_rows(panels: list[Panel]) -> list[list[Panel]]:
    """The more there are, the more stand side by side."""
    columns = 1 if len(panels) <= ONE_COLUMN else 2 if len(panels) <= TWO_COLUMNS else 3
    return [panels[k : k + columns] for k in range(0, len(panels), columns)]


def in_degrees(rows: list[list[Panel]]) -> list[list[Panel]]:
    """Panels with angles and their rates in degrees."""
    return [[_in_degrees(panel) for panel in row] for row in rows]


def _in_degrees(panel: Panel) -> Panel:
    if panel.unit not in ANGLES:
        return panel
    lines = tuple(line._replace(values=np.degrees(line.values)) for line in panel.lines)
    return panel._replace(unit=panel.unit.replace("rad", "deg"), lines=lines)


def _require_few(count: int) -> None:
    if count > MANY:
        hint = "name the quantities that matter, or fewer of them"
        raise TreetopError(f"{count} panels are too many for one figure ({hint})")


def _fits(found: xr.DataArray, group: list[tuple[str, xr.DataArray]]) -> bool:
    first = group[0][1]
    if found.ndim != 1 or first.ndim != 1 or len(group) >= TOGETHER:
        return False
    if found.attrs.get("units") != first.attrs.get("units"):
        return False
    sizes = [_size(each.values) for each in (found, first)]
    return max(sizes) <= ALIKE * min(sizes) or not min(sizes)


def _continued(found: xr.DataArray) -> xr.DataArray:
    """Quaternions without jumps to their negatives, which are the same attitudes."""
    if found.dims[1:] != ("component",):
        return found
    turned = (found.values[1:] * found.values[:-1]).sum(axis=1) < 0
    signs = np.cumprod(np.where(turned, -1.0, 1.0))
    return found.copy(data=found.values * np.concatenate([[1.0], signs])[:, None])


def _size(values: np.ndarray) -> float:
    return float(np.abs(values).max(initial=0.0))


def vector_panel(name: str, found: xr.DataArray) -> Panel:
    """A panel of the components of a vector or quaternion."""
    parts = [str(part) for part in found[found.dims[1]].values]
    lines = tuple(
        Line(part, found.time.values, found.values[:, k], *_component_colour(part, k))
        for k, part in enumerate(parts)
    )
    return Panel(name, found.attrs.get("units", ""), lines)


def _component_colour(part: str, k: int) -> tuple[int, str]:
    """Axes have the same colours everywhere: x, y and z as drawings have them."""
    return (COMPONENTS.index(part), "axes") if part in COMPONENTS else (k, "lines")


def _scalars(group: list[tuple[str, xr.DataArray]]) -> Panel:
    lines = tuple(Line(n, h.time.values, h.values, k) for k, (n, h) in enumerate(group))
    unit = group[0][1].attrs.get("units", "")
    return Panel(common([name for name, _ in group]) or KINDS.get(unit, ""), unit, lines)


def common(names: Sequence[str]) -> str:
    """What names have in common at their ends: ``"angle"`` of hinges, ``"boom"`` of its efforts."""
    if len(names) == 1:
        return names[0]
    parts = [name.split(".") for name in names]
    for place in (-1, 0):
        if len({part[place] for part in parts}) == 1:
            return parts[0][place]
    return ""


def _parts(name: str, found: xr.DataArray) -> Iterable[tuple[str, int | None]]:
    if found.ndim == 1:
        return [(name, None)]
    return [(f"{name}.{part}", k) for k, part in enumerate(found[found.dims[1]].values)]


def _overlaid(
    part: tuple[str, int | None],
    found: Sequence[xr.DataArray],
    labels: Sequence[str],
    difference: bool,
) -> Panel:
    name, component = part
    palette = "lines" if difference else "runs"
    if difference:
        name, found = f"Δ {name}", [found[0], *(_minus(each, found[0]) for each in found[1:])]
    lines = [
        Line(
            label,
            h.time.values,
            h.values if component is None else h.values[:, component],
            k,
            palette,
        )
        for k, (label, h) in enumerate(zip(labels, found, strict=True))
    ]
    return Panel(name, found[0].attrs.get("units", ""), tuple(lines[int(difference) :]))


def _minus(other: xr.DataArray, first: xr.DataArray) -> xr.DataArray:
    """The difference at the times that both have; between samples nothing is known so well."""
    mine, theirs = common_times(first.time.values, other.time.values)
    a, b = first.values[mine], other.values[theirs]
    if other.ndim == 2 and other.dims[1] == "component":  # a quaternion and its negative are one
        b = np.where((a * b).sum(axis=1, keepdims=True) < 0, -b, b)
    return other.isel(time=theirs).copy(data=b - a)


def common_times(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where the times are that two runs have in common, up to rounding."""
    span = max(np.ptp(a), np.ptp(b), 1e-300)
    grid = [np.round((times - a[0]) / span * 1e9).astype(np.int64) for times in (a, b)]
    _, mine, theirs = np.intersect1d(*grid, return_indices=True)
    if len(mine) < 2:
        hint = "run both with the same --every"
        raise TreetopError(f"the runs have no times in common to be compared at ({hint})")
    return mine, theirs

"""The result of a simulation, and its file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING, Any

import h5netcdf
import numpy as np
import xarray as xr
from xarray.backends import H5NetCDFStore

from treetop.errors import ModelError, TreetopError
from treetop.files import sealed
from treetop.files.whole import write_whole
from treetop.formats.attachments import attachments
from treetop.formats.yaml.load import loads
from treetop.model.run.options import settings_from
from treetop.notebook import table
from treetop.results.attachments import put_files
from treetop.results.audit import Audit, Departure, audit, departures
from treetop.results.beam_fields import beam_fields
from treetop.results.clearance import clearance
from treetop.results.columns import Columns
from treetop.results.distance import distance
from treetop.results.events import EventRecord, record_from
from treetop.results.exports import Exports
from treetop.results.histories import history as series_of
from treetop.results.histories import names_along
from treetop.results.line_shape import line_shape
from treetop.results.lookup import history, part_of, places_in
from treetop.results.orbit_views import OrbitViews
from treetop.results.read import SEALED, SYMBOLIC, read_result
from treetop.results.sensitivities import SensitivityViews
from treetop.results.stress_recovery import recovered
from treetop.results.views import RunViews
from treetop.system.quantities import Place, no_quantity
from treetop.system.state import State
from treetop.topology.mechanism import Mechanism, mechanism_of

if TYPE_CHECKING:
    from treetop.model import Model
    from treetop.model.run import RunSettings
    from treetop.system.system import System


class Run(OrbitViews, SensitivityViews, Exports, RunViews):
    """What a simulation computed, and how it was made.

    Attributes
    ----------
    data : xarray.Dataset
        Everything along ``time``, with units; see `treetop.system.fields.FIELDS`.
    model : Model
        What was simulated.
    system : System
        The built model.

    Examples
    --------
    >>> run = tt.simulate(system, start, duration=60.0, every=1.0)     # doctest: +SKIP
    >>> run["boom.slide"].max(), run["bus.position"].sel(axis="x")     # doctest: +SKIP
    """

    def __init__(
        self,
        data: xr.Dataset | Columns,
        system: System | None = None,
        functions: Mapping[str, Callable] | None = None,
        held: Mapping[str, bytes] | None = None,
    ) -> None:
        self.seen = data
        self._functions = functions
        self._attached = held or {}
        if system is not None:
            self.system = system

    @property
    def data(self) -> xr.Dataset:
        return self.seen.data if isinstance(self.seen, Columns) else self.seen

    @data.setter
    def data(self, data: xr.Dataset) -> None:
        self.seen = data

    @cached_property
    def model(self) -> Model:
        if self.symbolic:
            raise TreetopError(f"{self!r} has no model: it is of equations given in symbols")
        if "system" in self.__dict__:
            return self.system.model
        try:
            return loads(self.seen.attrs["model"], functions=self._functions, held=self._attached)
        except ModelError as error:
            inside = "the model in the result"
            raise ModelError(each._replace(file=inside) for each in error.problems) from None

    @cached_property
    def _as_recorded(self) -> Mechanism:
        """With the bodies that the data has: nodes of flexible bodies among them."""
        built = "system" in self.__dict__
        found = self.system.all_parts if built else mechanism_of(self.model)
        names = names_along(self.seen, "body")
        strange = [name for name in names if name not in found.bodies]
        if strange:
            what = f"its data are of a body {strange[0]!r}, which its model does not have"
            raise TreetopError(f"{self!r} is damaged: {what}")
        return found

    @cached_property
    def system(self) -> System:
        if self.symbolic:
            raise TreetopError(f"{self!r} was loaded without its equations: build them again")
        return self.model.build(formulation=self.seen.attrs["formulation"])

    @property
    def symbolic(self) -> bool:
        """Whether it is of equations that the user gave, without a model."""
        return self.seen.attrs["formulation"] == SYMBOLIC

    @property
    def outcome(self) -> str:
        """How the run ended; ``"finished"`` if it reached its end."""
        return self.seen.attrs["outcome"]

    @property
    def settings(self) -> RunSettings:
        """Duration, samples, method and stabilization."""
        return settings_from(json.loads(self.seen.attrs["settings"]), lenient=True)

    @property
    def statistics(self) -> dict[str, Any]:
        """Counts of steps and evaluations, and the wall time in s."""
        return json.loads(self.seen.attrs["statistics"])

    @cached_property
    def events(self) -> list[EventRecord]:
        """The event log, in order."""
        return [record_from(entry) for entry in json.loads(self.seen.attrs.get("events", "[]"))]

    @property
    def time(self) -> np.ndarray:
        """Times of the samples, s."""
        return series_of(self.seen, "time")

    @property
    def start(self) -> State:
        """The state that the run began from."""
        if "start" not in self.data:
            raise TreetopError(f"{self!r} lacks the state that it began from")
        return State(self.system, self.seen.attrs["start_time"], self.data.start.values.copy())

    @cached_property
    def end(self) -> State:
        """The state that the run came to; a result that was read has it unless the structure
        changed."""
        if "end" not in self.data:
            what = f"{self!r} lacks the state that it came to"
            raise TreetopError(f"{what} (results keep it where the structure stays as it is)")
        return State(self.system, self.seen.attrs["end_time"], self.data.end.values.copy())

    @property
    def quantities(self) -> list[str]:
        """Every name that ``run[name]`` knows."""
        return list(self.places)

    @cached_property
    def places(self) -> dict[str, Place]:
        return places_in(self.seen)

    def __getitem__(self, quantity: str) -> xr.DataArray:
        """The history of a quantity.

        Parameters
        ----------
        quantity : str
            A coordinate or speed (``"boom.slide"``, ``"orbit.position"``), a field of a body or
            joint (``"bus.attitude"``, ``"boom.reaction_force"``) or of the whole
            (``"kinetic_energy"``), ``"time"``; ``.x`` and so on after it is a component, and
            ``.norm`` the size of a vector. A coordinate comes before a body's field of that name.

        Returns
        -------
        xarray.DataArray
            Along ``time``, then ``axis`` or ``component`` for vectors and quaternions; the unit is
            in ``attrs["units"]``.
        """
        if quantity in self.places:
            labelled = not isinstance(self.seen, Columns) or self.seen.whole
            data = self.data if labelled else self.seen
            return history(data, self.places[quantity], quantity)
        if quantity == "time":
            return self.data[quantity]
        whole, _, part = str(quantity).rpartition(".")
        if whole in self.places:
            found = part_of(self[whole], part)
            if found is not None:
                return found.rename(quantity)
        raise no_quantity(quantity, self.quantities, "in this run")

    def recovered(self, body: str, what: str) -> xr.DataArray:
        """Loads or stresses within a flexible body, along time: ``run.recovered("boom",
        "section")``; what there is, its structure's `recoveries` say."""
        return recovered(self.data, self._as_recorded, body, what)

    def beam(self, name: str) -> xr.Dataset:
        """Fields of a beam or cable along time and arc length ``s``, m: ``position``, ``velocity``
        and ``attitude`` of its axis; in its sections ``strain``, ``curvature``, ``force`` and
        ``moment``.

        Examples
        --------
        >>> run.beam("boom").moment.sel(part="z").max()     # doctest: +SKIP
        """
        return beam_fields(self.data, self._as_recorded, name)

    def line(self, name: str) -> xr.DataArray:
        """Places of the nodes of a line that a `Deployer` pays out, m: along ``time``, ``node``
        from the mouth to the tip, and ``axis``. Those of rods that are stored are at the mouth."""
        return line_shape(self._as_recorded, self.data, name)

    def distance(self, a: Any, b: Any) -> xr.DataArray:
        """The distance between the origins of two frames, m.

        Parameters
        ----------
        a, b : frame, body or str
            As in a model: ``"bus.port"``, ``"bus"``, ``"ground.pad"``.
        """
        return distance(self._as_recorded, self.seen, a, b)

    def clearance(self, a: Any, b: Any) -> xr.DataArray:
        """How far two shapes are from each other, m; negative where they overlap.

        Parameters
        ----------
        a, b : Shape, frame, body or str
            Such as ``tt.Sphere("booster.nose", 0.3)``; a frame is a point.
        """
        return clearance(self._as_recorded, self.seen, a, b)

    def audit(self) -> Audit:
        """How well energy, momenta where kept, attitudes and constraints were kept.

        Examples
        --------
        >>> run.audit()["energy"].relative     # doctest: +SKIP
        2.1e-12
        """
        return audit(None if self.symbolic else self._as_recorded, self.seen)

    def departures(self) -> list[Departure]:
        """The audited drifts over time."""
        return departures(None if self.symbolic else self._as_recorded, self.seen)

    def then(self, duration: float | str, **settings: Any) -> Run:
        """Go on from where the run came to, with the same settings unless others are given.

        Examples
        --------
        >>> more = run.then("10 min", every=1)     # doctest: +SKIP
        """
        import treetop as tt

        before, hint = self.settings.arguments, "give simulate the whole duration"
        if not self.symbolic and self.model.stages:
            raise TreetopError(f"{self!r} has stages, and would begin with the first ({hint})")
        if before.get("sensitivities") and "sensitivities" not in settings:
            raise TreetopError(f"{self!r}: sensitivities would begin at zero ({hint}, or none)")
        settings = {k: v for k, v in before.items() if k not in ("at", "duration")} | settings
        return tt.simulate(self.end.system, self.end, duration, **settings)

    def rerun(self) -> Run:
        """Simulate again, from the same start with the same settings."""
        import treetop as tt

        return tt.simulate(self.system, self.start, **self.settings.arguments)

    def discretisation(self, halvings: int = 1) -> Any:
        """The error that the elements of beams and cables leave: it is run again with half as many,
        and with ``halvings=2`` with a quarter too, which shows the order of convergence.

        Examples
        --------
        >>> told = run.discretisation()                     # doctest: +SKIP
        >>> told["boom.tip"].error, told["boom.tip"].note   # doctest: +SKIP
        """
        import treetop as tt

        return tt.analysis.discretisation(self, halvings)

    def save(self, path: str | os.PathLike) -> None:
        """Write everything to a NetCDF file, complete or not at all.

        Parameters
        ----------
        path : path
            Replaced if it exists; its folder must exist.
        """
        for name, variable in self.data.data_vars.items():
            if not np.isfinite(variable.values).all():
                raise TreetopError(f"{path}: not written: {name} holds values that are not finite")
        # No fill values: nothing is missing, and the default one is NaN.
        encoding = {name: {"_FillValue": None} for name in ("time", *self.data.data_vars)}
        # In memory first: HDF5 does not survive a disk that is full.
        content = BytesIO()
        with h5netcdf.File(content, "w") as file:
            data = self.data.assign_attrs({SEALED: 1})
            data.dump_to_store(H5NetCDFStore(file), encoding=encoding)
        put_files(content, self._files())
        write_whole(path, sealed(content.getbuffer()))

    def _files(self) -> Mapping[str, bytes]:
        """What the text of the model names but does not contain."""
        built = "system" in self.__dict__ and not self.symbolic
        return attachments(self.model) if built else self._attached

    @classmethod
    def load(cls, path: str | os.PathLike, functions: Mapping[str, Callable] | None = None) -> Run:
        """Read a result; the same as `treetop.load_run`."""
        return load_run(path, functions)

    def _repr_html_(self) -> str:
        asked = (f"{name} [{self[name].attrs.get('units', '')}]" for name in self.quantities)
        events = ((f"{event.time:g} s", event.event) for event in self.events)
        return table(repr(self), [*events, *(("quantity", name) for name in asked)])

    def __repr__(self) -> str:
        span = f"{self.time[0]:g} to {self.time[-1]:g} s" if len(self.time) else "no samples"
        title, samples = self.seen.attrs["title"], len(self.time)
        return f"<Run of {title!r}: {self.outcome}, {samples} samples, {span}>"


def load_run(path: str | os.PathLike, functions: Mapping[str, Callable] | None = None) -> Run:
    """Read a result that `Run.save` wrote.

    Parameters
    ----------
    path : path
    functions : mapping, optional
        The user forces of the model by name, needed only to build or run it again.
    """
    data, files = read_result(path)
    return Run(data, functions=functions, held=files)

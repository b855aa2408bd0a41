"""Results of runs: labelled data, NetCDF files, audits."""

from treetop.results.audit import Audit, Departure, Drift
from treetop.results.record import record
from treetop.results.run import Run, load_run

__all__ = ["Audit", "Departure", "Drift", "Run", "load_run", "record"]

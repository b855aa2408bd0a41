"""Results of runs: labelled data, NetCDF files, audits."""

from treetop.result.audit import Audit, Departure, Drift
from treetop.result.record import record
from treetop.result.run import Run, load_run

__all__ = ["Audit", "Departure", "Drift", "Run", "load_run", "record"]

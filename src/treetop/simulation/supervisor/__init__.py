"""The supervisor of a run: what its events do, and the structure that follows."""

from treetop.simulation.supervisor.supervisor import Supervisor, Verdict

__all__ = ["Supervisor", "Verdict"]

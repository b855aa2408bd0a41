"""Checkpoints: a run under way in a folder, so that it can go on after its process has died.

    state.npz   all that the time loop remembers, replaced as a whole
    samples     states that were sampled, in rows; this file only grows
    events      of each event the directions in which signals went, its time and the state, in rows

``state.npz`` says how much of the other two counts.  What events led to is not kept: they happen
again from the states at which they happened, and must lead to the same.  No file can hold code.
"""

from treetop.simulation.checkpoint.checkpoint import Checkpoint, CheckpointError

__all__ = ["Checkpoint", "CheckpointError"]
